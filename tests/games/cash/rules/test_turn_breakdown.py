"""CASH "Turn breakdown"; RULINGS B2.11, B2.13."""

from __future__ import annotations

import pytest

from tests.games.cash.positions import turn


def test_a_turn_begins_with_a_draw() -> None:
    t = turn(2).top("taxman").idle()
    assert t.active == 1
    assert t.count(1) == 8
    assert "taxman" in t.held(1)


def test_only_one_card_is_drawn_even_for_a_short_hand() -> None:
    t = turn(2).hand(1, size=4).idle()
    assert t.count(1) == 5


def test_only_playing_or_discarding_a_card_ends_the_turn() -> None:
    t = turn(2, trading=False)
    assert t.types() == {"discard"}
    t.hand(0, 5_000)
    assert t.types() == {"play", "discard"}
    assert not t.can("finish")


@pytest.mark.parametrize("kind", ["play", "discard"])
def test_only_one_card_is_played_per_turn(kind: str) -> None:
    t = turn(2).hand(0, 5_000, 10_000).do(kind, 5_000)
    assert not {"play", "discard"} & t.types()
    assert t.why("play", 10_000) == "You can play one card each turn, after you draw."


@pytest.mark.parametrize("trading", [True, False])
def test_playing_one_of_eight_cards_leaves_seven(trading: bool) -> None:
    t = turn(2, trading=trading)
    before = t.held(0)
    t.idle()
    before.remove("license")
    assert t.held(0) == before
    assert t.active == 1


def test_a_hand_below_seven_is_drawn_up() -> None:
    t = turn(2).hand(0, "license", size=4)
    t.top(5_000, 10_000, 25_000, 50_000, "taxman").discard("license").finish()
    assert {5_000, 10_000, 25_000, 50_000} <= set(t.held(0))
    assert t.count(0) == 7
    assert "taxman" in t.held(1)


@pytest.mark.parametrize("size", range(1, 9))
def test_even_a_nearly_empty_hand_is_drawn_up(size: int) -> None:
    t = turn(2).hand(0, "license", size=size).discard("license").finish()
    assert (t.active, t.count(0)) == (1, 7)


def test_a_hand_above_seven_is_discarded_down() -> None:
    t = turn(2).hand(0, "license", 5_000, 10_000, size=10).discard("license").finish()
    assert t.phase == "check"
    assert t.types() == {"discard"}
    t.discard(5_000)
    assert t.active == 0
    t.discard(10_000)
    assert (t.active, t.count(0)) == (1, 7)


def test_cards_discarded_at_the_hand_check_take_effect() -> None:
    """RULINGS B2.11."""
    t = turn(3).cash(1, 25_000).hand(0, "license", "broker", size=9).discard("license").finish()
    t.discard("broker").do("take")
    assert t.tabled(0) == [25_000]
    assert t.firm(2).lost == 1
    assert t.active == 1


def test_the_hand_check_discards_one_card_at_a_time() -> None:
    """A Bankruptcy on the way leaves seven cards and nothing to discard."""
    t = turn(2).hand(0, "license", "bankruptcy", size=10).discard("license").finish()
    t.discard("bankruptcy")
    assert (t.active, t.count(0), t.firm(0).lost) == (1, 7, 2)


def test_the_hand_check_can_grant_an_extra_turn() -> None:
    t = turn(2).hand(0, "license", "dividend", size=9).discard("license").finish()
    t.discard("dividend").do("again")
    assert (t.active, t.count(0)) == (0, 8)


def test_after_the_hand_check_the_turn_ends() -> None:
    t = turn(3).idle()
    assert (t.active, t.due) == (1, [1])


# -- turns lost and won; RULINGS B2.13 ---------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_lost_turn_is_skipped() -> None:
    t = turn(3).loses(1, 1).idle()
    assert (t.active, t.firm(1).lost, t.count(1)) == (2, 0, 7)
    t.idle().idle()
    assert t.active == 1


def test_two_lost_turns_skip_two_turns() -> None:
    t = turn(2).loses(1, 2).idle().idle()
    assert (t.active, t.firm(1).lost) == (0, 0)
    assert t.idle().active == 1


def test_lost_turns_count_down_for_all_players_together() -> None:
    t = turn(3).loses(0, 1).loses(1, 2).loses(2, 3).idle()
    assert (t.active, [t.firm(seat).lost for seat in range(3)]) == (0, [0, 0, 1])


def test_lost_turns_add_up() -> None:
    t = turn(2).cash(0, 5_000).loses(1, 1).hand(0, "broker").discard("broker").do("take")
    assert t.firm(1).lost == 2


def test_two_bear_cards_in_a_turn_cost_two_turns() -> None:
    t = turn(2).hand(0, "crash", "recession", size=9).discard("crash").pass_any().finish()
    t.hand(0, "recession", size=8).discard("recession").pass_any()
    assert (t.active, t.firm(0).lost) == (1, 2)


def test_a_lost_turn_cancels_an_extra_turn() -> None:
    t = turn(2).hand(0, "dividend", "crash", size=9).discard("dividend").finish()
    t.discard("crash").pass_any()
    assert (t.active, t.firm(0).lost, t.firm(0).extra) == (1, 0, 0)


def test_two_lost_turns_and_one_extra_turn_leave_one_lost_turn() -> None:
    t = turn(2).hand(0, "dividend", "bankruptcy", size=9).discard("dividend").finish().discard("bankruptcy")
    assert (t.active, t.firm(0).lost, t.firm(0).extra) == (1, 1, 0)
