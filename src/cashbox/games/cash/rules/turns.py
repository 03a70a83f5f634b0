"""When something is done in a turn.

Source: CASH "Turn breakdown".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.games.cash.state import ACT, BUILD, CHECK, CLOSE

if TYPE_CHECKING:
    from cashbox.games.cash.state import State

STAGES: Final = (ACT, CLOSE, CHECK)


def in_turn(s: State, seat: int) -> str:
    """What keeps whoever is on turn from what is done between the steps of a turn; else empty."""
    if seat != s.active or s.phase in STAGES:
        return ""
    if not s.due >> seat & 1:
        return "The others decide first."
    return "First make the offer, or take it back." if s.phase == BUILD else "First answer the question you are asked."
