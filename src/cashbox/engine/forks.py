"""What is kept of an event for which there was more than one way, to draw one of them later."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.weights import pick

if TYPE_CHECKING:
    from cashbox.engine.chance import Chance

    Named = tuple[tuple[int, int, int, int], ...]
    """What cards turn out to be: (class, holder, kind, how many of them) each."""

WIDTH: Final = 16
"""Of a field of a way."""
MASK: Final = (1 << WIDTH) - 1


class Lost(Exception):  # noqa: N818 (no error: more ways are tried)
    """None of the ways that were carried along can have been."""


class Option:
    """That it is a card of a class that leaves. added: to a way. In a way: at: where it says how many cards of the
    class are there; of `kinds` of the kind and `size` of all in the class, found, found_at: how many are found out
    already. size 0: any of them will do."""

    __slots__ = ("added", "at", "found", "found_at", "kinds", "number", "size")

    def __init__(
        self, number: int, added: int, at: int, kinds: int = 0, found: int = 0, size: int = 0, found_at: int = 0
    ) -> None:
        self.number = number
        self.added = added
        self.at = at
        self.kinds = kinds
        self.found = found
        self.size = size
        self.found_at = found_at

    def share(self, whole: int) -> float:
        """How often it is so in a whole way."""
        count = whole >> self.at & MASK
        if not count or not self.size:
            return float(count)
        left = self.kinds - (whole >> self.found & MASK)
        return count * left / (self.size - (whole >> self.found_at & MASK))


class Fork:
    """An event for which there was more than one way. base, before: the ways until then."""

    __slots__ = ("base", "before", "number", "options")

    def __init__(self, number: int, base: int, before: dict[int, float]) -> None:
        self.number = number
        self.base = base
        self.before = before
        self.options: list[Option] = []

    def after(self) -> dict[int, float]:
        """The ways from then on."""
        found: dict[int, float] = {}
        options = self.options
        for way, weight in self.before.items():
            whole = way + self.base
            for option in options:
                share = option.share(whole)
                if share > 0.0:
                    new = way + option.added
                    found[new] = found.get(new, 0.0) + weight * share
        return found

    def leading_to(self, way: int) -> dict[int, float]:
        """Which options lead to a way, by their numbers, and how likely each is."""
        found: dict[int, float] = {}
        for k, option in enumerate(self.options):
            before = way - option.added
            weight = self.before.get(before, 0.0)
            if weight > 0.0:
                found[k] = weight * option.share(before + self.base)
        return found


class Meeting:
    """Cards that went at one moment arrive, or something is forgotten: ways that differed only before come to the same.
    before: by way after it, those."""

    __slots__ = ("before",)

    def __init__(self, before: dict[int, dict[int, float]]) -> None:
        self.before = before


class Sighting:
    """A holder's cards are seen. before: by way after it, each way before, its weight, and what cards turn out to
    be."""

    __slots__ = ("before", "number")

    def __init__(self, number: int) -> None:
        self.number = number
        self.before: dict[int, list[tuple[int, float, Named]]] = {}


def drawn_back(
    ways: dict[int, float], forks: list[Fork | Meeting | Sighting], chosen: dict[int, int], chance: Chance
) -> dict[int, Named]:
    """One of the ways that there are in the end, and one of those that led there, by their weights: what cards turn out
    to be at each sight. chosen: the class of the card of each event goes there."""
    named: dict[int, Named] = {}
    way = pick(ways, chance)
    for fork in reversed(forks):
        if isinstance(fork, Meeting):
            way = pick(fork.before[way], chance)
        elif isinstance(fork, Sighting):
            some = fork.before[way]
            way, _, named[fork.number] = some[pick({k: one[1] for k, one in enumerate(some)}, chance)]
        else:
            option = fork.options[pick(fork.leading_to(way), chance)]
            chosen[fork.number] = option.number
            way -= option.added
    return named
