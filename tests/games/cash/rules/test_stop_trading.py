"""CASH "Stop Trading"; RULINGS B2.10."""

from __future__ import annotations

from tests.games.cash.positions import turn


def test_stop_trading_ends_the_round_at_once() -> None:
    t = turn(3, seat=1).hand(1, "stop").play("stop")
    assert (t.view().round, t.view().rounds[0].why, t.view().rounds[0].stopper) == (2, "stopped", 1)
    assert "P1 stops trading." in t.said()


def test_stop_trading_skips_the_hand_check() -> None:
    """Twelve cards in hand: all of them count."""
    t = turn(2).hand(0, "stop", 5_000, 5_000, 10_000, 10_000, size=12).play("stop")
    assert t.totals() == [-30_000, 0]


def test_no_cards_are_drawn_before_scoring() -> None:
    t = turn(2).hand(0, "stop", size=2).top(150_000).play("stop")
    assert t.totals() == [0, 0]


def test_stop_trading_needs_a_tabled_license() -> None:
    t = turn(2).unlicensed(0).hand(0, "stop")
    assert not t.can("play", "stop")
    assert t.why("play", "stop") == "You can't play anything else without a Trading License on your firm."


def test_stop_trading_cannot_be_played_under_investigation() -> None:
    t = turn(2).investigated(0).hand(0, "stop")
    assert not t.can("play", "stop")
    assert "under investigation" in t.why("play", "stop")


def test_an_opponents_investigation_does_not_prevent_stop_trading() -> None:
    assert turn(2).investigated(1).hand(0, "stop").can("play", "stop")


def test_a_discarded_stop_trading_ends_nothing() -> None:
    t = turn(2).hand(0, "stop").discard("stop").finish()
    assert (t.view().round, t.active) == (1, 1)


def test_stop_trading_is_played_only_on_the_players_own_turn() -> None:
    t = turn(2).hand(1, "stop")
    assert not t.can("play", "stop", by=1)


def test_stop_trading_cannot_follow_another_card() -> None:
    t = turn(2).hand(0, "stop", 5_000).play(5_000)
    assert not t.can("play", "stop")
