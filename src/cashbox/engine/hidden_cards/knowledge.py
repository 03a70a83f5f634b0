"""What viewers know about face-down cards.

`CardHistory` belongs to the true state: it records every move of every card and who saw which card it was. `Knowledge`
is what some viewers know of it, pooling what they saw: their information set. Its order depends only on that, so two
true states that the viewers cannot tell apart give equal knowledge. Cards of one kind look alike; cards of one back
look alike face down. A holder is any int, such as a seat or a deck; OPEN means that everyone sees the card. A viewer is
a seat, or the number after the last seat for spectators. A mask has one bit per viewer; EVERYBODY is the mask of all.
Decks are unordered.
"""

from __future__ import annotations

from itertools import chain, zip_longest
from typing import TYPE_CHECKING, Any, Final

from cashbox.engine.native import mypyc_attr

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    Move = tuple[int, int, int, int, int]
    """Moment, card, from, to, mask of the viewers who saw which card it was."""
    ObservedMove = tuple[int, int, int, int]
    """A move as the viewers know it: its number, the card's kind (UNKNOWN if they do not see it), from, to."""
    Levels = tuple[int, ...]


EVERYBODY: Final = -1
"""The mask of all viewers."""
OPEN: Final = -1
"""The holder of cards that everyone sees."""
UNKNOWN: Final = -1
"""The kind of a card that the viewers don't see."""
CHUNK: Final = 48
"""The number of moves in a chunk; copies share chunks."""


@mypyc_attr(acyclic=True)
class CardHistory:
    """Every move of some cards, and which viewers saw which card it was.

    kind: by card, its face; back: by kind, its back. start: by card, its holder at the start, which everyone knows.
    Holders 0 to seats - 1 are hands. lacking: (moment, holder, kind) each time everyone saw that a holder has none.
    clock: the last moment. chunks, recent: the moves. Copies share both; `chunked` and `recent_count` say how many
    moves of `chunks` and `recent` belong to this history. The first copy that records a move appends to `recent`; the
    others continue with their own list. looked, looked_count: the same for `looks`. certain: by (holder, kind), masks
    of the viewers who know of one such card, of two, and so on, in another seat's hand; it includes the first `counted`
    moves, and the others when queried. alone: whether no copy shares `certain`.
    """

    __slots__ = (
        "alone",
        "back",
        "certain",
        "chunked",
        "chunks",
        "clock",
        "counted",
        "kind",
        "lacking",
        "looked",
        "looked_count",
        "recent",
        "recent_count",
        "seats",
        "start",
    )  # fmt: skip

    def __init__(
        self,
        kind: Sequence[int],
        back: Sequence[int],
        start: Sequence[int],
        seats: int,
        original: CardHistory | None = None,
    ) -> None:
        """original: the history to copy."""
        self.kind = kind
        self.back = back
        self.start = start
        self.seats = seats
        self.alone: bool = original is None
        if original is not None:
            self.clock: int = original.clock
            self.chunks: tuple[list[Move], ...] = original.chunks
            self.chunked: int = original.chunked
            self.recent: list[Move] = original.recent
            self.recent_count: int = original.recent_count
            self.looked: list[tuple[int, int, int]] = original.looked
            self.looked_count: int = original.looked_count
            self.lacking: tuple[tuple[int, int, int], ...] = original.lacking
            self.certain: dict[tuple[int, int], Levels] = original.certain
            self.counted: int = original.counted
            original.alone = False
        else:
            self.clock = self.chunked = self.recent_count = self.looked_count = self.counted = 0
            self.chunks = self.lacking = ()
            self.recent, self.looked = [], []
            self.certain = {}

    def __reduce__(self) -> tuple[Any, ...]:
        recent = self.recent[: self.recent_count]
        past = self.clock, self.chunks, self.chunked, recent, self.inspections, self.lacking, self.certain, self.counted
        return _remade, (self.kind, self.back, self.start, self.seats, past)

    def clone(self) -> CardHistory:
        """Return an independent copy."""
        return CardHistory(self.kind, self.back, self.start, self.seats, self)

    @property
    def past(self) -> list[Move]:
        """All moves, in order; from and to are equal if a card was only shown."""
        return self._since(0)

    @property
    def inspections(self) -> list[tuple[int, int, int]]:
        """The inspections of a holder, in order: (moment, holder, mask of viewers)."""
        return self.looked[: self.looked_count]

    def _since(self, number: int) -> list[Move]:
        """Return the moves from a number on."""
        if number >= self.chunked:
            return self.recent[number - self.chunked : self.recent_count]
        first, parts = self.chunked, [self.recent[: self.recent_count]]
        for chunk in reversed(self.chunks):
            if first <= number:
                break
            first -= len(chunk)
            parts.append(chunk)
        return [*chain.from_iterable(reversed(parts))][number - first if number > first else 0 :]

    def move(self, moves: Iterable[tuple[int, int, int, int]]) -> None:
        """Move cards at one moment: (card, from, to, mask of the viewers who see which card it is) each."""
        self.clock += 1
        clock = self.clock
        for card, giver, taker, viewers in moves:
            self._note((clock, card, giver, taker, viewers))

    def record_move(self, card: int, giver: int, taker: int, viewers: int) -> None:
        """Move a card; these viewers see which card it is."""
        self.clock += 1
        self._note((self.clock, card, giver, taker, viewers))

    def _note(self, event: Move) -> None:
        if len(self.recent) > self.recent_count:
            self.recent = self.recent[: self.recent_count]
        self.recent.append(event)
        self.recent_count += 1
        if self.recent_count > CHUNK:
            self.chunks += (self.recent,)
            self.chunked += self.recent_count
            self.recent, self.recent_count = [], 0

    def _catch_up(self) -> None:
        """Bring `certain` up to date."""
        if self.counted == self.chunked + self.recent_count:
            return
        rest = self._since(self.counted)
        if not self.alone:
            self.certain, self.alone = self.certain.copy(), True
        self.counted += len(rest)
        for at, stop in moments(rest):
            self._count(rest[at:stop])

    def _count(self, events: Sequence[Move]) -> None:
        """Update `certain` with the moves of one moment."""
        if self.certain:
            for _, card, giver, taker, viewers in events:
                if giver != taker and 0 <= giver < self.seats:
                    self._left(card, giver, viewers)
        shown: dict[tuple[int, int], Levels] = {}
        for _, card, giver, taker, viewers in events:
            others = viewers & ~(1 << taker) if 0 <= taker < self.seats else 0
            if others:
                levels = shown if giver == taker else self.certain
                key = (taker, self.kind[card])
                levels[key] = _one_more(levels.get(key, ()), others)
        for key, looked_count in shown.items():
            self.certain[key] = tuple(
                [a | b for a, b in zip_longest(looked_count, self.certain.get(key, ()), fillvalue=0)]
            )

    def _left(self, card: int, giver: int, viewers: int) -> None:
        """Update `certain` when a card leaves a hand: one fewer of its kind for everyone and, for those who did not see
        it, perhaps one fewer of each other kind."""
        kind, back = self.kind[card], self.back
        for key in [key for key in self.certain if key[0] == giver and back[key[1]] == back[kind]]:
            left = _one_less(self.certain[key], EVERYBODY if key[1] == kind else ~viewers)
            if left:
                self.certain[key] = left
            else:
                del self.certain[key]

    def deal(self, card: int, giver: int, taker: int) -> None:
        """Deal a card to a hand; only that seat sees which card it is."""
        self.record_move(card, giver, taker, 1 << taker)

    def lay_open(self, card: int, giver: int) -> None:
        """Turn a card up for everyone."""
        self.record_move(card, giver, OPEN, EVERYBODY)

    def turn_face_down(self, card: int, taker: int) -> None:
        """Turn a card down while everyone watches."""
        self.record_move(card, OPEN, taker, EVERYBODY)

    def bury(self, cards: Iterable[int], taker: int) -> None:
        """Turn cards down into a deck while everyone watches."""
        self.move([(card, OPEN, taker, EVERYBODY) for card in cards])

    def show(self, cards: Iterable[int], holder: int, viewers: int) -> None:
        """Show cards to viewers; no one else notices."""
        self.move([(card, holder, holder, viewers) for card in cards])

    def inspect(self, holder: int, viewers: int) -> None:
        """Let viewers look through a deck; everyone notices."""
        self.clock += 1
        if len(self.looked) > self.looked_count:
            self.looked = self.looked[: self.looked_count]
        self.looked.append((self.clock, holder, viewers))
        self.looked_count += 1

    def lacks(self, holder: int, kind: int) -> None:
        """Record that everyone sees that a holder has no card of a kind."""
        self.clock += 1
        self.lacking += ((self.clock, holder, kind),)

    def all_shown(self, viewer: int) -> list[list[int]]:
        """List `shown` by seat."""
        self._catch_up()
        found: list[list[int]] = [[] for _ in range(self.seats)]
        for (hand, kind), levels in self.certain.items():
            for viewers in levels:
                if viewers >> viewer & 1:
                    found[hand].append(kind)
        return [sorted(kinds) for kinds in found]

    def shown(self, viewer: int, holder: int) -> list[int]:
        """List the kinds of cards that a viewer knows to be in another seat's hand, sorted."""
        self._catch_up()
        certain = [
            (kind, viewers) for (hand, kind), levels in self.certain.items() if hand == holder for viewers in levels
        ]
        return sorted([kind for kind, viewers in certain if viewers >> viewer & 1])

    def known_of(self, holder: int) -> list[list[int]]:
        """List, by seat, the kinds of cards that it knows to be in another seat's hand, sorted."""
        self._catch_up()
        found: list[list[int]] = [[] for _ in range(self.seats)]
        for (hand, kind), levels in self.certain.items():
            if hand == holder:
                for viewers in levels:
                    for seat in range(self.seats):
                        if viewers >> seat & 1:
                            found[seat].append(kind)
        return [sorted(kinds) for kinds in found]

    def known_hands(self, viewer: int) -> tuple[list[int], list[int]]:
        """List the kinds of cards that a viewer knows to be in other seats' hands (`shown`), and those of its own that
        other seats know (`known_of`), in any order.

        Returns: Both as (other seat, relative to the viewer) * (number of kinds) + kind.
        """
        self._catch_up()
        shown: list[int] = []
        known: list[int] = []
        kinds, seats = len(self.back), self.seats
        for (holder, kind), levels in self.certain.items():
            if holder == viewer:
                for viewers in levels:
                    for k in range(1, seats):
                        if viewers >> (viewer + k) % seats & 1:
                            known.append(k * kinds + kind)
            elif holder < seats:
                for viewers in levels:
                    if viewers >> viewer & 1:
                        shown.append((holder - viewer) % seats * kinds + kind)
        return shown, known

    def plain(self) -> list[object]:
        """Return the mutable parts as plain JSON values."""
        self._catch_up()
        return [self.past, self.inspections, self.lacking, sorted(self.certain.items()), self.clock]

    def replace(self, past: list[Move], looks: list[tuple[int, int, int]], lacking: list[tuple[int, int, int]]) -> None:
        """Replace all moves, looks, and absences; moments are numbered from 1."""
        self.clock = max([some[-1][0] for some in (past, looks, lacking) if some], default=0)
        self.looked, self.looked_count, self.lacking = looks[:], len(looks), tuple(lacking)
        self.chunked = len(past) // CHUNK * CHUNK
        self.chunks = tuple([past[at : at + CHUNK] for at in range(0, self.chunked, CHUNK)])
        self.recent = past[self.chunked :]
        self.recent_count = len(self.recent)
        self.certain, self.counted, self.alone = {}, 0, True


def _one_more(levels: Levels, viewers: int) -> Levels:
    """Return the masks after these viewers learn of one more card."""
    found = []
    for level in levels:
        found.append(level | viewers)
        viewers &= level
    return (*found, viewers) if viewers else tuple(found)


def _one_less(levels: Levels, viewers: int) -> Levels:
    """Return the masks after these viewers can be sure of one card fewer."""
    found = [level & ~viewers | more for level, more in zip(levels, (*levels[1:], 0), strict=True)]
    return tuple([level for level in found if level])


def moments(past: Sequence[Move]) -> Iterator[tuple[int, int]]:
    """Yield where the moves of each moment begin and end."""
    at = 0
    while at < len(past):
        stop = at + 1
        while stop < len(past) and past[stop][0] == past[at][0]:
            stop += 1
        yield at, stop
        at = stop


def _remade(kind: list[int], back: list[int], start: list[int], seats: int, past: tuple[Any, ...]) -> CardHistory:
    """Restore a history from its pickled parts."""
    u = CardHistory(kind, back, start, seats)
    u.clock, u.chunks, u.chunked, u.recent, u.looked, u.lacking, u.certain, u.counted = past
    u.recent_count, u.looked_count = len(u.recent), len(u.looked)
    u.alone = False
    return u


class Inspection:
    """What viewers saw of a hidden holder as a whole.

    number: negative; moves are numbered from 0. kinds: of all its cards, sorted; or lacking: the kind that it has none
    of, UNKNOWN if all its cards were seen.
    """

    __slots__ = ("holder", "kinds", "lacking", "number")

    def __init__(self, number: int, holder: int, kinds: list[int], lacking: int = UNKNOWN) -> None:
        self.number = number
        self.holder = holder
        self.kinds = kinds
        self.lacking = lacking


class Knowledge:
    """What viewers know of a history, pooling what they saw: their information set.

    past: the true moves that the viewers know of; a move's number is its index. moments: by the clock, what they saw of
    these moves, in an order that depends only on that. renumbered: the same by a clock that skips what others were
    shown; looks, lacking: those of the history, by that clock. is_hidden: by holder, whether its cards are hidden from
    the viewers. start: by holder, its cards at the start.
    """

    __slots__ = ("history", "is_hidden", "lacking", "looks", "moments", "past", "renumbered", "start", "viewers")

    def __init__(self, history: CardHistory, viewers: int) -> None:
        self.history = history
        self.viewers = viewers
        self.past: list[Move] = [move for move in history.past if move[2] != move[3] or move[4] & viewers]
        self.start: dict[int, list[int]] = {}
        for card, holder in enumerate(history.start):
            self.start.setdefault(holder, []).append(card)
        holders = {*self.start, *[move[2] for move in self.past], *[move[3] for move in self.past]}
        hands = [seat for seat in range(history.seats) if viewers >> seat & 1]
        self.is_hidden = {OPEN: False} | {holder: holder != OPEN and holder not in hands for holder in holders}
        self.moments = {self.past[at][0]: self._seen(at, stop) for at, stop in moments(self.past)}
        order = sorted([*self.moments, *(event[0] for event in (*history.inspections, *history.lacking))])
        clock = {before: now for now, before in enumerate(order, 1)}
        self.renumbered = [(clock[before], moves) for before, moves in self.moments.items()]
        self.looks = [(clock[before], holder, saw) for before, holder, saw in history.inspections]
        self.lacking = [(clock[before], holder, kind) for before, holder, kind in history.lacking]

    def _seen(self, at: int, stop: int) -> list[ObservedMove]:
        """Return what the viewers saw of the moves of one moment."""
        found: list[ObservedMove] = []
        for number in range(at, stop):
            _, card, giver, taker, saw = self.past[number]
            found.append((number, self.history.kind[card] if saw & self.viewers else UNKNOWN, giver, taker))
        found.sort(key=lambda move: (move[2], move[3], move[1], self.back_of(move[0]), move[0]))
        return found

    def back_of(self, number: int) -> int:
        """Return the back of the card of a move."""
        return self.history.back[self.history.kind[self.past[number][1]]]

    def steps(self) -> list[list[ObservedMove] | Inspection]:
        """List what the viewers saw, in order: moves of one moment, or an inspection."""
        found: dict[int, list[ObservedMove] | Inspection] = {**self.moments, **self._inspections()}
        return [found[clock] for clock in sorted(found)]

    def _inspections(self) -> dict[int, Inspection]:
        looked = {clock: (holder, UNKNOWN) for clock, holder, saw in self.history.inspections if saw & self.viewers}
        looked |= {clock: (holder, kind) for clock, holder, kind in self.history.lacking}
        where, at = list(self.history.start), 0
        found: dict[int, Inspection] = {}
        for clock, (holder, kind) in sorted(looked.items()):
            while at < len(self.past) and self.past[at][0] < clock:
                where[self.past[at][1]] = self.past[at][3]
                at += 1
            if self.is_hidden.get(holder):
                there = [self.history.kind[card] for card, here in enumerate(where) if here == holder]
                found[clock] = Inspection(-1 - len(found), holder, sorted(there) if kind == UNKNOWN else [], kind)
        return found

    # -- assignments: the card of each move ----------------------------------------------------------------------------

    def moves_with(self, cards: Sequence[int]) -> list[Move]:
        """Return the moves that the viewers know of, with these cards."""
        past = self.past
        return [(now, cards[n], giver, to, past[n][4]) for now, moves in self.renumbered for n, _, giver, to in moves]

    def fault(self, cards: Sequence[int]) -> str:
        """Explain why an assignment is outside the information set; empty if it is inside."""
        kind, where = self.history.kind, list(self.history.start)
        if not all(0 <= card < len(kind) for card in cards):
            return "there is no such card"
        lies_open = {card: card for card, holder in enumerate(where) if not self.is_hidden[holder]}
        for step in self.steps():
            if isinstance(step, Inspection):
                there = sorted([kind[card] for card, holder in enumerate(where) if holder == step.holder])
                if step.lacking in there or (step.lacking == UNKNOWN and there != step.kinds):
                    return "a player saw other cards"
                continue
            for number, seen, giver, _ in step:
                card = cards[number]
                if where[card] != giver or self.history.back[kind[card]] != self.back_of(number):
                    return "a card moves that isn't there"
                in_sight = lies_open.get(self.past[number][1]) if not self.is_hidden[giver] else card
                if card != in_sight or seen not in (UNKNOWN, kind[card]):
                    return "a player saw another card"
            if len({cards[number] for number, _, _, _ in step}) < len(step):
                return "a card moves twice at once"
            for number, _, _, taker in step:
                where[cards[number]] = taker
                if not self.is_hidden[taker]:
                    lies_open[self.past[number][1]] = cards[number]
        return ""
