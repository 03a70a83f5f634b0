"""Samples of a seat tell the truth from no other state that the seat could be in, in any game.

The long form is `python bench/campaign.py samples 100`: 100 positions of each game, 10,000 samples.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from cashbox.engine.chance import SeededChance
from cashbox.engine.seats import only
from cashbox.games.cash.eyes import sample
from tests.cash.playing import play
from tests.leaning import Leaning, campaign, exact

if TYPE_CHECKING:
    from cashbox.engine.chance import Chance
    from tests.cash.helpers import Table


@pytest.mark.parametrize(("game", "seats"), [("cash", 3), ("consultants", 3), ("envelopes", 3)])
def test_nothing_in_them_leans_to_the_truth(game: str, seats: int) -> None:
    found = campaign(game, seats, count=6, samples=30)
    assert len(found.tests) > 30
    assert not found.faults()


def _traded(seats: int, count: int) -> list[Table]:
    """Positions in which many cards have gone from hand to hand unseen."""
    found = []
    for k, (t, _, _) in enumerate(play(seats, 3)):
        if k >= 120 and k % 60 == 0:
            found.append(t.copy())
        if len(found) == count:
            break
    return found


def _chained(state: Any, viewer: int, chance: Chance) -> Any:
    """Exchanges that begin at the truth."""
    return sample.deal_anew(state, only(viewer if viewer >= 0 else state.seats), chance)


def test_the_test_notices_what_leans_to_the_truth() -> None:
    """Samples by a chain of exchanges that begins at the truth are told from others; exact ones are not."""
    chained, drawn = Leaning("cash", 60), Leaning("cash", 60)
    for k, t in enumerate(_traded(3, 4)):
        chained.add(k, t.state, -1, _chained)
        drawn.add(k, t.state, -1, exact(t.game))
    assert chained.faults()
    assert not drawn.faults()


@pytest.mark.parametrize("seats", [2, 4])
def test_two_truths_give_the_same_samples_of_cash_by_the_same_draws(seats: int) -> None:
    compared = 0
    for k, (t, _, _) in enumerate(play(seats, 5)):
        if k % 29:
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
    assert compared > 8
