"""Test samples of hidden cards against an enumeration of every possibility."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import TYPE_CHECKING

import pytest

from cashbox.engine.chance import SeededChance
from cashbox.engine.hidden_cards import sampler
from cashbox.engine.hidden_cards.knowledge import EVERYBODY, OPEN, CardHistory
from cashbox.engine.hidden_cards.sampler import Sampler
from tests.chi_squared import holm, unlike

if TYPE_CHECKING:
    from collections.abc import Iterator


DECK = 7
SEATS = 2
SPECTATOR = 1 << SEATS
KINDS = (0, 0, 1, 1, 2, 3)
"""Of six cards."""
BACKS = (0, 0, 0, 1)
"""Of four kinds, where one has another."""
HOME = (DECK,) * len(KINDS)

Move = tuple[int, int, int, int]
Plain = tuple[tuple[int, int], ...]


class History:
    """Cards that go about, and for an eye every way in which the single cards can have gone, counted."""

    def __init__(self, eyes: int, kinds: tuple[int, ...] = KINDS, backs: tuple[int, ...] = (0, 0, 0, 0)) -> None:
        self.kinds = kinds
        self.backs = backs
        self.eyes = eyes
        self.unseen = CardHistory(kinds, backs, [DECK] * len(kinds), SEATS)
        self.true = [DECK] * len(kinds)
        self.ways: Counter[tuple[int, ...]] = Counter({tuple(self.true): 1})

    def move(self, *moves: Move) -> None:
        self.unseen.move(moves)
        for card, _, taker, _ in moves:
            self.true[card] = taker
        if all(giver == taker and not eyes & self.eyes for _, giver, taker, eyes in moves):
            return
        after: Counter[tuple[int, ...]] = Counter()
        for way, count in self.ways.items():
            for cards in permutations(range(len(self.kinds)), len(moves)):
                if all(self._could(way, card, move) for card, move in zip(cards, moves, strict=True)):
                    new = list(way)
                    for card, move in zip(cards, moves, strict=True):
                        new[card] = move[2]
                    after[tuple(new)] += count
        self.ways = after

    def _could(self, way: tuple[int, ...], card: int, move: Move) -> bool:
        true, giver, _, eyes = move
        mine, its = self.kinds[card], self.kinds[true]
        return way[card] == giver and (mine == its if eyes & self.eyes else self.backs[mine] == self.backs[its])

    def look(self, eyes: int) -> None:
        """Through the deck."""
        self.unseen.inspect(DECK, eyes)
        if eyes & self.eyes:
            there = self.there(tuple(self.true))
            self.ways = Counter({way: count for way, count in self.ways.items() if self.there(way) == there})

    def lacks(self, kind: int) -> None:
        """The deck has no such card, as all see."""
        self.unseen.lacks(DECK, kind)
        self.ways = Counter({way: count for way, count in self.ways.items() if kind not in self.there(way)})

    def there(self, way: tuple[int, ...]) -> list[int]:
        """The kinds in the deck."""
        return sorted(kind for kind, holder in zip(self.kinds, way, strict=True) if holder == DECK)

    def plain(self, way: tuple[int, ...]) -> Plain:
        """As the eye would tell it, cards of a kind being alike."""
        return tuple(sorted(zip(self.kinds, way, strict=True)))

    def likely(self) -> dict[Plain, float]:
        """How likely each is."""
        whole = self.ways.total()
        found: Counter[Plain] = Counter()
        for way, count in self.ways.items():
            found[self.plain(way)] += count
        return {plain: count / whole for plain, count in found.items()}

    def samples(self, count: int, seed: object) -> Iterator[Plain]:
        chance = SeededChance(f"samples {seed}")
        known = Sampler(self.unseen, self.eyes)
        for _ in range(count):
            change = known.sample(self.unseen.clone(), chance)
            way = self.true[:]
            for place, card in change.items():
                way[card] = self.true[place]
            yield self.plain(tuple(way))


def at_random(seed: int, steps: int = 9) -> History:
    """Deals, discards, gifts, shows, and cards put back, by lot, as an eye sees them."""
    chance = SeededChance(f"history {seed}")
    h = History((1, 2, SPECTATOR, SPECTATOR)[chance.draw(4)])
    for _ in range(steps):
        opened = [card for card, holder in enumerate(h.true) if holder == OPEN]
        what = chance.draw(8)
        if opened and DECK not in h.true and what < 4:
            h.move(*[(card, OPEN, DECK, EVERYBODY) for card in opened])
        elif opened and what == 0:
            h.move((opened[0], OPEN, chance.draw(SEATS), EVERYBODY))
        else:
            _one(h, chance.draw(len(KINDS)), what)
    return h


def _one(h: History, card: int, what: int) -> None:
    holder = h.true[card]
    others = [other for other, at in enumerate(h.true) if at == 1 - holder]
    if holder == OPEN:
        return
    if holder == DECK:
        h.move((card, DECK, what % 2, 1 << what % 2))
    elif what < 3:
        h.move((card, holder, OPEN, EVERYBODY))
    elif what == 3:
        h.move((card, holder, holder, EVERYBODY))
    elif what < 6 and others:
        both = (1 << SEATS) - 1
        h.move((card, holder, 1 - holder, both), (others[0], 1 - holder, holder, both))
    else:
        h.move((card, holder, 1 - holder, (1 << SEATS) - 1))


def with_looks(seed: int, steps: int = 12) -> History:
    """Cards of two backs; seats look through the deck, and all see at times that it has none of a kind."""
    chance = SeededChance(f"looks {seed}")
    h = History((1, 2, SPECTATOR)[chance.draw(3)], backs=BACKS)
    for _ in range(steps):
        what, card = chance.draw(12), chance.draw(len(KINDS))
        holder = h.true[card]
        if what < 2:
            h.look(h.eyes if chance.draw(3) else 1)
        elif what < 4:
            gone = {*KINDS} - {*h.there(tuple(h.true))}
            if gone:
                h.lacks(min(gone))
        elif what < 7 and 0 <= holder < SEATS:
            h.move((card, holder, DECK, 1 << holder))
        elif what < 8 and holder == OPEN:
            h.move((card, OPEN, chance.draw(SEATS), EVERYBODY))
        else:
            _one(h, card, what % 8)
    return h


@pytest.mark.thorough
def test_observations_of_a_whole_deck_count() -> None:
    found, seen = {}, Counter[str]()
    for seed in range(150):
        h = with_looks(seed)
        likely = h.likely()
        looks = sum(eyes & h.eyes > 0 for _, _, eyes in h.unseen.inspections)
        if len(likely) > 1 and (looks or h.unseen.lacking):
            found[seed] = unlike(Counter(h.samples(400, seed)), likely)
            seen += Counter(looked=looks > 0, twice=looks > 1, lacking=len(h.unseen.lacking) > 0)
    assert len(seen) == 3
    assert min(seen.values()) > 10
    assert not holm(found)


@pytest.mark.thorough
def test_every_arrangement_is_sampled_in_proportion_to_its_histories() -> None:
    found = {}
    for seed in range(60):
        h = at_random(seed)
        likely = h.likely()
        if len(likely) > 1:
            found[seed] = unlike(Counter(h.samples(400, seed)), likely)
    assert len(found) > 30
    assert not holm(found)


@pytest.mark.slow
def test_impossible_arrangements_are_never_sampled() -> None:
    for seed in range(60, 120):
        h = at_random(seed, 12)
        likely = h.likely()
        assert set(h.samples(25, seed)) <= likely.keys()


@pytest.mark.slow
def test_with_too_many_arrangements_some_represent_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """And where none of those can have been, more are looked at."""
    monkeypatch.setattr(sampler, "MOST", 2)
    monkeypatch.setattr(sampler, "PARTICLES", 2)
    for seed in range(30):
        h = at_random(seed, 12)
        assert set(h.samples(10, seed)) <= h.likely().keys()


@pytest.mark.slow
def test_a_sampled_past_agrees_with_its_arrangement() -> None:
    for seed in range(60):
        h = with_looks(seed) if seed % 2 else at_random(seed)
        into = h.unseen.clone()
        change = Sampler(h.unseen, h.eyes).sample(into, SeededChance(seed))
        where = list(HOME)
        for _, card, giver, taker, _ in into.past:
            assert where[card] == giver
            where[card] = taker
        assert [where[change.get(place, place)] for place in range(len(KINDS))] == h.true


@pytest.mark.slow
def test_an_indistinguishable_truth_gives_the_same_samples() -> None:
    """The past that is made up is a truth that the eye cannot tell from the true one; so are samples of it."""
    for seed in range(80):
        h = with_looks(seed) if seed % 2 else at_random(seed)
        other = h.unseen.clone()
        Sampler(h.unseen, h.eyes).sample(other, SeededChance(seed))
        pasts = []
        for truth in (h.unseen, other):
            into = truth.clone()
            Sampler(truth, h.eyes).sample(into, SeededChance(f"again {seed}"))
            pasts.append([(e[0], KINDS[e[1]], *e[2:]) for e in into.past])
        assert pasts[0] == pasts[1]
