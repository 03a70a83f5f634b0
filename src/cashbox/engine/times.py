"""How long games take, as text, and which modes to offer first if games are long."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.phrases import listed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.engine.game import Mode

EVENING: Final = 180
"""Minutes after which a game is long."""
_QUARTERS: Final = ("", "¼", "½", "¾")


def duration_text(minutes: int) -> str:
    """Format a length of time: 55 minutes (rounded to five), 2½ hours (to a quarter)."""
    if minutes < 90:
        return f"{max(5, round(minutes / 5) * 5)} minutes"
    hours, quarters = divmod(round(minutes / 15), 4)
    return f"{hours}{_QUARTERS[quarters]} hours"


def order_modes(modes: Sequence[Mode], players: int) -> list[Mode]:
    """Order the modes for this many players: first those that are known to take at most an evening."""
    return sorted(modes, key=lambda mode: mode.minutes.get(players, 0) > EVENING)


def span(mode: Mode) -> str:
    """Format the length of a mode, as in 1¾ hours with 2 players to 3¾ hours with 8. The mode's minutes must be
    known."""
    least, most = min(mode.minutes), max(mode.minutes)
    if least == most:
        return duration_text(mode.minutes[least])
    return (
        f"{duration_text(mode.minutes[least])} with {least} players to {duration_text(mode.minutes[most])} with {most}"
    )


def spans(modes: Sequence[Mode]) -> str:
    """Format the length of each mode, for `About.minutes`. Modes of the same length share an entry."""
    named: dict[str, list[str]] = {}
    for mode in modes:
        if mode.minutes:
            named.setdefault(span(mode), []).append(mode.name.lower())
    if len(named) == 1:
        return next(iter(named))
    return "; ".join(f"{listed(names)}: {length}" for length, names in named.items())
