"""The random numbers of a playout: each roll, deal, and check has its own stream, so different tries meet the same dice
and cards later, no matter how much was drawn before."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.chance import Chance

if TYPE_CHECKING:
    from cashbox.games.envelopes.state import State

_MASK: Final = (1 << 60) - 1
_STEP: Final = 0x9E3779B97F4A7C1
_MIX: Final = 0x5851F42D4C957F2D


class KeyedChance(Chance):
    """Draws that depend on a seed, the month, the phase, the active seat, and the number of draws there before."""

    __slots__ = ("_at", "_count", "_seed", "_state")

    def __init__(self, seed: int, state: State) -> None:
        self._seed = seed
        self._state = state
        self._at = -1
        self._count = 0

    def draw(self, n: int) -> int:
        """Draw one of 0..n-1."""
        s = self._state
        at = (s.month * 32 + s.phase) * 8 + s.current
        if at != self._at:
            self._at = at
            self._count = 0
        self._count += 1
        x = (self._seed + at * _MIX + self._count * _STEP) & _MASK
        x = ((x ^ (x >> 29)) * _STEP) & _MASK
        x = ((x ^ (x >> 31)) * _MIX) & _MASK
        return ((x ^ (x >> 30)) >> 8) % n
