"""Count the histories by which hidden cards of one back can have reached their holders.

Every history of single cards that shows the viewers what they saw has the same weight: dealing gives each card of a
deck the same chance, and so does a gift that they didn't see. Histories are not enumerated. Indistinguishable cards
form a class; a class assignment says how many cards of each class each holder has. The forward pass carries all class
assignments from step to step, each with its weight, which is proportional to its number of histories; the
backward pass draws one of them from the end: forward filtering, backward sampling (docs/notes/hidden-cards.md).

A class assignment is one int with a field for each number that has ever been other than 0. What all have in common is
stored separately, in `ClassAssignments.common`; a class assignment plus that is called whole.
"""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Final

from cashbox.engine.hidden_cards.knowledge import UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cashbox.engine.chance import Chance
    from cashbox.engine.hidden_cards.knowledge import ObservedMove

    Identified = tuple[tuple[int, int, int, int], ...]
    """Identified cards: (class, holder, kind, count) each."""

IRRELEVANT: Final = -2
"""The kind of identified cards that no later step mentions."""
RESOLUTION: Final = 1 << 48
"""The number of equally likely draws when picking by weight."""
WIDTH: Final = 16
"""The width of a field in bits."""
MASK: Final = (1 << WIDTH) - 1
AT: Final = 0
"""A field (AT, class, holder): the number of cards of the class with the holder."""
MOVING: Final = 1
"""A field (MOVING, class, holder): the number on their way to the holder."""
OF_KIND: Final = 2
"""A field (OF_KIND, class, kind): the number of cards of the class identified as that kind."""
IDENTIFIED: Final = 3
"""A field (IDENTIFIED, class, 0): the total number of identified cards of the class."""


class DeadEnd(Exception):  # noqa: N818 (no error: the caller goes back)
    """None of the particles is possible anymore."""


class CardClass:
    """A class of indistinguishable cards.

    known: whether each is known to be of `kind`; otherwise `kinds` has the initial number of each kind. size: the
    initial number of cards. mixed: whether class assignments may implicitly disagree on what is left of it.
    """

    __slots__ = ("kind", "kinds", "known", "mixed", "size")

    def __init__(self, kinds: dict[int, int], kind: int = UNKNOWN) -> None:
        self.kinds = kinds
        self.kind = kind
        self.known = kind != UNKNOWN
        self.mixed = False
        self.size = sum(kinds.values())

    def clone(self) -> CardClass:
        """Return an independent copy; `copy` takes nine times as long."""
        found = CardClass.__new__(CardClass)
        found.kinds, found.kind, found.known = self.kinds, self.kind, self.known
        found.mixed, found.size = self.mixed, self.size
        return found


class Choice:
    """A class that a card leaving its holder may belong to.

    added: what it adds to a class assignment. at: the field with the holder's number of cards of the class. If the card
    is identified: kinds, of_kind: the class's initial number of cards of that kind, and the field with the number
    identified; size, identified: the same for all its cards. size is 0 if any card of the class will do.
    """

    __slots__ = ("added", "at", "identified", "kinds", "number", "of_kind", "size")

    def __init__(
        self, number: int, added: int, at: int, kinds: int = 0, of_kind: int = 0, size: int = 0, identified: int = 0
    ) -> None:
        self.number = number
        self.added = added
        self.at = at
        self.kinds = kinds
        self.of_kind = of_kind
        self.size = size
        self.identified = identified

    def weight(self, whole: int) -> float:
        """Return the number of cards that it can be, times the kind's share of the unidentified cards."""
        count = whole >> self.at & MASK
        if not count or not self.size:
            return float(count)
        left = self.kinds - (whole >> self.of_kind & MASK)
        return count * left / (self.size - (whole >> self.identified & MASK))


class Branch:
    """A move of a card that may be of several classes. common, before: the class assignments before it."""

    __slots__ = ("before", "choices", "common", "number")

    def __init__(self, number: int, common: int, before: dict[int, float], choices: list[Choice]) -> None:
        self.number = number
        self.common = common
        self.before = before
        self.choices = choices

    def after(self) -> dict[int, float]:
        """Return the class assignments after it, by weight."""
        found: dict[int, float] = {}
        choices = self.choices
        for one, weight in self.before.items():
            whole = one + self.common
            for choice in choices:
                share = choice.weight(whole)
                if share > 0.0:
                    new = one + choice.added
                    found[new] = found.get(new, 0.0) + weight * share
        return found

    def leading_to(self, after: int) -> dict[int, float]:
        """Return the choices, by number, that lead to a class assignment, with their weights."""
        found: dict[int, float] = {}
        for k, choice in enumerate(self.choices):
            before = after - choice.added
            weight = self.before.get(before, 0.0)
            if weight > 0.0:
                found[k] = weight * choice.weight(before + self.common)
        return found


class Merge:
    """A step that makes different class assignments equal: cards arrive, or a difference becomes irrelevant.

    before: by class assignment after it, those before it, with their weights.
    """

    __slots__ = ("before",)

    def __init__(self, before: dict[int, dict[int, float]]) -> None:
        self.before = before


class Split:
    """An inspection. before: by class assignment after it, each one before it, its weight, and the identified cards."""

    __slots__ = ("before", "number")

    def __init__(self, number: int) -> None:
        self.number = number
        self.before: dict[int, list[tuple[int, float, Identified]]] = {}


class ClassAssignments:
    """All class assignments that are possible after some steps.

    weights: by class assignment, without its `common` part; fields: where each field begins. classes: by number.
    known: by kind, the class of cards identified as such. classes_at: by holder, the classes that it may have cards of;
    total_at: by holder, its number of cards. branches: the steps with more than one possibility. exact: whether no
    class assignment was left out; peak: the largest number of them so far.

    For the backward pass: forced: by move, the class of a card that can be of one class only. class_of: by move, the
    class of an identified card. pooled: by move (before it) or inspection (after it), the new class and those that it
    consists of. shuffled: by move, the class that open cards form. identified: by inspection and kind, the class of the
    cards identified then. dropped: by step, classes that are irrelevant from then on, and into which they merge.
    """

    __slots__ = (
        "branches", "class_of", "classes", "classes_at", "common", "count", "dropped", "ends", "exact", "fields",
        "forced", "identified", "irrelevant", "known", "last_use", "most_exact", "particles", "peak", "pooled",
        "shuffled", "total_at", "weights",
    )  # fmt: skip

    def __init__(self, hidden: dict[int, list[int]], last_use: dict[int, int]) -> None:
        """hidden: by holder, the kinds of the cards there at the start. last_use: by kind, the last move or inspection
        that says something about a hidden card of that kind."""
        self.count = 0
        self.last_use = last_use
        self.ends: dict[int, list[int]] = {}
        for kind, at in last_use.items():
            self.ends.setdefault(at, []).append(kind)
        self.most_exact = self.particles = 0
        self.exact = True
        self.peak = 1
        self.common = 0
        self.weights: dict[int, float] = {0: 1.0}
        self.fields: dict[tuple[int, int, int], int] = {}
        self.classes: list[CardClass] = []
        self.known: dict[int, int] = {}
        self.irrelevant = -1
        self.classes_at: dict[int, list[int]] = {}
        self.total_at: dict[int, int] = {}
        self.branches: list[Branch | Merge | Split] = []
        self.forced: dict[int, int] = {}
        self.class_of: dict[int, int] = {}
        self.pooled: dict[int, tuple[int, list[int]]] = {}
        self.shuffled: dict[int, int] = {}
        self.identified: dict[int, dict[int, int]] = {}
        self.dropped: dict[int, list[tuple[int, int]]] = {}
        for holder, kinds in hidden.items():
            self.pool(kinds, holder)
            self.total_at[holder] = len(kinds)

    def limit(self, most_exact: int, particles: int) -> None:
        """Set the most class assignments to carry, and the number of particles that represent them beyond that."""
        self.most_exact = most_exact
        self.particles = particles

    def clone(self) -> ClassAssignments:
        """Return an independent copy."""
        a = copy(self)
        a.classes = [one.clone() for one in self.classes]
        a.fields, a.branches, a.forced = self.fields.copy(), self.branches[:], self.forced.copy()
        a.known, a.class_of, a.total_at = self.known.copy(), self.class_of.copy(), self.total_at.copy()
        a.pooled, a.shuffled, a.identified = self.pooled.copy(), self.shuffled.copy(), self.identified.copy()
        a.dropped = {number: some[:] for number, some in self.dropped.items()}
        a.classes_at = {holder: some[:] for holder, some in self.classes_at.items()}
        return a

    # -- fields and classes --------------------------------------------------------------------------------------------

    def field(self, what: int, number: int, which: int) -> int:
        """Return where a field begins."""
        key = (what, number, which)
        found = self.fields.get(key)
        if found is None:
            found = self.fields[key] = len(self.fields) * WIDTH
        return found

    def value(self, whole: int, what: int, number: int, which: int) -> int:
        """Return the value of a field."""
        at = self.fields.get((what, number, which))
        return 0 if at is None else whole >> at & MASK

    def _agreed(self, what: int, number: int, which: int) -> int:
        """Return a field's value in all class assignments, -1 if they differ."""
        at = self.fields.get((what, number, which))
        if at is None:
            return 0
        found = {(one + self.common) >> at & MASK for one in self.weights}
        return found.pop() if len(found) == 1 else -1

    def pool(self, kinds: Iterable[int], holder: int) -> int:
        """Add a class of cards that one holder has."""
        count: dict[int, int] = {}
        for kind in sorted(kinds):
            count[kind] = count.get(kind, 0) + 1
        found = CardClass(count)
        self.classes.append(found)
        number = len(self.classes) - 1
        self.add(number, holder, found.size)
        return number

    def known_as(self, kind: int) -> int:
        """Return the class for cards identified as a kind from now on."""
        if self.last_use.get(kind, -1) < self.count:
            return self._irrelevant_class()
        found = self.known.get(kind)
        if found is None:
            found = self.known[kind] = len(self.classes)
            self.classes.append(CardClass({}, kind))
        return found

    def _irrelevant_class(self) -> int:
        if self.irrelevant < 0:
            self.irrelevant = len(self.classes)
            self.classes.append(CardClass({}, IRRELEVANT))
        return self.irrelevant

    def add(self, number: int, holder: int, count: int) -> None:
        """Add cards of a class to a holder in all class assignments."""
        self.common += count << self.field(AT, number, holder)
        classes = self.classes_at.setdefault(holder, [])
        if number not in classes:
            classes.append(number)

    # -- the forward pass ----------------------------------------------------------------------------------------------

    def move(self, moves: Sequence[ObservedMove], is_hidden: dict[int, bool]) -> None:
        """Apply simultaneous moves. is_hidden: by holder."""
        first = self.count
        self.count += len(moves)
        if self._shuffle(moves, is_hidden):
            return
        arriving: list[tuple[int, int]] = []
        waiting: list[tuple[int, int]] = []
        for number, kind, giver, taker in moves:
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
            fields = [(self.field(MOVING, number, taker), self.field(AT, number, taker)) for number, taker in waiting]
            for number, taker in waiting:
                self.add(number, taker, 0)
            self._merge(fields)
        for at, (number, _, _, _) in enumerate(moves, first):
            self.drop(at, number)

    def _shuffle(self, moves: Sequence[ObservedMove], is_hidden: dict[int, bool]) -> bool:
        """Turn open cards that become a new deck into a class. Returns whether these moves do that."""
        taker = moves[0][3]
        if not is_hidden[taker] or self.total_at.get(taker, 0) or len(moves) < 2:
            return False
        if any(is_hidden[giver] or to != taker or kind == UNKNOWN for _, kind, giver, to in moves):
            return False
        self.classes_at[taker] = []
        self.shuffled[moves[0][0]] = self.pool([kind for _, kind, _, _ in moves], taker)
        self.total_at[taker] = len(moves)
        return True

    def _leave(
        self, number: int, kind: int, giver: int, taker: int, waiting: list[tuple[int, int]], *, hidden: bool
    ) -> int:
        """Take a card from a hidden holder. Returns: its class, -1 if class assignments differ."""
        if kind == UNKNOWN and len(self.classes_at[giver]) > 1:
            self._pool_complete(number, giver)
        choices = self._choices(giver, kind)
        if len(choices) == 1 and (len(self.weights) == 1 or (kind == UNKNOWN and len(self.classes_at[giver]) == 1)):
            self.common += choices[0].added
            self.forced[number] = choices[0].number
            return choices[0].number
        branch = Branch(number, self.common, self.weights, choices)
        if kind == UNKNOWN and hidden:
            for choice in choices:
                choice.added += 1 << self.field(MOVING, choice.number, taker)
                if (choice.number, taker) not in waiting:
                    waiting.append((choice.number, taker))
        self.branches.append(branch)
        self._carry(branch.after())
        return -1

    def _choices(self, holder: int, kind: int) -> list[Choice]:
        """Return the classes that a card leaving a holder may belong to. Particles may leave none although there are
        cards of such a class: all of the kind may be identified already."""
        found: list[Choice] = []
        for number in self.classes_at[holder]:
            choice = self._choice(number, holder, kind)
            if choice is not None and any(choice.weight(one + self.common) > 0.0 for one in self.weights):
                found.append(choice)
        return found

    def _choice(self, number: int, holder: int, kind: int) -> Choice | None:
        found, at = self.classes[number], self.field(AT, number, holder)
        if kind == UNKNOWN or (found.known and found.kind == kind):
            return Choice(number, -(1 << at), at)
        if kind not in found.kinds:
            return None
        of_kind, identified = self.field(OF_KIND, number, kind), self.field(IDENTIFIED, number, 0)
        added = (1 << of_kind) + (1 << identified) - (1 << at)
        return Choice(number, added, at, found.kinds[kind], of_kind, found.size, identified)

    def split(self, split: Split) -> None:
        """Apply an inspection."""
        self.branches.append(split)
        self._carry({one: sum([before[1] for before in some]) for one, some in split.before.items()})

    def pool_contents(self, holder: int, kinds: Sequence[int]) -> tuple[int, list[int]]:
        """Combine all cards of an inspected holder into one class. Returns: the class, and the previous classes."""
        before = self.classes_at[holder]
        self.classes_at[holder] = []
        return self.pool(kinds, holder), before

    def _pool_complete(self, number: int, holder: int) -> None:
        """Merge classes that a holder has completely in all class assignments."""
        some = [found for found in self.classes_at[holder] if self._is_complete(found, holder)]
        if len(some) < 2:
            return
        cards: list[int] = []
        for found in some:
            cards += self._take_all(found, holder)
        self.classes_at[holder] = [found for found in self.classes_at[holder] if found not in some]
        self.pooled[number] = (self.pool(cards, holder), some)

    def _is_complete(self, number: int, holder: int) -> bool:
        """Return whether a holder has all remaining cards of a class in all class assignments."""
        count = self._agreed(AT, number, holder)
        if count <= 0:
            return False
        found = self.classes[number]
        if found.known:
            return True
        return (
            not found.mixed
            and found.size - self._agreed(IDENTIFIED, number, 0) == count
            and all(self._agreed(OF_KIND, number, kind) >= 0 for kind in found.kinds)
        )

    def _take_all(self, number: int, holder: int) -> list[int]:
        """Take all cards of a class from a holder; return their kinds."""
        count, found = self._agreed(AT, number, holder), self.classes[number]
        self.common -= count << self.field(AT, number, holder)
        if found.known:
            return [found.kind] * count
        left: list[int] = []
        for kind, size in found.kinds.items():
            rest = size - self._agreed(OF_KIND, number, kind)
            left += [kind] * rest
            if rest:
                self.common += rest << self.field(OF_KIND, number, kind)
        self.common += count << self.field(IDENTIFIED, number, 0)
        return left

    def drop(self, at: int, number: int) -> None:
        """Drop differences between class assignments that no step after this one depends on."""
        for kind in self.ends.get(at, ()):
            if kind in self.known:
                self._drop_class(number, self.known[kind])
            if len(self.weights) > 1:
                self._drop_counts(kind)

    def _drop_class(self, step: int, number: int) -> None:
        """Merge a class of identified cards into the irrelevant one."""
        irrelevant = self._irrelevant_class()
        self.dropped.setdefault(step, []).append((number, irrelevant))
        fields = []
        for holder, classes in self.classes_at.items():
            if number in classes:
                classes.remove(number)
                self.add(irrelevant, holder, 0)
                fields.append((self.field(AT, number, holder), self.field(AT, irrelevant, holder)))
        if fields:
            self._merge(fields)

    def _drop_counts(self, kind: int) -> None:
        """Drop the record of which classes cards of a kind came from."""
        fields = []
        for number, found in enumerate(self.classes):
            if kind in found.kinds and self._agreed(OF_KIND, number, kind) < 0:
                found.mixed = True
                fields.append((self.field(OF_KIND, number, kind), -1))
        if fields:
            self._merge(fields)

    def _merge(self, fields: list[tuple[int, int]]) -> None:
        """Add the values of some fields to others (-1: to none), which makes some class assignments equal."""
        if len(self.weights) == 1:
            (one,) = self.weights
            for left, entered in fields:
                count = (one + self.common) >> left & MASK
                self.common += (count << entered) - (count << left)
            return
        before: dict[int, dict[int, float]] = {}
        after: dict[int, float] = {}
        for one, weight in self.weights.items():
            new = one
            for left, entered in fields:
                count = (one + self.common) >> left & MASK
                new -= count << left
                if entered >= 0:
                    new += count << entered
            before.setdefault(new, {})[one] = weight
            after[new] = after.get(new, 0.0) + weight
        self.branches.append(Merge(before))
        self.weights = after

    def _carry(self, after: dict[int, float]) -> None:
        """Continue with these class assignments, or with particles if there are too many."""
        total = sum(after.values())
        if total <= 0.0:
            raise DeadEnd
        if len(after) > (self.most_exact if self.exact else self.particles):
            self.exact = False
            after = resample(after, total, self.particles)
        self.peak = max(self.peak, len(after))
        self.weights = {one: weight / total for one, weight in after.items()}

    # -- the backward pass ---------------------------------------------------------------------------------------------

    def draw(self, chance: Chance) -> tuple[dict[int, int], dict[int, Identified]]:
        """Draw a class assignment and what led to it. Returns: by move, the class of its card; by inspection, what
        cards turn out to be."""
        chosen = self.forced.copy()
        identified: dict[int, Identified] = {}
        one = pick(self.weights, chance)
        for branch in reversed(self.branches):
            if isinstance(branch, Merge):
                one = pick(branch.before[one], chance)
            elif isinstance(branch, Split):
                some = branch.before[one]
                one, _, identified[branch.number] = some[pick({k: each[1] for k, each in enumerate(some)}, chance)]
            else:
                choice = branch.choices[pick(branch.leading_to(one), chance)]
                chosen[branch.number] = choice.number
                one -= choice.added
        return chosen, identified


def resample(weights: dict[int, float], total: float, limit: int) -> dict[int, float]:
    """Represent all by a limited number of particles: likely ones keep their weights, the others are spread evenly.
    This draws nothing, so that the same knowledge gives the same particles."""
    order = sorted(weights.values(), reverse=True)
    kept, rest = 0, total
    while kept < limit and order[kept] * (limit - kept) >= rest:
        rest -= order[kept]
        kept += 1
    share = rest / (limit - kept) if kept < limit else 0.0
    found: dict[int, float] = {}
    at = share / 2
    for one in sorted(weights):
        weight = weights[one]
        if weight > share:
            found[one] = weight
            continue
        at -= weight
        if at < 0.0:
            found[one] = share
            at += share
    return found


def pick(weights: dict[int, float], chance: Chance) -> int:
    """Draw a key by its weight."""
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
