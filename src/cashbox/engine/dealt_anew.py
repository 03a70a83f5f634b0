"""Hidden cards dealt anew: another past that some eyes, taken as one, cannot tell from the true one.

What the eyes know is taken out of what happened (`Knowledge`), for the cards of each back (`engine/strands.py`):
in what classes they may have gone is worked out from that alone and one such way is drawn (`engine/ways.py`); then each
event gets a card of its class, and the cards that nobody of them has seen are shuffled. So two truths that the eyes
cannot tell apart give the same samples by the same draws.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.classes import UNKNOWN
from cashbox.engine.exchanges import Exchanges
from cashbox.engine.known import Known
from cashbox.engine.strands import NO_CARD, Strand

if TYPE_CHECKING:
    from cashbox.engine.chance import Chance
    from cashbox.engine.unseen import Event, Unseen

SWEEPS: Final = 2
"""How often each event is exchanged where few ways stood for many."""


class Knowledge(Known):
    """What the eyes know, and in what ways it can have been. strands: for each back; exact: no way was left out."""

    __slots__ = ("exact", "places", "strands")

    def __init__(self, truth: Unseen, eyes: int) -> None:
        super().__init__(truth, eyes)
        steps = self.steps()
        self.strands = [Strand(back, self, steps) for back in sorted({truth.back[kind] for kind in truth.kind})]
        self.exact = all(strand.ways.exact for strand in self.strands)
        self.places = _Places(self)

    def deal(self, into: Unseen, chance: Chance) -> dict[int, int]:
        """Deal anew what these eyes do not know, and write what happened accordingly into another.

        Answers which card lies in the place of each, open ones too, where it is another.
        """
        who = [NO_CARD] * len(self.past)
        for strand in self.strands:
            strand.deal(who, chance)
        into.rewrite(self._past(who), self.looks, self.lacking)
        if not self.exact:
            who = self._exchanged(into, chance)
            into.retell(self._past(who))
        return {place: card for place, card in self.places.of(who).items() if place != card}

    def _past(self, who: list[int]) -> list[Event]:
        """What happened, with these cards."""
        past = self.past
        return [(now, who[n], giver, taker, past[n][4]) for now, some in self.told for n, _, giver, taker in some]

    def _exchanged(self, made: Unseen, chance: Chance) -> list[int]:
        """The card of each event after some exchanges: they lead away from what was made up to what is likely."""
        other = Exchanges(made, made.past, self.eyes, [holder for holder, hidden in self.hides.items() if not hidden])
        for _ in range(SWEEPS):
            other.sweep(chance)
        who = [NO_CARD] * len(self.past)
        order = [number for _, some in self.told for number, _, _, _ in some]
        for number, card in zip(order, other.who, strict=True):
            who[number] = card
        return who


class _Places:
    """Where everything is in the end. order: the numbers of all events, with the taker; seen: of those that the eyes
    saw. holder, last: where each card truly is, and the number of its last event; by_kind: all cards."""

    __slots__ = ("by_kind", "hides", "holder", "last", "order", "seen", "truth")

    def __init__(self, known: Known) -> None:
        truth, hides = known.truth, known.hides
        self.truth = truth
        self.hides = hides
        self.order = [(number, taker) for some in known.moments.values() for number, _, _, taker in some]
        self.seen = {number for some in known.moments.values() for number, kind, _, _ in some if kind != UNKNOWN}
        self.holder, self.last = list(truth.home), [NO_CARD] * len(truth.home)
        for number, taker in self.order:
            card = known.past[number][1]
            self.holder[card], self.last[card] = taker, number
        self.by_kind = sorted(range(len(truth.home)), key=lambda card: (truth.kind[card], card), reverse=True)

    def of(self, who: list[int]) -> dict[int, int]:
        """Which card lies in the place of each, with these cards of all events."""
        back, kind, seen = self.truth.back, self.truth.kind, self.seen
        mine, its = list(self.truth.home), [NO_CARD] * len(self.truth.home)
        for number, taker in self.order:
            card = who[number]
            mine[card], its[card] = taker, number
        found: dict[int, int] = {}
        rest: list[int] = []
        for card, at in enumerate(self.last):
            if at == NO_CARD and not self.hides[self.holder[card]]:
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
