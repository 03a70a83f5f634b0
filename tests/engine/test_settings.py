"""Test the possible settings of a game, limits for random play, and the end of games without people."""

from __future__ import annotations

from typing import Any

import msgspec

from cashbox.engine.chance import SeededChance
from cashbox.engine.fuzz import random_table
from cashbox.engine.game import SPECTATOR
from cashbox.engine.settings import pairwise, tables, values
from tests.engine.coins import ABOUT, Tiny


class Brief(Tiny):
    """At random it is played for two rounds at most."""

    def __init__(self) -> None:
        super().__init__()
        self.about = msgspec.structs.replace(ABOUT, brief={"rounds": 2})


class WithoutModes(Brief):
    def __init__(self) -> None:
        super().__init__()
        self.about = msgspec.structs.replace(self.about, modes=())


def test_settings_cover_each_mode_and_number_of_players() -> None:
    assert tables(Tiny()) == [({"mode": "long"}, seats) for seats in (2, 3, 4)]
    assert tables(Tiny(), {"rich": True}) == [({"mode": "long", "rich": True}, seats) for seats in (2, 3, 4)]


def test_unattended_games_are_brief_unless_options_say_otherwise() -> None:
    assert tables(Brief()) == [({"mode": "long", "rounds": 2}, seats) for seats in (2, 3, 4)]
    assert tables(Brief(), {"rounds": 4}) == [({"mode": "long", "rounds": 4}, seats) for seats in (2, 3, 4)]
    assert tables(WithoutModes()) == [({"rounds": 2}, seats) for seats in (2, 3, 4)]
    assert tables(Brief(), {"mode": "long"}) == tables(Brief())


def test_options_without_a_valid_number_of_players_make_no_table() -> None:
    assert tables(Tiny(), {"rounds": 9}) == []
    assert tables(Brief(), {"mode": "short"}) == []


def test_a_random_table_is_never_longer_than_the_brief_limit() -> None:
    found = [random_table(Brief(), SeededChance(seed)) for seed in range(200)]
    assert {options["rounds"] for _, options in found} == {1, 2}
    assert {options["rich"] for _, options in found} == {True, False}
    assert {seats for seats, _ in found} == {2, 3, 4}


def test_a_random_table_of_a_game_that_ends_by_itself_has_any_length() -> None:
    assert {random_table(Tiny(), SeededChance(seed))[1]["rounds"] for seed in range(200)} == {1, 2, 3, 4}


def test_pairs_respect_given_options() -> None:
    found = list(pairwise(Tiny(), {"rounds": 2}, 3))
    assert all(options["rounds"] == 2 for options in found)
    every = list(pairwise(Tiny(), {}, 3))
    rounds, rich = (values(option) for option in ABOUT.options)
    assert {(options["rounds"], options["rich"]) for options in every} == {(a, b) for a in rounds for b in rich}


def test_choices_never_expire_unless_a_game_says_so() -> None:
    game: Any = Tiny()
    state = game.start(game.check_options({}, 2), 2, SeededChance(1))
    assert [game.lapse(state, seat) for seat in (0, 1, SPECTATOR)] == [None, None, None]
    assert not game.about.lapses
