"""FAM, family style rules: the red text under its headings; RULINGS A4, A5.3, A5.6, A5.17."""

from __future__ import annotations

from typing import Any

import pytest

from cashbox.engine.game import GameError
from cashbox.games.envelopes import phases as ph
from cashbox.games.envelopes import vocabulary as v
from tests.games.envelopes.positions import Table, month, new_game, turn_begins
from tests.games.envelopes.random_players import play


def family(seats: int = 2, name: str = "March", **more: Any) -> Table:
    return month(seats, name, mode="family", **more)


# -- Setting up ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_player_keeps_all_five_cards(seats: int) -> None:
    t = new_game(seats, mode="family")
    assert [mat.stash for mat in t.view().players] == [5] * seats
    assert not t.forms("reject")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_pool_has_two_cards_per_player(seats: int) -> None:
    t = new_game(seats, mode="family")
    assert len(t.view().pool) == 2 * seats
    assert t.view().deck == 120 - (5 + 2) * seats - (3 * seats + 1)
    assert t.can("draft", card=t.view().pool[0] + 1)


def test_each_month_has_one_envelope_of_the_home_color() -> None:
    t = new_game(2, mode="family", symbols="by seat")
    assert all(t.calendar(0, name) == {"yellow": 1} and t.calendar(1, name) == {"red": 1} for name in v.MONTHS)


def test_the_stash_can_be_used_five_times() -> None:
    t = family(2).stash(0, 31, 32, 33, 34, 35)
    for number, name in zip(range(31, 36), v.MONTHS, strict=False):
        t.state.month = v.MONTHS.index(name)
        t.state.chain = 0
        t.deal().do("draft", card=number)
        for p in t.state.players:
            p.hand = []
    assert t.mat(0).stash == 0
    assert t.mat(0).calendar[:5] == [30, 31, 32, 33, 34]
    t.state.month, t.state.chain = 5, 0
    t.deal()
    assert {form["card"] - 1 for form in t.forms("draft")} == set(t.player(0).hand) | set(t.state.pool)


def test_with_a_stash_card_the_whole_hand_goes_to_the_pool() -> None:
    t = family(2).stash(0, 31).deal()
    hand = t.player(0).hand[:]
    t.do("draft", card=31)
    assert set(hand) <= set(t.view().pool)
    assert len(hand) == 4


def test_the_stash_cannot_be_drafted_openly() -> None:
    """RULINGS A5.3."""
    with pytest.raises(GameError, match="stash_draft"):
        new_game(2, mode="family", stash_draft=True)


# -- Drafting dice ---------------------------------------------------------------------------------------------------


def test_a_green_five_in_june_gives_five_envelopes_in_one_of_six_months() -> None:
    """Five green envelopes in any of the next six months, starting with June; all of them in one month."""
    for name in ("June", "July", "August", "September", "October", "November"):
        t = family(2, "June").roll(5, 1, 1, 1, 1, 1)
        t.do("die", 0, colour="green").do("place", 0, month=name, half=False)
        t.do("die", 0, colour="red").do("place", 0, month="July", half=False)
        for colour in ("green", "red"):
            t.do("die", 1, colour=colour).do("place", 1, month="June", half=False)
        put = t.tally(0) if name == "June" else t.calendar(0, name)
        assert put["green"] == 5
    t = family(2, "June").roll(5, 1, 1, 1, 1, 1).do("die", 0, colour="green")
    assert not t.can("place", 0, month="December", half=False)
    assert not t.can("place", 0, month="May", half=False)


@pytest.mark.parametrize(
    ("name", "months"), [("August", 6), ("September", 6), ("October", 5), ("November", 4), ("January", 2)]
)
def test_later_dice_reach_only_to_february(name: str, months: int) -> None:
    t = family(2, name).roll(6, 1, 1, 1, 1, 1).do("die", 0, colour="green")
    first = v.MONTHS.index(name)
    assert [form["month"] for form in t.forms("place", 0)] == list(v.MONTHS[first : first + months])


def test_in_february_a_die_goes_on_february() -> None:
    t = family(2, "February").roll(6, 4, 1, 1, 1, 1).do("die", 0, colour="green").do("die", 0, colour="gray")
    for colour in ("blue", "red"):
        t.do("die", 1, colour=colour)
    assert (t.tally(0)["green"], t.tally(0)["gray"]) == (6, 4)


@pytest.mark.parametrize("pips", range(1, 7))
def test_dice_never_count_half(pips: int) -> None:
    t = family(2, "April").roll(*[pips] * 6).do("die", 0, colour="green")
    assert not any(form["half"] for form in t.forms("place", 0))
    t.do("place", 0, month="August", half=False).do("die", 0, colour="red").do("place", 0, month="August", half=False)
    for colour in ("blue", "red"):
        t.do("die", 1, colour=colour).do("place", 1, month="May", half=False)
    assert t.calendar(0, "August") == {"green": pips, "red": pips}


def test_players_take_two_different_dice_that_others_may_use() -> None:
    t = family(2).roll(1, 2, 3, 4, 5, 6)
    for seat in (0, 1):
        t.do("die", seat, colour="blue").do("place", seat, month="May", half=False)
        assert not t.can("die", seat, colour="blue")
        t.do("die", seat, colour="red").do("place", seat, month="May", half=False)
    assert t.calendar(0, "May") == t.calendar(1, "May") == {"blue": 6, "red": 4}


def test_cards_about_halves_and_months_do_nothing() -> None:
    t = family(2, "June").play_card(0, "half up", "full anywhere").roll(5, 5, 5, 5, 5, 5)
    for colour in ("green", "red"):
        t.do("die", 0, colour=colour)
        assert [form["month"] for form in t.forms("place", 0)] == list(v.MONTHS[3:9])
        assert not any(form["half"] for form in t.forms("place", 0))
        t.do("place", 0, month="July", half=False)


# -- What happens in Vegas -------------------------------------------------------------------------------------------


def test_the_example_of_bets() -> None:
    """Bets on green 2 and blue 1, of another player on magenta 4: two envelopes of the color and a buck for a hit."""
    t = family(2, "April").bet(0, "green", 2).bet(0, "blue", 1).bet(1, "magenta", 4)
    t.roll(2, 6, 6, 6, 6, 6)
    assert t.tally(0) == {"bucks": 8, "green": 2}
    assert t.tally(1) == {"bucks": 7}
    assert [mat.crapped_out for mat in t.view().players] == [False, True]
    t = family(2, "April").bet(0, "green", 2).bet(0, "blue", 1).bet(1, "magenta", 4).roll(2, 6, 6, 6, 4, 1)
    assert t.tally(0) == {"bucks": 9, "green": 2, "blue": 2}
    assert t.tally(1) == {"bucks": 8, "magenta": 2}


def test_playing_the_angles_pays_after_crapping_out() -> None:
    t = family(2, "April").play_card(0, "Playing the Angles").bet(0, "green", 2).roll(1, 1, 1, 1, 1, 1)
    for seat in (0, 1):
        for colour in ("green", "red"):
            t.do("die", seat, colour=colour).do("place", seat, month="May", half=False)
    assert t.can("use", card="Playing the Angles")


# -- Trade envelopes of cash -----------------------------------------------------------------------------------------


def test_trades_are_three_for_one_without_bucks_or_limit() -> None:
    t = family().give(0, red=6, yellow=3).bucks(0, 0)
    for given in (("red",) * 3, ("red", "red", "yellow"), ()):
        t.do("trade", colour="blue")
        for colour in given:
            if t.view().pending is not None:
                t.take(colour)
        t.settle()
    assert t.tally(0) == {"blue": 3}


def test_cards_lower_the_trade_rate_by_one() -> None:
    t = family().play_card(0, "trade rate").give(0, red=2)
    assert t.gained(lambda: t.do("trade", colour="blue")) == {"red": -2, "blue": 1}


def trade(t: Table) -> dict[str, int]:
    """What a trade of three red for a blue changes."""
    return t.gained(lambda: t.do("trade", colour="blue").take("red", "red", "red"))


def test_the_card_for_free_trades_gives_a_buck_once_a_month() -> None:
    """RULINGS A5.15."""
    t = family(2, "May").play_card(0, "trade free").give(0, red=9, gray=1)
    assert trade(t) == {"red": -3, "blue": 1, "bucks": 1}
    assert trade(t) == {"red": -3, "blue": 1}
    t.do("end")
    turn_begins(t, 0).give(0, red=6, gray=1)
    assert trade(t) == {"red": -3, "blue": 1, "bucks": 1}


def test_that_buck_comes_once_a_month_even_if_the_card_follows_a_trade() -> None:
    t = family().give(0, red=15, gray=1)
    assert trade(t) == {"red": -3, "blue": 1}
    t.play_card(0, "trade free")
    assert trade(t) == {"red": -3, "blue": 1, "bucks": 1}
    assert trade(t) == {"red": -3, "blue": 1}


def test_the_log_mentions_that_buck() -> None:
    t = family().play_card(0, "trade free").give(0, red=3).do("trade", colour="blue")
    assert [line for line in t.said() if line.startswith("P0 takes 1 buck from")]


# -- Travel in your recruiting bus -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", v.MONTHS)
def test_every_month_has_three_free_spaces(name: str) -> None:
    t = turn_begins(family(2, name).at(0, "west-texas")).give(0, red=1)
    for space in ("oklahoma", "west-texas", "oklahoma"):
        assert t.gained(lambda space=space: t.do("move", space=space)) == {"moves": -1}  # type: ignore[misc]
    assert t.gained(lambda: t.do("move", space="west-texas")) == {"red": -1}
    assert not t.forms("move")


# -- Pay a runner: when another signs --------------------------------------------------------------------------------


def snipe(seats: int, name: str, chain: int, signer: int, owner: int) -> Table:
    """A player signs the recruit of Wisconsin beside whom three envelopes of another lie."""
    t = family(seats, name, chain=chain, seat=signer).at(signer, "wisconsin").give(signer, blue=4)
    slot = t.slot("wisconsin")
    return t.prepaid(owner, slot, blue=3).do("sign", signer, recruit=slot)


def test_envelopes_sent_in_vain_return() -> None:
    t = snipe(2, "May", 0, 0, 1)
    assert t.tally(1) == {"bucks": 7, "blue": 3}
    assert any("gets back the 3 envelopes" in line for line in t.said())


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_returned_envelopes_go_to_this_month_if_the_turn_is_still_to_come_or_to_the_next(seats: int) -> None:
    """RULINGS A5.17, for every place of the chain, of the signer and of the owner."""
    for chain in range(seats):
        order = [(chain + k) % seats for k in range(seats)]
        for signer in range(seats):
            for owner in set(range(seats)) - {signer}:
                t = snipe(seats, "May", chain, signer, owner)
                to_come = order.index(owner) > order.index(signer)
                assert t.tally(owner).get("blue", 0) == (3 if to_come else 0)
                assert t.calendar(owner, "June") == ({} if to_come else {"blue": 3})


def test_in_february_envelopes_are_lost_unless_the_turn_is_still_to_come() -> None:
    assert snipe(2, "February", 0, 0, 1).tally(1)["blue"] == 3
    t = snipe(2, "February", 1, 0, 1)
    assert t.tally(1).get("blue", 0) == 0
    assert all(t.calendar(1, name) == {} for name in v.MONTHS)


def test_the_returned_envelopes_can_be_spent() -> None:
    t = snipe(2, "May", 0, 0, 1).do("end")
    assert t.due == [1]
    assert t.gained(lambda: t.do("trade", 1, colour="red"), 1) == {"blue": -3, "red": 1}


def test_each_player_gets_their_own_envelopes_back() -> None:
    t = family(3, "May").at(0, "iowa").give(0, blue=3)
    slot = t.slot("iowa")
    t.prepaid(1, slot, blue=1).prepaid(2, slot, blue=2).do("sign", recruit=slot)
    assert (t.tally(1)["blue"], t.tally(2)["blue"]) == (1, 2)


# -- Sign recruits ---------------------------------------------------------------------------------------------------


def test_recruits_score_the_stars_of_the_token_without_a_die() -> None:
    t = family().at(0, "iowa").give(0, blue=3)
    assert t.gained(lambda: t.do("sign", recruit="iowa", chance=[])) == {"blue": -3, "stars": 4}
    assert not any("from the die" in line for line in t.said())


def test_the_quarterback_meeting_room_still_doubles() -> None:
    t = family().play_card(0, "Quarterback Meeting Room").at(0, "iowa").give(0, blue=3)
    t.position(t.slot("iowa"), "QB")
    assert t.gained(lambda: t.do("sign", recruit="iowa", chance=[]))["stars"] == 8


def test_the_national_pregame_show_still_gives_its_star() -> None:
    t = family().play_card(0, "National Pregame Show on Campus").at(0, "iowa").give(0, blue=3)
    t.position(t.slot("iowa"), "OL")
    assert t.gained(lambda: t.do("sign", recruit="iowa", chance=[]))["stars"] == 5


def test_cards_about_the_die_do_nothing() -> None:
    t = family().play_card(0, "no loss").at(0, "iowa").give(0, blue=3)
    t.player(0).mods[v.MOD_DIE_BEST] = t.player(0).mods[v.MOD_DIE_PLUS] = 1
    assert t.gained(lambda: t.do("sign", recruit="iowa", chance=[])) == {"blue": -3, "stars": 4}


# -- Run a marketing campaign ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("bucks", "stars"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (7, 3), (8, 4)])
def test_a_campaign_costs_one_to_eight_bucks(bucks: int, stars: int) -> None:
    t = family().bucks(0, 20)
    assert t.gained(lambda: t.do("campaign", bucks=bucks)) == {"bucks": -bucks, "stars": stars}


def test_a_campaign_above_eight_bucks_is_refused() -> None:
    assert not family().bucks(0, 20).can("campaign", bucks=9)


# -- End of the game -------------------------------------------------------------------------------------------------


def test_leftover_bucks_are_discarded() -> None:
    t = family(2, "February").bucks(0, 4).bucks(1, 9).end_game(campaigns={0: 3})
    assert [mat.bucks for mat in t.view().players] == [0, 0]
    assert any("P1 discards 9 leftover bucks" in line for line in t.said())


def test_tied_players_share_the_win() -> None:
    t = family(3, "February").stars(0, 20).stars(1, 20).stars(2, 19)
    for seat, bucks in enumerate((5, 0, 0)):
        t.bucks(seat, bucks)
    t.signed(1).end_game()
    assert t.winners() == [0, 1]
    outcome = t.game.outcome(t.state)
    assert outcome is not None
    assert outcome.text.format(*t.names) == "P0 and P1 share the win with 20 stars."


def test_the_player_with_the_most_stars_wins_alone() -> None:
    assert family(2, "February").stars(0, 20).stars(1, 21).bucks(0, 0).bucks(1, 0).end_game().winners() == [1]


# -- A deck that is short (RULINGS A5.6) -----------------------------------------------------------------------------


def test_a_short_deck_deals_what_is_left_then_what_left_the_game_but_not_the_pool() -> None:
    t = family(4, "October").deck(1, 2, 3, 4, 5).gone(*range(11, 31)).pool(41, 42, 43).deal()
    hands = [card + 1 for p in t.state.players for card in p.hand]
    assert len(hands) == 13
    assert {1, 2, 3, 4, 5} <= set(hands)
    assert set(hands) - {1, 2, 3, 4, 5} <= set(range(11, 31))
    assert t.view().gone == []
    assert t.view().pool == [40, 41, 42]
    assert t.view().deck == 20 - 8
    assert any("20 cards that had left the game are shuffled" in line for line in t.said())


def every_card(t: Table) -> list[int]:
    s = t.state
    cards = s.deck + s.under + s.pool + s.gone
    for p in s.players:
        cards = cards + p.hand + p.stash + [card for card in p.calendar if card >= 0]
        cards = cards + [card for card in p.play if card < 120]
    return cards


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "seed"), [(4, 1), (4, 2), (3, 3)])
def test_a_whole_game_accounts_for_all_cards(seats: int, seed: int) -> None:
    reshuffles = 0
    for t, _, _ in play(seats, seed, options={"mode": "family"}):
        assert sorted(every_card(t)) == list(range(120))
        if t.phase == "draft" and not t.mat(t.state.chain).drafted:
            assert len(t.player(t.state.chain).hand) >= 1
        reshuffles = len(t.state.reshuffled)
    assert t.state.phase == ph.OVER
    assert t.state.month == 11
    assert reshuffles > 0
    t.sheets_add_up()


# -- Growing up: the die and quarterly movement as house rules -------------------------------------------------------


def test_the_die_and_quarterly_movement_are_options() -> None:
    t = family(2, "September", die=True, movement="quarterly")
    turn_begins(t).at(0, "iowa").give(0, blue=3)
    assert t.mat(0).moves == 1
    assert t.gained(lambda: t.do("sign", recruit="iowa", die=2))["stars"] == 6
    # The rest stays as the family plays it.
    t.give(0, red=3).bucks(0, 0)
    assert t.can("trade", colour="blue")
