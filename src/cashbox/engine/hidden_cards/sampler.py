"""Sample a history of hidden cards that viewers can't tell from the true one.

`Sampler` counts the class assignments for the cards of each back once; each sample then draws one of them, gives every
move a card of its class, and shuffles the cards that no viewer has seen. It uses only the viewers' knowledge, so two
true states that they cannot tell apart give the same samples for the same draws.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING, Final

from cashbox.engine.hidden_cards.constraints import apply_inspection
from cashbox.engine.hidden_cards.counting import ClassAssignments, DeadEnd
from cashbox.engine.hidden_cards.knowledge import OPEN, UNKNOWN, Inspection, Knowledge

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cashbox.engine.chance import Chance
    from cashbox.engine.hidden_cards.knowledge import CardHistory, ObservedMove

MOST: Final = 300
"""The most simultaneous class assignments for which counting is exact."""
PARTICLES: Final = 16
"""The number of class assignments that represent all of them beyond `MOST`. `SwapChain` corrects the error."""
CHECKPOINT: Final = 16
"""The number of steps between checkpoints of the forward pass."""
SWEEPS: Final = 2
"""The number of passes of the swap chain over a history that was drawn from particles."""
NO_CARD: Final = -1
_NEVER: Final = 1 << 60


class Sampler:
    """Samples of one information set. An assignment lists the card of each move that the viewers know of, in order.

    A seat must see every card that it gives, receives, or holds.
    """

    __slots__ = ("_exact", "_groups", "_places", "knowledge")

    def __init__(self, history: CardHistory, viewers: int) -> None:
        """viewers: mask; they pool what they know."""
        self.knowledge = Knowledge(history, viewers)
        self._groups: list[BackGroup] = []
        self._exact = True
        self._places = _FinalPlaces(self.knowledge)

    @property
    def exact(self) -> bool:
        """Whether samples are exact, because counting never needed particles."""
        self._count()
        return self._exact

    def sample(self, into: CardHistory, chance: Chance) -> dict[int, int]:
        """Sample an assignment and write its history into a copy of the true one.

        Returns: by card, the card in its place, where they differ.
        """
        known = self.knowledge
        cards = chance.decide(len(known.past), self._assign, known.fault)
        into.replace(known.moves_with(cards), known.looks, known.lacking)
        return {place: card for place, card in self._places.of(cards).items() if place != card}

    def _assign(self, chance: Chance) -> list[int]:
        """Sample an assignment."""
        self._count()
        cards = [NO_CARD] * len(self.knowledge.past)
        for group in self._groups:
            _Completion(group, chance).assign(cards)
        if not self._exact:
            chain = SwapChain(self.knowledge, cards)
            for _ in range(SWEEPS):
                chain.sweep(chance)
            cards = chain.assignment()
        return cards

    def _count(self) -> None:
        """Count class assignments once, on demand: a stored assignment does not need them."""
        if not self._groups:
            history, steps = self.knowledge.history, self.knowledge.steps()
            backs = sorted({history.back[kind] for kind in history.kind})
            self._groups = [BackGroup(back, self.knowledge, steps) for back in backs]
            self._exact = all(group.assignments.exact for group in self._groups)


# -- the forward pass --------------------------------------------------------------------------------------------------


class BackGroup:
    """The cards of one back, and their class assignments after all steps.

    start: by holder, its cards at the start. steps: moves of these cards and inspections, in order.
    """

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
                moves = [move for move in step if knowledge.back_of(move[0]) == back]
                if moves:
                    self.steps.append(moves)
            elif step.lacking == UNKNOWN:
                kinds = [one for one in step.kinds if backs[one] == back]
                if kinds:
                    self.steps.append(Inspection(step.number, step.holder, kinds))
            elif backs[step.lacking] == back:
                self.steps.append(step)
        hidden = knowledge.is_hidden
        contents = {holder: [kind[card] for card in cards] for holder, cards in self.start.items() if hidden[holder]}
        last_use = self._last_use([one for one, other in enumerate(backs) if other == back])
        self.assignments = filter_forward(ClassAssignments(contents, last_use), self.steps, hidden)

    def _last_use(self, kinds: Sequence[int]) -> dict[int, int]:
        """Find, by kind, the last move or inspection that says something about a hidden card of that kind."""
        found: dict[int, int] = {}
        at = 0
        for step in self.steps:
            if isinstance(step, Inspection):
                for kind in kinds if step.lacking == UNKNOWN else [step.lacking]:
                    found[kind] = at
                at += 1
                continue
            for _, kind, giver, _ in step:
                if kind != UNKNOWN and self.knowledge.is_hidden[giver]:
                    found[kind] = at
                at += 1
        return found


def filter_forward(
    assignments: ClassAssignments, steps: Sequence[Sequence[ObservedMove] | Inspection], is_hidden: dict[int, bool]
) -> ClassAssignments:
    """Carry class assignments through all steps. If particles run into a dead end, go back to a checkpoint and continue
    with twice as many."""
    assignments.limit(MOST, PARTICLES)
    checkpoints = [(0, assignments.clone())]
    at, dead_end, particles, back = 0, -1, PARTICLES, 4
    needed: dict[int, int] = {}  # by dead-end step, the number of particles that got past it
    while at < len(steps):
        if at > dead_end and particles > PARTICLES:
            needed[dead_end] = particles
            particles, back = PARTICLES, 4
            assignments.limit(MOST, PARTICLES)
        if at >= checkpoints[-1][0] + CHECKPOINT:
            checkpoints.append((at, assignments.clone()))
        step = steps[at]
        try:
            if isinstance(step, Inspection):
                apply_inspection(assignments, step)
            else:
                assignments.move(step, is_hidden)
            at += 1
        except DeadEnd:
            if assignments.exact:
                raise ValueError("No history shows these viewers what they saw.") from None
            dead_end = max(dead_end, at)
            del checkpoints[max(1, len(checkpoints) - back) :]
            back *= 2
            at, assignments = checkpoints[-1][0], checkpoints[-1][1].clone()
            particles = max([2 * particles, *[many for step, many in needed.items() if step >= at]])
            assignments.limit(max(MOST, particles), particles)
    return assignments


# -- from classes to cards ---------------------------------------------------------------------------------------------


class _Completion:
    """Turns a class assignment into an assignment of cards. A track is the path of a card that isn't identified yet.

    tracks: by class and holder, the tracks that end there. unmoved: by class and holder, the number of cards that never
    moved and so have no track. card: by track, its card, once identified. moves_of: by track, its moves.
    class_of_track: by track. unassigned: by class and kind, the cards without a track. lies_open: by card that the
    viewers see, the card in its place; track_of: by such a card, its track.
    """

    def __init__(self, group: BackGroup, chance: Chance) -> None:
        self.group = group
        self.knowledge = group.knowledge
        self.chance = chance
        self.kind = group.knowledge.history.kind
        self.chosen, self.identified = group.assignments.draw(chance)
        self.card: list[int] = []
        self.moves_of: list[list[int]] = []
        self.class_of_track: list[int] = []
        self.tracks: dict[tuple[int, int], list[int]] = {}
        self.unmoved: dict[tuple[int, int], int] = {}
        self.unassigned: dict[int, dict[int, list[int]]] = {}
        self.lies_open: dict[int, int] = {}
        self.track_of: dict[int, int] = {}
        for holder, cards in group.start.items():
            if self.knowledge.is_hidden[holder]:
                self._add_class(len(self.unassigned), holder, cards)
            else:
                for card in cards:
                    self.lies_open[card] = card
                    self.track_of[card] = self._add_track(UNKNOWN, card)

    def _add_track(self, card_class: int, card: int = NO_CARD) -> int:
        self.card.append(card)
        self.moves_of.append([])
        self.class_of_track.append(card_class)
        return len(self.card) - 1

    def _add_class(self, number: int, holder: int, cards: list[int]) -> None:
        by_kind: dict[int, list[int]] = {}
        for card in sorted(cards, reverse=True):
            by_kind.setdefault(self.kind[card], []).append(card)
        self.unassigned[number] = by_kind
        self.unmoved[number, holder] = len(cards)

    def assign(self, cards: list[int]) -> None:
        """Replay all steps and set the card of each move."""
        for step in self.group.steps:
            if isinstance(step, Inspection):
                self._inspect(step)
            elif step[0][0] in self.group.assignments.shuffled:
                self._shuffle(self.group.assignments.shuffled[step[0][0]], step)
            else:
                self._move(step)
        for track, card in enumerate(self.card):
            if card == NO_CARD:
                self._identify(track)
        for track, moves in enumerate(self.moves_of):
            for number in moves:
                cards[number] = self.card[track]

    def _move(self, moves: list[ObservedMove]) -> None:
        known, assignments = self.knowledge, self.group.assignments
        arriving: list[tuple[int, int, int]] = []
        for number, kind, giver, taker in moves:
            if number in assignments.pooled:
                self._pool(*assignments.pooled[number], giver)
            track, card_class = self._leave(number, kind, giver)
            self.moves_of[track].append(number)
            if known.is_hidden[taker]:
                if kind != UNKNOWN:
                    card_class = assignments.class_of[number]
                arriving.append((track, card_class, taker))
            else:
                self.lies_open[known.past[number][1]] = self.card[track]
                self.track_of[self.card[track]] = track
        for track, card_class, taker in arriving:
            self.tracks.setdefault((card_class, taker), []).append(track)
        for number, _, _, _ in moves:
            if number in assignments.dropped:
                self._drop(number)

    def _leave(self, number: int, kind: int, giver: int) -> tuple[int, int]:
        """Return the track of the card that a move takes from its holder, and its class."""
        if not self.knowledge.is_hidden[giver]:
            return self.track_of[self.lies_open[self.knowledge.past[number][1]]], UNKNOWN
        card_class = self.chosen[number]
        track = self._take_track(card_class, giver)
        if kind != UNKNOWN and self.card[track] == NO_CARD:
            self._identify_as(track, kind)
        return track, card_class

    def _take_track(self, card_class: int, holder: int) -> int:
        """Draw one of a holder's cards of a class and remove its track."""
        tracks = self.tracks.setdefault((card_class, holder), [])
        unmoved = self.unmoved.get((card_class, holder), 0)
        at = self.chance.draw(unmoved + len(tracks)) if tracks and unmoved + len(tracks) > 1 else 0
        if at < unmoved:
            self.unmoved[card_class, holder] = unmoved - 1
            return self._add_track(card_class)
        track = tracks[at - unmoved]
        tracks[at - unmoved] = tracks[-1]
        tracks.pop()
        return track

    def _inspect(self, inspection: Inspection) -> None:
        """Identify the cards that an inspection shows; all cards of an inspected holder form a class."""
        assignments, number = self.group.assignments, inspection.number
        known = assignments.identified.get(number, {})
        gone = inspection.holder if number in assignments.pooled else NO_CARD
        for card_class, holder, kind, count in self.identified[number]:
            for _ in range(count if holder != gone else 0):
                track = self._take_track(card_class, holder)
                self._identify_as(track, kind)
                self.tracks.setdefault((known[kind], holder), []).append(track)
        if number in assignments.pooled:
            new, olds = assignments.pooled[number]
            self._add_class(new, inspection.holder, self._contents(inspection, olds))
        self._drop(number)

    def _contents(self, inspection: Inspection, olds: list[int]) -> list[int]:
        """Identify and return all cards of a holder, previously of these classes."""
        kinds: dict[int, list[int]] = {}
        for card_class, holder, kind, count in self.identified[inspection.number]:
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

    def _shuffle(self, card_class: int, moves: list[ObservedMove]) -> None:
        """Turn open cards that become a face-down deck into a class."""
        cards = []
        for number, _, _, _ in moves:
            track, _ = self._leave(number, UNKNOWN, OPEN)
            self.moves_of[track].append(number)
            cards.append(self.card[track])
        self._add_class(card_class, moves[0][3], cards)

    def _pool(self, card_class: int, olds: list[int], holder: int) -> None:
        """Merge classes that a holder has completely."""
        cards = []
        for old in olds:
            for track in self.tracks.pop((old, holder), []):
                if self.card[track] == NO_CARD:
                    self._identify(track)
                cards.append(self.card[track])
            unmoved = self.unmoved.pop((old, holder), 0)
            if unmoved:
                cards += self._rest(old, unmoved)
        self._add_class(card_class, holder, cards)

    def _rest(self, card_class: int, count: int) -> list[int]:
        """Return the cards of a class that never moved, once all its tracks are identified."""
        for track, other in enumerate(self.class_of_track):
            if other == card_class and self.card[track] == NO_CARD:
                self._identify(track)
        unassigned, self.unassigned[card_class] = self.unassigned[card_class], {}
        rest = [card for kind in sorted(unassigned) for card in unassigned[kind]]
        assert len(rest) == count
        return rest

    def _identify_as(self, track: int, kind: int) -> None:
        """Give a track a card of a kind."""
        self.card[track] = self.unassigned[self.class_of_track[track]][kind].pop()

    def _identify(self, track: int) -> None:
        """Give a track any card of its class."""
        unassigned = self.unassigned[self.class_of_track[track]]
        at = self.chance.draw(sum(map(len, unassigned.values())))
        for kind in sorted(unassigned):
            at -= len(unassigned[kind])
            if at < 0:
                self.card[track] = unassigned[kind].pop()
                return

    def _drop(self, number: int) -> None:
        """Merge the classes that are irrelevant after a move or an inspection into one."""
        for card_class, irrelevant in self.group.assignments.dropped.get(number, ()):
            for (old, holder), some in list(self.tracks.items()):
                if old == card_class:
                    self.tracks.setdefault((irrelevant, holder), []).extend(some)
                    some.clear()


# -- Markov chain Monte Carlo ------------------------------------------------------------------------------------------


class SwapChain:
    """A Markov chain over the histories of one information set.

    At a move, two of a holder's cards that the viewers cannot tell apart there swap their paths from then on, if that
    is possible. A swap and its reverse are equally likely, so the uniform distribution is stationary.

    past: the moves, in order, with their initial cards. cards: the current card of each move. paths: by card, the
    indexes of its moves in `past`. saw: by move, whether a viewer saw which card it was. looks: by holder, the moments
    of its inspections. lacking: by kind, the moments when everyone saw that a holder has none.
    """

    __slots__ = ("back", "cards", "knowledge", "lacking", "looks", "numbers", "past", "paths", "saw")

    def __init__(self, knowledge: Knowledge, cards: Sequence[int]) -> None:
        history, viewers = knowledge.history, knowledge.viewers
        self.knowledge = knowledge
        self.past = knowledge.moves_with(cards)
        self.numbers = [move[0] for _, moves in knowledge.renumbered for move in moves]
        self.saw = [bool(move[4] & viewers) for move in self.past]
        self.back = [history.back[kind] for kind in history.kind]
        self.cards = [move[1] for move in self.past]
        self.paths: list[list[int]] = [[] for _ in history.kind]
        for n, card in enumerate(self.cards):
            self.paths[card].append(n)
        self.looks: dict[int, list[int]] = {}
        for moment, holder, saw in knowledge.looks:
            if saw & viewers:
                self.looks.setdefault(holder, []).append(moment)
        self.lacking: dict[int, list[tuple[int, int]]] = {}
        for moment, holder, kind in knowledge.lacking:
            self.lacking.setdefault(kind, []).append((moment, holder))

    def assignment(self) -> list[int]:
        """Return the card of each move that the viewers know of."""
        found = [NO_CARD] * len(self.cards)
        for number, card in zip(self.numbers, self.cards, strict=True):
            found[number] = card
        return found

    def sweep(self, chance: Chance) -> None:
        """Try one swap at each move."""
        past, cards, kind, saw = self.past, self.cards, self.knowledge.history.kind, self.saw
        held: dict[int, list[int]] = {}
        alike: dict[tuple[int, int], list[int]] = {}
        for card, holder in enumerate(self.knowledge.history.start):
            held.setdefault(holder, []).append(card)
            alike.setdefault((holder, kind[card]), []).append(card)
        at = 0
        for _, moves in self.knowledge.renumbered:
            stop = at + len(moves)
            for n in range(at, stop):
                giver, card = past[n][2], cards[n]
                if self.knowledge.is_hidden[giver]:
                    others = alike[giver, kind[card]] if saw[n] else held[giver]
                    if len(others) > 1:
                        other = others[chance.draw(len(others))]
                        if other != card and self.back[other] == self.back[card]:
                            self._swap(card, other, at, giver, chance)
            for n in range(at, stop):
                giver, card = past[n][2], cards[n]
                held[giver].remove(card)
                alike[giver, kind[card]].remove(card)
            for n in range(at, stop):
                taker, card = past[n][3], cards[n]
                held.setdefault(taker, []).append(card)
                alike.setdefault((taker, kind[card]), []).append(card)
            at = stop

    def _swap(self, a: int, b: int, at: int, holder: int, chance: Chance) -> None:
        """Swap the paths of two of a holder's cards from a move on, to the end or until they meet again, if no viewer
        could tell."""
        past, kind = self.past, self.knowledge.history.kind
        first, until = past[at][0], _NEVER
        if kind[a] != kind[b]:
            until = self._until(a, b, at, holder, chance)
            if until <= first or not (self._fits(a, b, first, until) and self._fits(b, a, first, until)):
                return
        paths, others = self.paths[a], self.paths[b]
        i, j = bisect_left(paths, at), bisect_left(others, at)
        k, m = len(paths), len(others)
        if until != _NEVER:
            k = next((x for x in range(i, k) if past[paths[x]][0] >= until), k)
            m = next((x for x in range(j, m) if past[others[x]][0] >= until), m)
        mine, its = paths[i:k], others[j:m]
        paths[i:k], others[j:m] = its, mine
        for n in its:
            self.cards[n] = a
        for n in mine:
            self.cards[n] = b

    def _until(self, a: int, b: int, at: int, holder: int, chance: Chance) -> int:
        """Return the moment up to which two cards can swap paths: `_NEVER` if no viewer ever sees a difference;
        otherwise an earlier one at which one holder has both again; the present moment if there is none."""
        past, saw, cards = self.past, self.saw, self.cards
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
            elif self._told_apart(here, there, last, moment):
                break
            if saw[n]:
                break
            if cards[n] == a:
                here = taker
            else:
                there = taker
            last = moment
        else:
            if not self._told_apart(here, there, last, _NEVER):
                return _NEVER
        return together[chance.draw(len(together))] if together else first

    def _told_apart(self, here: int, there: int, since: int, until: int) -> bool:
        """Return whether a viewer inspects one of two holders between two moments."""
        if here == there or not self.looks:
            return False
        for holder in (here, there):
            looks = self.looks.get(holder, ())
            if bisect_left(looks, until) > bisect_right(looks, since):
                return True
        return False

    def _fits(self, a: int, b: int, first: int, until: int) -> bool:
        """Return whether a card could have followed another one's path without being where its kind was absent."""
        for moment, holder in self.lacking.get(self.knowledge.history.kind[a], ()):
            if first <= moment < until and self._holder(b, moment) == holder:
                return False
        return True

    def _holder(self, card: int, moment: int) -> int:
        """Return a card's holder at a moment."""
        holder = self.knowledge.history.start[card]
        for n in self.paths[card]:
            if self.past[n][0] > moment:
                break
            holder = self.past[n][3]
        return holder


# -- places ------------------------------------------------------------------------------------------------------------


class _FinalPlaces:
    """Finds which card is in the place of each card after an assignment.

    order: the numbers of all moves, with their recipients. seen: the moves whose card a viewer saw. holder, last: each
    card's true holder and last move. by_kind: all cards.
    """

    __slots__ = ("by_kind", "holder", "knowledge", "last", "order", "seen")

    def __init__(self, knowledge: Knowledge) -> None:
        history = knowledge.history
        self.knowledge = knowledge
        self.order = [(number, taker) for moves in knowledge.moments.values() for number, _, _, taker in moves]
        self.seen = {number for moves in knowledge.moments.values() for number, kind, _, _ in moves if kind != UNKNOWN}
        self.holder, self.last = list(history.start), [NO_CARD] * len(history.start)
        for number, taker in self.order:
            card = knowledge.past[number][1]
            self.holder[card], self.last[card] = taker, number
        self.by_kind = sorted(range(len(history.start)), key=lambda card: (history.kind[card], card), reverse=True)

    def of(self, cards: Sequence[int]) -> dict[int, int]:
        """Return the card in the place of each card."""
        history = self.knowledge.history
        back, kind = history.back, history.kind
        holder, last = list(history.start), [NO_CARD] * len(history.start)
        for number, taker in self.order:
            card = cards[number]
            holder[card], last[card] = taker, number
        found: dict[int, int] = {}
        rest: list[int] = []
        for card, at in enumerate(self.last):
            if at == NO_CARD and not self.knowledge.is_hidden[self.holder[card]]:
                found[card] = card
            elif at in self.seen and last[cards[at]] == at:
                found[card] = cards[at]
            else:
                rest.append(card)
        taken = set(found.values())
        free: dict[tuple[int, int], list[int]] = {}
        for card in self.by_kind:
            if card not in taken:
                free.setdefault((holder[card], back[kind[card]]), []).append(card)
        for card in rest:
            found[card] = free[self.holder[card], back[kind[card]]].pop()
        return found
