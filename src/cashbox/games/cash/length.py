"""How long CASH takes: measured turns, at the pace of people.

Source: RULINGS D7. The turns are the means that `cashbox balance cash` measures between equal bots, in the row "turns
played in a game" of docs/balance-cash.md; a test compares them.
"""

from __future__ import annotations

from typing import Final

SECONDS: Final = 20
"""A turn between people."""

TURNS: Final = {
    "standard": {2: 298, 3: 409, 4: 520, 5: 576, 6: 636, 7: 662, 8: 693},
    "advanced": {2: 353, 3: 490, 4: 633, 5: 700, 6: 760, 7: 790, 8: 820},
    "quick": {2: 156, 3: 192, 4: 226, 5: 257, 6: 255, 7: 261, 8: 252},
}
"""Turns that are played in a game, those of all players together, by mode and number of players."""


def minutes(mode: str) -> dict[int, int]:
    """Minutes of a game by number of players."""
    return {players: round(turns * SECONDS / 60) for players, turns in TURNS[mode].items()}
