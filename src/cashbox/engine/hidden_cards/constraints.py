"""Apply what viewers saw of a hidden holder as a whole: all its cards, or that it has none of a kind.

Each class assignment splits by how many cards of each class turn out to be of each kind, weighted by the number of ways
to choose the cards: products of binomial coefficients.
"""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING, Final

from cashbox.engine.hidden_cards.counting import AT, IDENTIFIED, OF_KIND, Split
from cashbox.engine.hidden_cards.knowledge import UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cashbox.engine.hidden_cards.counting import ClassAssignments, Identified
    from cashbox.engine.hidden_cards.knowledge import Inspection

MOST_OTHERS: Final = 2
"""If at most this many others have hidden cards when a holder is inspected, their cards are identified too: there are
few possibilities, because together they have the rest."""


class _Pool:
    """The cards of a class that aren't identified, in one class assignment. left: by kind; size: how many; at: the
    number of cards by holder."""

    __slots__ = ("at", "left", "number", "size")

    def __init__(self, a: ClassAssignments, number: int, whole: int) -> None:
        found = a.classes[number]
        self.number = number
        self.left = {kind: count - a.value(whole, OF_KIND, number, kind) for kind, count in found.kinds.items()}
        self.size = found.size - a.value(whole, IDENTIFIED, number, 0)
        self.at = {holder: a.value(whole, AT, number, holder) for holder in a.classes_at}


def apply_inspection(a: ClassAssignments, inspection: Inspection) -> None:
    """Split class assignments by what an inspection shows."""
    at = a.count
    a.count += 1
    if inspection.lacking == UNKNOWN:
        a.split(_contents(a, inspection))
        a.pooled[inspection.number] = a.pool_contents(inspection.holder, inspection.kinds)
    else:
        a.split(_absence(a, inspection))
    a.drop(at, inspection.number)


def _contents(a: ClassAssignments, inspection: Inspection) -> Split:
    """Identify all cards of a holder, and those of the others if there are few."""
    split = Split(inspection.number)
    holder = inspection.holder
    wanted: dict[int, int] = {}
    for kind in inspection.kinds:
        wanted[kind] = wanted.get(kind, 0) + 1
    others = [other for other, count in a.total_at.items() if count and other != holder]
    known = _known_kinds(a, inspection, others) if 0 < len(others) <= MOST_OTHERS else {}
    classes = sorted({number for there in a.classes_at.values() for number in there})
    for one, weight in a.weights.items():
        missing, added, pools = wanted.copy(), 0, []
        for number in classes:
            found = a.classes[number]
            count = a.value(one + a.common, AT, number, holder)
            if count and found.known:
                missing[found.kind] = missing.get(found.kind, 0) - count
            elif not found.known:
                pools.append(_Pool(a, number, one + a.common))
            if count:
                added -= count << a.field(AT, number, holder)
        if min(missing.values(), default=0) < 0:
            continue
        pools.sort(key=lambda pool: pool.at.get(holder, 0))
        for share, identified in _fill([pool for pool in pools if pool.at.get(holder)], holder, missing):
            if not known:
                _record(a, split, one, weight * share, identified, added, known, holder)
                continue
            for more, rest in _divide(pools, identified, others):
                _record(a, split, one, weight * share * more, identified + rest, added, known, holder)
    return split


def _known_kinds(a: ClassAssignments, inspection: Inspection, others: Sequence[int]) -> dict[int, int]:
    """Return, by kind, the class of the cards of others that are identified as that kind."""
    kinds = {kind for found in a.classes for kind in found.kinds}
    known = {kind: a.known_as(kind) for kind in sorted(kinds)}
    for number in known.values():
        for holder in others:
            a.add(number, holder, 0)
    a.identified[inspection.number] = known
    return known


def _fill(pools: Sequence[_Pool], holder: int, missing: dict[int, int]) -> Iterator[tuple[float, Identified]]:
    """List how the cards of some classes with a holder can be of the missing kinds, with weights."""
    if not pools:
        if not any(missing.values()):
            yield 1.0, ()
        return
    pool = pools[0]
    kinds = [kind for kind, count in missing.items() if count]
    for taken in _compositions([min(missing[kind], pool.left.get(kind, 0)) for kind in kinds], pool.at[holder]):
        share = 1.0
        for kind, count in zip(kinds, taken, strict=True):
            share *= comb(pool.left.get(kind, 0), count)
        share /= comb(pool.size, pool.at[holder])
        after = missing | {kind: missing[kind] - count for kind, count in zip(kinds, taken, strict=True)}
        identified = tuple([(pool.number, holder, kind, n) for kind, n in zip(kinds, taken, strict=True) if n])
        for more, rest in _fill(pools[1:], holder, after):
            yield share * more, identified + rest


def _divide(pools: Sequence[_Pool], seen: Identified, others: Sequence[int]) -> Iterator[tuple[float, Identified]]:
    """List how one or two other holders can have what is left of classes, with weights."""
    if not pools:
        yield 1.0, ()
        return
    pool, one, other = pools[0], others[0], others[-1]
    left = pool.left.copy()
    for number, _, kind, count in seen:
        if number == pool.number:
            left[kind] -= count
    kinds = [kind for kind, count in left.items() if count]
    mine = pool.at.get(one, 0) if one != other else 0
    for taken in _compositions([left[kind] for kind in kinds], mine):
        share = 1 / comb(sum(left.values()), mine)
        for kind, count in zip(kinds, taken, strict=True):
            share *= comb(left[kind], count)
        hands = [(one, kind, count) for kind, count in zip(kinds, taken, strict=True)]
        hands += [(other, kind, left[kind] - count) for kind, count in zip(kinds, taken, strict=True)]
        identified = tuple([(pool.number, holder, kind, count) for holder, kind, count in hands if count])
        for more, rest in _divide(pools[1:], seen, others):
            yield share * more, identified + rest


def _absence(a: ClassAssignments, inspection: Inspection) -> Split:
    """Identify the cards of a kind that a holder lacks, for the classes that it has cards of: they are with others."""
    split = Split(inspection.number)
    kind = inspection.lacking
    known = {kind: a.known_as(kind)}
    a.identified[inspection.number] = known
    for holder in a.classes_at:
        a.add(known[kind], holder, 0)
    for one, weight in a.weights.items():
        whole = one + a.common
        pools = []
        for number in a.classes_at.get(inspection.holder, ()):
            found, count = a.classes[number], a.value(whole, AT, number, inspection.holder)
            if count and found.kind == kind:
                break
            if count and kind in found.kinds:
                pools.append(_Pool(a, number, whole))
        else:
            for share, identified in _elsewhere(pools, inspection.holder, kind):
                _record(a, split, one, weight * share, identified, 0, known)
    return split


def _elsewhere(pools: Sequence[_Pool], holder: int, kind: int) -> Iterator[tuple[float, Identified]]:
    """List where the cards of a kind of some classes can be if a holder has none, with weights."""
    if not pools:
        yield 1.0, ()
        return
    pool = pools[0]
    others = [(other, count) for other, count in pool.at.items() if count and other != holder]
    for taken in _compositions([count for _, count in others], pool.left[kind]):
        share = 1 / comb(pool.size, pool.left[kind])
        for (_, count), n in zip(others, taken, strict=True):
            share *= comb(count, n)
        identified = tuple([(pool.number, other, kind, n) for (other, _), n in zip(others, taken, strict=True) if n])
        for more, rest in _elsewhere(pools[1:], holder, kind):
            yield share * more, identified + rest


def _compositions(most: Sequence[int], count: int) -> Iterator[tuple[int, ...]]:
    """List the ways to take a total number of things with a maximum for each sort."""
    if not most:
        if not count:
            yield ()
        return
    rest = sum(most[1:])
    for one in range(max(0, count - rest), min(most[0], count) + 1):
        for others in _compositions(most[1:], count - one):
            yield (one, *others)


def _record(
    a: ClassAssignments,
    split: Split,
    one: int,
    weight: float,
    identified: Identified,
    added: int,
    known: dict[int, int],
    gone: int = -1,
) -> None:
    """Record what a class assignment becomes. added: what is added to it, in addition to the identified cards. known:
    by kind, the class of cards identified as that kind. gone: the holder whose cards leave their classes."""
    new = one + added
    for number, holder, kind, count in identified:
        new += (count << a.field(OF_KIND, number, kind)) + (count << a.field(IDENTIFIED, number, 0))
        if holder != gone:
            new += (count << a.field(AT, known[kind], holder)) - (count << a.field(AT, number, holder))
    split.before.setdefault(new, []).append((one, weight, identified))
