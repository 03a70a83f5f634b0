"""What comes of sending a notice."""

from __future__ import annotations

from typing import NamedTuple


class Outcome(NamedTuple):
    """why: it did not arrive, "" where it did; wait: seconds that the other side asks for, None for nothing; ended: the
    other side will never take anything."""

    why: str = ""
    wait: float | None = None
    ended: bool = False
