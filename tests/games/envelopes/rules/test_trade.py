"""V10 "3) Trade Envelopes of Cash"; RULINGS A4, A5.13, A5.15."""

from __future__ import annotations

import itertools

from cashbox.games.envelopes import vocabulary as v
from tests.games.envelopes.positions import month, turn_begins


def test_three_envelopes_and_a_buck_buy_one_of_any_color() -> None:
    t = month().give(0, green=2, blue=1, red=1)
    change = t.gained(lambda: t.do("trade", colour="yellow").take("green", "blue", "green"))
    assert change == {"green": -2, "blue": -1, "yellow": 1, "bucks": -1}


def test_the_three_envelopes_can_have_any_colors() -> None:
    for given in itertools.combinations_with_replacement(v.COLOURS, 3):
        t = month().give(0, **dict.fromkeys(v.COLOURS, 3)).do("trade", colour="blue").take(*given)
        assert t.envelopes() == 18 - 3 + 1


def test_a_trade_needs_three_envelopes_and_a_buck() -> None:
    t = month().give(0, green=2)
    assert not t.can("trade", colour="yellow")
    assert t.why("trade", colour="yellow") == "A trade costs 3 envelopes and 1 buck."
    assert not month().give(0, green=3).bucks(0, 0).can("trade", colour="yellow")
    assert month().give(0, green=3).bucks(0, 1).can("trade", colour="yellow")


def test_trades_have_no_limit_at_one_buck_each() -> None:
    t = month().give(0, green=9)
    for colour in ("yellow", "red", "blue"):
        t.do("trade", colour=colour)
        if t.view().pending is not None:
            t.take("green", "green", "green")
    assert t.tally(0) == {"bucks": 4, "yellow": 1, "red": 1, "blue": 1}


def test_a_choice_with_one_option_is_not_asked() -> None:
    t = month().give(0, green=1, red=2)
    assert t.gained(lambda: t.do("trade", colour="blue")) == {"green": -1, "red": -2, "blue": 1, "bucks": -1}


def test_a_card_lowers_the_price_by_one_for_all_colors() -> None:
    t = month().play_card(0, "trade rate").give(0, green=2)
    assert t.gained(lambda: t.do("trade", colour="blue")) == {"green": -2, "blue": 1, "bucks": -1}


def test_a_trade_never_costs_fewer_than_two_envelopes() -> None:
    t = month().play_card(0, "trade rate", "trade rate too").give(0, green=1)
    assert not t.can("trade", colour="blue")
    assert t.give(0, green=1).can("trade", colour="blue")


def test_a_card_waives_the_buck() -> None:
    t = month().play_card(0, "trade free").give(0, green=3).bucks(0, 0)
    assert t.gained(lambda: t.do("trade", colour="blue")) == {"green": -3, "blue": 1}


def test_a_bonus_for_trading_comes_once_a_month() -> None:
    t = month().play_card(0, "trade bonus").give(0, green=6)
    assert t.gained(lambda: t.do("trade", colour="blue"))["stars"] == 1
    assert "stars" not in t.gained(lambda: t.do("trade", colour="blue").settle())
    t.finish_turn()
    turn_begins(t)
    t.give(0, green=3)
    assert t.gained(lambda: t.do("trade", colour="blue"))["stars"] == 1


def test_bucks_do_not_replace_envelopes_in_trades() -> None:
    t = month().play_card(0, "Name-and-Likeness Deal").give(0, green=2)
    assert not t.can("trade", colour="blue")
