"""ITS "Assign"; RULINGS C3.3: the leftmost desk first, then directly right of the rightmost, or any free one further
left; the color must match, and a principal desk needs a principal."""

from __future__ import annotations

import pytest

from tests.games.consultants.positions import work

DESKS = {"red": 0, "yellow": 1, "green": 2, "blue*": 3}


def open_desks(*owners: int | None) -> list[int]:
    """The desks of a project with these consultants that someone with a fitting principal could take."""
    t = work(2).row(0, *owners).hand(0, "red*", "yellow*", "green*", "blue*")
    return [form["desk"] for form in t.forms() if form["type"] == "assign" and form["place"] == 0]


@pytest.mark.parametrize(
    ("owners", "desks"),
    [
        ((), [0]),
        ((1,), [1]),
        ((1, 1), [2]),
        ((0, 1, 0), [3]),
        ((None, 1), [0, 2]),
        ((1, None, 1), [1, 3]),
        ((None, None, 1), [0, 1, 3]),
    ],
)
def test_legal_desks_match_the_examples(owners: tuple[int | None, ...], desks: list[int]) -> None:
    assert sorted(open_desks(*owners)) == desks


@pytest.mark.parametrize("name", ["red", "yellow", "green", "blue", "violet", "red*", "yellow*", "blue*"])
def test_the_color_must_match(name: str) -> None:
    t = work(2).row(0, None, 1).hand(0, name)
    desks = [form["desk"] for form in t.forms() if form["type"] == "assign" and form["place"] == 0]
    assert desks == {"red": [0], "green": [2]}.get(name.rstrip("*"), [])


def test_a_principal_desk_needs_a_principal() -> None:
    t = work(2).row(0, 1, 1, 1).hand(0, "blue")
    assert not t.can("assign", rank="senior", place=0, desk=3)
    assert t.why("assign", rank="senior", place=0, desk=3) == "That desk needs a principal."
    assert t.hand(0, "blue*").can("assign", rank="principal", place=0, desk=3)


def test_a_principal_desk_in_the_middle_needs_a_principal() -> None:
    t = work(2).abroad(0).sit(0, 0, "red", by=1).hand(0, "yellow")
    assert not t.can("assign", rank="senior", place=0, desk=1)
    t.hand(0, "yellow*").assign("yellow*", 0, 1)
    assert t.there(0)[:2] == ["1 red", "0 yellow*"]


@pytest.mark.parametrize("name", ["red", "red*"])
def test_any_other_desk_takes_a_senior_or_a_principal(name: str) -> None:
    t = work(2).hand(0, name).assign(name, 0, 0)
    assert t.there(0)[0] == f"0 {name}"
    assert t.held(0) == ["violet"]


def test_assigning_is_free() -> None:
    t = work(2).money(0, 0).hand(0, "red").assign("red", 0, 0)
    assert t.worths() == [0, 0]


def test_a_project_may_have_several_consultants_of_one_player() -> None:
    t = work(2).row(0, 0, 0).hand(0, "green").assign("green", 0, 2)
    assert t.there(0)[:3] == ["0 red", "0 yellow", "0 green"]


def test_an_empty_project_space_takes_no_consultant() -> None:
    t = work(2).nothing(0).hand(0, "red")
    assert not [form for form in t.forms() if form["type"] == "assign" and form["place"] == 0]
    assert t.why("assign", rank="senior", place=0, desk=0) == "That desk doesn't exist."
