"""ITS "Phase 2: Event card": every card of data/events.toml, from its printed text."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cashbox.games.consultants.content import Content
from cashbox.games.consultants.game import Consultants
from tests.games.consultants.positions import Table, game, plain_data, work


def happens(event: str, t: Table | None = None, *, starter: int = 0) -> Table:
    """The next round begins with this event."""
    found = (t or work(3)).end_round().next_event(event, "quiet-quarter").quiet().do("starter", player=starter)
    card = next(card for card in found.tables.events if card.id == event)
    assert f"{card.name}: {found.view().event_text}" in found.said()
    return found


def test_every_event_has_a_test() -> None:
    tests = Path(__file__).read_text("utf-8")
    for event in game().tables.events:
        assert re.search(rf'happens\(\s*"{event.id}"', tests), event.id


def test_the_event_card_is_revealed_after_the_start_player_is_chosen() -> None:
    t = work(3).end_round().next_event("bonus-season", "quiet-quarter")
    assert t.view().event == -1
    t.do("starter", player=1)
    assert t.tables.events[t.view().event].id == "bonus-season"
    assert (t.phase, t.due) == ("work", [1])


def test_a_quiet_quarter() -> None:
    t = happens("quiet-quarter")
    assert t.worths() == [10, 10, 10]
    costs = t.costs
    assert (costs.train, costs.promote, costs.recruit, costs.moves) == (2, 2, 6, 2)
    assert t.phase == "work"


def test_bonus_season() -> None:
    assert happens("bonus-season").worths() == [12, 12, 12]


def test_software_audit() -> None:
    t = happens("software-audit", work(3).money(5, 1, 2))
    assert t.worths() == [3, -1, 0]
    assert (t.boss(1).money, t.boss(1).debt) == (0, 1)


@pytest.mark.parametrize(("money", "after"), [((5, 1, 2), [5, 6, 2]), ((1, 1, 2), [6, 6, 2]), ((3, 3, 3), [8, 8, 8])])
def test_start_up_grant(money: tuple[int, ...], after: list[int]) -> None:
    """All who are level have least."""
    assert happens("start-up-grant", work(3).money(*money)).worths() == after


def test_a_grant_goes_to_the_deepest_debt() -> None:
    t = happens("start-up-grant", work(3).money(0, 0, 0).debt(2, 7))
    assert (t.boss(2).money, t.boss(2).debt) == (0, 2)


@pytest.mark.parametrize(("money", "after"), [((5, 1, 2), [1, 1, 2]), ((5, 5, 2), [1, 1, 2]), ((1, 0, 0), [-3, 0, 0])])
def test_tax_on_corner_offices(money: tuple[int, ...], after: list[int]) -> None:
    assert happens("luxury-tax", work(3).money(*money)).worths() == after


def test_job_fair() -> None:
    t = happens("job-fair")
    assert [boss.seniors for boss in t.view().players] == [1 + 2 + 1] * 3
    assert [boss.principals for boss in t.view().players] == [0] * 3


def test_job_fair_with_few_seniors_deals_from_the_start_player() -> None:
    t = happens("job-fair", work(3).keep("seniors", 7), starter=2)
    assert [boss.seniors for boss in t.view().players] == [3, 3, 4]


def test_training_budget() -> None:
    t = happens("training-budget", work(3).money(1, 0, 0))
    t.train("violet", "red")
    assert t.worths() == [0, 0, 0]
    assert "train" not in t.types()
    assert t.end_round().next_round().costs.train == 2


def test_fast_track() -> None:
    t = happens("fast-track", work(3).money(1, 1, 1)).promote("violet")
    assert t.worths() == [0, 1, 1]
    assert "violet*" in t.held(0)


def test_headhunters() -> None:
    t = happens("headhunters", work(3).money(3, 2, 3)).recruit("violet", "red")
    assert t.worths() == [0, 2, 3]
    assert "recruit" not in t.types()


def test_hiring_freeze() -> None:
    t = happens("hiring-freeze", work(3).money(50, 50, 50))
    assert "recruit" not in t.types()
    assert t.why("recruit", colour="violet", rank="senior") == "This round's event doesn't allow that."
    assert "recruit" in t.next_round().types()


def test_reorganization() -> None:
    t = happens("reorganisation", work(3).sit(0, 0, "red", by=0)).passed(1, 2)
    t.move(0, 0, 1, 0).move(1, 0, 2, 0).move(2, 0, 3, 0)
    assert "lift" not in t.types()
    assert t.boss(1).moves == 3


def test_lift_out_of_order() -> None:
    t = happens("lift-broken", work(3).sit(0, 0, "red", by=0))
    assert "lift" not in t.types()
    assert t.why("lift", place=0, desk=0) == "This round's event doesn't allow that."
    assert "lift" in t.next_round().types()


def test_star_speaker() -> None:
    """The rightmost of each project, international or not, at the end of the round."""
    t = work(3).row(0, 0, 1).abroad(1).row(1, 1, 2).end_round().money(0, 0, 0)
    happens("star-speaker", t).end_round()
    assert t.worths() == [4, 6 + 2 + 7, 10 + 2]


def test_star_speaker_applies_to_the_innovation_project() -> None:
    """It is a project, too."""
    t = happens("star-speaker", work(2, innovation=True)).money(0, 0).row(4, 0, 1).end_round()
    assert t.worths() == [1, 1 + 2]


def test_star_speaker_applies_when_a_project_is_completed() -> None:
    """ITS "Complete project": just as they would at the end of the round; RULINGS D4."""
    t = happens("star-speaker", work(3).row(0, 1, 1, 1).end_round()).money(0, 0, 0).hand(0, "blue*")
    assert t.assign("blue*", 0, 3).worths() == [6 + 2, 7, 0]


def test_overtime_when_a_project_is_completed() -> None:
    t = happens("overtime", work(3).row(0, 1, 1, 1).end_round()).money(0, 0, 0).hand(0, "blue*")
    assert t.assign("blue*", 0, 3).worths() == [6 + 1, 7, 0]


def test_strong_currency_when_a_project_is_completed() -> None:
    t = happens("strong-currency", work(3)).money(0, 0, 0).abroad(1).hand(0, "violet*")
    t.sit(1, 0, "red", by=1).sit(1, 1, "yellow*", by=1).sit(1, 2, "green", by=2).sit(1, 3, "blue", by=2)
    t.assign("violet*", 1, 4)
    assert t.worths() == [10 + 1, 3 + 1 + 2 + 1, 7 + 1 + 5 + 1]


def test_overtime_approved() -> None:
    t = happens("overtime", work(2)).money(0, 0).sit(0, 0, "red*", by=0).sit(0, 1, "yellow", by=1)
    t.abroad(1).sit(1, 0, "red*", by=1).end_round()
    assert t.worths() == [4 + 1, 6 + 10 + 1]


def test_overtime_at_the_innovation_project() -> None:
    t = happens("overtime", work(2, innovation=True)).money(0, 0)
    t.sit(4, 0, "red*", by=0).sit(4, 1, "yellow", by=1).end_round()
    assert t.worths() == [1 + 1, 1]


def test_press_release() -> None:
    t = happens("press-release", work(3).row(0, 1, 1, 1).end_round()).money(0, 0, 0).hand(0, "blue*")
    assert t.assign("blue*", 0, 3).worths() == [6 + 4, 7, 0]


def test_idle_on_the_bench() -> None:
    """One dollar for each consultant beyond four, principals too."""
    t = happens("bench-costs", work(3).hand(0, "red", "red*", "blue").hand(1, "red"))
    assert [boss.seniors + boss.principals for boss in t.view().players] == [6, 4, 3]
    assert t.worths() == [8, 10, 10]


def test_networking_drinks() -> None:
    """One dollar for each project, however many consultants one has there."""
    t = work(3).row(0, 0, 0, 1).row(1, 0).row(2, 1).nothing(3).end_round().money(0, 0, 0)
    assert happens("networking", t).worths() == [2, 2, 0]


def test_early_weekend() -> None:
    t = happens("early-weekend").pass_().pass_()
    assert t.worths() == [13, 10, 10]
    t.end_round()
    assert t.worths() == [13, 10, 10]


def test_early_weekend_rewards_the_first_to_pass() -> None:
    t = happens("early-weekend", work(3), starter=1).train("violet", "red").pass_()
    assert t.worths() == [10, 8, 13]


def test_budget_cut_at_home() -> None:
    t = happens("budget-cut").money(0, 0, 0).row(0, 0, 1, 1).abroad(1).row(1, 2).end_round()
    assert t.worths() == [2 - 1, 6 - 1 + 4 - 1, 10]


def test_budget_cut_never_pays_below_zero_and_covers_the_innovation_project() -> None:
    """RULINGS D4."""
    t = happens("budget-cut", work(2, innovation=True)).money(0, 0).row(4, 0)
    t.sit(0, 0, "red", by=1).sit(0, 1, "yellow", by=1).sit(0, 2, "green", by=1).sit(0, 3, "blue*", by=0)
    assert t.end_round().worths() == [0 + 5, 3 + 1 + 0]


def test_budget_cut_leaves_a_payment_of_zero_at_zero() -> None:
    found = plain_data()
    found["projects"]["silver"] = {"4": [6, 4, 0, 0]}
    t = happens("budget-cut", work(2, rules=Consultants(Content(found)))).money(0, 0).row(0, 0, 1, 1).end_round()
    assert t.worths() == [0, 6 - 1 + 4 - 1]


def test_budget_cut_reduces_each_payment_of_a_completed_project_once() -> None:
    """RULINGS D4."""
    t = happens("budget-cut", work(3).row(0, 1, 1, 1).end_round()).money(0, 0, 0).hand(0, "blue*")
    assert t.assign("blue*", 0, 3).worths() == [6 - 1, 4 - 1 + 2 - 1 + 0, 0]


def test_strong_currency_raises_international_pay() -> None:
    t = happens("strong-currency").money(0, 0, 0).row(0, 0).abroad(1).row(1, 1, 2).end_round()
    assert t.worths() == [6, 7 + 1, 10 + 1]


# -- events that ask --


def test_homesick() -> None:
    """In turn order whoever has someone on a project may take one back."""
    t = happens("homesick", work(3).row(0, 0, 2).row(1, 2), starter=2)
    assert (t.phase, t.due) == ("event", [2])
    assert t.forms() == [
        {"type": "recall", "place": 0, "desk": 1},
        {"type": "recall", "place": 1, "desk": 0},
        {"type": "stay"},
    ]
    t.do("recall", place=0, desk=1)
    assert "yellow" in t.held(2)
    assert t.shown(1, 2) == ["yellow"]
    assert t.there(0)[:2] == ["0 red", None]
    assert t.due == [0]
    t.do("stay")
    assert t.there(0)[0] == "0 red"
    assert (t.phase, t.due) == ("work", [2])


def test_homesick_does_nothing_without_consultants_on_projects() -> None:
    assert happens("homesick").phase == "work"


def test_returned_badges_pays_for_a_consultant() -> None:
    """Each in turn order may give one consultant back for $3; no one else sees which."""
    t = work(3).hand(1, "red*").top("green", "green", "blue", "blue", "red", "red")
    happens("returned-badges", t, starter=1)
    assert (t.phase, t.due) == ("event", [1])
    principals = t.view().principals
    t.do("give", colour="red", rank="principal")
    assert t.worths() == [10, 13, 10]
    assert "red*" not in t.held(1)
    assert t.view().principals == principals + 1
    assert t.said(1)[-2] == "P1 gives back a red principal."
    assert t.said(2)[-2] == "P1 gives back a principal."
    assert t.due == [2]
    t.do("stay").do("stay")
    assert t.worths() == [10, 13, 10]
    assert (t.phase, t.due) == ("work", [1])


def test_returned_badges_skips_empty_hands() -> None:
    """Who has no one in the hand is not asked."""
    t = work(3)
    t.empty(0, 1, 2).keep("seniors", 0)
    t.hand(2, "red*")
    for seat in (0, 1):
        t.passed(seat)
    t.state.active = 2
    t.state.due = 4
    happens("returned-badges", t)
    assert t.due == [2]


def test_an_event_lasts_only_for_its_round() -> None:
    usual = work(3).costs
    for event in game().tables.events:
        t = happens(event.id)
        while t.phase == "event":
            t.do("stay")
        assert t.next_round().costs == usual, event.id
