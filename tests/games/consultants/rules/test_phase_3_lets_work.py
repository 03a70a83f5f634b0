"""ITS "Phase 3: Let's work!": one action or pass in turn order, until all have passed."""

from __future__ import annotations

from tests.games.consultants.positions import work


def test_from_the_start_player_on_clockwise_one_action_each() -> None:
    t = work(3, starter=1)
    order = []
    for seat in (1, 2, 0):
        t.hand(seat, "red", "red")
    for place in (0, 1, 2, 3):
        order.append(t.due)
        t.assign("red", place, 0)
    assert [*order, t.due] == [[1], [2], [0], [1], [2]]


def test_on_a_turn_one_may_assign_move_train_promote_recruit_or_pass() -> None:
    t = work(3).hand(0, "red").sit(0, 0, "red", by=0)
    assert t.types() == {"assign", "lift", "train", "promote", "recruit", "pass"}


def test_nobody_else_may_act() -> None:
    t = work(3).hand(1, "red")
    assert t.forms(1) == []
    assert t.why("pass", by=1) == "It's another player's turn."


def test_who_has_passed_is_left_out() -> None:
    t = work(3).passed(1).hand(0, "red").assign("red", 0, 0)
    assert t.due == [2]


def test_the_last_who_has_not_passed_goes_on_alone() -> None:
    t = work(3).hand(0, "red", "yellow").passed(1, 2).assign("red", 0, 0)
    assert t.due == [0]
    t.assign("yellow", 0, 1)
    assert t.due == [0]


def test_who_can_do_nothing_passes_unasked() -> None:
    """Neither a card nor a consultant to move."""
    t = work(3).hand(0, "red")
    t.empty(1)
    t.assign("red", 0, 0)
    assert t.due == [2]
    assert t.boss(1).passed
    assert t.said()[-1] == "P1 passes."


def test_who_has_no_cards_but_one_to_move_is_asked() -> None:
    t = work(3).hand(0, "red").sit(0, 0, "red", by=1)
    t.empty(1)
    t.assign("red", 1, 0)
    assert t.due == [1]
    assert t.types() == {"lift", "pass"}


def test_without_money_and_a_fitting_desk_only_a_pass_is_left() -> None:
    t = work(3).money(0)
    assert t.forms() == [{"type": "pass"}]
