"""Sample a history of hidden cards that viewers can't tell from the true one.

`Sampler` counts the class assignments for the cards of each back once; each sample then draws one of them, gives every
move a card of its class, and shuffles the cards that no viewer has seen. Only the knowledge of the viewers goes in, so
two true states that they can't tell apart give the same samples for the same draws.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING, Final

from cashbox.engine.hidden_cards.constraints import apply_inspection
from cashbox.engine.hidden_cards.counting import ClassAssignments, DeadEnd
from cashbox.engine.hidden_cards.knowledge import OPEN, UNKNOWN, Inspection, Knowledge, moments

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from cashbox.engine.chance import Chance
    from cashbox.engine.hidden_cards.knowledge import CardHistory, Move, ObservedMove


MOST: Final = 300
"""How many ways are carried along at most."""
PARTICLES: Final = 16
"""How many stand for the others where there are more, from then on: what they get wrong is mended by exchanges, see
`SwapChain`."""
CHECKPOINT: Final = 16
"""How many steps apart ways are kept to go back to."""


def filter_forward(
    assignments: ClassAssignments, steps: Sequence[Sequence[ObservedMove] | Inspection], is_hidden: dict[int, bool]
) -> ClassAssignments:
    """The ways after some steps. hides: whether the cards of a holder are hidden."""
    assignments.limit(MOST, PARTICLES)
    checkpoints = [(0, assignments.clone())]
    at, lost, particles, back = 0, -1, PARTICLES, 4
    hard: dict[int, int] = {}  # by step that was passed at last, with how many: gone back before it, fewer fail again
    while at < len(steps):
        if at > lost and particles > PARTICLES:
            hard[lost] = particles
            particles, back = PARTICLES, 4
            assignments.limit(MOST, PARTICLES)
        if at >= checkpoints[-1][0] + CHECKPOINT:
            checkpoints.append((at, assignments.clone()))
        step = steps[at]
        try:
            if isinstance(step, Inspection):
                apply_inspection(assignments, step)
            else:
                assignments.moment(step, is_hidden)
            at += 1
        except DeadEnd:
            lost = max(lost, at)
            del checkpoints[max(1, len(checkpoints) - back) :]
            back *= 2
            at, assignments = checkpoints[-1][0], checkpoints[-1][1].clone()
            particles = max([2 * particles, *[most_exact for step, most_exact in hard.items() if step >= at]])
            assignments.limit(max(MOST, particles), particles)
    return assignments


NO_CARD: Final = -1


class BackGroup:
    """What the eyes know of the cards of one back. home: by holder, those there at the start; steps: what happened to
    such cards, and what was seen of holders as a whole, in order; ways: see `ClassAssignments`."""

    __slots__ = ("assignments", "knowledge", "start", "steps")

    def __init__(self, back: int, knowledge: Knowledge, steps: Iterable[Sequence[ObservedMove] | Inspection]) -> None:
        self.knowledge = knowledge
        backs, kind = knowledge.history.back, knowledge.history.kind
        self.start: dict[int, list[int]] = {}
        for holder, cards in knowledge.start.items():
            some = [card for card in cards if backs[kind[card]] == back]
            if some:
                self.start[holder] = some
        self.steps: list[list[ObservedMove] | Inspection] = []
        for step in steps:
            if not isinstance(step, Inspection):
                events = [event for event in step if knowledge.back_of(event[0]) == back]
                if events:
                    self.steps.append(events)
            elif step.lacking == UNKNOWN:
                kinds = [one for one in step.kinds if backs[one] == back]
                if kinds:
                    self.steps.append(Inspection(step.number, step.holder, kinds))
            elif backs[step.lacking] == back:
                self.steps.append(step)
        self.assignments = self._ways([one for one, other in enumerate(backs) if other == back])

    def _ways(self, kinds: Sequence[int]) -> ClassAssignments:
        """In how many ways it can have been."""
        is_hidden, kind = self.knowledge.is_hidden, self.knowledge.history.kind
        last: dict[int, int] = {}
        at = 0
        for step in self.steps:
            if isinstance(step, Inspection):
                for one in kinds if step.lacking == UNKNOWN else [step.lacking]:
                    last[one] = at
                at += 1
                continue
            for _, one, giver, _ in step:
                if one != UNKNOWN and is_hidden[giver]:
                    last[one] = at
                at += 1
        hidden = {holder: [kind[card] for card in cards] for holder, cards in self.start.items() if is_hidden[holder]}
        return filter_forward(ClassAssignments(hidden, last), self.steps, is_hidden)

    def deal(self, who: list[int], chance: Chance) -> None:
        """Make up a past: the card of each event."""
        _Completion(self, chance).cards(who)


class _Completion:
    """One past made up. A line is the way of one card that is not yet said which it is.

    lines: by class and holder, the lines there; a class begins with as many cards where it is that have not moved yet
    (`fresh`). card: of each line, as far as it is known; course: the events of each line. among: by class, its cards
    by kind that no line has been given. open: which card lies in the place of each that the eyes see.
    """

    def __init__(self, group: BackGroup, chance: Chance) -> None:
        knowledge = group.knowledge
        self.group = group
        self.knowledge = knowledge
        self.chance = chance
        self.kind = knowledge.history.kind
        self.chosen, self.drawn_kinds = group.assignments.draw(chance)
        self.card: list[int] = []
        self.moves_of: list[list[int]] = []
        self.tracks: dict[tuple[int, int], list[int]] = {}
        self.unmoved: dict[tuple[int, int], int] = {}
        self.class_of_track: list[int] = []
        self.unassigned: dict[int, dict[int, list[int]]] = {}
        self.open: dict[int, int] = {}
        self.at: dict[int, int] = {}
        for holder, cards in group.start.items():
            if knowledge.is_hidden[holder]:
                self._begin(len(self.unassigned), holder, cards)
            else:
                self._lie_open(cards)

    def _lie_open(self, cards: list[int]) -> None:
        """Cards that the eyes see from the start."""
        for card in cards:
            self.open[card] = card
            self.at[card] = len(self.card)
            self.card.append(card)
            self.moves_of.append([])
            self.class_of_track.append(UNKNOWN)

    def _begin(self, number: int, holder: int, cards: list[int]) -> None:
        unassigned: dict[int, list[int]] = {}
        for card in sorted(cards, reverse=True):
            unassigned.setdefault(self.kind[card], []).append(card)
        self.unassigned[number] = unassigned
        self.unmoved[number, holder] = len(cards)

    # -- from event to event -------------------------------------------------------------------------------------

    def cards(self, who: list[int]) -> None:
        """The card of each event."""
        knowledge, assignments = self.knowledge, self.group.assignments
        for some in self.group.steps:
            if isinstance(some, Inspection):
                self._inspect(some)
                continue
            first = some[0][0]
            if first in assignments.shuffled:
                self._shuffle(assignments.shuffled[first], some)
                continue
            arriving: list[tuple[int, int, int]] = []
            for number, kind, giver, taker in some:
                if number in assignments.pooled:
                    self._join(*assignments.pooled[number], giver)
                track, card_class = self._leave(number, kind, giver)
                self.moves_of[track].append(number)
                if knowledge.is_hidden[taker]:
                    if kind != UNKNOWN:
                        card_class = assignments.class_of[number]
                    arriving.append((track, card_class, taker))
                else:
                    self.open[knowledge.past[number][1]] = self.card[track]
                    self.at[self.card[track]] = track
            for track, card_class, taker in arriving:
                self.tracks.setdefault((card_class, taker), []).append(track)
            for number, _, _, _ in some:
                for card_class, irrelevant in assignments.dropped.get(number, ()):
                    self._forget(card_class, irrelevant)
        self._identify_all()
        for track, moves_of in enumerate(self.moves_of):
            for number in moves_of:
                who[number] = self.card[track]

    def _inspect(self, inspection: Inspection) -> None:
        """What cards turn out to be; all those of a holder that was looked through are a class."""
        assignments, number = self.group.assignments, inspection.number
        knowledge = assignments.identified.get(number, {})
        gone = inspection.holder if number in assignments.pooled else NO_CARD
        for card_class, holder, kind, count in self.drawn_kinds[number]:
            for _ in range(count if holder != gone else 0):
                track = self._any_track(card_class, holder)
                self._identify_as(track, kind)
                self.tracks.setdefault((knowledge[kind], holder), []).append(track)
        if number in assignments.pooled:
            new, olds = assignments.pooled[number]
            self._begin(new, inspection.holder, self._looked_at(inspection, olds))
        for card_class, irrelevant in assignments.dropped.get(number, ()):
            self._forget(card_class, irrelevant)

    def _looked_at(self, inspection: Inspection, olds: list[int]) -> list[int]:
        """The cards of a holder, which had these classes."""
        kinds: dict[int, list[int]] = {}
        for card_class, holder, kind, count in self.drawn_kinds[inspection.number]:
            if holder == inspection.holder:
                kinds.setdefault(card_class, []).extend([kind] * count)
        cards: list[int] = []
        for old in olds:
            rest = kinds.get(old, [])
            for track in self.tracks.pop((old, inspection.holder), []):
                if self.card[track] == NO_CARD:
                    self._identify_as(track, rest.pop(self.chance.draw(len(rest))))
                cards.append(self.card[track])
            self.unmoved.pop((old, inspection.holder), 0)
            cards += [self.unassigned[old][kind].pop() for kind in rest]
        return cards

    def _leave(self, number: int, kind: int, giver: int) -> tuple[int, int]:
        """The line that goes, and its class."""
        if not self.knowledge.is_hidden[giver]:
            return self.at[self.open[self.knowledge.past[number][1]]], UNKNOWN
        card_class = self.chosen[number]
        track = self._any_track(card_class, giver)
        if kind != UNKNOWN and self.card[track] == NO_CARD:
            self._identify_as(track, kind)
        return track, card_class

    def _any_track(self, card_class: int, holder: int) -> int:
        """Any line of a class leaves a holder."""
        tracks = self.tracks.setdefault((card_class, holder), [])
        unmoved = self.unmoved.get((card_class, holder), 0)
        at = self.chance.draw(unmoved + len(tracks)) if tracks and unmoved + len(tracks) > 1 else 0
        if at < unmoved:
            self.unmoved[card_class, holder] = unmoved - 1
            self.card.append(NO_CARD)
            self.moves_of.append([])
            self.class_of_track.append(card_class)
            return len(self.card) - 1
        track = tracks[at - unmoved]
        tracks[at - unmoved] = tracks[-1]
        tracks.pop()
        return track

    def _identify_as(self, track: int, kind: int) -> None:
        """A line is the way of a card of this kind."""
        self.card[track] = self.unassigned[self.class_of_track[track]][kind].pop()

    def _shuffle(self, card_class: int, some: list[ObservedMove]) -> None:
        """Open cards become a class."""
        cards = []
        for number, _, _, _ in some:
            track, _ = self._leave(number, UNKNOWN, OPEN)
            self.moves_of[track].append(number)
            cards.append(self.card[track])
        self._begin(card_class, some[0][3], cards)

    def _join(self, card_class: int, olds: list[int], holder: int) -> None:
        """Classes of a holder become one."""
        cards = []
        for old in olds:
            for track in self.tracks.pop((old, holder), []):
                if self.card[track] == NO_CARD:
                    self._end(track)
                cards.append(self.card[track])
            unmoved = self.unmoved.pop((old, holder), 0)
            if unmoved:
                cards += self._rest(old, unmoved)
        self._begin(card_class, holder, cards)

    def _end(self, track: int) -> None:
        """A line without a card gets one of those left."""
        unassigned = self.unassigned[self.class_of_track[track]]
        at = self.chance.draw(sum(map(len, unassigned.values())))
        for kind in sorted(unassigned):
            at -= len(unassigned[kind])
            if at < 0:
                self.card[track] = unassigned[kind].pop()
                return

    def _rest(self, card_class: int, count: int) -> list[int]:
        """So many cards of a class that have not moved, once all others are known."""
        for track, class_of_track in enumerate(self.class_of_track):
            if class_of_track == card_class and self.card[track] == NO_CARD:
                self._end(track)
        unassigned, self.unassigned[card_class] = self.unassigned[card_class], {}
        rest = [card for kind in sorted(unassigned) for card in unassigned[kind]]
        assert len(rest) == count
        return rest

    def _forget(self, card_class: int, irrelevant: int) -> None:
        """What was one class is part of the dull one."""
        for (old, holder), some in list(self.tracks.items()):
            if old == card_class:
                self.tracks.setdefault((irrelevant, holder), []).extend(some)
                some.clear()

    def _identify_all(self) -> None:
        """All lines get a card."""
        for track, card in enumerate(self.card):
            if card == NO_CARD:
                self._end(track)


TRUTH_SWEEPS: Final = 12
"""How often each event is looked at for another card it could have been, where that begins at the truth."""
_NEVER: Final = 1 << 60


class SwapChain:
    """A past that some eyes, taken as one, cannot tell from the true one, changed step by step.

    past: as far as it is to be kept to; moments: where those of it begin and end. who: the card of each event now;
    paths: the numbers of the events of each card; end: in whose place each card ends. looks: the moments, in order, at
    which one of the eyes looked through the cards of each holder. lacking: by kind, when and with whom everybody saw
    none. held, alike: the cards of each holder at the start, all of them and by kind. down: by card, its back. saw: by
    event, whether one of the eyes saw which card it was. still: the holders with whom nothing is exchanged.
    """

    __slots__ = (
        "alike",
        "down",
        "end",
        "held",
        "history",
        "lacking",
        "looks",
        "moments",
        "past",
        "paths",
        "saw",
        "still",
        "who",
    )  # fmt: skip

    def __init__(self, history: CardHistory, past: list[Move], viewers: int, still: Collection[int] = (OPEN,)) -> None:
        self.history = history
        self.still = still
        self.past = past
        self.moments = list(moments(past))
        self.saw = [bool(event[4] & viewers) for event in past]
        self.down = [history.back[kind] for kind in history.kind]
        self.who = [event[1] for event in past]
        self.end = list(range(len(history.kind)))
        self.paths: list[list[int]] = [[] for _ in self.end]
        for n, card in enumerate(self.who):
            self.paths[card].append(n)
        self.looks: dict[int, list[int]] = {}
        for moment, holder, saw in history.looks:
            if saw & viewers:
                self.looks.setdefault(holder, []).append(moment)
        self.lacking: dict[int, list[tuple[int, int]]] = {}
        for moment, holder, kind in history.lacking:
            self.lacking.setdefault(kind, []).append((moment, holder))
        self.held: dict[int, list[int]] = {}
        self.alike: dict[tuple[int, int], list[int]] = {}
        for card, holder in enumerate(history.start):
            self.held.setdefault(holder, []).append(card)
            self.alike.setdefault((holder, history.kind[card]), []).append(card)

    def sweep(self, chance: Chance) -> None:
        """Go through the past. Wherever a card was with others it could be taken for, it may change roles with one.
        Which of open cards alike is which makes no difference to what was or will be seen."""
        past, who, kind, draw, saw, down = self.past, self.who, self.history.kind, chance.draw, self.saw, self.down
        still = self.still
        held = {holder: cards[:] for holder, cards in self.held.items()}
        alike = {key: cards[:] for key, cards in self.alike.items()}
        for at, stop in self.moments:
            for n in range(at, stop):
                giver = past[n][2]
                if giver not in still:
                    card = who[n]
                    others = alike[giver, kind[card]] if saw[n] else held[giver]
                    if len(others) > 1:
                        other = others[draw(len(others))]
                        if other != card and down[other] == down[card]:
                            self._swap(card, other, at, giver, chance)
            for n in range(at, stop):
                giver, card = past[n][2], who[n]
                held[giver].remove(card)
                alike[giver, kind[card]].remove(card)
            for n in range(at, stop):
                taker, card = past[n][3], who[n]
                held.setdefault(taker, []).append(card)
                alike.setdefault((taker, kind[card]), []).append(card)

    def found(self) -> list[Move]:
        """What has come of it."""
        return [(e[0], card, e[2], e[3], e[4]) for e, card in zip(self.past, self.who, strict=True)]

    def _swap(self, a: int, b: int, at: int, holder: int, chance: Chance) -> None:
        """From this event on two cards of a holder go each other's way, for good, or until they are together again
        before the eye sees either; if it could be so."""
        past, kind = self.past, self.history.kind
        first, until = past[at][0], _NEVER
        if kind[a] != kind[b]:
            until = self._until(a, b, at, holder, chance)
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

    def _until(self, a: int, b: int, at: int, holder: int, chance: Chance) -> int:
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
        return together[chance.draw(len(together))] if together else first

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
        for moment, holder in self.lacking.get(self.history.kind[a], ()):
            if first <= moment < until and self._place(b, moment) == holder:
                return False
        return True

    def _place(self, card: int, moment: int) -> int:
        """Where a card was at a moment."""
        place = self.history.start[card]
        for n in self.paths[card]:
            if self.past[n][0] > moment:
                break
            place = self.past[n][3]
        return place


def otherwise(history: CardHistory, viewers: int, chance: Chance) -> dict[int, int]:
    """Another way the cards could lie, and could have come there, that these eyes (a mask) cannot tell from the true
    one, not even together; it leans to the true one.

    Answers which card lies in the place of each, open ones too, where it is another. What happened is changed
    accordingly; what others were shown without these eyes' knowing is forgotten.
    """
    other = SwapChain(history, [e for e in history.past if e[2] != e[3] or e[4] & viewers], viewers)
    for _ in range(TRUTH_SWEEPS):
        other.sweep(chance)
    history.replace_moves(other.found())
    return {place: card for card, place in enumerate(other.end) if place != card}


SWEEPS: Final = 2
"""How often each event is exchanged where few ways stood for many."""


class Sampler(Knowledge):
    """What the eyes know, and in what ways it can have been. strands: for each back; exact: no way was left out."""

    __slots__ = ("exact", "groups", "places")

    def __init__(self, history: CardHistory, viewers: int) -> None:
        super().__init__(history, viewers)
        steps = self.steps()
        self.groups = [BackGroup(back, self, steps) for back in sorted({history.back[kind] for kind in history.kind})]
        self.exact = all(group.assignments.exact for group in self.groups)
        self.places = _FinalPlaces(self)

    def deal(self, into: CardHistory, chance: Chance) -> dict[int, int]:
        """Deal anew what these eyes do not know, and write what happened accordingly into another.

        Answers which card lies in the place of each, open ones too, where it is another.
        """
        who = [NO_CARD] * len(self.past)
        for group in self.groups:
            group.deal(who, chance)
        into.replace(self._past(who), self.looks, self.lacking)
        if not self.exact:
            who = self._swapped(into, chance)
            into.replace_moves(self._past(who))
        return {place: card for place, card in self.places.of(who).items() if place != card}

    def _past(self, who: list[int]) -> list[Move]:
        """What happened, with these cards."""
        past = self.past
        return [(now, who[n], giver, taker, past[n][4]) for now, some in self.renumbered for n, _, giver, taker in some]

    def _swapped(self, made: CardHistory, chance: Chance) -> list[int]:
        """The card of each event after some exchanges: they lead away from what was made up to what is likely."""
        other = SwapChain(
            made, made.past, self.viewers, [holder for holder, hidden in self.is_hidden.items() if not hidden]
        )
        for _ in range(SWEEPS):
            other.sweep(chance)
        who = [NO_CARD] * len(self.past)
        order = [number for _, some in self.renumbered for number, _, _, _ in some]
        for number, card in zip(order, other.who, strict=True):
            who[number] = card
        return who


class _FinalPlaces:
    """Where everything is in the end. order: the numbers of all events, with the taker; seen: of those that the eyes
    saw. holder, last: where each card truly is, and the number of its last event; by_kind: all cards."""

    __slots__ = ("by_kind", "history", "holder", "is_hidden", "last", "order", "seen")

    def __init__(self, knowledge: Knowledge) -> None:
        history, is_hidden = knowledge.history, knowledge.is_hidden
        self.history = history
        self.is_hidden = is_hidden
        self.order = [(number, taker) for some in knowledge.moments.values() for number, _, _, taker in some]
        self.seen = {number for some in knowledge.moments.values() for number, kind, _, _ in some if kind != UNKNOWN}
        self.holder, self.last = list(history.start), [NO_CARD] * len(history.start)
        for number, taker in self.order:
            card = knowledge.past[number][1]
            self.holder[card], self.last[card] = taker, number
        self.by_kind = sorted(range(len(history.start)), key=lambda card: (history.kind[card], card), reverse=True)

    def of(self, who: list[int]) -> dict[int, int]:
        """Which card lies in the place of each, with these cards of all events."""
        back, kind, seen = self.history.back, self.history.kind, self.seen
        mine, its = list(self.history.start), [NO_CARD] * len(self.history.start)
        for number, taker in self.order:
            card = who[number]
            mine[card], its[card] = taker, number
        found: dict[int, int] = {}
        rest: list[int] = []
        for card, at in enumerate(self.last):
            if at == NO_CARD and not self.is_hidden[self.holder[card]]:
                found[card] = card
            elif at in seen and its[who[at]] == at:
                found[card] = who[at]
            else:
                rest.append(card)
        taken = set(found.values())
        free: dict[tuple[int, int], list[int]] = {}
        for card in self.by_kind:
            if card not in taken:
                free.setdefault((mine[card], back[kind[card]]), []).append(card)
        for card in rest:
            found[card] = free[self.holder[card], back[kind[card]]].pop()
        return found
