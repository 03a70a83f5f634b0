"""Samples of a seat tell the truth from no other state that the seat could be in, in any game.

The long form is `python bench/campaign.py samples 100`: 100 positions of each game, 10,000 samples.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from cashbox.engine.chance import ScriptedChance, SeededChance
from cashbox.engine.seats import only
from cashbox.games.cash.eyes import sample
from tests.cash.helpers import Top, turn
from tests.cash.playing import play
from tests.chi import FALSE_ALARM, apart
from tests.leaning import campaign, exact

if TYPE_CHECKING:
    from cashbox.engine.chance import Chance
    from tests.cash.helpers import Table, Which

LEANS = pytest.mark.xfail(reason="its hands are sampled by a chain of exchanges that begins at the truth", strict=True)


@pytest.mark.parametrize(
    ("game", "seats"), [("cash", 3), pytest.param("consultants", 3, marks=LEANS), ("envelopes", 3)]
)
def test_nothing_in_them_leans_to_the_truth(game: str, seats: int) -> None:
    found = campaign(game, seats, count=6, samples=30)
    assert len(found.tests) > 30
    assert not found.faults()


def _chained(state: Any, viewer: int, chance: Chance) -> Any:
    """Exchanges that begin at the truth."""
    return sample.deal_anew(state, only(viewer if viewer >= 0 else state.seats), chance)


def _discarded(held: Which, drawn: int) -> Table:
    """Seat 1 draws of the new deck, in which there is a license, and discards one: the same, or one it had before."""
    t = turn(3).hand(0, "license").hand(1, held, *["not insider"] * 3, *["not organised"] * 3)
    t.deck().dump("taxman", 5_000, 10_000).chance = ScriptedChance([drawn])
    t.discard("license").finish().chance = Top()
    return t.discard("license").finish()


def _of_the_new_deck(sampler: Any, t: Table) -> Counter[bool]:
    """In how many samples seat 1 has a card of the new deck."""
    chance, new = SeededChance("new"), {0, 1, 2, 3, 29}
    found: Counter[bool] = Counter()
    for _ in range(250):
        state = sampler(t.state, -1, chance)
        found[not new.isdisjoint(t.tables.face[card] for card in state.players[1].hand)] += 1
    return found


def test_the_test_notices_what_leans_to_the_truth() -> None:
    """A chain of exchanges that begins at the truth tells it from another state; what is drawn does not."""
    truths = [_discarded("license", 0), _discarded("not insider", 3)]
    game = truths[0].game
    assert game.view(truths[0].state, -1) == game.view(truths[1].state, -1)
    assert apart(*[_of_the_new_deck(_chained, t) for t in truths]) < FALSE_ALARM
    assert _of_the_new_deck(exact(game), truths[0]) == _of_the_new_deck(exact(game), truths[1])


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
