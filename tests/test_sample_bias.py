"""Test that samples of a seat reveal nothing about the true state, in every game."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from cashbox.engine.chance import ScriptedChance, SeededChance
from cashbox.engine.game import SPECTATOR
from cashbox.engine.hidden_cards.sampler import Sampler, SwapChain
from cashbox.engine.seats import viewer_mask
from tests.chi_squared import FALSE_ALARM, apart
from tests.games.cash.positions import Top, turn
from tests.sample_bias import campaign, places, positions

if TYPE_CHECKING:
    from cashbox.engine.chance import Chance
    from tests.games.cash.positions import Table

EVERY = {"cash": 41, "consultants": 23, "envelopes": 67}
"""How many actions apart the positions are."""
SAMPLES = {"cash": 100, "consultants": 300, "envelopes": 100}
"""So many of each state: exchanges that begin at the truth fail with them in IT's all in the game."""


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize(("game", "seats"), [("cash", 3), ("consultants", 3), ("envelopes", 3)])
def test_samples_are_not_biased_toward_the_truth(game: str, seats: int) -> None:
    found = campaign(game, seats, count=6, samples=SAMPLES[game], every=EVERY[game])
    assert len(found.tests) > 30
    assert not found.faults()


def _from_the_truth(cards: Sampler, chance: Chance) -> list[int]:
    """One round of swaps that starts at the true history."""
    chain = SwapChain(cards.knowledge, [move[1] for move in cards.knowledge.past])
    chain.sweep(chance)
    return chain.assignment()


def _discarded() -> Table:
    """Seat 1 draws of the new deck, in which there is a license, and discards one: the same, or one it had before."""
    t = turn(3).hand(0, "license").hand(1, "license", *["not insider"] * 3, *["not organised"] * 3)
    t.deck().dump("taxman", 5_000, 10_000).chance = ScriptedChance([0])
    t.discard("license").finish().chance = Top()
    return t.discard("license").finish()


def _has_new(state: Any) -> bool:
    """Whether seat 1 has a card of the new deck."""
    return any(state.content.face[card] in (0, 1, 2, 3, 29) for card in state.players[1].hand)


def _counted(t: Table, state: Any) -> Counter[bool]:
    deal, chance = t.game.sampler(state, 0), SeededChance("new")
    return Counter(_has_new(deal(chance)) for _ in range(250))


@pytest.mark.slow
def test_the_check_detects_biased_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few exchanges that begin at the truth tell it from another state; what is drawn does not."""
    t = _discarded()
    deal = t.game.sampler(t.state, 0)
    other = next(s for k in range(500) for s in [deal(SeededChance(k))] if _has_new(s) != _has_new(t.state))
    assert _counted(t, t.state) == _counted(t, other)
    monkeypatch.setattr(Sampler, "_assign", _from_the_truth)
    assert apart(_counted(t, t.state), _counted(t, other)) < FALSE_ALARM


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize(
    ("game", "seats"), [("cash", 2), ("cash", 5), ("consultants", 2), ("consultants", 4), ("envelopes", 3)]
)
def test_indistinguishable_states_give_the_same_samples(game: str, seats: int) -> None:
    """So samples of a sample are distributed as those of the truth: a program that is given one may deal more."""
    differing = 0
    for k, (rules, state, viewer) in enumerate(positions(game, seats, 8, seed=2, every=EVERY[game])):
        deal = rules.sampler(state, viewer_mask(viewer))
        other = deal(SeededChance(f"other {k}"))
        differing += places(game, other) != places(game, state)
        again = rules.sampler(other, viewer_mask(viewer))
        for draws in range(2):
            one, two = deal(SeededChance(draws)), again(SeededChance(draws))
            assert places(game, one) == places(game, two)
            for eye in (*range(seats), SPECTATOR):
                assert rules.view(one, eye) == rules.view(two, eye)
    assert differing > 4
