"""What is kept of an event for which there was more than one way, to draw one of them later."""

from __future__ import annotations


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
