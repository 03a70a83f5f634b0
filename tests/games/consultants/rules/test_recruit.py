"""ITS "Recruit"; RULINGS C1: $6 and a consultant of the hand for any principal, unseen by the others."""

from __future__ import annotations

import pytest

from tests.games.consultants.positions import work


@pytest.mark.parametrize("given", ["red", "red*"])
def test_recruiting_costs_six_dollars_and_gives_any_principal(given: str) -> None:
    t = work(2).hand(0, given).recruit(given, "green*")
    assert t.worths() == [4, 10]
    assert t.held(0) == ["green*", "violet"]
    assert t.due == [1]


def test_the_search_includes_the_consultant_given_back() -> None:
    t = work(2).hand(0, "red*").without("red*").without("blue*").do("recruit", colour="red", rank="principal")
    assert [form["colour"] for form in t.forms()] == ["red", "yellow", "green", "violet"]
    assert t.why("take", colour="blue") == "There is no blue principal in the deck."


def test_a_given_senior_is_not_among_the_principals() -> None:
    t = work(2).without("violet*").do("recruit", colour="violet", rank="senior")
    assert [form["colour"] for form in t.forms()] == ["red", "yellow", "green", "blue"]


def test_recruiting_requires_six_dollars() -> None:
    t = work(2).money(5)
    assert "recruit" not in t.types()
    assert t.why("recruit", colour="violet", rank="senior") == "That costs $6, and you only have $5."
    assert "recruit" in t.money(6).types()


def test_only_a_consultant_in_hand_can_be_given() -> None:
    t = work(2).sit(0, 0, "red", by=0)
    assert t.why("recruit", colour="red", rank="senior") == "You have no red senior in hand."


def test_with_no_principal_left_only_a_principal_can_be_given() -> None:
    t = work(2).hand(0, "red*").keep("principals", 0)
    assert t.can("recruit", colour="red", rank="principal")
    assert t.why("recruit", colour="violet", rank="senior") == "That deck is empty."


def test_a_debt_does_not_count_as_money() -> None:
    t = work(2).money(6).debt(0, 3)
    assert "recruit" in t.types()
    t = work(2).money(0).debt(0, 3)
    assert t.types() == {"pass"}
