"""What the server does at a table by itself: bots play, for themselves or for players, overdue answers lapse, and bots
stand in for players whose time is up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cashbox.engine.game import GameError
from cashbox.server.tables import seating
from cashbox.server.tables.lapses import lapsing
from cashbox.server.tasks import shielded

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.engine.match import Proposal
    from cashbox.server.db.records import TableRecord
    from cashbox.server.tables.live import LiveTable


async def play(table: LiveTable, seat: int, action: int, at: int) -> None:
    """A bot takes an action. at: the number of the entry after which it decided. GameError("stale") where no bot plays
    at that seat any more."""
    match = table.running()

    def proposed() -> Proposal[Any]:
        who = table.record.seats[seat]
        if not who.played_by:
            raise GameError("stale", "The player has taken the seat back.")
        # A seat of a deleted player is a bot's, which still plays in the player's place.
        return match.propose(seat, [action], at, "stand-in" if who.stand_in or who.why else "", who.why)

    await shielded(table.change(proposed, "bot"))


async def lapse(table: LiveTable, now: float) -> None:
    """The server answers for a seat that has kept the others waiting for too long. GameError("stale") if the answer has
    come meanwhile. now: seconds since 1970."""

    def lapsed() -> Proposal[Any]:
        match = table.running()
        mask = lapsing(table.record, table.game, match.state)
        if table.lapses_at is None or now < table.lapses_at or not mask:
            raise GameError("stale", "The answer has come meanwhile.")
        seat = (mask & -mask).bit_length() - 1
        action = table.game.lapse(match.state, seat)
        assert action is not None
        return match.propose(seat, [action], by="lapse")

    await shielded(table.change(lapsed, "lapse"))


def out_of_time(record: TableRecord, up: Sequence[int], best: str) -> TableRecord:
    """A bot stands in for the players whose time is up. GameError("stale") for none. up: their seats. best: the bot."""
    if not up:
        raise GameError("stale", "The player has decided meanwhile.")
    for seat in up:
        record = seating.stood_in(record, seat, best, "time")
    return record
