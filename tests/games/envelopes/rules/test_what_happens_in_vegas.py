"""V10 "Drafting Dice", "All Bets Are On!", "What happens in Vegas ..."; RULINGS A1, A3, A5.9."""

from __future__ import annotations

import pytest

from cashbox.games.envelopes import vocabulary as v
from tests.games.envelopes.decks import card, game_with, upgrade
from tests.games.envelopes.positions import Table, month

BOOKIE = card("Bookie with Ties to the Program")
ANGLES = card("Playing the Angles")
HANDSHAKE = card("Hundred-Dollar Handshake")


def april(seats: int = 2) -> Table:
    return month(seats, "April")


def test_a_matching_token_pays_two_envelopes_of_its_color_and_a_buck() -> None:
    t = april().bet(0, "green", 2)
    assert t.gained(lambda: t.roll(2, 1, 1, 1, 1, 1)) == {"green": 2, "bucks": 1}


def test_the_yellow_and_orange_players_of_the_example() -> None:
    """Yellow bet on 2 green and 1 blue, orange on 4 magenta."""
    t = april().bet(0, "green", 2).bet(0, "blue", 1).bet(1, "magenta", 4)
    before = t.tally(1)
    assert t.gained(lambda: t.roll(2, 3, 3, 3, 5, 1)) == {"green": 2, "blue": 2, "bucks": 2}
    assert t.tally(1) == before
    t = april().bet(0, "green", 2).bet(0, "blue", 1).bet(1, "magenta", 4)
    assert t.gained(lambda: t.roll(1, 3, 3, 3, 4, 2), 1) == {"magenta": 2, "bucks": 1}


def test_each_of_several_tokens_on_a_field_pays() -> None:
    t = april().bet(0, "red", 6, 3)
    assert t.gained(lambda: t.roll(1, 1, 1, 6, 1, 1)) == {"red": 6, "bucks": 3}


def test_only_the_die_of_the_bets_color_counts() -> None:
    t = april().bet(0, "red", 6)
    assert t.gained(lambda: t.roll(6, 6, 6, 1, 6, 6)) == {}


def test_winnings_arrive_before_dice_are_chosen_and_count_for_that_month() -> None:
    t = april().bet(0, "green", 2).roll(2, 1, 1, 1, 1, 1)
    assert t.phase == "dice"
    assert t.tally(0)["green"] == 2


def test_the_tokens_come_back_after_the_check() -> None:
    t = april().bet(0, "green", 2).bet(0, "gray", 5).roll(2, 1, 1, 1, 1, 1)
    assert t.mat(0).bets == []
    assert t.gained(lambda: t.roll(2, 5, 1, 1, 1, 1)) == {}


def test_a_player_craps_out_with_bets_but_no_match() -> None:
    t = april(3).bet(0, "green", 2).bet(1, "green", 1).bet(1, "gray", 6).roll(1, 1, 1, 1, 1, 1)
    assert [mat.crapped_out for mat in t.view().players] == [True, False, False]


def test_crapping_out_lasts_for_the_month_only() -> None:
    t = april().bet(0, "green", 2).roll(1, 1, 1, 1, 1, 1)
    assert t.mat(0).crapped_out
    assert not t.roll(1, 1, 1, 1, 1, 1).mat(0).crapped_out


def test_playing_the_angles_gives_an_envelope_after_crapping_out() -> None:
    t = april().play_card(0, ANGLES).bet(0, "green", 2).roll(1, 1, 1, 1, 1, 1)
    t.play_on(lambda t: t.phase == "month")
    held = t.envelopes()
    t.do("use", card=ANGLES).take("magenta")
    assert t.envelopes() == held + 1
    assert not t.can("use", card=ANGLES)


def test_playing_the_angles_gives_nothing_without_a_bet_or_after_a_win() -> None:
    for bets in ((), (("green", 1), ("gray", 2))):
        t = april().play_card(0, ANGLES)
        for colour, number in bets:
            t.bet(0, colour, number)
        t.roll(1, 1, 1, 1, 1, 1).play_on(lambda t: t.phase == "month")
        assert not t.can("use", card=ANGLES)
        assert "condition" in t.why("use", card=ANGLES)


# -- Bookie with Ties to the Program -----------------------------------------------------------------------------------


def test_only_an_owner_with_bets_is_asked_about_the_bookie_before_the_payout() -> None:
    t = april().play_card(0, BOOKIE).bet(0, "green", 2).bet(1, "green", 1)
    t.roll(1, 1, 1, 1, 1, 1)
    assert (t.phase, t.due) == ("bookie", [0])
    assert t.tally(1) == {"bucks": 7}
    t = april().play_card(0, BOOKIE).bet(1, "green", 1).roll(1, 1, 1, 1, 1, 1)
    assert t.phase == "dice"


def test_the_bookie_turns_a_losing_roll_into_a_winning_one() -> None:
    t = april().play_card(0, BOOKIE).bet(0, "green", 2).roll(1, 1, 1, 1, 1, 1)
    assert t.gained(lambda: t.do("bookie", colour="green", up=True)) == {"green": 2, "bucks": 1}
    assert t.phase == "dice"
    assert not t.mat(0).crapped_out


@pytest.mark.parametrize(("pips", "up", "shifted"), [(6, True, 1), (1, False, 6), (3, True, 4), (3, False, 2)])
def test_the_bookie_shifts_one_die_by_one_and_wraps_from_six_to_one(pips: int, up: bool, shifted: int) -> None:
    t = april().play_card(0, BOOKIE).bet(0, "blue", shifted).roll(1, 1, 1, 1, 1, pips)
    assert t.gained(lambda: t.do("bookie", colour="blue", up=up)) == {"blue": 2, "bucks": 1}


def test_the_bookie_changes_only_the_owners_bets_and_no_drafted_die() -> None:
    t = april().play_card(0, BOOKIE).bet(0, "green", 2).bet(1, "green", 1).roll(1, 1, 1, 1, 1, 1)
    assert t.gained(lambda: t.do("bookie", colour="green", up=True), 1) == {"green": 2, "bucks": 1}
    assert t.view().dice == [1, 1, 1, 1, 1, 1]


def test_shifting_with_the_bookie_is_optional() -> None:
    t = april().play_card(0, BOOKIE).bet(0, "green", 1).roll(1, 1, 1, 1, 1, 1)
    assert t.gained(lambda: t.do("done")) == {"green": 2, "bucks": 1}
    assert not t.mat(0).in_play[0].used


def test_the_bookie_can_turn_a_win_into_crapping_out() -> None:
    t = april().play_card(0, BOOKIE).bet(0, "green", 1).roll(1, 1, 1, 1, 1, 1)
    assert t.gained(lambda: t.do("bookie", colour="green", up=True)) == {}
    assert t.mat(0).crapped_out


def test_a_shift_uses_the_card_for_the_month() -> None:
    t = april().play_card(0, BOOKIE).bet(0, "green", 2).roll(1, 1, 1, 1, 1, 1).do("bookie", colour="green", up=True)
    assert t.mat(0).in_play[0].used
    t.play_on(lambda t: t.phase == "month").finish_turn()
    assert not t.mat(0).in_play[0].used


def test_the_bookie_is_not_used_during_the_month() -> None:
    t = april().play_card(0, BOOKIE).bet(0, "green", 2)
    assert not t.can("use", card=BOOKIE)
    assert "between the roll and the Vegas payout" in t.why("use", card=BOOKIE)


def test_a_double_use_lets_the_bookie_shift_twice_and_is_used_up() -> None:
    t = april().play_card(0, BOOKIE, "double use", HANDSHAKE).bet(0, "green", 3).roll(1, 1, 1, 1, 1, 1)
    t.do("bookie", colour="green", up=True)
    assert (t.phase, t.due) == ("bookie", [0])
    assert t.gained(lambda: t.do("bookie", colour="green", up=True)) == {"green": 2, "bucks": 1}
    assert t.phase == "dice"
    t.play_on(lambda t: t.phase == "month").do("use", card=HANDSHAKE).take("red")
    assert not t.can("use", card=HANDSHAKE)


def test_two_owners_of_bookies_are_asked_in_turn_order() -> None:
    t = april(3)
    t.state.chain = 2
    t.play_card(2, BOOKIE).bet(2, "green", 2)
    t.play_card(0, BOOKIE)
    t.bet(0, "green", 2).roll(1, 1, 1, 1, 1, 1)
    assert t.due == [2]
    t.do("done")
    assert t.due == [0]
    t.do("bookie", colour="green", up=True)
    assert [t.tally(seat).get("green", 0) for seat in range(3)] == [2, 0, 0]


def test_a_card_that_rewards_wins_scores_once_per_roll() -> None:
    rules = game_with((1, upgrade(on="win", once=True, get={"stars": 2})))
    t = month(2, "April", rules=rules).play_card(0, 1).bet(0, "green", 1, 2).bet(0, "gray", 1)
    assert t.gained(lambda: t.roll(1, 1, 1, 1, 1, 1)) == {"stars": 2, "bucks": 3, "green": 4, "gray": 2}


def test_the_roll_has_one_die_of_each_color() -> None:
    t = april().roll(1, 2, 3, 4, 5, 6)
    assert dict(zip(v.COLOURS, t.view().dice, strict=True)) == {
        "green": 1, "gray": 2, "yellow": 3, "red": 4, "magenta": 5, "blue": 6,
    }  # fmt: skip
