"""What happened, changed step by step into something else that some eyes, taken as one, cannot tell from it.

At an event two cards of a holder that the eyes cannot tell apart there exchange their ways from then on, as long as it
could be so. An exchange and the one that takes it back are equally likely, so every past that could be comes as often
as any other in the long run; with few sweeps what comes leans to the past that it began with.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING, Final

from cashbox.engine.unseen import OPEN, moments

if TYPE_CHECKING:
    from collections.abc import Collection

    from cashbox.engine.chance import Chance
    from cashbox.engine.unseen import Event, Unseen

SWEEPS: Final = 12
"""How often each event is looked at for another card it could have been, where that begins at the truth."""
_NEVER: Final = 1 << 60


class Exchanges:
    """A past that some eyes, taken as one, cannot tell from the true one, changed step by step.

    past: as far as it is to be kept to; moments: where those of it begin and end. who: the card of each event now;
    paths: the numbers of the events of each card; end: in whose place each card ends. looks: the moments, in order, at
    which one of the eyes looked through the cards of each holder. lacking: by kind, when and with whom everybody saw
    none. held, alike: the cards of each holder at the start, all of them and by kind. down: by card, its back. saw: by
    event, whether one of the eyes saw which card it was. still: the holders with whom nothing is exchanged.
    """

    __slots__ = (
        "alike", "down", "end", "held", "lacking", "looks", "moments", "past", "paths", "saw", "still", "truth", "who",
    )  # fmt: skip

    def __init__(self, truth: Unseen, past: list[Event], eyes: int, still: Collection[int] = (OPEN,)) -> None:
        self.truth = truth
        self.still = still
        self.past = past
        self.moments = list(moments(past))
        self.saw = [bool(event[4] & eyes) for event in past]
        self.down = [truth.back[kind] for kind in truth.kind]
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

    def sweep(self, chance: Chance) -> None:
        """Go through the past. Wherever a card was with others it could be taken for, it may change roles with one.
        Which of open cards alike is which makes no difference to what was or will be seen."""
        past, who, kind, draw, saw, down = self.past, self.who, self.truth.kind, chance.draw, self.saw, self.down
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
                            self._exchange(card, other, at, giver, chance)
            for n in range(at, stop):
                giver, card = past[n][2], who[n]
                held[giver].remove(card)
                alike[giver, kind[card]].remove(card)
            for n in range(at, stop):
                taker, card = past[n][3], who[n]
                held.setdefault(taker, []).append(card)
                alike.setdefault((taker, kind[card]), []).append(card)

    def found(self) -> list[Event]:
        """What has come of it."""
        return [(e[0], card, e[2], e[3], e[4]) for e, card in zip(self.past, self.who, strict=True)]

    def _exchange(self, a: int, b: int, at: int, holder: int, chance: Chance) -> None:
        """From this event on two cards of a holder go each other's way, for good, or until they are together again
        before the eye sees either; if it could be so."""
        past, kind = self.past, self.truth.kind
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


def otherwise(truth: Unseen, eyes: int, chance: Chance) -> dict[int, int]:
    """Another way the cards could lie, and could have come there, that these eyes (a mask) cannot tell from the true
    one, not even together; it leans to the true one.

    Answers which card lies in the place of each, open ones too, where it is another. What happened is changed
    accordingly; what others were shown without these eyes' knowing is forgotten.
    """
    other = Exchanges(truth, [e for e in truth.past if e[2] != e[3] or e[4] & eyes], eyes)
    for _ in range(SWEEPS):
        other.sweep(chance)
    truth.retell(other.found())
    return {place: card for card, place in enumerate(other.end) if place != card}
