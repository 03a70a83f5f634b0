"""Test what the view computes for the page."""

from __future__ import annotations

import pytest

from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.rules import marketing
from cashbox.games.envelopes.view.view import Campaign, Mine
from tests.games.envelopes.positions import Table, month


def mine(t: Table, seat: int = 0) -> Mine:
    found = t.view(seat).mine
    assert found is not None
    return found


def test_a_recruit_shows_the_die_and_doubling() -> None:
    t = month().at(0, "iowa").give(0, blue=3).play_card(0, "Quarterback Meeting Room")
    t.position(t.slot("iowa"), "QB").do("sign", recruit="iowa", die=-1)
    (recruit,) = t.mat(0).recruits
    assert (recruit.stars, recruit.die, recruit.doubled) == (6, -1, True)


def test_the_shown_die_never_takes_a_recruit_below_one() -> None:
    """V10 "Sign Recruits": never below 1."""
    t = month().at(0, "indiana").give(0, blue=1).do("sign", recruit="indiana", die=-2)
    (recruit,) = t.mat(0).recruits
    assert (recruit.stars, recruit.die, recruit.doubled) == (1, -1, False)


def test_a_campaign_shows_price_and_stars_of_the_next_step() -> None:
    steps = [one for one in mine(month().bucks(0, 4)).campaigns if one.step]
    assert [(one.price, one.stars, one.next, one.more) for one in steps] == [
        (1, 1, 3, 2),
        (3, 2, 5, 3),
        (5, 3, 8, 4),
        (8, 4, 0, 0),
    ]
    cheaper = mine(month().bucks(0, 4).play_card(0, "campaign cut")).campaigns
    assert (cheaper[2].price, cheaper[2].next) == (2, 4)
    assert not any(one.next for one in cheaper if not one.step)


def test_the_last_step_of_a_campaign_follows_the_rules_of_the_table() -> None:
    assert marketing.next_step(8, 12) == 12
    assert marketing.next_step(8, 11) == marketing.next_step(12, 12) == 0
    assert isinstance(mine(month()).campaigns[0], Campaign)


def test_months_for_dice_show_their_envelopes_and_this_month_the_supply() -> None:
    t = month().give(0, red=2).later(0, "March", red=1).later(0, "May", blue=3).roll(1, 2, 3, 4, 5, 6)
    there = {one.month: one.there for one in mine(t).months}
    assert list(there) == [0, 1, 2, 3, 4, 5]
    assert there[0] == [0, 0, 0, 3, 0, 0]
    assert there[2] == [0, 0, 0, 0, 0, 3]
    t.do("die", colour="green").do("place", month="March", half=False)
    assert mine(t).months[0].there == [0, 0, 0, 3, 0, 0]


@pytest.mark.parametrize(("dice", "used_up"), [("exclusive", [0]), ("exclusive, one repeat", []), ("together", [])])
def test_dice_no_player_can_take_are_marked(dice: str, used_up: list[int]) -> None:
    """V10 "Cut-Throat Mode for Dice Drafting"."""
    t = (
        month(2, dice=dice)
        .roll(1, 2, 3, 4, 5, 6)
        .do("die", 0, colour="green")
        .do("place", 0, month="March", half=False)
    )
    assert t.view(1).used_up == t.view().used_up == used_up
    gives = mine(t, 1).gives
    assert [colour for colour in range(6) if gives[colour] is None] == used_up
    assert t.can("die", 1, colour="green") == (not used_up)
    assert mine(t).gives[0] is None


def test_the_auction_shows_legal_bids_and_the_order_of_players() -> None:
    t = month(3, auction=True, chain=0).bucks(0, 5).bucks(2, 7).end_month()
    opened = t.view().auction
    assert opened is not None
    assert (opened.auctioneer, opened.order) == (1, [2, 0])
    assert t.due == opened.order[:1]
    assert t.forms("bid")[1:] == [{"bucks": n} for n in range(opened.least, opened.most[2] + 1)]
    t.do("bid", bucks=3)
    raised = t.view().auction
    assert raised is not None
    assert t.due == opened.order[1:]
    assert t.forms("bid")[1:] == [{"bucks": n} for n in range(raised.least, raised.most[0] + 1)]


def test_the_sheet_says_that_a_recruiting_board_is_filled() -> None:
    for count, filled in ((5, True), (3, False)):
        t = month(2, mode="online")
        slots = range(count)
        for slot, position in zip(slots, t.tables.boards[t.player(0).board], strict=False):
            t.position(slot, v.POSITIONS[position])
        t.signed(0, *slots).end_game()
        (entry,) = [entry for entry in t.mat(0).sheet if entry.source == "board"]
        assert entry.filled == filled


def test_months_end_and_their_cards_expire() -> None:
    assert (month().view().over, month().view().expired) == (0, 0)
    september = month(2, "September").view()
    assert (september.over, september.expired) == (6, 1)
    done = month(2, "February").end_game().view()
    assert (done.over, done.expired) == (12, 12)
