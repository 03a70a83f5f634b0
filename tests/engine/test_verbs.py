"""Test that the current phase decides an action's verb and the sentence of a refusal."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from cashbox.engine.chance import NoChance
from cashbox.engine.facts import Description
from cashbox.engine.fields import whole
from cashbox.engine.forms import Forms
from cashbox.engine.state import BaseState
from cashbox.engine.verbs import GAME_OVER, NOT_YOUR_TURN, WATCHES, Phase, Play, Verb

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.engine.chance import Chance

DAY, NIGHT = 0, 1
REST, MOVE = 0, 1
FORMS = Forms("Days", {"rest": (REST, ()), "move": (MOVE, (("steps", range(1, 4)),)), "wait": (9, ())})
NAMES = ("Ann", "Bob")


class State(BaseState):
    """Who is where."""

    at: int = whole()


class Walk(Verb[State, None]):
    kind = "move"

    def do(self, s: State, seat: int, k: int, chance: Chance) -> None:
        s.at += k + 1

    def describe(self, s: State, seat: int, k: int) -> Description:
        return Description(f"Walk {k + 1}")

    def explain(self, s: State, seat: int, k: int) -> str:
        return "Too far."


class Crawl(Walk):
    def do(self, s: State, seat: int, k: int, chance: Chance) -> None:
        s.at -= k + 1

    def describe(self, s: State, seat: int, k: int) -> Description:
        return Description(f"Crawl {k + 1}")


class Rest(Verb[State, None]):
    kind = "rest"

    def do(self, s: State, seat: int, k: int, chance: Chance) -> None:
        s.due = 0

    def describe(self, s: State, seat: int, k: int) -> Description:
        return Description("Rest")


class Wait(Rest):
    kind = "wait"

    def explain_elsewhere(self, s: State, seat: int, k: int) -> str:
        return "Nobody waits here."


class Day(Phase[State, None]):
    number = DAY
    verbs = (Walk(), Wait())
    task = "to walk"
    otherwise = "That is done by day."

    def legal(self, s: State, seat: int) -> list[int]:
        return [MOVE, MOVE + 1]

    def prompt(self, s: State, seat: int, names: Sequence[str]) -> str:
        return "Walk."


class Night(Phase[State, None]):
    number = NIGHT
    verbs = (Crawl(), Rest())
    otherwise = "That is done by night."

    def legal(self, s: State, seat: int) -> list[int]:
        return [REST, MOVE]

    def prompt(self, s: State, seat: int, names: Sequence[str]) -> str:
        return "Crawl or rest."


class Days(Play[State, None]):
    def advance(self, s: State, chance: Chance) -> None:
        s.phase, s.due = DAY, 1


PLAY = Days(None, FORMS, (Day(), Night()))


def state(phase: int = DAY, due: int = 1) -> State:
    s = State(2)
    s.phase, s.due = phase, due
    return s


def test_an_action_type_selects_the_verb_of_the_current_phase() -> None:
    day, night = state(DAY), state(NIGHT)
    for s in (day, night):
        PLAY.play(s, 0, MOVE + 1, NoChance())
    assert (day.at, night.at) == (2, -2)
    assert [PLAY.describe(s, 0, MOVE).label for s in (day, night)] == ["Walk 1", "Crawl 1"]


def test_automatic_steps_run_when_no_seat_must_act() -> None:
    s = state(NIGHT)
    PLAY.do(s, 0, REST, NoChance())
    assert (s.phase, s.due) == (NIGHT, 0)
    s = state(NIGHT)
    PLAY.play(s, 0, REST, NoChance())
    assert (s.phase, s.due) == (DAY, 1)


@pytest.mark.parametrize(
    ("phase", "due", "seat", "action", "words"),
    [
        (DAY, 1, 0, MOVE, ""),
        (DAY, 1, 0, MOVE + 2, "Too far."),
        (DAY, 1, 1, MOVE, NOT_YOUR_TURN),
        (DAY, 1, -1, MOVE, WATCHES),
        (DAY, 0, 0, MOVE, GAME_OVER),
        (DAY, 1, 0, REST, "That is done by night."),
        (NIGHT, 1, 0, 9, "Nobody waits here."),
    ],
)
def test_an_illegal_action_is_refused_with_a_sentence(phase: int, due: int, seat: int, action: int, words: str) -> None:
    assert PLAY.explain(state(phase, due), seat, action) == words


def test_other_seats_wait() -> None:
    assert PLAY.prompt(state(), 0, NAMES) == "Walk."
    assert PLAY.prompt(state(), 1, NAMES) == "Waiting for Ann to walk."
    assert PLAY.prompt(state(NIGHT), 1, NAMES) == "Waiting for Ann to decide."
    assert PLAY.prompt(state(due=0), 0, NAMES) == GAME_OVER


def test_an_action_is_named_by_its_form() -> None:
    assert [PLAY.text(action) for action in (REST, MOVE, 9)] == ["rest", "move 1", "wait"]
    names = {"steps": {1: "a step", 2: "two steps", 3: "far"}}
    named = Days(None, FORMS, (Day(), Night()), names)
    assert [named.text(action) for action in (REST, MOVE + 2, 9)] == ["rest", "move far", "wait"]


def test_a_type_without_a_verb_is_refused_at_once() -> None:
    with pytest.raises(ValueError, match="rest"):
        Days(None, FORMS, (Day(),))
