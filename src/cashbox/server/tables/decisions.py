"""Show how often a bot decided for a player."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cashbox.engine.stand_ins import decisions, told
from cashbox.server.departures.wire import StoodIn

if TYPE_CHECKING:
    from cashbox.engine.match import Match
    from cashbox.server.db.records import TableRecord


def stood_in(match: Match[Any], record: TableRecord) -> list[StoodIn]:
    """Return the players of a game for whom a bot decided at all."""
    return [
        StoodIn(one.seat, one.bot, one.of, told(one, record.seats[one.seat].name))
        for one in decisions(match.journal.header, match.journal.entries)
        if one.bot
    ]
