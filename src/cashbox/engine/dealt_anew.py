"""Hidden cards dealt anew: another past that some eyes, taken as one, cannot tell from the true one.

What the eyes know is taken out of what happened (`Knowledge`); in what classes cards may have gone is worked out from
that alone and one such way is drawn (`engine/ways.py`); then each event gets a card of its class, and the cards that
nobody of them has seen are shuffled. So two truths that the eyes cannot tell apart give the same samples by the same
draws.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.chance import shuffled
from cashbox.engine.unseen import OPEN, moments
from cashbox.engine.ways import LIMIT, UNKNOWN, Lost, Ways

if TYPE_CHECKING:
    from cashbox.engine.chance import Chance
    from cashbox.engine.unseen import Event, Unseen
    from cashbox.engine.ways import Seen

NO_CARD: Final = -1


class Knowledge:
    """What the eyes know of what happened. past: the true events as far as the eyes know of them; moments: the same, in
    an order that tells nothing, as they know it; hides: whether the cards of a holder are hidden from them; home: by
    holder, the cards there at the start. ways: see `engine/ways.py`."""

    __slots__ = ("hides", "home", "moments", "past", "truth", "ways")

    def __init__(self, truth: Unseen, eyes: int) -> None:
        self.truth = truth
        self.past: list[Event] = [e for e in truth.past if e[2] != e[3] or e[4] & eyes]
        self.home: dict[int, list[int]] = {}
        for card, holder in enumerate(truth.home):
            self.home.setdefault(holder, []).append(card)
        holders = {*self.home, *[e[2] for e in self.past], *[e[3] for e in self.past]}
        hands = [seat for seat in range(truth.seats) if eyes >> seat & 1]
        self.hides = {holder: holder != OPEN and holder not in hands for holder in holders}
        self.moments: list[list[Seen]] = [self._moment(at, stop, eyes) for at, stop in moments(self.past)]
        self.ways = self._ways()

    def _moment(self, at: int, stop: int, eyes: int) -> list[Seen]:
        """What happened at once, as the eyes know it."""
        found: list[Seen] = []
        for number in range(at, stop):
            _, card, giver, taker, saw = self.past[number]
            found.append((number, self.truth.kind[card] if saw & eyes else UNKNOWN, giver, taker))
        back = self.truth.back
        found.sort(key=lambda e: (e[2], e[3], e[1], back[self.truth.kind[self.past[e[0]][1]]], e[0]))
        return found

    def _ways(self) -> Ways:
        """In how many ways it can have been."""
        order = [event for some in self.moments for event in some]
        last = {kind: at for at, (_, kind, giver, _) in enumerate(order) if kind != UNKNOWN and self.hides[giver]}
        kind = self.truth.kind
        hidden = {holder: [kind[card] for card in cards] for holder, cards in self.home.items() if self.hides[holder]}
        backs = [self.truth.back[self.truth.kind[e[1]]] for e in self.past]
        limit = LIMIT
        while True:
            ways = Ways(self.truth.back, backs, hidden, last, limit)
            try:
                for some in self.moments:
                    ways.moment(some, self.hides)
            except Lost:
                limit *= 8
            else:
                return ways

    def deal(self, into: Unseen, chance: Chance) -> dict[int, int]:
        """Deal anew what these eyes do not know, and write what happened accordingly into another.

        Answers which card lies in the place of each, open ones too, where it is another.
        """
        dealt = _Dealt(self, chance)
        who = dealt.cards()
        past: list[Event] = []
        for now, some in enumerate(self.moments, 1):
            for number, _, giver, taker in some:
                past.append((now, who[number], giver, taker, self.past[number][4]))
        into.rewrite(past)
        return {place: card for place, card in dealt.places(who).items() if place != card}


class _Dealt:
    """One past made up. A line is the way of one card that is not yet said which it is.

    lines: by class and holder, the lines there; a class begins with as many cards where it is that have not moved yet
    (`fresh`). card: of each line, as far as it is known; course: the events of each line. among: by class, its cards
    by kind that no line has been given. open: which card lies in the place of each that the eyes see.
    """

    def __init__(self, known: Knowledge, chance: Chance) -> None:
        self.known = known
        self.chance = chance
        self.kind = known.truth.kind
        self.chosen = known.ways.draw(chance)
        self.card: list[int] = []
        self.course: list[list[int]] = []
        self.lines: dict[tuple[int, int], list[int]] = {}
        self.fresh: dict[tuple[int, int], int] = {}
        self.of: list[int] = []
        self.among: dict[int, list[int]] = {}
        self.open: dict[int, int] = {}
        self.at: dict[int, int] = {}
        number = 0
        for holder, cards in known.home.items():
            if not known.hides[holder]:
                self._lie_open(cards)
                continue
            for some in _by_back(known, cards):
                self._begin(number, holder, some)
                number += 1

    def _lie_open(self, cards: list[int]) -> None:
        """Cards that the eyes see from the start."""
        for card in cards:
            self.open[card] = card
            self.at[card] = len(self.card)
            self.card.append(card)
            self.course.append([])
            self.of.append(UNKNOWN)

    def _begin(self, number: int, holder: int, cards: list[int]) -> None:
        self.among[number] = sorted(cards, key=lambda card: (self.kind[card], card))
        self.fresh[number, holder] = len(cards)

    # -- from event to event -------------------------------------------------------------------------------------

    def cards(self) -> list[int]:
        """The card of each event."""
        known, ways = self.known, self.known.ways
        for some in known.moments:
            first = some[0][0]
            if first in ways.shuffled:
                self._shuffle(ways.shuffled[first], some)
                continue
            arriving: list[tuple[int, int, int]] = []
            for number, kind, giver, taker in some:
                for new, olds in ways.joined.get(number, ()):
                    self._join(new, olds, giver)
                line, group = self._leave(number, kind, giver)
                self.course[line].append(number)
                if known.hides[taker]:
                    if kind != UNKNOWN:
                        group = ways.group[number]
                    arriving.append((line, group, taker))
                else:
                    self.open[known.past[number][1]] = self.card[line]
                    self.at[self.card[line]] = line
            for line, group, taker in arriving:
                self.lines.setdefault((group, taker), []).append(line)
            for number, _, _, _ in some:
                if number in ways.dulled:
                    self._forget(*ways.dulled[number])
        self._name_all()
        who = [NO_CARD] * len(known.past)
        for line, course in enumerate(self.course):
            for number in course:
                who[number] = self.card[line]
        return who

    def _leave(self, number: int, kind: int, giver: int) -> tuple[int, int]:
        """The line that goes, and its class."""
        if not self.known.hides[giver]:
            return self.at[self.open[self.known.past[number][1]]], UNKNOWN
        group = self.chosen[number]
        there = self.lines.setdefault((group, giver), [])
        fresh = self.fresh.get((group, giver), 0)
        at = self.chance.draw(fresh + len(there)) if there and fresh + len(there) > 1 else 0
        if at < fresh:
            self.fresh[group, giver] = fresh - 1
            line = len(self.card)
            self.card.append(NO_CARD)
            self.course.append([])
            self.of.append(group)
        else:
            line = there[at - fresh]
            there[at - fresh] = there[-1]
            there.pop()
        if kind != UNKNOWN and self.card[line] == NO_CARD:
            among = self.among[group]
            self._name(line, next(card for card in among if self.kind[card] == kind))
        return line, group

    def _name(self, line: int, card: int) -> None:
        """A line is the way of this card, which had one before."""
        self.among[self.of[line]].remove(card)
        self.card[line] = card

    def _shuffle(self, group: int, some: list[Seen]) -> None:
        """Open cards become a class."""
        cards = []
        for number, _, _, _ in some:
            line, _ = self._leave(number, UNKNOWN, OPEN)
            self.course[line].append(number)
            cards.append(self.card[line])
        self._begin(group, some[0][3], cards)

    def _join(self, group: int, olds: list[int], holder: int) -> None:
        """Classes of a holder become one."""
        cards = []
        for old in olds:
            for line in self.lines.pop((old, holder), []):
                if self.card[line] == NO_CARD:
                    self._end(line)
                cards.append(self.card[line])
            fresh = self.fresh.pop((old, holder), 0)
            if fresh:
                cards += self._rest(old, fresh)
        self._begin(group, holder, cards)

    def _end(self, line: int) -> None:
        """A line without a card gets one of those left."""
        among = self.among[self.of[line]]
        self._name(line, among[self.chance.draw(len(among))])

    def _rest(self, group: int, count: int) -> list[int]:
        """So many cards of a class that have not moved, once all others are known."""
        for line, of in enumerate(self.of):
            if of == group and self.card[line] == NO_CARD:
                self._end(line)
        rest = self.among[group][:]
        assert len(rest) == count
        self.among[group] = []
        return rest

    def _forget(self, group: int, dull: int) -> None:
        """What was one class is part of the dull one."""
        for (old, holder), some in list(self.lines.items()):
            if old == group:
                self.lines.setdefault((dull, holder), []).extend(some)
                some.clear()

    def _name_all(self) -> None:
        """All lines get a card."""
        open_lines: dict[int, list[int]] = {}
        for line, card in enumerate(self.card):
            if card == NO_CARD:
                open_lines.setdefault(self.of[line], []).append(line)
        for group, some in open_lines.items():
            for line, card in zip(some, shuffled(self.among[group], self.chance)[: len(some)], strict=True):
                self._name(line, card)

    # -- where everything is in the end --------------------------------------------------------------------------

    def places(self, who: list[int]) -> dict[int, int]:
        """Which card lies in the place of each."""
        truth, past = self.known.truth, self.known.past
        holder, last = list(truth.home), [NO_CARD] * len(truth.home)
        mine, its = list(truth.home), [NO_CARD] * len(truth.home)
        order = [number for some in self.known.moments for number, _, _, _ in some]
        seen = {number for some in self.known.moments for number, kind, _, _ in some if kind != UNKNOWN}
        for number in order:
            card = past[number][1]
            holder[card], last[card] = past[number][3], number
            mine[who[number]], its[who[number]] = past[number][3], number
        found: dict[int, int] = {}
        free: dict[tuple[int, int], list[int]] = {}
        for card, at in enumerate(its):
            if at in seen or (at == NO_CARD and not self.known.hides[mine[card]]):
                continue
            free.setdefault((mine[card], truth.back[self.kind[card]]), []).append(card)
        rest: list[int] = []
        for card, at in enumerate(last):
            if at == NO_CARD and not self.known.hides[holder[card]]:
                found[card] = card
            elif at in seen and its[who[at]] == at:
                found[card] = who[at]
            else:
                rest.append(card)
        taken = set(found.values())
        for card, at in enumerate(its):
            if at in seen and card not in taken:
                free.setdefault((mine[card], truth.back[self.kind[card]]), []).append(card)
        for some in free.values():
            some.sort(key=lambda card: (self.kind[card], card), reverse=True)
        for card in rest:
            found[card] = free[holder[card], truth.back[self.kind[card]]].pop()
        return found


def _by_back(known: Knowledge, cards: list[int]) -> list[list[int]]:
    """Cards of a holder at the start, by their backs."""
    found: dict[int, list[int]] = {}
    for card in cards:
        found.setdefault(known.truth.back[known.truth.kind[card]], []).append(card)
    return [found[back] for back in sorted(found)]
