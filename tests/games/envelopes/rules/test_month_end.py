"""V10 "End of the Month", rules summary "End of the Month"; RULINGS A5.5, A5.18."""

from __future__ import annotations

import pytest

from cashbox.games.envelopes import vocabulary as v
from tests.games.envelopes.positions import month

EXPIRES_AT_END_OF = {
    "March": "August", "April": "September", "May": "October", "June": "November", "July": "December",
    "August": "January", "September": "February", "October": "February", "November": "February",
    "December": "February", "January": "February", "February": "February",
}  # fmt: skip
"""At the end of which month an unplayed card leaves the calendar: five months after its own, at the latest the last."""


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_chain_passes_clockwise_every_month(seats: int) -> None:
    t = month(seats)
    holders = []
    for _ in range(9):
        holders.append(t.view().chain)
        t.end_month()
    assert holders == [k % seats for k in range(9)]


def test_the_next_month_begins_with_a_deal() -> None:
    t = month(2, "March").end_month()
    assert (t.month, t.phase) == ("April", "draft")
    assert [mat.hand for mat in t.view().players] == [2, 3]


@pytest.mark.parametrize("name", v.MONTHS[:-1])
def test_after_may_august_and_november_the_pool_is_one_fresh_card(name: str) -> None:
    t = month(2, name).pool(1, 2, 3).end_month()
    if name in ("May", "August", "November"):
        assert len(t.view().pool) == 1
        assert not {0, 1, 2} & set(t.view().pool)
        assert t.view().gone == [0, 1, 2]
    else:
        assert t.view().pool == [0, 1, 2]


def test_after_february_the_pool_is_cleared_and_nothing_is_dealt() -> None:
    t = month(2, "February").pool(1, 2, 3).end_month()
    assert t.view().pool == []
    assert t.view().gone == [0, 1, 2]
    assert t.view().deck == 120 - 3


@pytest.mark.parametrize(("drafted", "leaves"), EXPIRES_AT_END_OF.items())
def test_cards_expire_in_the_listed_months(drafted: str, leaves: str) -> None:
    last = v.MONTHS.index(leaves)
    for at in range(v.MONTHS.index(drafted), last + 1):
        t = month(2, v.MONTHS[at]).waiting(0, "two", drafted).end_month()
        waits = t.mat(0).calendar[v.MONTHS.index(drafted)] >= 0
        assert waits == (at < last) == (t.view().expired <= v.MONTHS.index(drafted)), v.MONTHS[at]
        assert (len(t.view().gone) == 1) == (at == last)
    end = -1 if leaves == "February" else last + 1
    assert month().view().rules.leaves[v.MONTHS.index(drafted)] == end


def test_nothing_expires_before_the_end_of_august() -> None:
    t = month(2, "July").waiting(0, "any", "March").waiting(0, "two", "July").end_month()
    assert t.view().gone == []


def test_expiring_costs_nothing() -> None:
    t = month(2, "August").waiting(0, "two", "March")
    assert t.gained(t.end_month) == {}


def test_a_card_in_play_never_expires() -> None:
    t = month(2, "August").play_card(0, "two").end_month()
    assert len(t.mat(0).in_play) == 1


def test_at_the_end_of_february_all_unplayed_cards_leave() -> None:
    t = month(2, "February")
    numbers = [20, 21, 22, 23, 24, 25]
    for number, name in zip(numbers, v.MONTHS[6:], strict=True):
        t.waiting(0, number, name)
    t.end_month()
    assert t.mat(0).calendar == [-1] * 12
    assert t.view().gone == [number - 1 for number in numbers]


def test_with_four_players_discarded_cards_go_under_the_deck_after_november() -> None:
    t = month(4, "November").gone(1, 2).pool(3, 4).waiting(0, 5, "June")
    t.deck(*range(50, 61)).end_month()
    # One fresh card for the pool, nine dealt from the eleven: one is left over the five.
    assert t.view().gone == []
    assert t.view().deck == 11 - 1 - 9 + 5
    dealt = {card + 1 for p in t.state.players for card in p.hand} | {card + 1 for card in t.view().pool}
    assert dealt <= set(range(50, 61))
    rest = {card + 1 for card in t.state.deck + t.state.under}
    assert {1, 2, 3, 4, 5} <= rest


@pytest.mark.parametrize("seats", [2, 3])
def test_with_fewer_players_there_is_no_reshuffle_in_november(seats: int) -> None:
    t = month(seats, "November").gone(1, 2).pool(3, 4).end_month()
    assert t.view().gone == [0, 1, 2, 3]


@pytest.mark.parametrize("name", [name for name in v.MONTHS if name not in ("November", "February")])
def test_with_four_players_there_is_no_reshuffle_in_other_months(name: str) -> None:
    assert month(4, name).gone(1, 2).end_month().view().gone[:2] == [0, 1]


def test_the_original_deck_is_dealt_before_the_reshuffled_cards() -> None:
    t = month(4, "November").gone(*range(1, 31)).deck(*range(50, 65)).end_month()
    t.play_on(lambda t: t.phase == "month")
    before = {card + 1 for card in t.state.deck}
    assert before <= set(range(50, 65))
    assert len(before) == 15 - 1 - 9
    t.end_month()
    dealt = [card + 1 for p in t.state.players for card in p.hand]
    assert before <= set(dealt)
    assert len(set(dealt) & set(range(1, 31))) == 9 - len(before)


def test_chain_pool_expiry_and_reshuffle_happen_in_this_order() -> None:
    """RULINGS A5.5."""
    t = month(4, "November").pool(3, 4).waiting(0, 5, "June").end_month()
    told = " / ".join(t.said())
    order = ["Chain passes", "pool is cleared", "dealt to the pool", "leaves P0's calendar", "shuffled", "December"]
    places = [told.index(words) for words in order]
    assert places == sorted(places)


def test_the_game_ends_after_twelve_months() -> None:
    t = month(2)
    names = [t.month]
    for _ in range(11):
        t.end_month()
        names.append(t.month)
    assert names == list(v.MONTHS)
    t.end_month()
    assert t.phase in ("final", "over")
