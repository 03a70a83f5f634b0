"""Cards that lie face down with their holders, what each eye has seen of them, and other ways it could be.

For games in which hidden cards change hands: a player who knew a card and did not see which cards went no longer
knows where it is, but knows where it may be. Cards of one kind look alike; cards of one back do so face down. A holder
is any int: a seat, a deck; OPEN where all see a card. An eye is a seat, or one more for spectators; a mask has a bit
for each, EVERYBODY all of them. A deck has no order.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from itertools import chain, zip_longest
from typing import TYPE_CHECKING, Any, Final

from cashbox.engine.native import mypyc_attr

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from cashbox.engine.chance import Chance

    Event = tuple[int, int, int, int, int]
    Levels = tuple[int, ...]

OPEN: Final = -1
"""The holder of cards that lie open."""
EVERYBODY: Final = -1
"""The mask of all eyes."""
SWEEPS: Final = 12
"""How often each event is looked at for another card it could have been: what one exchange brings about, another may
carry on. With few sweeps a sample leans on the truth that it starts from: with 3, hidden hands of IT's all in the game
agree with the true ones in 68 of 100 cards, with 12 in 63, with 48 no less."""
CHUNK: Final = 48
"""How many events of the past are set aside at a time; copies share what is set aside."""
_NEVER: Final = 1 << 60


@mypyc_attr(allow_interpreted_subclasses=True)
class Unseen:
    """What was seen of a number of cards.

    kind[card]: what all can tell of its face; back[kind]: of its back; home[card]: its holder at the start, which
    everybody knows. Holders 0..seats-1 are hands. looks: (moment, holder, eyes that saw all its cards). lacking:
    (moment, holder, kind), when everybody saw that there was none. clock: the moment now. laid_by, recent: the past, of
    which so many events as `laid` says are laid by. sure: by (holder, kind), the eyes that know of one such card, of
    two... in the hand of another, where any does; it has heard of the first `counted` events, and of the others when
    it is asked for.
    """

    __slots__ = (
        "back", "clock", "counted", "home", "kind", "lacking", "laid", "laid_by", "looks", "recent", "seats", "sure",
    )  # fmt: skip

    def __init__(self, kind: Sequence[int], back: Sequence[int], home: Sequence[int], seats: int) -> None:
        self.kind = kind
        self.back = back
        self.home = home
        self.seats = seats
        self.clock = 0
        self.laid_by: tuple[list[Event], ...] = ()
        self.laid = 0
        self.recent: list[Event] = []
        self.looks: list[tuple[int, int, int]] = []
        self.lacking: list[tuple[int, int, int]] = []
        self.sure: dict[tuple[int, int], Levels] = {}
        self.counted = 0

    def __reduce__(self) -> tuple[Any, ...]:
        past = self.clock, self.laid_by, self.laid, self.recent
        seen = self.looks, self.lacking, self.sure, self.counted
        return _remade, (self.kind, self.back, self.home, self.seats, past, seen)

    def clone(self) -> Unseen:
        """An independent copy."""
        u = Unseen.__new__(Unseen)
        u.kind, u.back, u.home, u.seats, u.clock = self.kind, self.back, self.home, self.seats, self.clock
        u.laid_by, u.laid, u.recent = self.laid_by, self.laid, self.recent[:]
        u.sure, u.counted = self.sure.copy(), self.counted
        u.looks, u.lacking = self.looks[:], self.lacking[:]
        return u

    @property
    def past(self) -> list[Event]:
        """What happened, in order: (moment, card, from, to, eyes that saw which card); from and to are one holder where
        a card was only shown."""
        return self._since(0)

    def _since(self, number: int) -> list[Event]:
        """The events from a number on."""
        first, parts = self.laid, [self.recent]
        for chunk in reversed(self.laid_by):
            if first <= number:
                break
            first -= len(chunk)
            parts.append(chunk)
        return [*chain.from_iterable(reversed(parts))][number - first if number > first else 0 :]

    def move(self, moves: Iterable[tuple[int, int, int, int]]) -> None:
        """At one moment cards go from holder to holder: (card, from, to, eyes that see which card it is) each."""
        self.clock += 1
        self._note([(self.clock, *one) for one in moves])

    def _note(self, events: list[Event]) -> None:
        # `deal` and `lay_open` come here without `move`: they are most of what happens, and play is a sixth faster
        self.recent += events
        if len(self.recent) > CHUNK:
            self.laid_by += (self.recent,)
            self.laid += len(self.recent)
            self.recent = []

    def _catch_up(self) -> None:
        """Count what has happened since the last time."""
        if self.counted == self.laid + len(self.recent):
            return
        rest = self._since(self.counted)
        self.counted += len(rest)
        for at, stop in moments(rest):
            self._count(rest[at:stop])

    def _count(self, events: Sequence[Event]) -> None:
        """What eyes can be sure of after one moment."""
        if self.sure:
            for _, card, giver, taker, eyes in events:
                if giver != taker and 0 <= giver < self.seats:
                    self._left(card, giver, eyes)
        shown: dict[tuple[int, int], Levels] = {}
        for _, card, giver, taker, eyes in events:
            others = eyes & ~(1 << taker) if 0 <= taker < self.seats else 0
            if others:
                levels = shown if giver == taker else self.sure
                key = (taker, self.kind[card])
                levels[key] = _one_more(levels.get(key, ()), others)
        for key, seen in shown.items():
            self.sure[key] = tuple([a | b for a, b in zip_longest(seen, self.sure.get(key, ()), fillvalue=0)])

    def _left(self, card: int, giver: int, eyes: int) -> None:
        """One card less to be sure of: of its kind for all, who saw it go or not; of each other kind that it may have
        been for those who did not."""
        kind, back = self.kind[card], self.back
        for key in [key for key in self.sure if key[0] == giver and back[key[1]] == back[kind]]:
            left = _one_less(self.sure[key], EVERYBODY if key[1] == kind else ~eyes)
            if left:
                self.sure[key] = left
            else:
                del self.sure[key]

    def deal(self, card: int, giver: int, taker: int) -> None:
        """A card goes from a holder that is not a hand to a hand; its seat alone sees which."""
        self.clock += 1
        self._note([(self.clock, card, giver, taker, 1 << taker)])

    def lay_open(self, card: int, giver: int) -> None:
        """A card is turned up for everybody."""
        self.clock += 1
        self._note([(self.clock, card, giver, OPEN, EVERYBODY)])

    def put(self, card: int, taker: int) -> None:
        """A card that lay open is put face down before everybody."""
        self.move([(card, OPEN, taker, EVERYBODY)])

    def bury(self, cards: Iterable[int], taker: int) -> None:
        """Cards that lay open are put face down, before everybody, to a holder that is not a hand."""
        self.move([(card, OPEN, taker, EVERYBODY) for card in cards])

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

    def all_shown(self, eye: int) -> list[list[int]]:
        """By seat, what `shown` tells of its hand."""
        self._catch_up()
        found: list[list[int]] = [[] for _ in range(self.seats)]
        for (hand, kind), levels in self.sure.items():
            for eyes in levels:
                if eyes >> eye & 1:
                    found[hand].append(kind)
        for kinds in found:
            kinds.sort()
        return found

    def shown(self, eye: int, holder: int) -> list[int]:
        """The kinds of cards that an eye knows to be in the hand of another, sorted."""
        self._catch_up()
        sure = [(kind, eyes) for (hand, kind), levels in self.sure.items() if hand == holder for eyes in levels]
        return sorted([kind for kind, eyes in sure if eyes >> eye & 1])

    def plain(self) -> list[object]:
        """Everything in it that changes, as plain JSON values."""
        self._catch_up()
        return [self.past, self.looks, self.lacking, sorted(self.sure.items()), self.clock]

    # -- other ways it could be ----------------------------------------------------------------------------------

    def otherwise(self, eyes: int, chance: Chance) -> dict[int, int]:
        """Another way the cards could lie, and could have come there, that these eyes (a mask) cannot tell from the
        true one, not even together.

        Answers which card lies in the place of each, open ones too, where it is another. What happened is changed
        accordingly; what others were shown without these eyes' knowing is forgotten.
        """
        other = _Otherwise(self, [e for e in self.past if e[2] != e[3] or e[4] & eyes], eyes, chance)
        for _ in range(SWEEPS):
            other.sweep()
        self._retell([(e[0], card, e[2], e[3], e[4]) for e, card in zip(other.past, other.who, strict=True)])
        return {place: card for card, place in enumerate(other.end) if place != card}

    def rewrite(self, past: list[Event]) -> None:
        """What happened is another past, its moments numbered from 1; nobody has looked at anything else."""
        self.clock = past[-1][0] if past else 0
        self._retell(past)

    def _retell(self, past: list[Event]) -> None:
        self.laid_by, self.laid, self.recent = (), 0, []
        self.sure, self.counted = {}, 0
        for at, stop in moments(past):
            self._note(past[at:stop])


def _one_more(levels: Levels, eyes: int) -> Levels:
    """Eyes that know of one card, of two... when these have come to know of one more."""
    found = []
    for level in levels:
        found.append(level | eyes)
        eyes &= level
    return (*found, eyes) if eyes else tuple(found)


def _one_less(levels: Levels, eyes: int) -> Levels:
    """The same when these can be sure of one less."""
    found = [level & ~eyes | more for level, more in zip(levels, (*levels[1:], 0), strict=True)]
    return tuple([level for level in found if level])


def moments(past: Sequence[Event]) -> Iterator[tuple[int, int]]:
    """Where the events of each moment begin and end."""
    at = 0
    while at < len(past):
        stop = at + 1
        while stop < len(past) and past[stop][0] == past[at][0]:
            stop += 1
        yield at, stop
        at = stop


def _remade(
    kind: list[int], back: list[int], home: list[int], seats: int, past: tuple[Any, ...], seen: tuple[Any, ...]
) -> Unseen:
    """What was pickled."""
    u = Unseen(kind, back, home, seats)
    u.clock, u.laid_by, u.laid, u.recent = past
    u.looks, u.lacking, u.sure, u.counted = seen
    return u


class _Otherwise:
    """A past that some eyes, taken as one, cannot tell from the true one, changed step by step.

    past: as far as it is to be kept to; moments: where those of it begin and end. who: the card of each event now;
    paths: the numbers of the events of each card; end: in whose place each card ends. looks: the moments, in order, at
    which one of the eyes looked through the cards of each holder. lacking: by kind, when and with whom everybody saw
    none. held, alike: the cards of each holder at the start, all of them and by kind. down: by card, its back. saw: by
    event, whether one of the eyes saw which card it was.
    """

    __slots__ = (
        "alike", "chance", "down", "end", "held", "lacking", "looks", "moments", "past", "paths", "saw", "truth", "who",
    )  # fmt: skip

    def __init__(self, truth: Unseen, past: list[Event], eyes: int, chance: Chance) -> None:
        self.truth = truth
        self.past = past
        self.moments = list(moments(past))
        self.saw = [bool(event[4] & eyes) for event in past]
        self.down = [truth.back[kind] for kind in truth.kind]
        self.chance = chance
        self.who = [event[1] for event in past]
        self.end = list(range(len(truth.kind)))
        self.paths: list[list[int]] = [[] for _ in self.end]
        for n, card in enumerate(self.who):
            self.paths[card].append(n)
        self.looks: dict[int, list[int]] = {}
        for moment, holder, saw in truth.looks:
            if saw & eyes:
                self.looks.setdefault(holder, []).append(moment)
        self.lacking: dict[int, list[tuple[int, int]]] = {}
        for moment, holder, kind in truth.lacking:
            self.lacking.setdefault(kind, []).append((moment, holder))
        self.held: dict[int, list[int]] = {}
        self.alike: dict[tuple[int, int], list[int]] = {}
        for card, holder in enumerate(truth.home):
            self.held.setdefault(holder, []).append(card)
            self.alike.setdefault((holder, truth.kind[card]), []).append(card)

    def sweep(self) -> None:
        """Go through the past. Wherever a card was with others it could be taken for, it may change roles with one.
        Which of open cards alike is which makes no difference to what was or will be seen."""
        past, who, kind, draw, saw, down = self.past, self.who, self.truth.kind, self.chance.draw, self.saw, self.down
        held = {holder: cards[:] for holder, cards in self.held.items()}
        alike = {key: cards[:] for key, cards in self.alike.items()}
        for at, stop in self.moments:
            for n in range(at, stop):
                giver = past[n][2]
                if giver != OPEN:
                    card = who[n]
                    others = alike[giver, kind[card]] if saw[n] else held[giver]
                    if len(others) > 1:
                        other = others[draw(len(others))]
                        if other != card and down[other] == down[card]:
                            self._exchange(card, other, at, giver)
            for n in range(at, stop):
                giver, card = past[n][2], who[n]
                held[giver].remove(card)
                alike[giver, kind[card]].remove(card)
            for n in range(at, stop):
                taker, card = past[n][3], who[n]
                held.setdefault(taker, []).append(card)
                alike.setdefault((taker, kind[card]), []).append(card)

    def _exchange(self, a: int, b: int, at: int, holder: int) -> None:
        """From this event on two cards of a holder go each other's way, for good, or until they are together again
        before the eye sees either; if it could be so."""
        past, kind = self.past, self.truth.kind
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
        mine, its = ways[i:k], others[j:m]
        ways[i:k], others[j:m] = its, mine
        for n in its:
            self.who[n] = a
        for n in mine:
            self.who[n] = b

    def _until(self, a: int, b: int, at: int, holder: int) -> int:
        """The moment up to which two cards may go each other's way: for ever where the eye sees no difference; else one
        at which both have come to one holder before it does; the present one where there is none."""
        past, saw, who = self.past, self.saw, self.who
        both = self.paths[a][bisect_left(self.paths[a], at) :] + self.paths[b][bisect_left(self.paths[b], at) :]
        both.sort()
        first = last = past[at][0]
        here = there = holder
        together = []
        for n in both:
            moment, _, _, taker, _ = past[n]
            if here == there:
                if moment > last:
                    together.append(moment)
            elif self.looks and self._told_apart(here, there, last, moment):
                break
            if saw[n]:
                break
            if who[n] == a:
                here = taker
            else:
                there = taker
            last = moment
        else:
            if not self._told_apart(here, there, last, _NEVER):
                return _NEVER
        return together[self.chance.draw(len(together))] if together else first

    def _told_apart(self, here: int, there: int, since: int, until: int) -> bool:
        """Whether the eye looks through the cards of one of two holders between two moments."""
        if here == there or not self.looks:
            return False
        for holder in (here, there):
            looks = self.looks.get(holder, ())
            if bisect_left(looks, until) > bisect_right(looks, since):
                return True
        return False

    def _free(self, a: int, b: int, first: int, until: int) -> bool:
        """Whether a card was nowhere where it would have been seen to be lacking, had it gone another's way."""
        for moment, holder in self.lacking.get(self.truth.kind[a], ()):
            if first <= moment < until and self._place(b, moment) == holder:
                return False
        return True

    def _place(self, card: int, moment: int) -> int:
        """Where a card was at a moment."""
        place = self.truth.home[card]
        for n in self.paths[card]:
            if self.past[n][0] > moment:
                break
            place = self.past[n][3]
        return place
