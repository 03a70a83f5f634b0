"""A table has waited long enough: what the server does there now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.engine.game import GameError
from cashbox.server.departures import votes
from cashbox.server.tables import seating
from cashbox.server.tables.lapses import lapsing
from cashbox.server.tables.presence import away_for_long, ends_without_players
from cashbox.server.tables.unattended import lapse, out_of_time

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from cashbox.server.db.records import TableRecord
    from cashbox.server.tables.context import Context
    from cashbox.server.tables.live import LiveTable

    Change = Callable[[LiveTable, Callable[[TableRecord], TableRecord]], Awaitable[None]]


async def see_to(table: LiveTable, change: Change, context: Context, best: str) -> None:
    """Start without the nonces that were not shown, have an answer lapse, let a bot stand in for a player whose time is
    up, end a game that all players have left to bots, or decide a vote since those who have said nothing are away.
    GameError("stale") where the table does not wait any more. change: as `Registry.change`; best: the bot that stands
    in."""
    await table.times.sure()
    if table.record.votes and context.store.shared:
        # Somebody may have been there through another process.
        await table.catch_up()
    now = context.clock.now()
    if table.deadline is not None and table.deadline > now:
        # What is kept of it may be too early: since then there was a time when nobody could play.
        table.on_change(table)
        raise GameError("stale", "There is time left.")
    if table.record.status == "starting":
        await change(table, lambda record: record)
    elif _answers(table, now):
        await lapse(table, now)
    elif table.times.up():
        await change(table, lambda record: out_of_time(record, table.times.up(), best))
    elif (end := ends_without_players(table.record)) is not None and end <= now:
        await change(table, lambda record: seating.closed(record, "deserted") if record.deserted else record)
    elif table.record.votes:
        await change(table, lambda record: votes.settled(record, away_for_long(table, context.clock.now()), best))
    else:
        raise GameError("stale", "The player has decided meanwhile.")


def _answers(table: LiveTable, now: float) -> bool:
    """Whether an answer lapses that somebody owes in person."""
    if table.lapses_at is None or table.lapses_at > now or table.match is None:
        return False
    if lapsing(table.record, table.game, table.match.state):
        return True
    # Nobody owes it any more, and there may be something else to wait for.
    table.lapses_at = None
    table.on_change(table)
    return False
