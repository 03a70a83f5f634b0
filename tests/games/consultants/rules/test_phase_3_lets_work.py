"""ITS "Phase 3: Let's work!": one action or pass in turn order, until all have passed."""

from __future__ import annotations

from tests.games.consultants.positions import work


def test_players_take_one_action_each_clockwise_from_the_start_player() -> None:
    t = work(3, starter=1)
    order = []
    for seat in (1, 2, 0):
        t.hand(seat, "red", "red")
    for place in (0, 1, 2, 3):
        order.append(t.due)
        t.assign("red", place, 0)
    assert [*order, t.due] == [[1], [2], [0], [1], [2]]


def test_a_player_can_assign_move_train_promote_recruit_or_pass() -> None:
    t = work(3).hand(0, "red").sit(0, 0, "red", by=0)
    assert t.types() == {"assign", "lift", "train", "promote", "recruit", "pass"}


def test_only_the_current_player_can_act() -> None:
    t = work(3).hand(1, "red")
    assert t.forms(1) == []
    assert t.why("pass", by=1) == "It's another player's turn."


def test_a_player_who_passed_is_skipped() -> None:
    t = work(3).passed(1).hand(0, "red").assign("red", 0, 0)
    assert t.due == [2]


def test_the_last_player_continues_alone() -> None:
    t = work(3).hand(0, "red", "yellow").passed(1, 2).assign("red", 0, 0)
    assert t.due == [0]
    t.assign("yellow", 0, 1)
    assert t.due == [0]


def test_a_player_without_options_passes_automatically() -> None:
    """Neither a card nor a consultant to move."""
    t = work(3).hand(0, "red")
    t.empty(1)
    t.assign("red", 0, 0)
    assert t.due == [2]
    assert t.boss(1).passed
    assert t.said()[-1] == "P1 passes."


def test_a_player_with_only_a_move_is_asked() -> None:
    t = work(3).hand(0, "red").sit(0, 0, "red", by=1)
    t.empty(1)
    t.assign("red", 1, 0)
    assert t.due == [1]
    assert t.types() == {"lift", "pass"}


def test_without_money_and_a_matching_desk_only_passing_is_legal() -> None:
    t = work(3).money(0)
    assert t.forms() == [{"type": "pass"}]
