"""ITS "Phase 4: Rewards"; RULINGS C1, C3.1, C3.6."""

from __future__ import annotations

import pytest

from tests.games.consultants.positions import Table, game, real_game, work

WHITE, PURPLE = 0, 1


def test_the_example_in_the_rule_text() -> None:
    """The rightmost is Purple's: 6; the second White's: 4; the third White's too: 2."""
    t = work(2).money(0, 0).row(0, WHITE, WHITE, PURPLE).end_round()
    assert t.worths() == [4 + 2, 6]


def test_a_four_desk_project_pays_6_4_2_1_from_the_right() -> None:
    for project in real_game().tables.projects:
        if project.regular:
            assert project.pay == [6, 4, 2, 1]


@pytest.mark.parametrize(
    ("row", "dollars"),
    [
        ((1,), [0, 6, 0]),
        ((1, 2), [0, 4, 6]),
        ((None, None, 1), [0, 6, 0]),
        ((0, None, 2), [4, 0, 6]),
        ((0, 0, 0), [12, 0, 0]),
    ],
)
def test_pay_depends_on_the_order_from_the_right_not_the_desk(row: tuple[int | None, ...], dollars: list[int]) -> None:
    t = work(3).money(0, 0, 0).row(0, *row).end_round()
    assert t.worths() == dollars


def test_international_projects_pay_on_the_gold_track() -> None:
    t = work(3).money(0, 0, 0).abroad(0).row(0, 1, 2, 1).end_round()
    assert t.worths() == [0, 10 + 5, 7]


def test_every_project_pays() -> None:
    t = work(2).money(0, 0).row(0, 0).row(1, 1, 0).row(2, 1).nothing(3).end_round()
    assert t.worths() == [6 + 6, 4 + 6]


def test_consultants_stay_on_the_projects() -> None:
    t = work(2).row(0, 0, 1).end_round()
    assert t.there(0)[:2] == ["0 red", "1 yellow"]
    t.next_round().end_round()
    assert t.worths() == [10 + 4 + 4, 10 + 6 + 6]


def test_the_next_income_first_pays_off_a_debt() -> None:
    t = work(2).money(0, 0).debt(0, 10).row(0, 0).end_round()
    assert (t.boss(0).money, t.boss(0).debt) == (0, 4)
    t.next_round().end_round()
    assert (t.boss(0).money, t.boss(0).debt) == (2, 0)


def test_the_next_round_starts_after_rewards() -> None:
    t = work(2).end_round()
    assert (t.view().round, t.phase) == (3, "start")


def test_the_view_shows_the_pay_for_each_desk() -> None:
    t = work(2).row(0, 0, None, 1)
    desks = t.place(0).desks
    assert [desk.now for desk in desks] == [4, 4, 6, 6]
    assert [desk.done for desk in desks] == [2, 2, 4, 6]
    assert game().about.id == "consultants"


# -- payday ------------------------------------------------------------------------------------------------------------


def test_payday_shows_each_seats_pay_by_project() -> None:
    """A seat's sum is what its money changed by, and each project's row what its consultants were paid."""
    t = work(3, deadlines=True).row(0, 0, 1, 1, None).field(0, 3).row(1, 2, None, None, None).field(1, 5).field(2, 1)
    t.field(3, 1).field(4, 1).quiet()
    before = t.worths()
    t.end_round()
    payday = t.view().payday
    assert payday is not None
    first, second = (t.place(k).name for k in (0, 1))
    assert [(row.name, row.late, row.dollars) for row in payday.rows] == [
        (first, False, [2, 10, 0]),
        (second, False, [0, 0, 6]),
        (second, True, [-10, -10, 0]),
    ]
    assert (payday.round, payday.totals) == (2, [-8, 0, 6])
    assert payday.totals == [now - was for now, was in zip(t.worths(), before, strict=True)]
    assert "Payday for round 2: P0 −$8, P1 $0, and P2 $6." in t.said()


def test_seats_and_spectators_see_the_same_payday_until_the_next_one() -> None:
    t = work(2).row(0, 0, 1, None, None)
    assert Table(2).view().payday is None
    t.end_round()
    shown = t.view().payday
    assert [t.view(seat).payday for seat in (0, 1)] == [shown, shown]
    t.do("starter", player=0)
    assert t.view().payday == shown
