"""Predict Bubba, the opponent of a solitaire game: which recruit he takes next, and what he would lose.

Source: FAM "Solitaire rules"; RULINGS A5.22.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.games.envelopes.vocabulary import STATES

if TYPE_CHECKING:
    from cashbox.games.envelopes.bots.tables import Tables
    from cashbox.games.envelopes.view.glimpse import Glimpse

_SOUTH: Final = 1 << 3
_LAST_ONE: Final = 1.5
"""The additional weight of the second recruit of a border state for a player who wants it empty."""


def doomed(view: Glimpse, tables: Tables) -> dict[int, int]:
    """Return the month at whose end Bubba takes each recruit, by slot: in the South, most stars first, one per month;
    otherwise only the next one."""
    if view.next >= STATES:
        return {view.next: view.month}
    south = [slot for slot in range(STATES) if view.signed_by[slot] < 0 and tables.regions[slot] == _SOUTH]
    south.sort(key=lambda slot: (-view.values[slot], slot))
    return {slot: view.month + k for k, slot in enumerate(south)}


def grudge(view: Glimpse, tables: Tables, slot: int) -> float:
    """Return the weight of a recruit of a border state for a player who wants it empty, 0 if Bubba has been there."""
    space = tables.space[slot]
    others = [other for other in tables.content.here[space] if other != slot and view.signed_by[other] >= 0]
    if not others:
        return 1.0
    return _LAST_ONE if all(view.signed_by[other] == view.seat for other in others) else 0.0
