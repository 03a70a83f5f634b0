"""V10 "How to set up a game of Envelopes of Cash", "Statements about State Tokens", "All About the Booster Bucks";
RULINGS A1, A2, A5.1-4.
"""

from __future__ import annotations

from collections import Counter

import pytest

from cashbox.engine.game import GameError
from cashbox.games.envelopes import vocabulary as v
from tests.games.envelopes.decks import game
from tests.games.envelopes.positions import month, new_game

EVERY_NUMBER = pytest.mark.parametrize("seats", [2, 3, 4])


@EVERY_NUMBER
def test_every_player_takes_seven_booster_bucks_and_starts_at_zero_stars(seats: int) -> None:
    view = new_game(seats).view()
    assert [mat.bucks for mat in view.players] == [7] * seats
    assert [mat.stars for mat in view.players] == [0] * seats
    assert [mat.sheet for mat in view.players] == [[]] * seats


@EVERY_NUMBER
def test_each_month_has_one_envelope_of_the_home_color(seats: int) -> None:
    home = {"circle": "yellow", "triangle": "red", "square": "green", "cross": "blue"}
    for seed in range(5):
        t = new_game(seats, seed)
        for seat in range(seats):
            colour = home[v.SYMBOLS[t.mat(seat).symbol]]
            assert [t.calendar(seat, name) for name in v.MONTHS] == [{colour: 1}] * 12
            assert t.envelopes(seat) == 0


@EVERY_NUMBER
def test_the_bus_starts_on_the_space_of_the_symbol(seats: int) -> None:
    spot = {
        "circle": "start-texas",
        "triangle": "start-south",
        "square": "start-northwest",
        "cross": "start-midwest",
    }
    t = new_game(seats)
    for mat in t.view().players:
        assert t.tables.space_ids[mat.space] == spot[v.SYMBOLS[mat.symbol]]


def test_there_are_forty_recruits_five_per_position_one_per_state_and_two_per_border_state() -> None:
    t = new_game(4)
    assert Counter(t.view().recruits) == dict.fromkeys(range(8), 5)
    spaces = Counter(t.tables.space_of)
    assert sorted(spaces.values()) == [1] * 24 + [2] * 8
    assert t.view().signed_by == [-1] * 40


def test_recruits_are_assigned_randomly() -> None:
    assert len({tuple(new_game(2, seed).view().recruits) for seed in range(20)}) == 20
    at_iowa = {new_game(2, seed).view().recruits[new_game(2).slot("iowa")] for seed in range(80)}
    assert at_iowa == set(range(8))


def test_state_tokens_have_two_to_five_stars_and_cost_one_less_in_the_regions_color() -> None:
    t = new_game(2)
    for region, colour in enumerate(v.COLOURS):
        slots = [slot for slot in range(24) if t.tables.regions_of[slot] == 1 << region]
        assert sorted(t.view().values[slot] for slot in slots) == [2, 3, 4, 5]
        for slot in slots:
            cost = dict(zip(v.COLOURS, t.tables.recruit_cost[slot], strict=True))
            assert cost == {**dict.fromkeys(v.COLOURS, 0), colour: t.view().values[slot] - 1}


def test_border_tokens_cost_two_and_two_and_average_three_stars() -> None:
    t = new_game(2)
    pairs = {
        ("yellow", "red"), ("yellow", "gray"), ("yellow", "green"), ("green", "gray"),
        ("green", "blue"), ("blue", "red"), ("blue", "magenta"), ("magenta", "red"),
    }  # fmt: skip
    found = set()
    for slot in range(24, 40, 2):
        for one in (slot, slot + 1):
            assert sorted(t.tables.recruit_cost[one]) == [0, 0, 0, 0, 2, 2]
        assert t.tables.recruit_cost[slot] == t.tables.recruit_cost[slot + 1]
        assert t.view().values[slot] != t.view().values[slot + 1]
        found.add(frozenset(v.COLOURS[c] for c in range(6) if t.tables.recruit_cost[slot][c]))
    assert found == {frozenset(pair) for pair in pairs}
    assert sum(t.view().values[24:]) == 3 * 16


def test_iowa_is_a_blue_four_star_state_and_wisconsin_has_five_stars() -> None:
    t = new_game(2)
    blue = v.COLOURS.index("blue")
    assert (t.view().values[t.slot("iowa")], t.tables.recruit_cost[t.slot("iowa")][blue]) == (4, 3)
    assert (t.view().values[t.slot("wisconsin")], t.tables.recruit_cost[t.slot("wisconsin")][blue]) == (5, 4)


def test_the_starting_player_is_random_unless_the_host_chooses() -> None:
    assert {new_game(4, seed).view().chain for seed in range(40)} == {0, 1, 2, 3}
    assert [new_game(4, 1, first=f"seat {k}").view().chain for k in (1, 2, 3, 4)] == [0, 1, 2, 3]
    with pytest.raises(GameError, match="seat 2"):
        game().check_options({"first": "seat 3"}, 2)


def test_symbols_are_random_unless_the_host_chooses_and_always_different() -> None:
    seen = {tuple(mat.symbol for mat in new_game(2, seed).view().players) for seed in range(60)}
    assert len(seen) == 12
    assert all(a != b for a, b in seen)
    assert [mat.symbol for mat in new_game(4, 3, symbols="by seat").view().players] == [0, 1, 2, 3]


def test_no_player_starts_in_the_southwest_or_the_northeast() -> None:
    assert {v.COLOURS[c] for c in game().tables.home_colour} == {"yellow", "red", "green", "blue"}


@EVERY_NUMBER
def test_each_player_is_dealt_a_different_head_coach(seats: int) -> None:
    for seed in range(5):
        coaches = [mat.coach for mat in new_game(seats, seed).view().players]
        assert len(set(coaches)) == seats
        assert min(coaches) >= 120


@EVERY_NUMBER
def test_head_coaches_can_be_picked_face_up_in_reverse_turn_order(seats: int) -> None:
    t = new_game(seats, 2, coaches="picked", first="seat 1")
    assert t.view().coaches == [120 + k for k in range(t.tables.coaches)]
    order = []
    while t.phase == "coach":
        (seat,) = t.due
        order.append(seat)
        taken = {mat.coach for mat in t.view().players}
        offered = {120 + t.tables.coach_ids.index(form["coach"]) for form in t.forms("coach")}
        assert offered == set(t.view().coaches) - taken
        wanted = t.forms("coach")[-1]["coach"]
        t.do("coach", coach=wanted)
        assert t.mat(seat).coach == 120 + t.tables.coach_ids.index(wanted)
        assert f"{t.names[seat]} chooses {t.tables.names[t.mat(seat).coach]} as head coach." in t.said()
    assert order == list(reversed(range(seats)))
    assert t.phase == "stash"


def test_picked_coaches_come_before_the_stash_is_dealt() -> None:
    """The rulebook chooses coaches first; whoever picks one does not know his six cards yet."""
    t = new_game(3, 2, coaches="picked")
    mine = t.view(t.due[0]).mine
    assert mine is not None
    assert mine.stash == []
    while t.phase == "coach":
        t.do("coach", coach=t.forms("coach")[0]["coach"])
    assert [len(t.player(seat).stash) for seat in range(3)] == [6, 6, 6]


def test_the_whistle_is_on_march_and_march_has_no_bets() -> None:
    t = new_game(2)
    assert t.month == "March"
    assert [mat.bets for mat in t.view().players] == [[], []]


def test_the_first_turn_takes_the_seeded_envelope_and_the_dice_into_supply() -> None:
    t = month(2)
    t.later(0, "March", yellow=1).later(1, "March", red=1)
    t.roll(1, 1, 1, 1, 1, 1)
    for seat in (0, 1):
        t.do("die", seat, colour="green").do("place", seat, month="March", half=False)
        t.do("die", seat, colour="gray").do("place", seat, month="March", half=False)
    assert t.tally(0) == {"bucks": 7, "moves": 3, "yellow": 1, "green": 1, "gray": 1}
    assert t.calendar(0, "March") == {}
