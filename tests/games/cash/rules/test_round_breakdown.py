"""CASH "Round breakdown"; RULINGS B2.6, B2.13-15, B2.18."""

from __future__ import annotations

import pytest

from tests.games.cash.positions import turn


@pytest.mark.parametrize("seats", [2, 3, 5, 8])
@pytest.mark.parametrize("trading", [True, False])
def test_turns_go_clockwise(seats: int, trading: bool) -> None:
    t = turn(seats, seat=1, trading=trading)
    order = []
    for _ in range(2 * seats):
        order.append(t.active)
        t.idle()
    assert order == [(1 + k) % seats for k in range(2 * seats)]


def test_the_round_continues_until_stop_trading_is_played() -> None:
    t = turn(2)
    for _ in range(30):
        t.idle()
        assert t.view().round == 1
    t.play_stop()
    assert t.view().round == 2
    assert (t.view().rounds[0].why, t.view().rounds[0].stopper) == ("stopped", 0)


def test_capital_is_tabled_cash_minus_cash_in_hand_and_card_costs() -> None:
    t = turn(2).cash(0, 75_000, 5_000).insured(0, "economy", 25_000).hand(0, 10_000, "crash").hand(1, 50_000)
    t.play_stop()
    assert t.totals() == [75_000 + 5_000 + 25_000 - 10_000 - 25_000, -50_000]


def test_capital_adds_up_over_rounds() -> None:
    """RULINGS B2.6."""
    t = turn(2).capital(0, 100_000).capital(1, -20_000).cash(0, 5_000).hand(1, 5_000)
    t.play_stop()
    assert t.capitals() == [105_000, -25_000]


@pytest.mark.parametrize(("have", "over"), [(995_000, False), (1_000_000, True), (1_005_000, True)])
def test_a_million_ends_the_game(have: int, over: bool) -> None:
    t = turn(2).capital(0, have).play_stop()
    assert (t.phase == "over") == over
    if over:
        assert t.winners() == [0]
        assert t.scores() == [have, 0]


def test_reaching_a_million_during_a_round_does_not_end_the_game() -> None:
    t = turn(2).capital(0, 999_000).cash(0, 5_000).idle()
    assert t.phase == "act"


def test_a_million_lost_before_the_end_of_the_round_does_not_count() -> None:
    t = turn(2).capital(0, 995_000).cash(0, 5_000).hand(0, 5_000).play_stop()
    assert t.phase != "over"
    assert t.capitals() == [995_000, 0]


def test_the_most_capital_wins_no_matter_who_stopped() -> None:
    t = turn(3).capital(0, 1_000_000).capital(2, 1_200_000).play_stop()
    assert t.winners() == [2]
    assert t.said()[-1] == "P2 wins with 1,200,000."


@pytest.mark.parametrize("first", [0, 1, 2])
def test_without_a_million_the_marker_passes_clockwise_and_a_new_round_begins(first: int) -> None:
    t = turn(3, seat=1, first=first).play_stop()
    assert t.view().first == t.active == (first + 1) % 3
    assert t.phase == "act"


def test_a_tie_leads_to_another_round() -> None:
    t = turn(3).capital(0, 1_000_000).capital(1, 1_000_000).capital(2, 900_000).play_stop()
    assert (t.phase, t.view().round, t.active) == ("act", 2, 1)
    assert "The lead is tied at 1,000,000, so there is another trading round." in t.said()
    t.hand(1, "stop").cash(1, 5_000).play("stop")
    assert t.phase == "over"
    assert t.winners() == [1]


def test_a_tie_below_the_top_does_not_matter() -> None:
    t = turn(3).capital(0, 1_000_000).play_stop()
    assert t.winners() == [0]


def test_the_game_continues_normally_after_a_tie_falls_below_a_million() -> None:
    t = turn(2).capital(0, 1_000_000).capital(1, 1_000_000).play_stop()
    t.hand(0, 5_000, size=7).hand(1, 5_000, "stop").play("stop")
    assert t.phase == "act"
    assert t.capitals() == [995_000, 995_000]


@pytest.mark.parametrize("target", [50_000, 500_000, 5_000_000])
def test_the_target_is_an_option(target: int) -> None:
    assert turn(2, target=target).capital(0, target - 5_000).play_stop().phase == "act"
    assert turn(2, target=target).capital(0, target).play_stop().phase == "over"


def test_the_quick_mode_ends_at_half_a_million_without_trading() -> None:
    assert turn(2, mode="quick").capital(0, 500_000).play_stop().phase == "over"
    assert "offer" not in turn(2, mode="quick").types()


# -- RULINGS B2.18: tables where random play must end ------------------------------------------------------------------


def test_after_a_maximum_of_rounds_the_highest_capital_wins() -> None:
    t = turn(3, max_rounds=2).capital(1, -5_000).capital(0, -10_000).capital(2, -10_000).play_stop()
    assert t.view().round == 2
    t.blank().play_stop()
    assert t.phase == "over"
    assert t.winners() == [1]
    assert t.scores() == [-10_000, -5_000, -10_000]


def test_after_the_last_round_a_tie_is_shared() -> None:
    t = turn(3, max_rounds=1).capital(0, 5_000).capital(2, 5_000).play_stop()
    assert t.winners() == [0, 2]
    outcome = t.game.outcome(t.state)
    assert outcome is not None
    assert outcome.text == "{0} and {2} share the win with 5,000 after the last trading round."


def test_a_million_before_the_last_round_ends_the_game() -> None:
    assert turn(2, max_rounds=5).capital(0, 1_000_000).play_stop().phase == "over"


def test_after_a_maximum_of_turns_the_round_ends_as_if_stopped() -> None:
    t = turn(2, max_turns=3).cash(1, 5_000)
    t.state.turns = 1
    for turn_ in (1, 2, 3):
        assert (t.view().turn, t.view().round) == (turn_, 1)
        t.idle()
    assert t.view().round == 2
    assert (t.view().rounds[0].why, t.view().rounds[0].stopper) == ("turns", -1)
    assert t.capitals() == [0, 5_000]


def test_lost_turns_count_toward_the_maximum() -> None:
    t = turn(3, max_turns=3).loses(1, 1).loses(2, 1)
    t.state.turns = 1
    t.idle()
    assert t.view().rounds[0].why == "turns"


@pytest.mark.parametrize("card", ["dividend", "premium"])
def test_the_last_turn_has_no_extra_turn(card: str) -> None:
    t = turn(2, max_turns=3).hand(0, card)
    t.state.turns = 3
    t.discard(card).finish()
    assert t.view().rounds[0].why == "turns"


def test_extra_turns_count_toward_the_maximum() -> None:
    t = turn(2, max_turns=2).hand(0, "dividend")
    t.state.turns = 1
    t.discard("dividend").finish().do("again")
    assert t.view().turn == 2
    t.idle()
    assert t.view().round == 2


def test_lost_and_extra_turns_are_cleared_at_the_end_of_a_round() -> None:
    """RULINGS B2.13."""
    t = turn(2).loses(0, 2).loses(1, 1)
    t.player(0).extra = 1
    t.play_stop()
    assert [(firm.lost, firm.extra) for firm in t.view().players] == [(0, 0), (0, 0)]
