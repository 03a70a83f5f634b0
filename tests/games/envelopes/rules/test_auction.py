"""V10 "Optional Variant Rules: Bidding for the Starting Player Chain"; RULINGS A5.23."""

from __future__ import annotations

from typing import Any

import pytest

from cashbox.engine.game import GameError
from cashbox.games.envelopes import vocabulary as v
from tests.games.envelopes.positions import Table, month, new_game
from tests.games.envelopes.random_players import play_out


def auction(seats: int = 4, chain: int = 0, bucks: tuple[int, ...] = (), name: str = "March", **options: Any) -> Table:
    """A month has just ended, and the chain is up for auction; each has 7 bucks unless said."""
    t = month(seats, name, chain=chain, auction=True, **options)
    for seat, n in enumerate(bucks):
        t.bucks(seat, n)
    return t.end_month()


def bids(t: Table, *amounts: int) -> Table:
    """Bids in the order in which they are asked for; 0 is a pass."""
    for bucks in amounts:
        assert t.phase == "auction"
        t.do("bid", bucks=bucks)
    return t


def asked(t: Table, *amounts: int) -> list[int]:
    """Who is asked for each bid, and who after the last."""
    seats = []
    for bucks in amounts:
        seats += t.due
        bids(t, bucks)
    return seats + (t.due if t.phase == "auction" else [])


def purses(t: Table) -> list[int]:
    return [mat.bucks for mat in t.view().players]


# -- who sells, who bids, in which order -----------------------------------------------------------------------------


def test_the_first_month_has_no_auction() -> None:
    t = new_game(3, auction=True, stash=False)
    assert t.phase == "draft"
    assert t.due == [t.view().chain]


def test_every_later_month_begins_with_an_auction() -> None:
    t = month(2, auction=True)
    held = 0
    for name in v.MONTHS[:-1]:
        assert t.month == name
        t.end_month()
        assert t.phase == "auction"
        held += 1
        bids(t, 0)
        assert t.phase == "draft"
    t.end_month()
    assert held == 11
    assert t.phase in ("final", "over")


def test_without_the_option_there_is_no_auction() -> None:
    assert month(2).end_month().phase == "draft"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_auctioneer_is_left_of_the_holder_and_bidding_goes_clockwise(seats: int) -> None:
    for chain in range(seats):
        t = auction(seats, chain)
        auctioneer = (chain + 1) % seats
        shown = t.view().auction
        assert shown is not None
        assert shown.auctioneer == auctioneer
        passes = [0] * (seats - 1)
        assert asked(t, *passes) == [(auctioneer + k) % seats for k in range(1, seats)]


def test_all_other_players_can_bid_including_the_holder() -> None:
    t = auction(2, chain=0)
    assert t.due == [0]


def test_a_bid_is_at_least_one_more_and_at_most_the_bidders_bucks() -> None:
    t = auction(bucks=(7, 7, 7, 5))
    assert [form["bucks"] for form in t.forms("bid")] == list(range(8))
    bids(t, 3)
    assert [form["bucks"] for form in t.forms("bid")] == [0, 4, 5]
    assert t.due == [3]
    assert "more than the highest bid, which is 3 bucks" in t.why("bid", bucks=3)
    assert t.why("bid", bucks=6) == "You only have 5 bucks."


def test_bidding_continues_until_no_player_raises() -> None:
    t = auction()
    assert asked(t, 1, 2, 0, 3, 4, 0) == [2, 3, 0, 2, 3, 2, 1]
    shown = t.view().auction
    assert shown is not None
    assert (shown.high, shown.bidder, shown.bids, sorted(shown.passed)) == (4, 3, [0, 0, 3, 4], [0, 2])


def test_a_pass_is_final() -> None:
    t = auction()
    assert asked(t, 0, 1, 2, 3) == [2, 3, 0, 3, 0]


def test_a_player_can_bid_after_others_passed() -> None:
    t = auction()
    assert asked(t, 0, 0) == [2, 3, 0]
    bids(t, 5)
    assert t.due == [1]


def test_the_highest_bidder_is_not_asked_to_raise() -> None:
    assert asked(auction(), 1, 0, 0) == [2, 3, 0, 1]


def test_a_player_without_enough_bucks_is_out() -> None:
    assert asked(auction(bucks=(7, 7, 0, 7)), 1) == [3, 0]
    assert asked(auction(bucks=(2, 7, 7, 2)), 2) == [2, 1]


def test_the_auctioneer_does_not_bid_and_decides_once_the_bids_are_over() -> None:
    t = auction(3)
    assert not t.forms("sell", 1)
    assert not t.forms("bid", 1)
    bids(t, 2, 0)
    assert t.due == [1]
    assert sorted(form["type"] for form in t.forms()) == ["keep", "sell"]


# -- prices ----------------------------------------------------------------------------------------------------------


def test_keeping_the_chain_costs_the_best_bid_minus_one() -> None:
    t = bids(auction(3), 2, 5, 0)
    t.do("keep")
    assert t.view().chain == 1
    assert purses(t) == [7, 3, 7]
    assert (t.phase, t.due) == ("draft", [1])


def test_the_chain_sells_for_one_more_than_the_second_highest_bid() -> None:
    t = bids(auction(3), 2, 6, 0)
    t.do("sell")
    assert t.view().chain == 0
    assert purses(t) == [7 - 3, 7 + 3, 7]
    assert (t.phase, t.due) == ("draft", [0])


def test_a_single_bid_buys_the_chain_at_its_price() -> None:
    t = bids(auction(3), 6, 0).do("sell")
    assert t.view().chain == 2
    assert purses(t) == [7, 13, 1]


def test_a_players_own_earlier_bid_is_not_the_second_highest() -> None:
    """P2 bids 1, P0 bids 2, P2 bids 7: the best bid of another is 2."""
    t = bids(auction(3), 1, 2, 7).do("sell")
    assert purses(t) == [7, 10, 4]
    assert t.view().chain == 2


def test_the_bid_of_a_player_who_passed_still_counts_as_second() -> None:
    t = bids(auction(4), 4, 5, 0, 0).do("sell")
    assert purses(t) == [7, 12, 7, 2]


def test_keep_for_a_single_buck_bid_is_free() -> None:
    t = bids(auction(2), 1).do("keep")
    assert purses(t) == [7, 7]
    assert t.view().chain == 1


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_without_bids_the_auctioneer_gets_the_chain_for_free(seats: int) -> None:
    t = bids(auction(seats), *[0] * (seats - 1))
    assert t.phase == "draft"
    assert t.view().chain == 1
    assert purses(t) == [7] * seats
    assert "P1 gets the chain for free." in t.said()


def test_without_bucks_there_is_no_bidding() -> None:
    t = auction(3, bucks=(0, 9, 0))
    assert t.phase == "draft"
    assert t.view().chain == 1


def test_an_auctioneer_who_cannot_pay_sells() -> None:
    t = bids(auction(3, bucks=(7, 3, 7)), 5, 0)
    assert t.phase == "draft"
    assert t.view().chain == 2
    assert purses(t) == [7, 8, 2]
    t = bids(auction(3, bucks=(7, 4, 7)), 5, 0)
    assert t.can("keep")


@pytest.mark.parametrize(("second", "best"), [(low, high) for high in range(1, 8) for low in range(high)])
def test_every_pair_of_bids_has_the_right_price(second: int, best: int) -> None:
    offers = (second, best, 0) if second else (0, best)
    paid = second + 1 if second else best
    sold = bids(auction(3, bucks=(9, 9, 9)), *offers).do("sell")
    assert purses(sold) == [9 - paid, 9 + paid, 9]
    kept = bids(auction(3, bucks=(9, 9, 9)), *offers).do("keep")
    assert purses(kept) == [9, 9 - (best - 1), 9]


# -- and then --------------------------------------------------------------------------------------------------------


def test_the_next_auctioneer_is_left_of_the_new_holder() -> None:
    t = bids(auction(4), 3, 0, 0).do("sell")
    assert t.view().chain == 2
    t.end_month()
    shown = t.view().auction
    assert shown is not None
    assert shown.auctioneer == 3


def test_the_buyer_gets_the_extra_card_and_plays_first() -> None:
    t = bids(auction(3), 3, 0).do("sell")
    assert [mat.hand for mat in t.view().players] == [2, 2, 3]
    assert t.due == [2]
    assert t.month == "April"


def test_the_auction_comes_before_the_pool_is_refreshed_and_cards_leave() -> None:
    """RULINGS A5.5: the chain first."""
    t = month(2, "August", auction=True).pool(1, 2).waiting(0, 5, "March").end_month()
    assert t.phase == "auction"
    assert t.view().pool == [0, 1]
    assert t.mat(0).calendar[0] == 4
    assert t.month == "August"
    bids(t, 0)
    assert t.month == "September"
    assert {0, 1, 4} <= set(t.view().gone)


def test_bids_are_public() -> None:
    t = bids(auction(4), 3)
    for viewer in (0, 1, 2, 3, -1):
        shown = t.view(viewer).auction
        assert shown is not None
        assert (shown.high, shown.bidder) == (3, 2)
    assert "P2 bids 3 bucks." in t.said()
    bids(t, 0)
    assert "P3 passes." in t.said()


def test_a_bid_cannot_be_undone() -> None:
    t = auction(4)
    windows = []
    for bucks in (1, 2, 0, 3, 0):
        windows.append(t.game.window(t.state))
        bids(t, bucks)
    assert len({*windows, t.game.window(t.state)}) == 6


def test_solitaire_refuses_the_auction() -> None:
    with pytest.raises(GameError, match="auction"):
        new_game(1, mode="solitaire", auction=True)


@pytest.mark.parametrize("mode", ["standard", "online", "family"])
def test_games_with_the_auction_finish_in_all_other_modes(mode: str) -> None:
    t = play_out(3, 4, options={"mode": mode, "auction": True})
    assert t.phase == "over"
    assert sum("up for auction" in line for line in t.said()) == 11
