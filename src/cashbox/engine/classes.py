"""Classes of hidden cards that nothing tells apart."""

from __future__ import annotations

from typing import Final

UNKNOWN: Final = -1
DULL: Final = -2
"""The kind of known cards of which it makes no difference any more which they are: none like them is seen later."""


class Class:
    """Cards that nothing tells apart. known: each is known to be of `kind`; else `kinds` says how many of each kind
    they were at first. size: of all together. mixed: ways may differ in what is left of it without saying so."""

    __slots__ = ("kind", "kinds", "known", "mixed", "size")

    def __init__(self, kinds: dict[int, int], kind: int = UNKNOWN) -> None:
        self.kinds = kinds
        self.kind = kind
        self.known = kind != UNKNOWN
        self.mixed = False
        self.size = sum(kinds.values())

    def clone(self) -> Class:
        """An independent copy."""
        found = Class(self.kinds, self.kind)
        found.mixed = self.mixed
        return found
