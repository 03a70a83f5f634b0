"""Count in how many histories hidden cards of one back can have gone where.

Every history of single cards that shows the viewers what they saw has the same weight: dealing gives each card of a
deck the same chance, and so does a gift that they didn't see. Histories are not listed. Cards that nothing tells apart
form a class; a class assignment says how many cards of each class are with each holder. The forward pass carries all
class assignments from step to step, each with its weight, which is proportional to its number of histories; the
backward pass draws one of them from the end. This is forward filtering, backward sampling; `docs/hidden-cards.md` has
the theory.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.hidden_cards.knowledge import UNKNOWN
from cashbox.engine.native import mypyc_attr

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cashbox.engine.chance import Chance
    from cashbox.engine.hidden_cards.knowledge import ObservedMove

    Identified = tuple[tuple[int, int, int, int], ...]
    """What cards turn out to be: (class, holder, kind, how many of them) each."""


IRRELEVANT: Final = -2
"""The kind of known cards of which it makes no difference any more which they are: none like them is seen later."""


class CardClass:
    """Cards that nothing tells apart. known: each is known to be of `kind`; else `kinds` says how many of each kind
    they were at first. size: of all together. mixed: ways may differ in what is left of it without saying so."""

    __slots__ = ("kind", "kinds", "known", "mixed", "size")

    def __init__(self, kinds: dict[int, int], kind: int = UNKNOWN) -> None:
        self.kinds = kinds
        self.kind = kind
        self.known = kind != UNKNOWN
        self.mixed = False
        self.size = sum(kinds.values())

    def clone(self) -> CardClass:
        """An independent copy."""
        found = CardClass(self.kinds, self.kind)
        found.mixed = self.mixed
        return found


RESOLUTION: Final = 1 << 48
"""One of so many is drawn for a share between 0 and 1."""


def resample(weights: dict[int, float], whole: float, limit: int) -> dict[int, float]:
    """So many of them: the likelier ones as they are, the others evenly spread, each standing for its neighbours. This
    takes no chance, so that the same knowledge gives the same."""
    order = sorted(weights.values(), reverse=True)
    kept, rest = 0, whole
    while kept < limit and order[kept] * (limit - kept) >= rest:
        rest -= order[kept]
        kept += 1
    share = rest / (limit - kept) if kept < limit else 0.0
    found: dict[int, float] = {}
    at = share / 2
    for way in sorted(weights):
        weight = weights[way]
        if weight > share:
            found[way] = weight
            continue
        at -= weight
        if at < 0.0:
            found[way] = share
            at += share
    return found


def pick(weights: dict[int, float], chance: Chance) -> int:
    """One of them by its weight."""
    if len(weights) == 1:
        return next(iter(weights))
    rest = chance.draw(RESOLUTION) / RESOLUTION * sum(weights.values())
    last = -1
    for one, weight in weights.items():
        if weight > 0.0:
            last = one
            rest -= weight
            if rest < 0.0:
                break
    return last


WIDTH: Final = 16
"""Of a field of a way."""
MASK: Final = (1 << WIDTH) - 1


class DeadEnd(Exception):  # noqa: N818 (no error: more ways are tried)
    """None of the ways that were carried along can have been."""


class Choice:
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


class Branch:
    """An event for which there was more than one way. base, before: the ways until then."""

    __slots__ = ("before", "choices", "common", "number")

    def __init__(self, number: int, common: int, before: dict[int, float]) -> None:
        self.number = number
        self.common = common
        self.before = before
        self.choices: list[Choice] = []

    def after(self) -> dict[int, float]:
        """The ways from then on."""
        found: dict[int, float] = {}
        choices = self.choices
        for way, weight in self.before.items():
            whole = way + self.common
            for choice in choices:
                share = choice.share(whole)
                if share > 0.0:
                    new = way + choice.added
                    found[new] = found.get(new, 0.0) + weight * share
        return found

    def leading_to(self, way: int) -> dict[int, float]:
        """Which options lead to a way, by their numbers, and how likely each is."""
        found: dict[int, float] = {}
        for k, choice in enumerate(self.choices):
            before = way - choice.added
            weight = self.before.get(before, 0.0)
            if weight > 0.0:
                found[k] = weight * choice.share(before + self.common)
        return found


class Merge:
    """Cards that went at one moment arrive, or something is forgotten: ways that differed only before come to the same.
    before: by way after it, those."""

    __slots__ = ("before",)

    def __init__(self, before: dict[int, dict[int, float]]) -> None:
        self.before = before


class Split:
    """A holder's cards are seen. before: by way after it, each way before, its weight, and what cards turn out to
    be."""

    __slots__ = ("before", "number")

    def __init__(self, number: int) -> None:
        self.number = number
        self.before: dict[int, list[tuple[int, float, Identified]]] = {}


def sample_backward(
    weights: dict[int, float], branches: list[Branch | Merge | Split], chosen: dict[int, int], chance: Chance
) -> dict[int, Identified]:
    """One of the ways that there are in the end, and one of those that led there, by their weights: what cards turn out
    to be at each sight. chosen: the class of the card of each event goes there."""
    identified: dict[int, Identified] = {}
    way = pick(weights, chance)
    for branch in reversed(branches):
        if isinstance(branch, Merge):
            way = pick(branch.before[way], chance)
        elif isinstance(branch, Split):
            some = branch.before[way]
            way, _, identified[branch.number] = some[pick({k: one[1] for k, one in enumerate(some)}, chance)]
        else:
            choice = branch.choices[pick(branch.leading_to(way), chance)]
            chosen[branch.number] = choice.number
            way -= choice.added
    return identified


@mypyc_attr(allow_interpreted_subclasses=True)
class ClassAssignments:
    """The ways after some moments.

    A way is one number, with a field for each number of cards that has ever been other than 0; ways are kept without
    `base`, what they have in common. classes: numbered; known: of a kind. sure: the class of each event that can have
    but one. joined: by event, before which classes at its holder become one, by sight, after which: (new, those).
    shuffled: by event, the class that the cards of its moment become together. there: the classes that may be at a
    holder; total: cards there. group: by event, the class of a card that is seen; turned: by sight and kind. exact: no
    way was left out; most: so many ways there were at once.
    """

    __slots__ = (
        "branches",
        "class_of",
        "classes",
        "classes_at",
        "common",
        "count",
        "dropped",
        "ends",
        "exact",
        "fields",
        "forced",
        "identified",
        "irrelevant",
        "known",
        "last_use",
        "most_exact",
        "particles",
        "peak",
        "pooled",
        "shuffled",
        "total_at",
        "weights",
    )  # fmt: skip

    def __init__(self, hidden: dict[int, list[int]], last_use: dict[int, int]) -> None:
        """hidden: by holder, the kinds of the cards there at the start. last: by kind, which event or sight in order is
        the last that tells of one with a hidden holder."""
        self.count = 0
        self.class_of: dict[int, int] = {}
        self.last_use = last_use
        self.particles = self.most_exact = 0
        self.exact = True
        self.ends: dict[int, list[int]] = {}
        for kind, at in last_use.items():
            self.ends.setdefault(at, []).append(kind)
        self.irrelevant = -1
        self.dropped: dict[int, list[tuple[int, int]]] = {}
        self.common = 0
        self.classes: list[CardClass] = []
        self.fields: dict[tuple[int, int, int], int] = {}
        self.branches: list[Branch | Merge | Split] = []
        self.pooled: dict[int, tuple[int, list[int]]] = {}
        self.known: dict[int, int] = {}
        self.shuffled: dict[int, int] = {}
        self.forced: dict[int, int] = {}
        self.classes_at: dict[int, list[int]] = {}
        self.total_at: dict[int, int] = {}
        self.identified: dict[int, dict[int, int]] = {}
        self.weights: dict[int, float] = {0: 1.0}
        self.peak = 1
        for holder, kinds in hidden.items():
            self.pool(kinds, holder)
            self.total_at[holder] = len(kinds)

    def limit(self, most_exact: int, particles: int) -> None:
        """How many ways are carried along, and, once there were more, from then on."""
        self.most_exact = most_exact
        self.particles = particles

    def clone(self) -> ClassAssignments:
        """An independent copy."""
        w = ClassAssignments.__new__(ClassAssignments)
        w.common, w.count, w.irrelevant, w.exact, w.particles, w.most_exact = (
            self.common,
            self.count,
            self.irrelevant,
            self.exact,
            self.particles,
            self.most_exact,
        )
        w.peak, w.last_use, w.ends, w.weights = self.peak, self.last_use, self.ends, self.weights
        w.classes = [found.clone() for found in self.classes]
        w.fields, w.branches, w.class_of = self.fields.copy(), self.branches[:], self.class_of.copy()
        w.pooled, w.known, w.shuffled = self.pooled.copy(), self.known.copy(), self.shuffled.copy()
        w.dropped = {number: some[:] for number, some in self.dropped.items()}
        w.forced, w.total_at, w.identified = self.forced.copy(), self.total_at.copy(), self.identified.copy()
        w.classes_at = {holder: some[:] for holder, some in self.classes_at.items()}
        return w

    # -- fields of a way: (0, class, holder) cards there; (1, class, holder) on their way there; (2, class, kind) of a
    # -- class found out to be of a kind; (3, class, 0) all found out

    def field(self, what: int, number: int, which: int) -> int:
        """Where a field begins."""
        key = (what, number, which)
        found = self.fields.get(key)
        if found is None:
            found = self.fields[key] = len(self.fields) * WIDTH
        return found

    def count_of(self, whole: int, what: int, number: int, which: int) -> int:
        """What a field of a whole way says."""
        at = self.fields.get((what, number, which))
        return 0 if at is None else whole >> at & MASK

    def pool(self, kinds: Iterable[int], holder: int) -> int:
        """A new class of these cards, which are all there."""
        count: dict[int, int] = {}
        for kind in sorted(kinds):
            count[kind] = count.get(kind, 0) + 1
        found = CardClass(count)
        self.classes.append(found)
        number = len(self.classes) - 1
        self.add(number, holder, found.size)
        return number

    def known_as(self, kind: int) -> int:
        """The class of cards now known to be of a kind."""
        if self.last_use.get(kind, -1) < self.count:
            return self._irrelevant()
        found = self.known.get(kind)
        if found is None:
            found = self.known[kind] = len(self.classes)
            self.classes.append(CardClass({}, kind))
        return found

    def _irrelevant(self) -> int:
        """The class of known cards that are of no interest any more."""
        if self.irrelevant < 0:
            self.irrelevant = len(self.classes)
            self.classes.append(CardClass({}, IRRELEVANT))
        return self.irrelevant

    def add(self, number: int, holder: int, count: int) -> None:
        """So many cards of a class come to a holder in every way."""
        self.common += count << self.field(0, number, holder)
        classes_at = self.classes_at.setdefault(holder, [])
        if number not in classes_at:
            classes_at.append(number)

    # -- what happens --------------------------------------------------------------------------------------------

    def moment(self, events: Sequence[ObservedMove], is_hidden: dict[int, bool]) -> None:
        """Things that happen at once. hides: whether the cards of a holder are hidden."""
        first = self.count
        self.count += len(events)
        if self._shuffle(events, is_hidden):
            return
        arriving: list[tuple[int, int]] = []
        waiting: list[tuple[int, int]] = []
        for number, kind, giver, taker in events:
            if is_hidden[giver]:
                self.total_at[giver] -= 1
                found = self._leave(number, kind, giver, taker, waiting, hidden=is_hidden[taker])
                if kind == UNKNOWN and found >= 0:
                    arriving.append((found, taker))
            if is_hidden[taker]:
                self.total_at[taker] = self.total_at.get(taker, 0) + 1
                if kind != UNKNOWN:
                    self.class_of[number] = self.known_as(kind)
                    arriving.append((self.class_of[number], taker))
        for found, taker in arriving:
            self.add(found, taker, 1)
        if waiting:
            self._meet(waiting)
        for at, (number, _, _, _) in enumerate(events, first):
            self.end(at, number)

    def branched(self, branch: Split) -> None:
        """The ways after something was seen of a holder as a whole."""
        self.branches.append(branch)
        self._carry({way: sum([one[1] for one in some]) for way, some in branch.before.items()})

    def all_join(self, holder: int, kinds: Sequence[int]) -> tuple[int, list[int]]:
        """All cards of a holder that has been looked through are one class: the new one, and those before."""
        before = self.classes_at[holder]
        self.classes_at[holder] = []
        return self.pool(kinds, holder), before

    def end(self, at: int, number: int) -> None:
        """What nothing tells of after an event or sight is forgotten."""
        for kind in self.ends.get(at, ()):
            if kind in self.known:
                self._forget(number, self.known[kind])
            if len(self.weights) > 1:
                self._forget_count(kind)

    def _forget_count(self, kind: int) -> None:
        """Of what class the cards of a kind were that were seen makes no difference any more."""
        fields = []
        for number, found in enumerate(self.classes):
            if kind in found.kinds and self._value(2, number, kind) < 0:
                found.mixed = True
                fields.append((self.field(2, number, kind), -1))
        if fields:
            self._merge(fields)

    def _forget(self, event: int, number: int) -> None:
        """From this event on the cards of a known kind are dull."""
        irrelevant = self._irrelevant()
        self.dropped.setdefault(event, []).append((number, irrelevant))
        fields = []
        for holder, classes_at in self.classes_at.items():
            if number in classes_at:
                classes_at.remove(number)
                self.add(irrelevant, holder, 0)
                fields.append((self.field(0, number, holder), self.field(0, irrelevant, holder)))
        if fields:
            self._merge(fields)

    def _shuffle(self, events: Sequence[ObservedMove], is_hidden: dict[int, bool]) -> bool:
        """Open cards that are put where no card is are one class from then on."""
        taker = events[0][3]
        if not is_hidden[taker] or self.total_at.get(taker, 0) or len(events) < 2:
            return False
        if any(is_hidden[giver] or to != taker or kind == UNKNOWN for _, kind, giver, to in events):
            return False
        self.classes_at[taker] = []
        self.shuffled[events[0][0]] = self.pool([kind for _, kind, _, _ in events], taker)
        self.total_at[taker] = len(events)
        return True

    def _leave(
        self, number: int, kind: int, giver: int, taker: int, waiting: list[tuple[int, int]], *, hidden: bool
    ) -> int:
        """A card leaves a hidden holder. The class, -1 where it is not the same in all ways."""
        if kind == UNKNOWN and len(self.classes_at[giver]) > 1:
            self._join(number, giver)
        choices = self._options(giver, kind)
        if len(choices) == 1 and (len(self.weights) == 1 or (kind == UNKNOWN and len(self.classes_at[giver]) == 1)):
            self.common += choices[0].added
            self.forced[number] = choices[0].number
            return choices[0].number
        branch = Branch(number, self.common, self.weights)
        branch.choices = choices
        if kind == UNKNOWN and hidden:
            for choice in choices:
                choice.added += 1 << self.field(1, choice.number, taker)
                if (choice.number, taker) not in waiting:
                    waiting.append((choice.number, taker))
        self.branches.append(branch)
        self._carry(branch.after())
        return -1

    def _options(self, holder: int, kind: int) -> list[Choice]:
        """The classes of which a card may be the one that leaves a holder, in some way. Where few ways stand for many
        it can be none, though cards of such a class are there: all of the kind may have been found out already."""
        found: list[Choice] = []
        for number in self.classes_at[holder]:
            choice = self._option(number, holder, kind)
            if choice is not None and any(choice.share(way + self.common) > 0.0 for way in self.weights):
                found.append(choice)
        return found

    def _option(self, number: int, holder: int, kind: int) -> Choice | None:
        """That it is a card of a class that leaves a holder, found out to be of a kind; None where no such card ever
        was of the class."""
        found, at = self.classes[number], self.field(0, number, holder)
        if kind == UNKNOWN or (found.known and found.kind == kind):
            return Choice(number, -(1 << at), at)
        if kind not in found.kinds:
            return None
        of_kind, of_all = self.field(2, number, kind), self.field(3, number, 0)
        added = (1 << of_kind) + (1 << of_all) - (1 << at)
        return Choice(number, added, at, found.kinds[kind], of_kind, found.size, of_all)

    def _carry(self, after: dict[int, float]) -> None:
        """These are the ways from now on."""
        whole = sum(after.values())
        if whole <= 0.0:
            raise DeadEnd
        if len(after) > (self.most_exact if self.exact else self.particles):
            self.exact = False
            after = resample(after, whole, self.particles)
        self.peak = max(self.peak, len(after))
        self.weights = {way: weight / whole for way, weight in after.items()}

    def _meet(self, waiting: list[tuple[int, int]]) -> None:
        """Cards that are on their way arrive."""
        fields = [(self.field(1, number, taker), self.field(0, number, taker)) for number, taker in waiting]
        for number, taker in waiting:
            self.add(number, taker, 0)
        self._merge(fields)

    def _merge(self, fields: list[tuple[int, int]]) -> None:
        """What some fields say is added to others (-1: to none), which makes some ways the same."""
        if len(self.weights) == 1:
            (way,) = self.weights
            for left, entered in fields:
                count = (way + self.common) >> left & MASK
                self.common += (count << entered) - (count << left)
            return
        before: dict[int, dict[int, float]] = {}
        after: dict[int, float] = {}
        for way, weight in self.weights.items():
            new = way
            for left, entered in fields:
                count = (way + self.common) >> left & MASK
                new -= count << left
                if entered >= 0:
                    new += count << entered
            before.setdefault(new, {})[way] = weight
            after[new] = after.get(new, 0.0) + weight
        self.branches.append(Merge(before))
        self.weights = after

    def _join(self, number: int, holder: int) -> None:
        """Classes that lie whole with one holder, the same in all ways, are one from then on: which card is which will
        be seen, or not, when it leaves."""
        some = [found for found in self.classes_at[holder] if self._whole(found, holder)]
        if len(some) < 2:
            return
        cards: list[int] = []
        for found in some:
            cards += self._take_out(found, holder)
        self.classes_at[holder] = [found for found in self.classes_at[holder] if found not in some]
        self.pooled[number] = (self.pool(cards, holder), some)

    def _value(self, what: int, number: int, which: int) -> int:
        """What a field says in all ways, -1 where they differ."""
        at = self.fields.get((what, number, which))
        if at is None:
            return 0
        found = {(way + self.common) >> at & MASK for way in self.weights}
        return found.pop() if len(found) == 1 else -1

    def _whole(self, number: int, holder: int) -> bool:
        """Whether all cards of a class are there in all ways, and the same."""
        count = self._value(0, number, holder)
        if count <= 0:
            return False
        found = self.classes[number]
        if found.known:
            return True
        return (
            not found.mixed
            and found.size - self._value(3, number, 0) == count
            and all(self._value(2, number, kind) >= 0 for kind in found.kinds)
        )

    def _take_out(self, number: int, holder: int) -> list[int]:
        """All cards of a class at a holder leave it; their kinds."""
        count, found = self._value(0, number, holder), self.classes[number]
        self.common -= count << self.field(0, number, holder)
        if found.known:
            return [found.kind] * count
        left: list[int] = []
        for kind, size in found.kinds.items():
            rest = size - self._value(2, number, kind)
            left += [kind] * rest
            if rest:
                self.common += rest << self.field(2, number, kind)
        self.common += count << self.field(3, number, 0)
        return left

    def draw(self, chance: Chance) -> tuple[dict[int, int], dict[int, Identified]]:
        """One way: the class of the card of each event, and what cards turn out to be at each sight."""
        chosen = self.forced.copy()
        return chosen, sample_backward(self.weights, self.branches, chosen, chance)
