"""Worked examples on a help page: a position that the rules play step by step when the page is built.

    tale = Tale("Rewards", "Three consultants on one project")
    tale.step("Ann sits at the last desk that is taken.", Ann=0, Bob=0)
    rewards.run(state)
    tale.step("Ann sits furthest right.", Ann=state.players[0].money, Bob=state.players[1].money)
    tale.told()

Every number of a step comes from the rules, so an example cannot contradict them.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from cashbox.engine.sentences import number

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


class Figure(msgspec.Struct, frozen=True):
    """A number next to a step. new: whether it differs from the step before."""

    name: str
    value: str
    new: bool = False


class Step(msgspec.Struct, frozen=True):
    """A step: what happens, in a sentence or two, and the figures after it."""

    text: str
    figures: tuple[Figure, ...] = ()


class Example(msgspec.Struct, frozen=True):
    """An example under a heading of the help page."""

    heading: str
    title: str
    steps: tuple[Step, ...]


class ExampleBuilder:
    """Builds an example step by step."""

    def __init__(self, heading: str, title: str) -> None:
        self.heading = heading
        self.title = title
        self._steps: list[Step] = []
        self._before: dict[str, str] = {}

    def step(self, text: str, figures: dict[str, int | str]) -> None:
        """Add the next step, with the figures after it by name."""
        now = {name: number(value) for name, value in figures.items()}
        changed = self._before if self._steps else now
        shown = tuple(Figure(name, value, changed.get(name) != value) for name, value in now.items())
        self._steps.append(Step(text, shown))
        self._before = now

    def build(self) -> Example:
        """Return the finished example."""
        return Example(self.heading, self.title, tuple(self._steps))


def playable(made: Iterable[Callable[[], Example]]) -> list[Example]:
    """Build examples, and leave out those that a variant's content can't show, since it lacks a card that they need."""
    found = []
    for build in made:
        with suppress(LookupError, StopIteration, ValueError):
            found.append(build())
    return found
