"""The length of CASH: the measured number of turns, at the pace of people.

Source: RULINGS D7. The numbers of turns are means that `cashbox balance cash` measures between equal bots, in the row
"turns played in a game" of docs/notes/balance-cash.md; a test compares them.
"""

from __future__ import annotations

from typing import Final

SECONDS: Final = 20
"""The seconds of a turn between people."""

TURNS: Final = {
    "standard": {2: 299, 3: 413, 4: 520, 5: 584, 6: 643, 7: 662, 8: 691},
    "advanced": {2: 353, 3: 490, 4: 633, 5: 723, 6: 783, 7: 850, 8: 907},
    "quick": {2: 156, 3: 192, 4: 226, 5: 257, 6: 255, 7: 261, 8: 252},
}
"""The turns in a game of all players together, by mode and number of players."""


def minutes(mode: str) -> dict[int, int]:
    """Return the minutes of a game by number of players."""
    return {players: round(turns * SECONDS / 60) for players, turns in TURNS[mode].items()}
