"""ITS "Train"; RULINGS C1, C3.7: $2 and a consultant of the hand for any senior, unseen by the others."""

from __future__ import annotations

import pytest

from tests.games.consultants.positions import work


def test_two_dollars_and_any_senior() -> None:
    t = work(2).hand(0, "red").train("red", "green")
    assert t.worths() == [8, 10]
    assert t.held(0) == ["green", "violet"]
    assert t.due == [1]


@pytest.mark.parametrize("given", ["red", "red*"])
def test_a_principal_may_be_given_too(given: str) -> None:
    t = work(2).hand(0, given)
    seniors, principals = t.deck("seniors"), t.deck("principals")
    t.do("train", colour="red", rank="principal" if given == "red*" else "senior")
    back = sorted([*(principals if given == "red*" else seniors), given])
    assert (t.deck("principals") if given == "red*" else t.deck("seniors")) == back
    t.do("take", colour="blue")
    assert t.held(0) == ["blue", "violet"]


def test_the_whole_deck_is_looked_through_the_given_one_included() -> None:
    t = work(2).without("red").hand(0, "yellow")
    t.without("yellow").do("train", colour="yellow", rank="senior")
    assert t.forms() == [{"type": "take", "colour": colour} for colour in ("yellow", "green", "blue", "violet")]
    assert t.why("take", colour="red") == "There is no red senior in the deck."
    t.do("take", colour="yellow")
    assert t.held(0) == ["yellow", "violet"]


def test_it_wants_two_dollars() -> None:
    t = work(2).money(1)
    assert "train" not in t.types()
    assert t.why("train", colour="violet", rank="senior") == "That costs $2, and you only have $1."
    assert "train" in t.money(2).types()


def test_only_from_the_hand() -> None:
    t = work(2).sit(0, 0, "red", by=0)
    assert not t.can("train", colour="red", rank="senior")
    assert t.why("train", colour="red", rank="senior") == "You have no red senior in hand."


def test_with_no_senior_left_only_a_senior_can_be_given() -> None:
    t = work(2).hand(0, "red*").keep("seniors", 0)
    assert t.can("train", colour="violet", rank="senior")
    assert not t.can("train", colour="red", rank="principal")
    assert t.why("train", colour="red", rank="principal") == "That deck is empty."


def test_what_was_looked_at_cannot_be_taken_back() -> None:
    t = work(2)
    window = t.game.window(t.state)
    t.do("train", colour="violet", rank="senior")
    assert t.game.window(t.state) > window


def test_each_choice_says_how_many_there_are() -> None:
    t = work(2).without("red").hand(0, "red*", "yellow").do("train", colour="yellow", rank="senior")
    there = {
        t.game.encode(action)["colour"]: t.game.describe(t.state, 0, action).facts.known["there"]
        for action in t.game.legal(t.state, 0)
    }
    assert there == {colour: t.deck("seniors").count(colour) for colour in ("yellow", "green", "blue", "violet")}
