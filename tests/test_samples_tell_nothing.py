"""Samples of a seat tell the truth from no other state that the seat could be in, in any game."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from cashbox.engine import exchanges
from cashbox.engine.chance import ScriptedChance, SeededChance
from cashbox.engine.seats import only
from cashbox.games.cash.eyes import sample
from tests.cash.helpers import Top, turn
from tests.cash.playing import play
from tests.chi import FALSE_ALARM, apart
from tests.leaning import campaign

if TYPE_CHECKING:
    from collections.abc import Callable

    from cashbox.engine.chance import Chance
    from tests.cash.helpers import Table
    from tests.leaning import Dealer

LEANS = pytest.mark.xfail(reason="its hands are sampled by a chain of exchanges that begins at the truth", strict=True)


@pytest.mark.parametrize(
    ("game", "seats"), [("cash", 3), pytest.param("consultants", 3, marks=LEANS), ("envelopes", 3)]
)
def test_nothing_in_them_leans_to_the_truth(game: str, seats: int) -> None:
    found = campaign(game, seats, count=6, samples=30)
    assert len(found.tests) > 30
    assert not found.faults()


def _chained(state: Any, viewer: int) -> Callable[[Chance], Any]:
    """Exchanges that begin at the truth."""
    return partial(sample.deal_anew, state, only(viewer if viewer >= 0 else state.seats))


def _discarded() -> Table:
    """Seat 1 draws of the new deck, in which there is a license, and discards one: the same, or one it had before."""
    t = turn(3).hand(0, "license").hand(1, "license", *["not insider"] * 3, *["not organised"] * 3)
    t.deck().dump("taxman", 5_000, 10_000).chance = ScriptedChance([0])
    t.discard("license").finish().chance = Top()
    return t.discard("license").finish()


def _has_new(state: Any) -> bool:
    """Whether seat 1 has a card of the new deck."""
    return any(state.content.face[card] in (0, 1, 2, 3, 29) for card in state.players[1].hand)


def _counted(dealer: Dealer, state: Any) -> Counter[bool]:
    deal, chance = dealer(state, -1), SeededChance("new")
    return Counter(_has_new(deal(chance)) for _ in range(250))


def test_the_test_notices_what_leans_to_the_truth(monkeypatch: pytest.MonkeyPatch) -> None:
    """A chain of few exchanges that begins at the truth tells it from another state; what is drawn does not."""
    monkeypatch.setattr(exchanges, "SWEEPS", 1)
    t = _discarded()
    deal = t.game.dealer(t.state, -1)
    other = next(s for k in range(500) for s in [deal(SeededChance(k))] if _has_new(s) != _has_new(t.state))
    assert apart(_counted(_chained, t.state), _counted(_chained, other)) < FALSE_ALARM
    assert _counted(t.game.dealer, t.state) == _counted(t.game.dealer, other)


@pytest.mark.parametrize("seats", [2, 4])
def test_two_truths_give_the_same_samples_of_cash_by_the_same_draws(seats: int) -> None:
    compared = 0
    for k, (t, _, _) in enumerate(play(seats, 5)):
        if k % 17:
            continue
        if compared > 8:
            break
        for viewer in (k % seats, -1):
            other = t.game.sample(t.state, viewer, SeededChance(f"other {k}"))
            compared += t.game.view(other, 1 - max(viewer, 0)) != t.game.view(t.state, 1 - max(viewer, 0))
            one, two = (t.game.sample(truth, viewer, SeededChance(k)) for truth in (t.state, other))
            for seat in (*range(seats), -1):
                assert t.game.view(one, seat) == t.game.view(two, seat)
            assert [t.tables.face[card] for card in one.deck] == [t.tables.face[card] for card in two.deck]
    assert compared >= 6
