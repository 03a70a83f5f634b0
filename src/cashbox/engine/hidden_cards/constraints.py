"""Apply what viewers saw of a hidden holder as a whole: all its cards, or that it has none of a kind.

Each class assignment splits into those in which so many cards of each class turn out to be of each kind, weighted by
the number of ways to choose single cards for it: products of binomial coefficients.
"""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING, Final

from cashbox.engine.hidden_cards.counting import Split
from cashbox.engine.hidden_cards.knowledge import UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cashbox.engine.hidden_cards.counting import ClassAssignments, Identified
    from cashbox.engine.hidden_cards.knowledge import Inspection


MOST_OTHERS: Final = 2
"""Among so many it is told apart who has what, where it is seen what they have together."""


class _Unidentified:
    """A class of cards that are not known, in one way. rest: of them all, by kind; size: all of them; at: by holder,
    where they lie."""

    __slots__ = ("at", "number", "rest", "size")

    def __init__(self, a: ClassAssignments, number: int, whole: int) -> None:
        found = a.classes[number]
        self.number = number
        self.rest = {kind: count - a.count_of(whole, 2, number, kind) for kind, count in found.kinds.items()}
        self.size = found.size - a.count_of(whole, 3, number, 0)
        self.at = {holder: a.count_of(whole, 0, number, holder) for holder in a.classes_at}


def apply_inspection(a: ClassAssignments, inspection: Inspection) -> None:
    """The eyes see what cards a hidden holder has, or that it has none of a kind."""
    at = a.count
    a.count += 1
    if inspection.lacking == UNKNOWN:
        a.branched(_contents(a, inspection))
        a.pooled[inspection.number] = a.all_join(inspection.holder, inspection.kinds)
    else:
        a.branched(_absence(a, inspection))
    a.end(at, inspection.number)


def _contents(a: ClassAssignments, inspection: Inspection) -> Split:
    """All cards of a holder are seen, and leave their classes. Where no more than two others have any, it is told
    apart which of those have what: together they have the rest, so there are not many ways for it."""
    branch = Split(inspection.number)
    wanted: dict[int, int] = {}
    for kind in inspection.kinds:
        wanted[kind] = wanted.get(kind, 0) + 1
    others = [holder for holder, count in a.total_at.items() if count and holder != inspection.holder]
    known = _known(a, inspection, others) if 0 < len(others) <= MOST_OTHERS else {}
    classes = sorted({number for classes_at in a.classes_at.values() for number in classes_at})
    for way, weight in a.weights.items():
        left, added, pools = wanted.copy(), 0, []
        for number in classes:
            found = a.classes[number]
            count = a.count_of(way + a.common, 0, number, inspection.holder)
            if count and found.known:
                left[found.kind] = left.get(found.kind, 0) - count
            elif not found.known:
                pools.append(_Unidentified(a, number, way + a.common))
            if count:
                added -= count << a.field(0, number, inspection.holder)
        if min(left.values(), default=0) < 0:
            continue
        pools.sort(key=lambda pool: pool.at.get(inspection.holder, 0))
        for share, identified in _identify(
            [pool for pool in pools if pool.at.get(inspection.holder)], inspection.holder, left
        ):
            if not known:
                _record(a, branch, way, weight * share, identified, added, known, inspection.holder)
                continue
            for more, rest in _divide(pools, identified, others):
                _record(a, branch, way, weight * share * more, identified + rest, added, known, inspection.holder)
    return branch


def _known(a: ClassAssignments, inspection: Inspection, others: Sequence[int]) -> dict[int, int]:
    """By kind, the class of cards of others that turn out to be of it."""
    kinds = {kind for found in a.classes for kind in found.kinds}
    known = {kind: a.known_as(kind) for kind in sorted(kinds)}
    for number in known.values():
        for holder in others:
            a.add(number, holder, 0)
    a.identified[inspection.number] = known
    return known


def _divide(
    pools: Sequence[_Unidentified], seen: Identified, others: Sequence[int]
) -> Iterator[tuple[float, Identified]]:
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
    for taken in _compositions([rest[kind] for kind in kinds], mine):
        share = 1 / comb(sum(rest.values()), mine)
        for kind, count in zip(kinds, taken, strict=True):
            share *= comb(rest[kind], count)
        hands = [(one, kind, count) for kind, count in zip(kinds, taken, strict=True)]
        hands += [(other, kind, rest[kind] - count) for kind, count in zip(kinds, taken, strict=True)]
        identified = tuple([(pool.number, holder, kind, count) for holder, kind, count in hands if count])
        for more, further in _divide(pools[1:], seen, others):
            yield share * more, identified + further


def _identify(pools: Sequence[_Unidentified], holder: int, left: dict[int, int]) -> Iterator[tuple[float, Identified]]:
    """In which ways the cards of some classes at a holder can be these, and how likely each is."""
    if not pools:
        if not any(left.values()):
            yield 1.0, ()
        return
    pool, rest = pools[0], pools[1:]
    kinds = [kind for kind, count in left.items() if count]
    for taken in _compositions([min(left[kind], pool.rest.get(kind, 0)) for kind in kinds], pool.at[holder]):
        share = 1.0
        for kind, count in zip(kinds, taken, strict=True):
            share *= comb(pool.rest.get(kind, 0), count)
        share /= comb(pool.size, pool.at[holder])
        after = left | {kind: left[kind] - count for kind, count in zip(kinds, taken, strict=True)}
        identified = tuple([(pool.number, holder, kind, n) for kind, n in zip(kinds, taken, strict=True) if n])
        for more, others in _identify(rest, holder, after):
            yield share * more, identified + others


def _compositions(most: Sequence[int], count: int) -> Iterator[tuple[int, ...]]:
    """So many together, of each at most so many."""
    if not most:
        if not count:
            yield ()
        return
    rest = sum(most[1:])
    for one in range(max(0, count - rest), min(most[0], count) + 1):
        for others in _compositions(most[1:], count - one):
            yield (one, *others)


def _absence(a: ClassAssignments, inspection: Inspection) -> Split:
    """A holder has no card of a kind: those that there are of a class with cards there are with others, and known."""
    branch = Split(inspection.number)
    kind = inspection.lacking
    known = {kind: a.known_as(kind)}
    a.identified[inspection.number] = known
    for holder in a.classes_at:
        a.add(known[kind], holder, 0)
    for way, weight in a.weights.items():
        whole = way + a.common
        pools = []
        for number in a.classes_at.get(inspection.holder, ()):
            found, count = a.classes[number], a.count_of(whole, 0, number, inspection.holder)
            if count and found.kind == kind:
                break
            if count and kind in found.kinds:
                pools.append(_Unidentified(a, number, whole))
        else:
            for share, identified in _elsewhere(pools, inspection.holder, kind):
                _record(a, branch, way, weight * share, identified, 0, known)
    return branch


def _elsewhere(pools: Sequence[_Unidentified], holder: int, kind: int) -> Iterator[tuple[float, Identified]]:
    """Where the cards of a kind of some classes can be, if not with a holder, and how likely that is."""
    if not pools:
        yield 1.0, ()
        return
    pool = pools[0]
    others = [(other, count) for other, count in pool.at.items() if count and other != holder]
    for taken in _compositions([count for _, count in others], pool.rest[kind]):
        share = 1 / comb(pool.size, pool.rest[kind])
        for (_, count), n in zip(others, taken, strict=True):
            share *= comb(count, n)
        identified = tuple([(pool.number, other, kind, n) for (other, _), n in zip(others, taken, strict=True) if n])
        for more, rest in _elsewhere(pools[1:], holder, kind):
            yield share * more, identified + rest


def _record(
    a: ClassAssignments,
    branch: Split,
    way: int,
    weight: float,
    identified: Identified,
    added: int,
    known: dict[int, int],
    gone: int = -1,
) -> None:
    """Keep what a way becomes. added: to it, besides what cards turn out to be; known: by kind, their class then; gone:
    the holder of those that leave their classes."""
    new = way + added
    for number, holder, kind, count in identified:
        new += (count << a.field(2, number, kind)) + (count << a.field(3, number, 0))
        if holder != gone:
            new += (count << a.field(0, known[kind], holder)) - (count << a.field(0, number, holder))
    branch.before.setdefault(new, []).append((way, weight, identified))
