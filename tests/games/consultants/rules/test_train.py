"""ITS "Train"; RULINGS C1, C3.7: $2 and a consultant of the hand for any senior, unseen by the others."""

from __future__ import annotations

import pytest

from tests.games.consultants.positions import work


def test_training_costs_two_dollars_and_gives_any_senior() -> None:
    t = work(2).hand(0, "red").train("red", "green")
    assert t.worths() == [8, 10]
    assert t.held(0) == ["green", "violet"]
    assert t.due == [1]


@pytest.mark.parametrize("given", ["red", "red*"])
def test_a_principal_can_be_given(given: str) -> None:
    t = work(2).hand(0, given)
    seniors, principals = t.deck("seniors"), t.deck("principals")
    t.do("train", colour="red", rank="principal" if given == "red*" else "senior")
    back = sorted([*(principals if given == "red*" else seniors), given])
    assert (t.deck("principals") if given == "red*" else t.deck("seniors")) == back
    t.do("take", colour="blue")
    assert t.held(0) == ["blue", "violet"]


def test_the_search_includes_the_consultant_given_back() -> None:
    t = work(2).without("red").hand(0, "yellow")
    t.without("yellow").do("train", colour="yellow", rank="senior")
    assert t.forms() == [{"type": "take", "colour": colour} for colour in ("yellow", "green", "blue", "violet")]
    assert t.why("take", colour="red") == "There is no red senior in the deck."
    t.do("take", colour="yellow")
    assert t.held(0) == ["yellow", "violet"]


def test_training_requires_two_dollars() -> None:
    t = work(2).money(1)
    assert "train" not in t.types()
    assert t.why("train", colour="violet", rank="senior") == "That costs $2, and you only have $1."
    assert "train" in t.money(2).types()


def test_only_a_consultant_in_hand_can_be_given() -> None:
    t = work(2).sit(0, 0, "red", by=0)
    assert not t.can("train", colour="red", rank="senior")
    assert t.why("train", colour="red", rank="senior") == "You have no red senior in hand."


def test_with_no_senior_left_only_a_senior_can_be_given() -> None:
    t = work(2).hand(0, "red*").keep("seniors", 0)
    assert t.can("train", colour="violet", rank="senior")
    assert not t.can("train", colour="red", rank="principal")
    assert t.why("train", colour="red", rank="principal") == "That deck is empty."


def test_looking_through_the_deck_cannot_be_undone() -> None:
    t = work(2)
    window = t.game.window(t.state)
    t.do("train", colour="violet", rank="senior")
    assert t.game.window(t.state) > window


def test_each_choice_shows_how_many_are_left() -> None:
    t = work(2).without("red").hand(0, "red*", "yellow").do("train", colour="yellow", rank="senior")
    there = {
        t.game.encode(action)["colour"]: t.game.describe(t.state, 0, action).facts.known["there"]
        for action in t.game.legal(t.state, 0)
    }
    assert there == {colour: t.deck("seniors").count(colour) for colour in ("yellow", "green", "blue", "violet")}
