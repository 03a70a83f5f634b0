"""Whether samples lean to the truth: in many positions of all games, those of the true state against those of another
one that the seat cannot tell from it, drawn by other chance. What is counted: how many cards of each kind are where,
and how far a sample agrees with the truth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tests.chi_squared import FALSE_ALARM
from tests.sample_bias import Leaning, dealer, positions

if TYPE_CHECKING:
    from collections.abc import Callable

TABLES: Final = (
    ("cash", 2, 97), ("consultants", 3, 53), ("envelopes", 3, 143), ("cash", 4, 149), ("consultants", 2, 37),
    ("envelopes", 2, 217), ("cash", 6, 139), ("consultants", 4, 71), ("envelopes", 4, 89), ("cash", 3, 211),
)  # fmt: skip
"""Game, players, and after how many actions the first position is."""
DEPTHS: Final = (1.0, 0.3, 2.0, 0.6, 3.0, 0.15, 1.5)
"""Each further position of a table comes after so many times as many actions, by turns; where the game is over by then,
in another one."""
SAMPLES: Final = 10_000
"""Of each of the two states."""


async def campaign(count: int, seed: int, add: Callable[[dict[str, float]], None]) -> None:
    """So many positions. seed: each position has one of its own, from this one on."""
    for k in range(seed, seed + count):
        name, seats, actions = TABLES[k % len(TABLES)]
        after = int(actions * DEPTHS[k // len(TABLES) % len(DEPTHS)])
        found = Leaning(name, SAMPLES)
        for game, state, viewer in positions(name, seats, 1, k, after):
            found.add(k, state, viewer, dealer(game))
        leaning = found.faults(FALSE_ALARM / 100)
        add({"positions": 1, "samples": 2 * SAMPLES, "tests": len(found.tests), "leaning": len(leaning)})
