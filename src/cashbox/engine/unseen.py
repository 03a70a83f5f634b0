"""Cards that lie face down with their holders, what each eye has seen of them, and other ways it could be.

For games in which hidden cards change hands: whoever knew a card and did not see which cards went does not know any
more where it is, yet knows where it may be. Cards of one kind look alike; cards of one back do so face down. A holder
is any int: a seat, a deck; OPEN where all see a card. An eye is a seat, or one more for spectators; a mask has a bit
for each, EVERYBODY all of them. A deck has no order.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from cashbox.engine.chance import Chance

    Event = tuple[int, int, int, int, int]

OPEN: Final = -1
"""The holder of cards that lie open."""
EVERYBODY: Final = -1
"""The mask of all eyes."""
SWEEPS: Final = 3
"""How often each event is looked at for another card it could have been: what one exchange brings about, another may
carry on."""
_NEVER: Final = 1 << 60


class Unseen:
    """What was seen of so many cards.

    kind[card]: what all can tell of its face; back[kind]: of its back; home[card]: its holder at the start, which
    everybody knows. Holders 0..seats-1 are hands. past: (moment, card, from, to, eyes that saw which card) in order;
    from and to are one holder where a card was only shown. looks: (moment, holder, eyes that saw all its cards).
    lacking: (moment, holder, kind), when everybody saw that there was none. clock: the moment now. sure: how many cards
    of a kind an eye knows to be in the hand of another, by (eye, holder, kind), where there are any; it has heard of
    the first `counted` events, and of the others when it is asked for.
    """

    __slots__ = ("back", "clock", "counted", "home", "kind", "lacking", "looks", "past", "seats", "sure")

    def __init__(self, kind: Sequence[int], back: Sequence[int], home: Sequence[int], seats: int) -> None:
        self.kind = kind
        self.back = back
        self.home = home
        self.seats = seats
        self.clock = 0
        self.past: list[Event] = []
        self.looks: list[tuple[int, int, int]] = []
        self.lacking: list[tuple[int, int, int]] = []
        self.sure: dict[tuple[int, int, int], int] = {}
        self.counted = 0

    def clone(self) -> Unseen:
        """An independent copy."""
        u = Unseen.__new__(Unseen)
        u.kind, u.back, u.home, u.seats, u.clock = self.kind, self.back, self.home, self.seats, self.clock
        u.past, u.sure, u.counted = self.past[:], self.sure.copy(), self.counted
        u.looks, u.lacking = self.looks[:], self.lacking[:]
        return u

    def move(self, moves: Iterable[tuple[int, int, int, int]]) -> None:
        """At one moment cards go from holder to holder: (card, from, to, eyes that see which card it is) each."""
        self.clock += 1
        for card, giver, taker, eyes in moves:
            self.past.append((self.clock, card, giver, taker, eyes))

    def _catch_up(self) -> None:
        """Count what has happened since the last time."""
        rest = self.past[self.counted :]
        self.counted = len(self.past)
        for at, stop in moments(rest):
            self._count(rest[at:stop])

    def _count(self, events: Sequence[Event]) -> None:
        """What eyes can be sure of after one moment."""
        if self.sure:
            for _, card, giver, taker, eyes in events:
                if giver != taker:
                    self._left(card, giver, eyes)
        seen: dict[tuple[int, int, int], int] = {}
        for _, card, giver, taker, eyes in events:
            if not 0 <= taker < self.seats or eyes == 1 << taker:
                continue
            for eye in range(self.seats + 1):
                if eye != taker and eyes >> eye & 1:
                    key = (eye, taker, self.kind[card])
                    if giver == taker:
                        seen[key] = seen.get(key, 0) + 1
                    else:
                        self.sure[key] = self.sure.get(key, 0) + 1
        for key, count in seen.items():
            self.sure[key] = max(count, self.sure.get(key, 0))

    def _left(self, card: int, giver: int, eyes: int) -> None:
        """One card less to be sure of: of its kind for who saw it go; of each kind it may have been for others."""
        kind = self.kind[card]
        for key in [key for key in self.sure if key[1] == giver]:
            could = key[2] == kind if eyes >> key[0] & 1 else self.back[key[2]] == self.back[kind]
            if could and self.sure[key] > 1:
                self.sure[key] -= 1
            elif could:
                del self.sure[key]

    def lay_open(self, card: int, giver: int) -> None:
        """A card is turned up for everybody."""
        self.clock += 1
        self.past.append((self.clock, card, giver, OPEN, EVERYBODY))

    def put(self, card: int, taker: int) -> None:
        """A card that lay open is put face down before everybody."""
        self.clock += 1
        self.past.append((self.clock, card, OPEN, taker, EVERYBODY))

    def show(self, cards: Iterable[int], holder: int, eyes: int) -> None:
        """These eyes see cards where they lie; no other eye knows of it."""
        self.move([(card, holder, holder, eyes) for card in cards])

    def look(self, holder: int, eyes: int) -> None:
        """These eyes look through all the cards of a holder that is not a hand."""
        self.clock += 1
        self.looks.append((self.clock, holder, eyes))

    def lacks(self, holder: int, kind: int) -> None:
        """Everybody sees that a holder has no card of this kind."""
        self.clock += 1
        self.lacking.append((self.clock, holder, kind))

    def shown(self, eye: int, holder: int) -> list[int]:
        """The kinds of cards that an eye knows to be in the hand of another, sorted."""
        self._catch_up()
        return sorted(kind for key, n in self.sure.items() if key[:2] == (eye, holder) for kind in [key[2]] * n)

    def plain(self) -> list[object]:
        """Everything in it that changes, as plain JSON values."""
        self._catch_up()
        return [self.past, self.looks, self.lacking, sorted(self.sure.items()), self.clock]

    # -- other ways it could be ----------------------------------------------------------------------------------

    def otherwise(self, eye: int, chance: Chance) -> dict[int, int]:
        """Another way the cards could lie, and could have come there, that this eye cannot tell from the true one.

        Answers which card lies in the place of each, open ones too, where it is another. What happened is changed
        accordingly; what others were shown without this eye's knowing is forgotten.
        """
        self.past = [e for e in self.past if e[2] != e[3] or e[4] >> eye & 1]
        other = _Otherwise(self, eye, chance)
        for _ in range(SWEEPS):
            other.sweep()
        self.past = [(e[0], other.who[n], e[2], e[3], e[4]) for n, e in enumerate(self.past)]
        self.sure, self.counted = {}, 0
        return {place: card for card, place in enumerate(other.end) if place != card}


def moments(past: Sequence[Event]) -> Iterator[tuple[int, int]]:
    """Where the events of each moment begin and end."""
    at = 0
    while at < len(past):
        stop = at + 1
        while stop < len(past) and past[stop][0] == past[at][0]:
            stop += 1
        yield at, stop
        at = stop


class _Otherwise:
    """A past that an eye cannot tell from the true one, changed step by step.

    who: the card of each event now; paths: the numbers of the events of each card; end: in whose place each card ends.
    """

    __slots__ = ("chance", "end", "eye", "paths", "truth", "who")

    def __init__(self, truth: Unseen, eye: int, chance: Chance) -> None:
        self.truth = truth
        self.eye = eye
        self.chance = chance
        self.who = [event[1] for event in truth.past]
        self.end = list(range(len(truth.kind)))
        self.paths: list[list[int]] = [[] for _ in self.end]
        for n, card in enumerate(self.who):
            self.paths[card].append(n)

    def sweep(self) -> None:
        """Go through the past. Wherever a card was with others it could be taken for, it may change roles with one."""
        past, who, kind = self.truth.past, self.who, self.truth.kind
        held: dict[int, list[int]] = {}
        alike: dict[tuple[int, int], list[int]] = {}
        for card, holder in enumerate(self.truth.home):
            held.setdefault(holder, []).append(card)
            alike.setdefault((holder, kind[card]), []).append(card)
        for at, stop in moments(past):
            for n in range(at, stop):
                _, _, giver, _, eyes = past[n]
                card = who[n]
                others = alike[giver, kind[card]] if eyes >> self.eye & 1 else held[giver]
                other = others[self.chance.draw(len(others))] if len(others) > 1 else card
                if other != card and self.truth.back[kind[other]] == self.truth.back[kind[card]]:
                    self._exchange(card, other, at, giver)
            for n in range(at, stop):
                held[past[n][2]].remove(who[n])
                alike[past[n][2], kind[who[n]]].remove(who[n])
            for n in range(at, stop):
                held.setdefault(past[n][3], []).append(who[n])
                alike.setdefault((past[n][3], kind[who[n]]), []).append(who[n])

    def _exchange(self, a: int, b: int, at: int, holder: int) -> None:
        """From this event on two cards of a holder go each other's way, for good, or until they are together again
        before the eye sees either; if it could be so."""
        past, kind = self.truth.past, self.truth.kind
        first, until = past[at][0], _NEVER
        if kind[a] != kind[b]:
            until = self._until(a, b, at, holder)
            if until <= first or not (self._free(a, b, first, until) and self._free(b, a, first, until)):
                return
        ways, others = self.paths[a], self.paths[b]
        i, j = bisect_left(ways, at), bisect_left(others, at)
        k, m = len(ways), len(others)
        if until == _NEVER:
            self.end[a], self.end[b] = self.end[b], self.end[a]
        else:
            k = next((x for x in range(i, k) if past[ways[x]][0] >= until), k)
            m = next((x for x in range(j, m) if past[others[x]][0] >= until), m)
        ways[i:k], others[j:m] = others[j:m], ways[i:k]
        for n in ways[i:]:
            self.who[n] = a
        for n in others[j:]:
            self.who[n] = b

    def _until(self, a: int, b: int, at: int, holder: int) -> int:
        """The moment up to which two cards may go each other's way: for ever where the eye sees no difference; else one
        at which both have come to one holder before it does; the present one where there is none."""
        past = self.truth.past
        both = sorted(self.paths[a][bisect_left(self.paths[a], at) :] + self.paths[b][bisect_left(self.paths[b], at) :])
        first = last = past[at][0]
        where = {a: holder, b: holder}
        together = []
        for n in both:
            moment, _, _, taker, eyes = past[n]
            if self._told_apart(where[a], where[b], last, moment):
                break
            if where[a] == where[b] and moment > last:
                together.append(moment)
            if eyes >> self.eye & 1:
                break
            where[self.who[n]] = taker
            last = moment
        else:
            if not self._told_apart(where[a], where[b], last, _NEVER):
                return _NEVER
        return together[self.chance.draw(len(together))] if together else first

    def _told_apart(self, here: int, there: int, since: int, until: int) -> bool:
        """Whether the eye looks through the cards of one of two holders between two moments."""
        return here != there and any(
            since < moment < until and holder in (here, there) and eyes >> self.eye & 1
            for moment, holder, eyes in self.truth.looks
        )

    def _free(self, a: int, b: int, first: int, until: int) -> bool:
        """Whether a card was nowhere where it would have been seen to be lacking, had it gone another's way."""
        lacking = [lack for lack in self.truth.lacking if first <= lack[0] < until and lack[2] == self.truth.kind[a]]
        return all(self._place(b, moment) != holder for moment, holder, _ in lacking)

    def _place(self, card: int, moment: int) -> int:
        """Where a card was at a moment."""
        place = self.truth.home[card]
        for n in self.paths[card]:
            if self.truth.past[n][0] > moment:
                break
            place = self.truth.past[n][3]
        return place
