"""ITS "Move Consultant"; RULINGS C1, C3.3: to a desk of another project by the rules of assigning, twice a round."""

from __future__ import annotations

import pytest

from cashbox.games.consultants.content import Content
from cashbox.games.consultants.game import Consultants
from tests.games.consultants.positions import plain_data, work


def test_a_consultant_moves_from_one_project_to_another() -> None:
    """Purple moves his consultant from the left project to the right one, then flips one counter."""
    t = work(2).sit(0, 0, "red", by=0).move(0, 0, 1, 0)
    assert t.there(0)[0] is None
    assert t.there(1)[0] == "0 red"
    assert t.boss(0).moves == 1
    assert t.worths() == [10, 10]
    assert t.due == [1]


def test_a_player_can_move_only_twice_per_round() -> None:
    t = work(2).passed(1).sit(0, 0, "red", by=0).move(0, 0, 1, 0).move(1, 0, 2, 0)
    assert t.boss(0).moves == 0
    assert "lift" not in t.types()
    assert t.why("lift", place=2, desk=0) == "You have no moves left this round."


def test_a_consultant_cannot_move_within_a_project() -> None:
    t = work(2).row(0, None, 0).sit(0, 2, "green", by=1)
    t.nothing(1).nothing(2).nothing(3)
    assert not t.can("lift", place=0, desk=1)
    assert t.why("lift", place=0, desk=1) == "No other project has an open desk for that consultant."


@pytest.mark.parametrize("place", [0, 1, 3])
def test_a_free_desk_of_the_same_project_does_not_hide_those_of_others(place: int) -> None:
    data = plain_data()
    for project in data["projects"]["regular"]:
        project["desks"] = ["red", "yellow", "red", "blue*"]
    t = work(2, rules=Consultants(Content(data))).row(place, 0, 1).do("lift", place=place, desk=0)
    assert {form["place"] for form in t.forms()} == {0, 1, 2, 3} - {place}


def test_a_desk_of_the_same_project_is_refused_after_the_lift() -> None:
    t = work(2).abroad(0).row(0, None, None, None, 0).abroad(1)
    t.row(1, 1, None, 1)
    t.sit(1, 3, "blue", by=1)
    t.sit(2, 0, "red", by=0).do("lift", place=2, desk=0)
    assert [(form["place"], form["desk"]) for form in t.forms()] == [(0, 0), (3, 0)]
    assert t.why("seat", place=2, desk=0) == "You have to move a consultant to another project."


def test_moves_follow_the_rules_of_assigning() -> None:
    t = work(2).row(0, None, 0).row(1, 1).row(2, None, None, 1).do("lift", place=0, desk=1)
    assert t.forms() == [{"type": "seat", "place": 1, "desk": 1}, {"type": "seat", "place": 2, "desk": 1}]
    assert t.why("seat", place=1, desk=2).startswith("Desks fill from the left")
    assert t.why("seat", place=2, desk=0) == "A yellow consultant doesn't match that desk."
    assert t.why("seat", place=1, desk=0) == "That desk is taken."


def test_a_senior_does_not_move_to_a_principals_desk() -> None:
    t = work(2).abroad(0).row(0, 1, 1, 1).sit(0, 3, "blue", by=0).row(1, 1, 1, 1)
    assert not t.can("lift", place=0, desk=3)
    t = work(2).abroad(0).row(0, 1, 1, 1).sit(0, 3, "blue*", by=0).row(1, 1, 1, 1)
    assert t.can("lift", place=0, desk=3)


def test_only_the_players_own_consultants_can_move() -> None:
    t = work(2).sit(0, 0, "red", by=1)
    assert not t.can("lift", place=0, desk=0)
    assert t.why("lift", place=0, desk=0) == "You have no consultant there."


def test_the_vacated_desk_is_free() -> None:
    t = work(2).row(0, 0, 1).hand(1, "red").move(0, 0, 1, 0).assign("red", 0, 0)
    assert t.there(0)[:2] == ["1 red", "1 yellow"]


def test_lifting_a_consultant_can_be_undone() -> None:
    """Nothing is shown by taking a consultant up, so it stays in one undo window with what follows."""
    t = work(2).sit(0, 0, "red", by=0)
    window = t.game.window(t.state)
    t.do("lift", place=0, desk=0)
    assert t.game.window(t.state) == window
    assert t.view().lifted == [0, 0]
    t.do("seat", place=1, desk=0)
    assert t.game.window(t.state) > window
    assert t.view().lifted == []
