"""Test that the draft marks cards that the envelopes of one month would pay for."""

from __future__ import annotations

from tests.games.envelopes.decks import game
from tests.games.envelopes.positions import NO_ONE_HAS_A_STASH, Table, month
from tests.games.envelopes.test_cached_views import compare_views

HUB, TREASURER, BELIEVES = 7, 8, 6
"""Cards that cost green, gray and blue; red and magenta; green and gray."""


def draft() -> Table:
    """Seat 0 drafts for March with no envelopes anywhere."""
    t = Table(game(), 2, NO_ONE_HAS_A_STASH)
    t.player(0).later = [0] * 72
    return t.hand(0, HUB).pool(TREASURER).stash(0, BELIEVES)


def payable(t: Table) -> list[int]:
    mine = t.view(0).mine
    assert mine is not None
    return [card + 1 for card in mine.payable]


def test_nothing_is_payable_without_envelopes() -> None:
    assert payable(draft()) == []


def test_the_envelopes_of_one_month_pay_for_a_card_of_hand_pool_or_stash() -> None:
    assert payable(draft().later(0, "May", green=1, gray=1)) == [BELIEVES]
    assert payable(draft().later(0, "May", green=1, gray=1, blue=1)) == [BELIEVES, HUB]
    assert payable(draft().later(0, "March", red=1, magenta=2)) == [TREASURER]


def test_envelopes_of_two_months_are_not_combined() -> None:
    assert payable(draft().later(0, "May", green=1).later(0, "June", gray=1)) == []


def test_months_after_a_card_expires_do_not_count() -> None:
    assert payable(draft().later(0, "August", red=1, magenta=1)) == [TREASURER]
    assert payable(draft().later(0, "September", red=1, magenta=1)) == []


def test_payable_cards_are_marked_only_during_the_draft() -> None:
    assert payable(month().give(0, red=1, magenta=1)) == []


def test_a_cached_view_follows_the_pool() -> None:
    t = draft().later(0, "March", red=1, magenta=1)
    compare_views(t.state)
    t.state.pool = []
    compare_views(t.state)
