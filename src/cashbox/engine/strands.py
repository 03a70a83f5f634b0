"""Hidden cards of one back, and pasts of theirs made up: an event at a time, in one of the ways that there are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.carrying import carried
from cashbox.engine.classes import UNKNOWN
from cashbox.engine.sightings import Sight
from cashbox.engine.unseen import OPEN
from cashbox.engine.ways import Ways

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cashbox.engine.chance import Chance
    from cashbox.engine.known import Known
    from cashbox.engine.ways import Seen

NO_CARD: Final = -1


class Strand:
    """What the eyes know of the cards of one back. home: by holder, those there at the start; steps: what happened to
    such cards, and what was seen of holders as a whole, in order; ways: see `engine/ways.py`."""

    __slots__ = ("home", "known", "steps", "ways")

    def __init__(self, back: int, known: Known, steps: Iterable[Sequence[Seen] | Sight]) -> None:
        self.known = known
        backs, kind = known.truth.back, known.truth.kind
        self.home: dict[int, list[int]] = {}
        for holder, cards in known.home.items():
            some = [card for card in cards if backs[kind[card]] == back]
            if some:
                self.home[holder] = some
        self.steps: list[list[Seen] | Sight] = []
        for step in steps:
            if not isinstance(step, Sight):
                events = [event for event in step if known.back_of(event[0]) == back]
                if events:
                    self.steps.append(events)
            elif step.lacking == UNKNOWN:
                kinds = [one for one in step.kinds if backs[one] == back]
                if kinds:
                    self.steps.append(Sight(step.number, step.holder, kinds))
            elif backs[step.lacking] == back:
                self.steps.append(step)
        self.ways = self._ways([one for one, other in enumerate(backs) if other == back])

    def _ways(self, kinds: Sequence[int]) -> Ways:
        """In how many ways it can have been."""
        hides, kind = self.known.hides, self.known.truth.kind
        last: dict[int, int] = {}
        at = 0
        for step in self.steps:
            if isinstance(step, Sight):
                for one in kinds if step.lacking == UNKNOWN else [step.lacking]:
                    last[one] = at
                at += 1
                continue
            for _, one, giver, _ in step:
                if one != UNKNOWN and hides[giver]:
                    last[one] = at
                at += 1
        hidden = {holder: [kind[card] for card in cards] for holder, cards in self.home.items() if hides[holder]}
        return carried(Ways(hidden, last), self.steps, hides)

    def deal(self, who: list[int], chance: Chance) -> None:
        """Make up a past: the card of each event."""
        _Dealt(self, chance).cards(who)


class _Dealt:
    """One past made up. A line is the way of one card that is not yet said which it is.

    lines: by class and holder, the lines there; a class begins with as many cards where it is that have not moved yet
    (`fresh`). card: of each line, as far as it is known; course: the events of each line. among: by class, its cards
    by kind that no line has been given. open: which card lies in the place of each that the eyes see.
    """

    def __init__(self, strand: Strand, chance: Chance) -> None:
        known = strand.known
        self.strand = strand
        self.known = known
        self.chance = chance
        self.kind = known.truth.kind
        self.chosen, self.named = strand.ways.draw(chance)
        self.card: list[int] = []
        self.course: list[list[int]] = []
        self.lines: dict[tuple[int, int], list[int]] = {}
        self.fresh: dict[tuple[int, int], int] = {}
        self.of: list[int] = []
        self.among: dict[int, dict[int, list[int]]] = {}
        self.open: dict[int, int] = {}
        self.at: dict[int, int] = {}
        for holder, cards in strand.home.items():
            if known.hides[holder]:
                self._begin(len(self.among), holder, cards)
            else:
                self._lie_open(cards)

    def _lie_open(self, cards: list[int]) -> None:
        """Cards that the eyes see from the start."""
        for card in cards:
            self.open[card] = card
            self.at[card] = len(self.card)
            self.card.append(card)
            self.course.append([])
            self.of.append(UNKNOWN)

    def _begin(self, number: int, holder: int, cards: list[int]) -> None:
        among: dict[int, list[int]] = {}
        for card in sorted(cards, reverse=True):
            among.setdefault(self.kind[card], []).append(card)
        self.among[number] = among
        self.fresh[number, holder] = len(cards)

    # -- from event to event -------------------------------------------------------------------------------------

    def cards(self, who: list[int]) -> None:
        """The card of each event."""
        known, ways = self.known, self.strand.ways
        for some in self.strand.steps:
            if isinstance(some, Sight):
                self._turn_out(some)
                continue
            first = some[0][0]
            if first in ways.shuffled:
                self._shuffle(ways.shuffled[first], some)
                continue
            arriving: list[tuple[int, int, int]] = []
            for number, kind, giver, taker in some:
                if number in ways.joined:
                    self._join(*ways.joined[number], giver)
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
                for group, dull in ways.dulled.get(number, ()):
                    self._forget(group, dull)
        self._name_all()
        for line, course in enumerate(self.course):
            for number in course:
                who[number] = self.card[line]

    def _turn_out(self, sight: Sight) -> None:
        """What cards turn out to be; all those of a holder that was looked through are a class."""
        ways, number = self.strand.ways, sight.number
        known = ways.turned.get(number, {})
        gone = sight.holder if number in ways.joined else NO_CARD
        for group, holder, kind, count in self.named[number]:
            for _ in range(count if holder != gone else 0):
                line = self._one_of(group, holder)
                self._name_as(line, kind)
                self.lines.setdefault((known[kind], holder), []).append(line)
        if number in ways.joined:
            new, olds = ways.joined[number]
            self._begin(new, sight.holder, self._looked_at(sight, olds))
        for group, dull in ways.dulled.get(number, ()):
            self._forget(group, dull)

    def _looked_at(self, sight: Sight, olds: list[int]) -> list[int]:
        """The cards of a holder, which had these classes."""
        kinds: dict[int, list[int]] = {}
        for group, holder, kind, count in self.named[sight.number]:
            if holder == sight.holder:
                kinds.setdefault(group, []).extend([kind] * count)
        cards: list[int] = []
        for old in olds:
            rest = kinds.get(old, [])
            for line in self.lines.pop((old, sight.holder), []):
                if self.card[line] == NO_CARD:
                    self._name_as(line, rest.pop(self.chance.draw(len(rest))))
                cards.append(self.card[line])
            self.fresh.pop((old, sight.holder), 0)
            cards += [self.among[old][kind].pop() for kind in rest]
        return cards

    def _leave(self, number: int, kind: int, giver: int) -> tuple[int, int]:
        """The line that goes, and its class."""
        if not self.known.hides[giver]:
            return self.at[self.open[self.known.past[number][1]]], UNKNOWN
        group = self.chosen[number]
        line = self._one_of(group, giver)
        if kind != UNKNOWN and self.card[line] == NO_CARD:
            self._name_as(line, kind)
        return line, group

    def _one_of(self, group: int, holder: int) -> int:
        """Any line of a class leaves a holder."""
        there = self.lines.setdefault((group, holder), [])
        fresh = self.fresh.get((group, holder), 0)
        at = self.chance.draw(fresh + len(there)) if there and fresh + len(there) > 1 else 0
        if at < fresh:
            self.fresh[group, holder] = fresh - 1
            self.card.append(NO_CARD)
            self.course.append([])
            self.of.append(group)
            return len(self.card) - 1
        line = there[at - fresh]
        there[at - fresh] = there[-1]
        there.pop()
        return line

    def _name_as(self, line: int, kind: int) -> None:
        """A line is the way of a card of this kind."""
        self.card[line] = self.among[self.of[line]][kind].pop()

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
        at = self.chance.draw(sum(map(len, among.values())))
        for kind in sorted(among):
            at -= len(among[kind])
            if at < 0:
                self.card[line] = among[kind].pop()
                return

    def _rest(self, group: int, count: int) -> list[int]:
        """So many cards of a class that have not moved, once all others are known."""
        for line, of in enumerate(self.of):
            if of == group and self.card[line] == NO_CARD:
                self._end(line)
        among, self.among[group] = self.among[group], {}
        rest = [card for kind in sorted(among) for card in among[kind]]
        assert len(rest) == count
        return rest

    def _forget(self, group: int, dull: int) -> None:
        """What was one class is part of the dull one."""
        for (old, holder), some in list(self.lines.items()):
            if old == group:
                self.lines.setdefault((dull, holder), []).extend(some)
                some.clear()

    def _name_all(self) -> None:
        """All lines get a card."""
        for line, card in enumerate(self.card):
            if card == NO_CARD:
                self._end(line)
