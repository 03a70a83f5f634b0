"""What is kept of an event for which there was more than one way, to draw one of them later."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    Named = tuple[tuple[int, int, int, int], ...]
    """What cards turn out to be: (class, holder, kind, how many of them) each."""


class Lost(Exception):  # noqa: N818 (no error: more ways are tried)
    """None of the ways that were carried along can have been."""


class Fork:
    """An event for which there was more than one way. base, before: the ways until then; options: (class, what it adds
    to a way)."""

    __slots__ = ("base", "before", "holder", "kind", "number", "options")

    def __init__(self, number: int, kind: int, holder: int, base: int, before: dict[int, float]) -> None:
        self.number = number
        self.kind = kind
        self.holder = holder
        self.base = base
        self.before = before
        self.options: list[tuple[int, int]] = []


class Meeting:
    """Cards that went at one moment arrive: ways that differed only before come to the same. into: each as it is
    after."""

    __slots__ = ("before", "into")

    def __init__(self, before: dict[int, float], into: dict[int, int]) -> None:
        self.before = before
        self.into = into


class Sighting:
    """A holder's cards are seen. before: by way after it, each way before, its weight, and what cards turn out to
    be."""

    __slots__ = ("before", "number")

    def __init__(self, number: int) -> None:
        self.number = number
        self.before: dict[int, list[tuple[int, float, Named]]] = {}
