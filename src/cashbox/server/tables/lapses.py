"""Answers that others wait for too long: whose they are, and when they lapse."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final

from cashbox.engine.game import GameError
from cashbox.engine.seats import has, mask_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cashbox.engine.game import About, Game
    from cashbox.server.storage.records import TableRecord

USUAL: Final = 120
"""Seconds that a table waits for an answer by default."""

LEAST: Final = 10
MOST: Final = 7 * 24 * 3600


def patience(about: About, asked: int | None, options: Mapping[str, Any], *, company: bool) -> int:
    """Seconds that a new table waits for an answer, 0: forever. asked: None for what is usual; options: of the table,
    complete; company: somebody may sit there besides the one who makes it and the bots, who mind no waiting.
    GameError ("bad-lapse")."""
    if asked is None:
        return USUAL if about.lapses and options.get(about.lapses_with, True) and company else 0
    if asked and not about.lapses:
        raise GameError("bad-lapse", f"Answers do not lapse in {about.name}: leave lapse out, or make it 0.")
    if asked and not LEAST <= asked <= MOST:
        raise GameError("bad-lapse", f"An answer lapses after {LEAST} seconds to 7 days, or never (0), not {asked}.")
    return asked


def lapsing(record: TableRecord, game: Game[Any], state: Any) -> int:
    """Bit mask of the people's seats whose overdue answers lapse at this table."""
    if not record.lapse:
        return 0
    due = game.due(state)
    people = [seat for seat, one in enumerate(record.seats) if has(due, seat) and one.kind == "guest"]
    return mask_of(seat for seat in people if game.lapse(state, seat) is not None)


def deadline(record: TableRecord, game: Game[Any], state: Any, now: float) -> int | None:
    """When an answer that is owed from now on lapses; None: never."""
    return math.ceil(now) + record.lapse if lapsing(record, game, state) else None
