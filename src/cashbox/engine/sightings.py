"""What the eyes see of a hidden holder as a whole: all its cards, or that it has none of a kind.

Each way splits into those in which so many cards of each class turn out to be of each kind; as often as there are
choices of single cards for it.
"""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING

from cashbox.engine.forks import Sighting

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cashbox.engine.forks import Named
    from cashbox.engine.ways import Ways


class Sight:
    """What the eyes see. kinds: of all the cards of a holder, sorted; lacking: the kind of which it has none, -1 where
    all its cards are seen. number: less than 0, where events have theirs from 0 on."""

    __slots__ = ("holder", "kinds", "lacking", "number")

    def __init__(self, number: int, holder: int, kinds: list[int], lacking: int = -1) -> None:
        self.number = number
        self.holder = holder
        self.kinds = kinds
        self.lacking = lacking


class _Pool:
    """A class of cards that are not known, in one way. rest: of them all, by kind; size: all of them; at: by holder,
    where they lie."""

    __slots__ = ("at", "number", "rest", "size")

    def __init__(self, w: Ways, number: int, whole: int) -> None:
        found = w.classes[number]
        self.number = number
        self.rest = {kind: count - w.count_of(whole, 2, number, kind) for kind, count in found.kinds.items()}
        self.size = found.size - w.count_of(whole, 3, number, 0)
        self.at = {holder: w.count_of(whole, 0, number, holder) for holder in w.there}


def look(w: Ways, sight: Sight) -> Sighting:
    """All cards of a holder are seen, and leave their classes."""
    fork = Sighting(sight.number)
    wanted: dict[int, int] = {}
    for kind in sight.kinds:
        wanted[kind] = wanted.get(kind, 0) + 1
    there = w.there[sight.holder]
    for way, weight in w.ways.items():
        left, added, pools = wanted.copy(), 0, []
        for number in there:
            found = w.classes[number]
            count = w.count_of(way + w.base, 0, number, sight.holder)
            if count and found.known:
                left[found.kind] = left.get(found.kind, 0) - count
            elif count:
                pools.append(_Pool(w, number, way + w.base))
            added -= count << w.field(0, number, sight.holder)
        if min(left.values(), default=0) < 0:
            continue
        pools.sort(key=lambda pool: pool.at[sight.holder])
        for share, named in _split(pools, sight.holder, left):
            _into(w, fork, way, weight * share, named, added)
    return fork


def _split(pools: Sequence[_Pool], holder: int, left: dict[int, int]) -> Iterator[tuple[float, Named]]:
    """In which ways the cards of some classes at a holder can be these, and how likely each is."""
    if not pools:
        if not any(left.values()):
            yield 1.0, ()
        return
    pool, rest = pools[0], pools[1:]
    kinds = [kind for kind, count in left.items() if count]
    for taken in _taken([min(left[kind], pool.rest.get(kind, 0)) for kind in kinds], pool.at[holder]):
        share = 1.0
        for kind, count in zip(kinds, taken, strict=True):
            share *= comb(pool.rest.get(kind, 0), count)
        share /= comb(pool.size, pool.at[holder])
        after = left | {kind: left[kind] - count for kind, count in zip(kinds, taken, strict=True)}
        named = tuple([(pool.number, holder, kind, n) for kind, n in zip(kinds, taken, strict=True) if n])
        for more, others in _split(rest, holder, after):
            yield share * more, named + others


def _taken(most: Sequence[int], count: int) -> Iterator[tuple[int, ...]]:
    """So many together, of each at most so many."""
    if not most:
        if not count:
            yield ()
        return
    rest = sum(most[1:])
    for one in range(max(0, count - rest), min(most[0], count) + 1):
        for others in _taken(most[1:], count - one):
            yield (one, *others)


def lack(w: Ways, sight: Sight) -> Sighting:
    """A holder has no card of a kind: those that there are of a class with cards there are with others, and known."""
    fork = Sighting(sight.number)
    kind, known = sight.lacking, w.group[sight.number]
    for holder in w.there:
        w.add(known, holder, 0)
    for way, weight in w.ways.items():
        whole = way + w.base
        pools = []
        for number in w.there.get(sight.holder, ()):
            found, count = w.classes[number], w.count_of(whole, 0, number, sight.holder)
            if count and found.kind == kind:
                break
            if count and kind in found.kinds:
                pools.append(_Pool(w, number, whole))
        else:
            for share, named in _elsewhere(pools, sight.holder, kind):
                _into(w, fork, way, weight * share, named, 0, known)
    return fork


def _elsewhere(pools: Sequence[_Pool], holder: int, kind: int) -> Iterator[tuple[float, Named]]:
    """Where the cards of a kind of some classes can be, if not with a holder, and how likely that is."""
    if not pools:
        yield 1.0, ()
        return
    pool = pools[0]
    others = [(other, count) for other, count in pool.at.items() if count and other != holder]
    for taken in _taken([count for _, count in others], pool.rest[kind]):
        share = 1 / comb(pool.size, pool.rest[kind])
        for (_, count), n in zip(others, taken, strict=True):
            share *= comb(count, n)
        named = tuple([(pool.number, other, kind, n) for (other, _), n in zip(others, taken, strict=True) if n])
        for more, rest in _elsewhere(pools[1:], holder, kind):
            yield share * more, named + rest


def _into(w: Ways, fork: Sighting, way: int, weight: float, named: Named, added: int, known: int = -1) -> None:
    """Keep what a way becomes. added: to it, besides what cards turn out to be; known: their class then, -1: none."""
    new = way + added
    for number, holder, kind, count in named:
        new += (count << w.field(2, number, kind)) + (count << w.field(3, number, 0))
        if known >= 0:
            new += (count << w.field(0, known, holder)) - (count << w.field(0, number, holder))
    fork.before.setdefault(new, []).append((way, weight, named))
