"""V10 "How to set up a game of Envelopes of Cash" (each player chooses a Head Coach), "Travel in your Recruiting Bus";
RULINGS A2, A5.14."""

from __future__ import annotations

from cashbox.games.envelopes import vocabulary as v
from tests.games.envelopes.decks import game
from tests.games.envelopes.positions import month, new_game, turn_begins


def test_at_least_eight_coaches_exist_and_one_gives_free_movement() -> None:
    tables = game().tables
    assert tables.coaches >= 8
    assert any(tables.effect[120 + k].mod == v.MOD_MOVES for k in range(tables.coaches))


def test_a_coach_is_on_the_mat_from_the_start_without_stars_or_cost() -> None:
    t = month().coach(0, "mileage")
    assert t.mat(0).coach == 120 + t.tables.coach_ids.index("mileage")
    assert t.mat(0).stars == 0


def test_the_movement_coach_adds_free_movement_in_every_quarter() -> None:
    more = game().tables.effect[120 + game().tables.coach_ids.index("mileage")].n
    for name, free in (("May", 3), ("August", 2), ("November", 1), ("February", 0)):
        assert turn_begins(month(2, name).coach(0, "mileage")).mat(0).moves == free + more


def test_free_movement_starts_with_a_turn_not_at_setup() -> None:
    for seed in range(8):
        assert {mat.moves for mat in new_game(4, seed).view().players} == {0}


def test_a_coach_does_not_count_as_a_card() -> None:
    t = month(2, "February").coach(0, "mileage").play_card(0, "Campus Master Plan").bucks(0, 0).bucks(1, 0).end_game()
    assert t.sheet(0, "end_card")[0][1] == 1
