"""What the eyes see of a hidden holder as a whole: all its cards, or that it has none of a kind.

Each way splits into those in which so many cards of each class turn out to be of each kind; as often as there are
choices of single cards for it.
"""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING, Final

from cashbox.engine.classes import UNKNOWN
from cashbox.engine.forks import Sighting

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cashbox.engine.forks import Named
    from cashbox.engine.ways import Ways

TOLD_APART: Final = 2
"""Among so many it is told apart who has what, where it is seen what they have together."""


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


def see(w: Ways, sight: Sight) -> None:
    """The eyes see what cards a hidden holder has, or that it has none of a kind."""
    at = w.count
    w.count += 1
    if sight.lacking == UNKNOWN:
        w.branched(_look(w, sight))
        w.joined[sight.number] = w.all_join(sight.holder, sight.kinds)
    else:
        w.branched(_lack(w, sight))
    w.end(at, sight.number)


def _look(w: Ways, sight: Sight) -> Sighting:
    """All cards of a holder are seen, and leave their classes. Where no more than two others have any, it is told
    apart which of those have what: together they have the rest, so there are not many ways for it."""
    fork = Sighting(sight.number)
    wanted: dict[int, int] = {}
    for kind in sight.kinds:
        wanted[kind] = wanted.get(kind, 0) + 1
    others = [holder for holder, count in w.total.items() if count and holder != sight.holder]
    known = _known(w, sight, others) if 0 < len(others) <= TOLD_APART else {}
    classes = sorted({number for there in w.there.values() for number in there})
    for way, weight in w.ways.items():
        left, added, pools = wanted.copy(), 0, []
        for number in classes:
            found = w.classes[number]
            count = w.count_of(way + w.base, 0, number, sight.holder)
            if count and found.known:
                left[found.kind] = left.get(found.kind, 0) - count
            elif not found.known:
                pools.append(_Pool(w, number, way + w.base))
            if count:
                added -= count << w.field(0, number, sight.holder)
        if min(left.values(), default=0) < 0:
            continue
        pools.sort(key=lambda pool: pool.at.get(sight.holder, 0))
        for share, named in _split([pool for pool in pools if pool.at.get(sight.holder)], sight.holder, left):
            if not known:
                _into(w, fork, way, weight * share, named, added, known, sight.holder)
                continue
            for more, rest in _apart(pools, named, others):
                _into(w, fork, way, weight * share * more, named + rest, added, known, sight.holder)
    return fork


def _known(w: Ways, sight: Sight, others: Sequence[int]) -> dict[int, int]:
    """By kind, the class of cards of others that turn out to be of it."""
    kinds = {kind for found in w.classes for kind in found.kinds}
    known = {kind: w.known_as(kind) for kind in sorted(kinds)}
    for number in known.values():
        for holder in others:
            w.add(number, holder, 0)
    w.turned[sight.number] = known
    return known


def _apart(pools: Sequence[_Pool], seen: Named, others: Sequence[int]) -> Iterator[tuple[float, Named]]:
    """In which ways one of at most two others, and the other, can have what is left of classes."""
    if not pools:
        yield 1.0, ()
        return
    pool, one, other = pools[0], others[0], others[-1]
    rest = pool.rest.copy()
    for number, _, kind, count in seen:
        if number == pool.number:
            rest[kind] -= count
    kinds = [kind for kind, count in rest.items() if count]
    mine = pool.at.get(one, 0) if one != other else 0
    for taken in _taken([rest[kind] for kind in kinds], mine):
        share = 1 / comb(sum(rest.values()), mine)
        for kind, count in zip(kinds, taken, strict=True):
            share *= comb(rest[kind], count)
        hands = [(one, kind, count) for kind, count in zip(kinds, taken, strict=True)]
        hands += [(other, kind, rest[kind] - count) for kind, count in zip(kinds, taken, strict=True)]
        named = tuple([(pool.number, holder, kind, count) for holder, kind, count in hands if count])
        for more, further in _apart(pools[1:], seen, others):
            yield share * more, named + further


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


def _lack(w: Ways, sight: Sight) -> Sighting:
    """A holder has no card of a kind: those that there are of a class with cards there are with others, and known."""
    fork = Sighting(sight.number)
    kind = sight.lacking
    known = {kind: w.known_as(kind)}
    w.turned[sight.number] = known
    for holder in w.there:
        w.add(known[kind], holder, 0)
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


def _into(
    w: Ways, fork: Sighting, way: int, weight: float, named: Named, added: int, known: dict[int, int], gone: int = -1
) -> None:
    """Keep what a way becomes. added: to it, besides what cards turn out to be; known: by kind, their class then; gone:
    the holder of those that leave their classes."""
    new = way + added
    for number, holder, kind, count in named:
        new += (count << w.field(2, number, kind)) + (count << w.field(3, number, 0))
        if holder != gone:
            new += (count << w.field(0, known[kind], holder)) - (count << w.field(0, number, holder))
    fork.before.setdefault(new, []).append((way, weight, named))
