"""Test in small random worlds that samples are possible and have the right frequencies."""

from __future__ import annotations

from collections import Counter

import pytest

from cashbox.engine.chance import SeededChance
from cashbox.engine.hidden_cards import sampler
from cashbox.engine.hidden_cards.knowledge import EVERYBODY, OPEN, CardHistory
from cashbox.engine.hidden_cards.sampler import Sampler
from tests.chi_squared import holm, unlike
from tests.engine.random_card_worlds import World

LIMITS = [(1, 1), (2, 2), (3, 1), (5, 2)]
"""How many ways are carried along, and how many stand for them where there are more."""


def limit(monkeypatch: pytest.MonkeyPatch, many: int, few: int) -> None:
    monkeypatch.setattr(sampler, "MOST", many)
    monkeypatch.setattr(sampler, "PARTICLES", few)


def judge(w: World, known: Sampler, seed: object) -> CardHistory:
    """One past made up shows the eyes what they have seen, and the cards are where it says; it is given back."""
    into = w.unseen.clone()
    change = known.sample(into, SeededChance(f"dealt {seed}"))
    told, where = w.told(into)
    assert told == w.told(w.unseen)[0]
    assert sorted(change) == sorted(change.values())
    assert tuple(where) == w.otherwise(change)
    hidden = [holder for holder, hides in known.knowledge.is_hidden.items() if hides]
    for card, holder in enumerate(w.true):
        if holder not in hidden:
            assert w.kinds[change.get(card, card)] == w.kinds[card]
    return into


@pytest.mark.thorough
def test_every_arrangement_is_sampled_in_proportion_to_its_histories() -> None:
    found = {}
    for seed in range(220):
        w = World(seed, cards=6, kinds=4, counted=True).go_on(1 + seed % 12)
        likely = w.likely()
        if len(likely) > 1:
            known, chance = Sampler(w.unseen, w.eyes), SeededChance(f"samples {seed}")
            assert known.exact
            some = Counter(w.plain(w.otherwise(known.sample(w.unseen.clone(), chance))) for _ in range(400))
            found[seed] = unlike(some, likely)
    assert len(found) > 30
    assert not holm(found)


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize(("many", "few"), [(sampler.MOST, sampler.PARTICLES), *LIMITS])
def test_sampled_pasts_are_possible(monkeypatch: pytest.MonkeyPatch, many: int, few: int) -> None:
    """However few ways stand for all of them."""
    limit(monkeypatch, many, few)
    exact: Counter[bool] = Counter()
    for seed in range(150):
        w = World(f"long {seed}", cards=12, kinds=5, counted=False).go_on(10 + seed % 40)
        known = Sampler(w.unseen, w.eyes)
        exact[known.exact] += 1
        for k in range(2):
            judge(w, known, (seed, k))
    assert many == sampler.MOST or exact[False] > 30


@pytest.mark.few(0, usual=3)
@pytest.mark.parametrize(("many", "few"), LIMITS)
def test_samples_reveal_nothing_about_the_truth(monkeypatch: pytest.MonkeyPatch, many: int, few: int) -> None:
    """What is dealt from a past that was made up is the same, by the same draws."""
    limit(monkeypatch, many, few)
    for seed in range(40):
        w = World(f"other {seed}", cards=9, kinds=4, counted=False).go_on(10 + seed % 20)
        other = judge(w, Sampler(w.unseen, w.eyes), seed)
        pasts = []
        for truth in (w.unseen, other):
            into = truth.clone()
            Sampler(truth, w.eyes).sample(into, SeededChance(f"again {seed}"))
            pasts.append([(now, w.kinds[card], *rest) for now, card, *rest in into.past])
        assert pasts[0] == pasts[1]


def test_the_last_remaining_representative_can_be_impossible(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two cards in a deck, one known to be there, one is drawn unseen; the other is turned up. It may be either, so
    one way that stands for both is wrong at times."""
    limit(monkeypatch, 1, 1)
    deck = 20
    for last in (0, 2):
        truth = CardHistory((0, 1, 2), (0, 0, 0), (deck,) * 3, 2)
        truth.lay_open(0, deck)
        truth.deal(1, deck, 1)
        truth.turn_face_down(0, deck)
        truth.deal(2 - last, deck, 1)
        truth.lay_open(last, deck)
        for eyes in (1, 4):
            into = truth.clone()
            Sampler(truth, eyes).sample(into, SeededChance(last))
            assert into.past[-1] == (5, last, deck, OPEN, EVERYBODY)
            assert {into.past[1][1], into.past[3][1]} == {0, 1, 2} - {last}
