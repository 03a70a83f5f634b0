"""Sets of seats as bit masks: bit k stands for seat k; and the message about a seat that has no legal action."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.phrases import plural

if TYPE_CHECKING:
    from collections.abc import Iterable

SPECTATOR: Final = -1
"""The seat number of a spectator, who has no hand and decides nothing."""


def only(seat: int) -> int:
    """Return the mask of one seat."""
    return 1 << seat


def viewer_mask(seat: int) -> int:
    """Return the mask of one seat; 0 for a spectator."""
    return 1 << seat if seat >= 0 else 0


def has(mask: int, seat: int) -> bool:
    """Check whether a seat is in a mask. A spectator never is."""
    return seat >= 0 and bool(mask >> seat & 1)


def mask_of(seats: Iterable[int]) -> int:
    """Return the mask of these seats."""
    return sum(1 << seat for seat in set(seats))


def seats_of(mask: int) -> list[int]:
    """List the seats of a mask, lowest first."""
    return [seat for seat in range(mask.bit_length()) if mask >> seat & 1]


def nothing_legal(seat: int, actions: int) -> str:
    """Describe a position in which a seat has no legal action."""
    return f"After {plural(actions, 'action')}, seat {seat} has a decision to make but no legal action."
