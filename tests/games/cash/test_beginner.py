"""Test the bot `beginner` of CASH: its choices in simple situations and its strength."""

from __future__ import annotations

from cashbox.engine.bot import decide
from cashbox.engine.chance import SeededChance
from cashbox.games.cash.bots.beginner import BeginnerBot
from tests.games.cash.positions import Table, turn
from tests.games.cash.test_steady import card


def thought(t: Table) -> str:
    """What it does now for the seat that is due."""
    seat = t.due[0]
    action = decide(BeginnerBot(t.game, seat, SeededChance(1)), t.game, t.state, t.game.legal(t.state, seat))
    return card(t.game.encode(action))


def test_beginner_tables_its_highest_cash() -> None:
    assert thought(turn(3).hand(0, 10_000, 75_000, 25_000, "total")) == "play 75000"


def test_beginner_insures_when_much_cash_is_uninsured() -> None:
    assert thought(turn(3).cash(0, 75_000, 25_000).hand(0, 50_000, "total")) == "play total"


def test_beginner_stops_trading_when_it_is_ahead() -> None:
    assert thought(turn(3).cash(0, 75_000).cash(1, 25_000).hand(0, "stop")) == "play stop"
    assert thought(turn(3).cash(0, 25_000).cash(1, 75_000).hand(0, "stop", 5_000)) == "play 5000"


def test_beginner_clears_investigations_and_never_trades() -> None:
    assert thought(turn(3).investigated(0, "insider").hand(0, "not insider", 75_000)) == "discard not insider"
    assert thought(turn(3).hand(0, 75_000).offer(1, give=(75_000,), any_=1)) == "decline"
