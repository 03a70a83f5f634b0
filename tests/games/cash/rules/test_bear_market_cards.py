"""CASH "Bear market cards", "Market Crash", "Global Recession"; RULINGS B2.1, B2.11, B2.16."""

from __future__ import annotations

import pytest

from cashbox.games.cash import actions as act
from tests.games.cash.positions import Table, turn

PASSES = {"crash": 1, "recession": 2}


def pass_on(t: Table, *chosen: tuple[str | int, ...]) -> None:
    """By seat, what each passes."""
    for seat, cards in enumerate(chosen):
        for card in cards:
            t.do("pass", card, by=seat)


# -- the turn and the cash ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("card", "left"), [("crash", [10_000, 75_000]), ("recession", [5_000, 10_000])])
def test_a_crash_costs_the_lowest_and_a_recession_the_highest_uninsured_cash(card: str, left: list[int]) -> None:
    t = turn(2).cash(0, 5_000, 10_000, 75_000).insured(0, "total", 75_000).insured(0, "economy", 5_000).hand(0, card)
    t.discard(card).pass_any()
    assert t.tabled(0) == left
    assert t.covered(0) == [("total", [75_000]), ("economy", [5_000])]
    assert sorted(map(str, t.dumped())) == sorted([card, "5000" if card == "crash" else "75000"])


@pytest.mark.parametrize("card", PASSES)
def test_a_bear_card_costs_the_next_turn(card: str) -> None:
    t = turn(2).hand(0, card)
    t.discard(card).pass_any().finish()
    assert (t.active, t.firm(0).lost) == (1, 1)
    t.idle()
    assert t.active == 1
    t.idle()
    assert t.active == 0


@pytest.mark.parametrize("card", PASSES)
def test_without_uninsured_cash_a_bear_card_costs_only_the_turn(card: str) -> None:
    t = turn(2).insured(0, "economy", 5_000).hand(0, card)
    t.discard(card).pass_any()
    assert (t.firm(0).lost, t.covered(0), t.dumped()) == (1, [("economy", [5_000])], [card])


@pytest.mark.parametrize("card", PASSES)
def test_a_bear_card_does_not_take_cash_from_opponents(card: str) -> None:
    t = turn(2).cash(1, 5_000, 75_000).hand(0, card)
    t.discard(card).pass_any()
    assert (t.tabled(1), t.firm(1).lost) == ([5_000, 75_000], 0)


@pytest.mark.parametrize("card", PASSES)
def test_a_bear_card_takes_effect_under_investigation(card: str) -> None:
    t = turn(2).investigated(0).cash(0, 5_000).hand(0, card)
    t.discard(card).pass_any()
    assert (t.tabled(0), t.firm(0).lost) == ([], 1)


@pytest.mark.parametrize("card", PASSES)
def test_a_bear_card_takes_effect_at_the_hand_check(card: str) -> None:
    t = turn(2).cash(0, 5_000).hand(0, "license", card, size=9).discard("license").finish()
    t.discard(card).pass_any()
    assert (t.active, t.tabled(0), t.firm(0).lost) == (1, [], 1)


# -- passing; RULINGS B2.16 --------------------------------------------------------------------------------------------


def test_a_crash_passes_one_card_to_the_right() -> None:
    """Turns go to the left, so the right is the player before."""
    t = turn(3).hand(0, "crash", 5_000).hand(1, 10_000).hand(2, 25_000).discard("crash")
    pass_on(t, (5_000,), (10_000,), (25_000,))
    assert 5_000 in t.held(2)
    assert 10_000 in t.held(0)
    assert 25_000 in t.held(1)
    assert [t.count(seat) for seat in range(3)] == [7, 7, 7]


def test_a_recession_passes_two_cards_to_the_right() -> None:
    t = turn(3).hand(0, "recession", 5_000, "broker").hand(1, 10_000, "banker").hand(2, 25_000, "taxman")
    t.discard("recession")
    pass_on(t, (5_000, "broker"), (10_000, "banker"), (25_000, "taxman"))
    assert {5_000, "broker"} <= set(t.held(2))
    assert {10_000, "banker"} <= set(t.held(0))
    assert {25_000, "taxman"} <= set(t.held(1))


@pytest.mark.parametrize("seats", range(2, 9))
def test_every_player_passes_to_the_previous_player(seats: int) -> None:
    marks: list[str | int] = [5_000, 10_000, 25_000, 50_000, 75_000, 150_000, "taxman", "premium"]
    t = turn(seats, seat=1)
    for seat in range(seats):
        t.hand(seat, marks[seat], *(("crash",) if seat == 1 else ()))
    t.discard("crash")
    pass_on(t, *[(marks[seat],) for seat in range(seats)])
    for seat in range(seats):
        assert marks[seat] in t.held((seat - 1) % seats)


def test_cards_move_at_once_so_no_player_passes_on_a_received_card() -> None:
    t = turn(3).hand(0, "crash", 5_000).hand(1, 10_000).hand(2, 25_000).discard("crash")
    assert t.due == [0, 1, 2]
    pass_on(t, (), (10_000,))
    assert 10_000 not in t.held(0)
    assert t.due == [0, 2]
    assert not t.can("pass", 10_000, by=0)


def test_players_may_choose_cards_to_pass_in_any_order() -> None:
    t = turn(3).hand(0, "crash").discard("crash")
    for seat in (2, 0, 1):
        t.do("pass", t.held(seat)[0], by=seat)
    assert (t.phase, t.due) == ("close", [0])


def test_each_player_chooses_from_the_whole_hand() -> None:
    t = turn(2).hand(0, "crash", 5_000, "taxman").hand(1, 150_000, "license").discard("crash")
    for seat in (0, 1):
        assert {form["card"] for form in t.forms(seat)} == {
            t.game.encode(act.PASS + face)["card"] for face in t.mine(seat).hand
        }


def test_a_recession_passes_two_different_cards_unless_a_hand_has_two_alike() -> None:
    t = turn(2).hand(0, "recession", "taxman").hand(1, 5_000, 5_000).discard("recession").do("pass", "taxman", by=0)
    assert not t.can("pass", "taxman", by=0)
    assert t.why("pass", "taxman", by=0) == "You have already chosen that card."
    t.do("pass", 5_000, by=1)
    assert t.can("pass", 5_000, by=1)


def test_a_player_with_too_few_cards_passes_them_all() -> None:
    t = turn(3).hand(0, "recession").hand(1, 5_000, size=0).hand(2, size=0).discard("recession")
    assert t.due == [0]
    t.pass_any()
    assert t.count(1) == 0
    assert 5_000 in t.held(0)
    assert t.count(2) == 2


def test_a_player_without_a_license_also_passes() -> None:
    t = turn(2).unlicensed(1).hand(0, "crash").hand(1, 5_000).discard("crash")
    assert t.due == [0, 1]


def test_a_player_with_only_one_kind_of_card_still_chooses() -> None:
    """Else all would learn that the hand is seven alike."""
    t = turn(2).hand(1, *["license"] * 7).hand(0, "crash").discard("crash")
    assert t.due == [0, 1]


def test_passing_comes_before_the_hand_check() -> None:
    t = turn(3).hand(0, "crash", size=4).discard("crash")
    assert t.count(0) == 3
    t.pass_any()
    assert (t.count(0), t.phase) == (3, "close")
    t.finish()
    assert t.count(0) == 7


# -- held at the end ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [1, 2, 3])
@pytest.mark.parametrize(("card", "cost"), [("crash", 25_000), ("recession", 50_000)])
def test_every_bear_card_in_hand_costs(card: str, cost: int, count: int) -> None:
    line = turn(2).hand(1, *[card] * count).stop(1)
    assert (line.bears, line.total) == (-cost * count, -cost * count)


def test_a_recession_in_hand_can_cost_75_000() -> None:
    """RULINGS B2.1."""
    assert turn(2, recession="75000").hand(1, "recession").stop(1).total == -75_000
    assert turn(2, recession="75000").hand(1, "recession", "venture").stop(1).total == -150_000
    assert turn(2, recession="75000").hand(1, "crash").stop(1).total == -25_000


def test_discarded_bear_cards_cost_nothing_at_the_end() -> None:
    assert turn(2).dump("crash", "recession", "bankruptcy").stop().total == 0


def test_the_view_names_the_player_who_passes_to_the_viewer() -> None:
    """Everyone passes to the right, so one gets cards from the left."""
    t = turn(4)
    assert [t.mine(seat).giver for seat in range(4)] == [1, 2, 3, 0]
