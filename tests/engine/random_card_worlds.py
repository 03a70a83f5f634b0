"""Small random worlds of hidden cards in which every event of `CardHistory` happens.

For a `counted` world, every possible path of the single cards is listed and counted for each viewer. For any world, a
sampled past can be checked against what its viewers have seen.
"""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import TYPE_CHECKING, Final

from cashbox.engine.chance import SeededChance, shuffled
from cashbox.engine.hidden_cards.knowledge import EVERYBODY, OPEN, CardHistory, moments

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.engine.hidden_cards.knowledge import Move as Event

    Move = tuple[int, int, int, int]
    Way = tuple[int, ...]
    Plain = tuple[tuple[int, int], ...]
    Told = list[tuple[object, ...]]

DECKS: Final = (20, 21, 22)
TOGETHER: Final = 3
"""So many cards move at once at most; more would make too many ways to list."""


class World:
    """Cards with their holders. eyes: a mask, with a bit after those of the seats for a spectator. counted: by way
    (the holder of each card), in how many ways it can have come to it; None where that is not counted."""

    def __init__(self, seed: object, cards: int, kinds: int, *, counted: bool) -> None:
        self.chance = SeededChance(f"world {seed}")
        draw = self.chance.draw
        self.seats = 2 + draw(2)
        self.decks = DECKS[: 1 + draw(3)]
        self.backs = [0 if draw(4) else 1 for _ in range(kinds)] if draw(3) == 0 else [0] * kinds
        self.kinds = [draw(kinds) for _ in range(3 + draw(cards - 2))]
        start = (*self.decks, OPEN, *range(self.seats)) if draw(3) == 0 else self.decks
        self.home = [start[draw(len(start))] for _ in self.kinds]
        self.eyes = (1 << draw(self.seats + 1)) | (1 << draw(self.seats + 1) if draw(4) == 0 else 0)
        self.often = [draw(2) for _ in range(4)]
        """Whether decks are looked through, kinds seen to be lacking, cards shown, several moved at once."""
        self.unseen = CardHistory(self.kinds, self.backs, self.home, self.seats)
        self.true = self.home[:]
        self.counted: Counter[Way] | None = Counter({tuple(self.true): 1}) if counted else None

    def go_on(self, steps: int) -> World:
        """So many things happen."""
        for _ in range(steps):
            self._step(self.chance.draw(12))
        return self

    def _step(self, what: int) -> None:
        draw, (looks, lacks, _, several) = self.chance.draw, self.often
        opened = [card for card, holder in enumerate(self.true) if holder == OPEN]
        empty = [deck for deck in self.decks if deck not in self.true]
        if what == 0 and looks:
            self.look(self.decks[draw(len(self.decks))], EVERYBODY if draw(3) == 0 else 1 << draw(self.seats + 1))
        elif what == 1 and lacks:
            holder = (*self.decks, *range(self.seats))[draw(len(self.decks) + self.seats)]
            gone = sorted({*self.kinds} - {*self.there(self.true, holder)})
            if gone:
                self.lacks(holder, gone[draw(len(gone))])
        elif what == 2 and opened and empty:
            self.move([(card, OPEN, empty[0], EVERYBODY) for card in opened[:TOGETHER]])
        else:
            some = shuffled([*range(len(self.kinds))], self.chance)[: 1 + (draw(TOGETHER) if several else 0)]
            self.move([self._any_move(card) for card in some])

    def _any_move(self, card: int) -> Move:
        """It goes anywhere, or is shown. Whoever gives or gets a card sees it, and all see what lies open."""
        draw, giver = self.chance.draw, self.true[card]
        takers = [holder for holder in (*self.decks, OPEN, *range(self.seats)) if holder != giver]
        shown = self.often[2] and giver != OPEN and draw(8) == 0
        taker = giver if shown else takers[draw(len(takers))]
        eyes = sum(1 << seat for seat in {giver, taker} & {*range(self.seats)})
        if OPEN in (giver, taker) or draw(12) == 0:
            eyes = EVERYBODY
        elif draw(4) == 0:
            eyes |= draw(1 << (self.seats + 1))
        return card, giver, taker, eyes

    # -- what can happen ---------------------------------------------------------------------------------------------

    def move(self, moves: Sequence[Move]) -> None:
        self.unseen.move(moves)
        for card, _, taker, _ in moves:
            self.true[card] = taker
        known = [move for move in moves if move[1] != move[2] or move[3] & self.eyes]
        if self.counted is not None and known:
            after: Counter[Way] = Counter()
            for way, count in self.counted.items():
                for cards in permutations(range(len(way)), len(known)):
                    if all(self._could(way, card, move) for card, move in zip(cards, known, strict=True)):
                        goes = {card: taker for card, (_, _, taker, _) in zip(cards, known, strict=True)}
                        after[tuple([goes.get(card, holder) for card, holder in enumerate(way)])] += count
            self.counted = after

    def _could(self, way: Way, card: int, move: Move) -> bool:
        true, giver, _, eyes = move
        mine, its = self.kinds[card], self.kinds[true]
        return way[card] == giver and (mine == its if eyes & self.eyes else self.backs[mine] == self.backs[its])

    def look(self, deck: int, eyes: int) -> None:
        self.unseen.inspect(deck, eyes)
        if self.counted is not None and eyes & self.eyes:
            there = self.there(self.true, deck)
            self.counted = Counter({way: n for way, n in self.counted.items() if self.there(way, deck) == there})

    def lacks(self, holder: int, kind: int) -> None:
        self.unseen.lacks(holder, kind)
        if self.counted is not None:
            self.counted = Counter({way: n for way, n in self.counted.items() if kind not in self.there(way, holder)})

    def there(self, way: Sequence[int], holder: int) -> list[int]:
        """The kinds of the cards of a holder."""
        return sorted([kind for kind, at in zip(self.kinds, way, strict=True) if at == holder])

    # -- what may come of it -----------------------------------------------------------------------------------------

    def plain(self, way: Sequence[int]) -> Plain:
        """As the eyes would tell it, cards of a kind being alike."""
        return tuple(sorted(zip(self.kinds, way, strict=True)))

    def likely(self) -> dict[Plain, float]:
        """How likely each is."""
        assert self.counted is not None
        whole = self.counted.total()
        found: Counter[Plain] = Counter()
        for way, count in self.counted.items():
            found[self.plain(way)] += count
        return {plain: count / whole for plain, count in found.items()}

    def otherwise(self, change: dict[int, int]) -> Way:
        """The holder of each card, where some lie in the places of others."""
        way = self.true[:]
        for place, card in change.items():
            way[card] = self.true[place]
        return tuple(way)

    def told(self, unseen: CardHistory) -> tuple[Told, list[int]]:
        """All that the eyes get to know of such a past, and where the cards are then. AssertionError where a card goes
        from a holder that does not have it, or a kind is there that was seen to be lacking."""
        where = self.home[:]
        past = [event for event in unseen.past if event[2] != event[3] or event[4] & self.eyes]
        steps: list[tuple[int, list[Event], tuple[int, int, bool]]] = []
        steps += [(past[at][0], past[at:stop], (OPEN, 0, False)) for at, stop in moments(past)]
        steps += [(now, [], (holder, eyes & self.eyes, True)) for now, holder, eyes in unseen.inspections]
        steps += [(now, [], (holder, kind, False)) for now, holder, kind in unseen.lacking]
        found: Told = []
        for _, events, (holder, what, looked) in sorted(steps, key=lambda step: step[0]):
            assert all(where[card] == giver for _, card, giver, _, _ in events)
            for _, card, _, taker, _ in events:
                where[card] = taker
            if events:
                found.append(("moment", sorted([self._seen(event) for event in events])))
            elif looked:
                found.append(("look", holder, self.there(where, holder) if what else []))
            else:
                assert what not in self.there(where, holder)
                found.append(("lacking", holder, what))
        return found, where

    def _seen(self, event: Event) -> tuple[int, ...]:
        _, card, giver, taker, eyes = event
        kind = self.kinds[card]
        return giver, taker, eyes & self.eyes, kind if eyes & self.eyes else -1, self.backs[kind]
