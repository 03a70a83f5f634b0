"""How soon the bots of a table act, so that it tells nothing of what others cannot see."""

from __future__ import annotations

from math import ceil
from typing import Final

BEAT: Final = 0.25
"""Where people wait, what was thought over for longer comes at whole multiples of so many seconds: no search takes
exactly as long as another."""


class Pace:
    """What is remembered of one table, for the pauses of its bots."""

    def __init__(self) -> None:
        self._followed = ""
        self._took: dict[int, float] = {}

    def follows(self, mark: str) -> bool:
        """Whether what everybody sees has changed since a bot last had its turn here; a bot has its turn now. A step
        that nobody else sees takes no time, or the pauses would tell how many there were. mark: of what everybody
        sees."""
        before, self._followed = self._followed, mark
        return mark != before

    def chose(self, seat: int, seconds: float) -> None:
        """The bot of a seat had a choice and thought for so long."""
        self._took[seat] = seconds

    def lasts(self, seat: int) -> float:
        """Seconds from the question to the action where people wait, 0 for what takes hardly any time. What has no
        choice takes as long as the last choice did, since a player's hidden cards may be why."""
        took = self._took.get(seat, 0.0)
        return BEAT * ceil(took / BEAT) if took >= BEAT else 0.0
