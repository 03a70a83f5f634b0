"""Worked examples of a help page: a position that the rules play when the page is made, told step by step.

    tale = Tale("Rewards", "Three consultants on one project")
    tale.step("Ann sits at the last desk that is taken.", Ann=0, Bob=0)
    rewards.run(state)
    tale.step("Ann sits furthest right.", Ann=state.players[0].money, Bob=state.players[1].money)
    tale.told()

Every number of a step is asked of the rules, so that an example cannot say anything else than they do.
"""

from __future__ import annotations

import msgspec

from cashbox.engine.sentences import number


class Figure(msgspec.Struct, frozen=True):
    """A number beside a step. new: it was another one a step before, or none."""

    name: str
    value: str
    new: bool = False


class Step(msgspec.Struct, frozen=True):
    """What happens, in a sentence or two, and how things stand then."""

    text: str
    figures: tuple[Figure, ...] = ()


class Example(msgspec.Struct, frozen=True):
    """An example under a heading of the help page."""

    heading: str
    title: str
    steps: tuple[Step, ...]


class ExampleBuilder:
    """An example that is being told."""

    def __init__(self, heading: str, title: str) -> None:
        self.heading = heading
        self.title = title
        self._steps: list[Step] = []
        self._before: dict[str, str] = {}

    def step(self, text: str, figures: dict[str, int | str]) -> None:
        """Add the next step, with figures by name as they stand after it."""
        now = {name: number(value) for name, value in figures.items()}
        changed = self._before if self._steps else now
        shown = tuple(Figure(name, value, changed.get(name) != value) for name, value in now.items())
        self._steps.append(Step(text, shown))
        self._before = now

    def build(self) -> Example:
        """Return the finished example."""
        return Example(self.heading, self.title, tuple(self._steps))
