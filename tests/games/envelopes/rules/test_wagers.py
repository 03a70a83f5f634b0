"""V10 "8) Place Wagers in Vegas"; BGA "Place Wagers in Vegas"; RULINGS A1, A5.13, A5.16."""

from __future__ import annotations

from cashbox.games.envelopes import vocabulary as v
from tests.games.envelopes.positions import month


def test_an_envelope_of_any_color_buys_a_bet_on_any_color_and_number() -> None:
    t = month().give(0, red=1)
    assert len(t.forms("bet")) == 36
    assert t.gained(lambda: t.do("bet", colour="green", number=2)) == {"red": -1}
    (bet,) = t.mat(0).bets
    assert (v.COLOURS[bet.colour], bet.number, bet.count) == ("green", 2, 1)


def test_the_color_paid_does_not_matter_for_the_bet() -> None:
    t = month().give(0, red=1, blue=1)
    assert t.gained(lambda: t.do("bet", colour="green", number=2).take("blue")) == {"blue": -1}


def test_a_player_can_place_any_number_of_bets_even_on_one_field() -> None:
    t = month().give(0, red=3)
    for _ in range(2):
        t.do("bet", colour="green", number=2)
    t.do("bet", colour="magenta", number=4)
    assert [(bet.number, bet.count) for bet in t.mat(0).bets] == [(2, 2), (4, 1)]


def test_a_bet_costs_an_envelope_and_cannot_be_paid_in_bucks() -> None:
    t = month()
    assert not t.forms("bet")
    assert t.why("bet", colour="red", number=1) == "A bet costs an envelope, and you have none."
    assert not month().play_card(0, "Name-and-Likeness Deal").forms("bet")


def test_tokens_are_not_limited() -> None:
    t = month().give(0, red=20)
    for _ in range(20):
        t.do("bet", colour="red", number=6)
    assert t.mat(0).bets[0].count == 20


def test_several_players_may_bet_on_the_same_field() -> None:
    t = month().bet(1, "green", 2).give(0, red=1).do("bet", colour="green", number=2)
    assert [len(mat.bets) for mat in t.view().players] == [1, 1]


def test_a_bet_in_february_is_allowed_but_never_pays() -> None:
    t = month(2, "February").give(0, red=1).do("bet", colour="green", number=2)
    assert t.gained(lambda: t.bucks(1, 6).end_game()) == {"red": 0} or t.tally(0) == {"bucks": 7}


def test_bets_pay_at_the_next_roll() -> None:
    t = month().give(0, red=1).do("bet", colour="green", number=2).finish_turn()
    assert t.gained(lambda: t.roll(2, 1, 1, 1, 1, 1)) == {"green": 2, "bucks": 1}
