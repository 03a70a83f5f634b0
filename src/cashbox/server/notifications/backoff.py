"""How long to wait before trying again."""

from __future__ import annotations

import secrets
from typing import Final

FIRST: Final = 10.0
MOST: Final = 3600.0
ASKED: Final = 6 * 3600.0
"""Seconds: the first pause, the longest, and the longest that another server may ask for."""

_DRAWN: Final = secrets.SystemRandom()


def pause(tries: int, asked: float | None) -> float:
    """Seconds until a notice is tried again that was tried so often before. asked: what the other side asks for."""
    grown = min(FIRST * 2.0 ** min(tries, 20), MOST)
    # Not all that failed together come back together.
    drawn: float = grown * (0.5 + _DRAWN.random())
    return drawn if asked is None else max(drawn, min(asked, ASKED))
