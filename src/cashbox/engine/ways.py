"""In how many ways hidden cards of one back can have gone, as far as some eyes, taken as one, can tell.

Every history of single cards that shows these eyes what they have seen counts alike: dealing gives each card of a deck
the same chance, and so does here a card that somebody gives away unseen. Histories are not listed. Cards that nothing
tells apart are counted together in a class: what the deck was at the start, what was put into it face down at a
reshuffle, known cards of one kind. A way says of what class the cards at each holder are; ways are carried forward
from event to event, each with its weight, and one of them is drawn backward from the end, in proportion. Of the truth
nothing is used but what the eyes know.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.engine.classes import DULL, UNKNOWN, Class
from cashbox.engine.forks import MASK, WIDTH, Fork, Lost, Meeting, Option, Sighting, drawn_back
from cashbox.engine.native import mypyc_attr
from cashbox.engine.weights import thinned

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cashbox.engine.chance import Chance
    from cashbox.engine.forks import Named

    Seen = tuple[int, int, int, int]
    """An event as the eyes know it: its number, the card's kind (UNKNOWN: it is not seen), from, to."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Ways:
    """The ways after some moments.

    A way is one number, with a field for each number of cards that has ever been other than 0; ways are kept without
    `base`, what they have in common. classes: numbered; known: of a kind. sure: the class of each event that can have
    but one. joined: by event, before which classes at its holder become one, by sight, after which: (new, those).
    shuffled: by event, the class that the cards of its moment become together. there: the classes that may be at a
    holder; total: cards there. group: by event, the class of a card that is seen; turned: by sight and kind. exact: no
    way was left out; most: so many ways there were at once.
    """

    __slots__ = (
        "base", "classes", "count", "dull", "dulled", "ending", "exact", "few", "fields", "forks",
        "group", "joined", "known", "last", "many", "most", "shuffled", "sure", "there", "total",
        "turned", "ways",
    )  # fmt: skip

    def __init__(self, hidden: dict[int, list[int]], last: dict[int, int]) -> None:
        """hidden: by holder, the kinds of the cards there at the start. last: by kind, which event or sight in order is
        the last that tells of one with a hidden holder."""
        self.count = 0
        self.group: dict[int, int] = {}
        self.last = last
        self.few = self.many = 0
        self.exact = True
        self.ending: dict[int, list[int]] = {}
        for kind, at in last.items():
            self.ending.setdefault(at, []).append(kind)
        self.dull = -1
        self.dulled: dict[int, list[tuple[int, int]]] = {}
        self.base = 0
        self.classes: list[Class] = []
        self.fields: dict[tuple[int, int, int], int] = {}
        self.forks: list[Fork | Meeting | Sighting] = []
        self.joined: dict[int, tuple[int, list[int]]] = {}
        self.known: dict[int, int] = {}
        self.shuffled: dict[int, int] = {}
        self.sure: dict[int, int] = {}
        self.there: dict[int, list[int]] = {}
        self.total: dict[int, int] = {}
        self.turned: dict[int, dict[int, int]] = {}
        self.ways: dict[int, float] = {0: 1.0}
        self.most = 1
        for holder, kinds in hidden.items():
            self.pool(kinds, holder)
            self.total[holder] = len(kinds)

    def limit(self, many: int, few: int) -> None:
        """How many ways are carried along, and, once there were more, from then on."""
        self.many = many
        self.few = few

    def clone(self) -> Ways:
        """An independent copy."""
        w = Ways.__new__(Ways)
        w.base, w.count, w.dull, w.exact, w.few, w.many = (
            self.base,
            self.count,
            self.dull,
            self.exact,
            self.few,
            self.many,
        )
        w.most, w.last, w.ending, w.ways = self.most, self.last, self.ending, self.ways
        w.classes = [found.clone() for found in self.classes]
        w.fields, w.forks, w.group = self.fields.copy(), self.forks[:], self.group.copy()
        w.joined, w.known, w.shuffled = self.joined.copy(), self.known.copy(), self.shuffled.copy()
        w.dulled = {number: some[:] for number, some in self.dulled.items()}
        w.sure, w.total, w.turned = self.sure.copy(), self.total.copy(), self.turned.copy()
        w.there = {holder: some[:] for holder, some in self.there.items()}
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
        found = Class(count)
        self.classes.append(found)
        number = len(self.classes) - 1
        self.add(number, holder, found.size)
        return number

    def known_as(self, kind: int) -> int:
        """The class of cards now known to be of a kind."""
        if self.last.get(kind, -1) < self.count:
            return self._dull()
        found = self.known.get(kind)
        if found is None:
            found = self.known[kind] = len(self.classes)
            self.classes.append(Class({}, kind))
        return found

    def _dull(self) -> int:
        """The class of known cards that are of no interest any more."""
        if self.dull < 0:
            self.dull = len(self.classes)
            self.classes.append(Class({}, DULL))
        return self.dull

    def add(self, number: int, holder: int, count: int) -> None:
        """So many cards of a class come to a holder in every way."""
        self.base += count << self.field(0, number, holder)
        there = self.there.setdefault(holder, [])
        if number not in there:
            there.append(number)

    # -- what happens --------------------------------------------------------------------------------------------

    def moment(self, events: Sequence[Seen], hides: dict[int, bool]) -> None:
        """Things that happen at once. hides: whether the cards of a holder are hidden."""
        first = self.count
        self.count += len(events)
        if self._shuffle(events, hides):
            return
        arriving: list[tuple[int, int]] = []
        waiting: list[tuple[int, int]] = []
        for number, kind, giver, taker in events:
            if hides[giver]:
                self.total[giver] -= 1
                found = self._leave(number, kind, giver, taker, waiting, hidden=hides[taker])
                if kind == UNKNOWN and found >= 0:
                    arriving.append((found, taker))
            if hides[taker]:
                self.total[taker] = self.total.get(taker, 0) + 1
                if kind != UNKNOWN:
                    self.group[number] = self.known_as(kind)
                    arriving.append((self.group[number], taker))
        for found, taker in arriving:
            self.add(found, taker, 1)
        if waiting:
            self._meet(waiting)
        for at, (number, _, _, _) in enumerate(events, first):
            self.end(at, number)

    def branched(self, fork: Sighting) -> None:
        """The ways after something was seen of a holder as a whole."""
        self.forks.append(fork)
        self._carry({way: sum([one[1] for one in some]) for way, some in fork.before.items()})

    def all_join(self, holder: int, kinds: Sequence[int]) -> tuple[int, list[int]]:
        """All cards of a holder that has been looked through are one class: the new one, and those before."""
        before = self.there[holder]
        self.there[holder] = []
        return self.pool(kinds, holder), before

    def end(self, at: int, number: int) -> None:
        """What nothing tells of after an event or sight is forgotten."""
        for kind in self.ending.get(at, ()):
            if kind in self.known:
                self._forget(number, self.known[kind])
            if len(self.ways) > 1:
                self._lose_count(kind)

    def _lose_count(self, kind: int) -> None:
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
        dull = self._dull()
        self.dulled.setdefault(event, []).append((number, dull))
        fields = []
        for holder, there in self.there.items():
            if number in there:
                there.remove(number)
                self.add(dull, holder, 0)
                fields.append((self.field(0, number, holder), self.field(0, dull, holder)))
        if fields:
            self._merge(fields)

    def _shuffle(self, events: Sequence[Seen], hides: dict[int, bool]) -> bool:
        """Open cards that are put where no card is are one class from then on."""
        taker = events[0][3]
        if not hides[taker] or self.total.get(taker, 0) or len(events) < 2:
            return False
        if any(hides[giver] or to != taker or kind == UNKNOWN for _, kind, giver, to in events):
            return False
        self.there[taker] = []
        self.shuffled[events[0][0]] = self.pool([kind for _, kind, _, _ in events], taker)
        self.total[taker] = len(events)
        return True

    def _leave(
        self, number: int, kind: int, giver: int, taker: int, waiting: list[tuple[int, int]], *, hidden: bool
    ) -> int:
        """A card leaves a hidden holder. The class, -1 where it is not the same in all ways."""
        if kind == UNKNOWN and len(self.there[giver]) > 1:
            self._join(number, giver)
        options = self._options(giver, kind)
        if len(options) == 1 and (len(self.ways) == 1 or (kind == UNKNOWN and len(self.there[giver]) == 1)):
            self.base += options[0].added
            self.sure[number] = options[0].number
            return options[0].number
        fork = Fork(number, self.base, self.ways)
        fork.options = options
        if kind == UNKNOWN and hidden:
            for option in options:
                option.added += 1 << self.field(1, option.number, taker)
                if (option.number, taker) not in waiting:
                    waiting.append((option.number, taker))
        self.forks.append(fork)
        self._carry(fork.after())
        return -1

    def _options(self, holder: int, kind: int) -> list[Option]:
        """The classes of which a card may be the one that leaves a holder, in some way. Where few ways stand for many
        it can be none, though cards of such a class are there: all of the kind may have been found out already."""
        found: list[Option] = []
        for number in self.there[holder]:
            option = self._option(number, holder, kind)
            if option is not None and any(option.share(way + self.base) > 0.0 for way in self.ways):
                found.append(option)
        return found

    def _option(self, number: int, holder: int, kind: int) -> Option | None:
        """That it is a card of a class that leaves a holder, found out to be of a kind; None where no such card ever
        was of the class."""
        found, at = self.classes[number], self.field(0, number, holder)
        if kind == UNKNOWN or (found.known and found.kind == kind):
            return Option(number, -(1 << at), at)
        if kind not in found.kinds:
            return None
        of_kind, of_all = self.field(2, number, kind), self.field(3, number, 0)
        added = (1 << of_kind) + (1 << of_all) - (1 << at)
        return Option(number, added, at, found.kinds[kind], of_kind, found.size, of_all)

    def _carry(self, after: dict[int, float]) -> None:
        """These are the ways from now on."""
        whole = sum(after.values())
        if whole <= 0.0:
            raise Lost
        if len(after) > (self.many if self.exact else self.few):
            self.exact = False
            after = thinned(after, whole, self.few)
        self.most = max(self.most, len(after))
        self.ways = {way: weight / whole for way, weight in after.items()}

    def _meet(self, waiting: list[tuple[int, int]]) -> None:
        """Cards that are on their way arrive."""
        fields = [(self.field(1, number, taker), self.field(0, number, taker)) for number, taker in waiting]
        for number, taker in waiting:
            self.add(number, taker, 0)
        self._merge(fields)

    def _merge(self, fields: list[tuple[int, int]]) -> None:
        """What some fields say is added to others (-1: to none), which makes some ways the same."""
        if len(self.ways) == 1:
            (way,) = self.ways
            for left, entered in fields:
                count = (way + self.base) >> left & MASK
                self.base += (count << entered) - (count << left)
            return
        before: dict[int, dict[int, float]] = {}
        after: dict[int, float] = {}
        for way, weight in self.ways.items():
            new = way
            for left, entered in fields:
                count = (way + self.base) >> left & MASK
                new -= count << left
                if entered >= 0:
                    new += count << entered
            before.setdefault(new, {})[way] = weight
            after[new] = after.get(new, 0.0) + weight
        self.forks.append(Meeting(before))
        self.ways = after

    def _join(self, number: int, holder: int) -> None:
        """Classes that lie whole with one holder, the same in all ways, are one from then on: which card is which will
        be seen, or not, when it leaves."""
        some = [found for found in self.there[holder] if self._whole(found, holder)]
        if len(some) < 2:
            return
        cards: list[int] = []
        for found in some:
            cards += self._take_out(found, holder)
        self.there[holder] = [found for found in self.there[holder] if found not in some]
        self.joined[number] = (self.pool(cards, holder), some)

    def _value(self, what: int, number: int, which: int) -> int:
        """What a field says in all ways, -1 where they differ."""
        at = self.fields.get((what, number, which))
        if at is None:
            return 0
        found = {(way + self.base) >> at & MASK for way in self.ways}
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
        self.base -= count << self.field(0, number, holder)
        if found.known:
            return [found.kind] * count
        left: list[int] = []
        for kind, size in found.kinds.items():
            rest = size - self._value(2, number, kind)
            left += [kind] * rest
            if rest:
                self.base += rest << self.field(2, number, kind)
        self.base += count << self.field(3, number, 0)
        return left

    def draw(self, chance: Chance) -> tuple[dict[int, int], dict[int, Named]]:
        """One way: the class of the card of each event, and what cards turn out to be at each sight."""
        chosen = self.sure.copy()
        return chosen, drawn_back(self.ways, self.forks, chosen, chance)
