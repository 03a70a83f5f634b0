"""The result of a game in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.engine.phrases import listed
from cashbox.games.cash.words.phrases import dollars

if TYPE_CHECKING:
    from cashbox.games.cash.state import State


def outcome(s: State, winners: tuple[int, ...]) -> str:
    """Who won, and with how much."""
    capital = dollars(s.players[winners[0]].capital)
    if len(winners) > 1:
        return (
            f"{listed([f'{{{seat}}}' for seat in winners])} share the win with {capital} after the last trading round."
        )
    reached = s.players[winners[0]].capital >= s.rules.target
    when = "" if reached else " after the last trading round"
    return f"{{{winners[0]}}} wins with {capital}{when}."
