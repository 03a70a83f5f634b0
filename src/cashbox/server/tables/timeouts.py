"""Timeouts: which seats owe an answer and until when, and what the server then does."""

from __future__ import annotations

import logging
import math
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from cashbox.engine.game import GameError
from cashbox.server.clock import DAY
from cashbox.server.db.backend import Owed
from cashbox.server.db.schema import CHECK_AT, REVEAL_BY
from cashbox.server.errors import Refusal
from cashbox.server.tables import seating
from cashbox.server.tables.presence import away_for_long, decides_at, ends_without_players
from cashbox.server.tables.seating import seats_timing_out
from cashbox.server.tasks import background, broken_off, shielded

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Awaitable, Callable, Mapping, Sequence

    from sqlalchemy import ColumnElement

    from cashbox.engine.game import About, Game
    from cashbox.engine.match import Match, Proposal
    from cashbox.server.clock import Clock
    from cashbox.server.db.records import TableRecord
    from cashbox.server.tables.context import Context
    from cashbox.server.tables.live import LiveTable

    Change = Callable[[LiveTable, Callable[[TableRecord], TableRecord]], Awaitable[None]]


async def play(table: LiveTable, seat: int, action: int, at: int) -> None:
    """Take an action for a bot, which decided after entry `at`. GameError("stale") if no bot plays that
    seat anymore."""
    match = table.running()

    def proposed() -> Proposal[Any]:
        who = table.record.seats[seat]
        if not who.played_by:
            raise GameError("stale", "The player has taken the seat back.")
        # A deleted player's seat belongs to a bot, which still plays in the player's place.
        return match.propose(seat, [action], at, "stand-in" if who.stand_in or who.why else "", who.why)

    await shielded(table.change(proposed, "bot"))


async def time_out(table: LiveTable, now: float) -> None:
    """Answer for a seat that has kept the others waiting too long, at `now` (seconds since 1970). GameError("stale") if
    the answer has arrived in the meantime."""

    def timed_out() -> Proposal[Any]:
        match = table.running()
        mask = seats_timing_out(table.record, table.game, match.state)
        if table.timeout_at is None or now < table.timeout_at or not mask:
            raise GameError("stale", "The answer has already come in.")
        seat = (mask & -mask).bit_length() - 1
        action = table.game.lapse(match.state, seat)
        assert action is not None
        return match.propose(seat, [action], by="lapse")

    await shielded(table.change(timed_out, "lapse"))


def stand_in_for(record: TableRecord, up: Sequence[int], best: str) -> TableRecord:
    """Let the bot `best` stand in for the players in the seats `up`, who have run out of time. GameError("stale") if
    there are none."""
    if not up:
        raise GameError("stale", "The player has already decided.")
    for seat in up:
        record = seating.let_bot_stand_in(record, seat, best, "time")
    return record


async def handle(table: LiveTable, change: Change, context: Context, best: str) -> None:
    """Do what follows when a deadline has passed. GameError("stale") if the table no longer waits.

    Args:
        table: The table.
        change: As `Registry.change`.
        context: The server's services for tables.
        best: The bot that stands in for players.
    """
    await table.times.sure()
    if table.record.votes and context.store.shared:
        # A player may have been connected through another process.
        await table.catch_up()
    now = context.clock.now()
    if table.deadline is not None and table.deadline > now:
        # The stored time may be too early, because of a downtime since.
        context.events.changed(table)
        raise GameError("stale", "There is still time left.")
    for wait in WAITS:
        moment = wait.until(table, now)
        if moment is not None and moment <= now:
            await wait.act(table, change, context, best)
            return
    raise GameError("stale", "The player has already decided.")


async def _start(table: LiveTable, change: Change, _context: Context, _best: str) -> None:
    await change(table, lambda record: record)


async def _answer(table: LiveTable, _change: Change, context: Context, _best: str) -> None:
    if table.match is None or not seats_timing_out(table.record, table.game, table.match.state):
        # No person owes it anymore, and the table may wait for something else.
        table.timeout_at = None
        context.events.changed(table)
        raise GameError("stale", "No answer is due anymore.")
    await time_out(table, context.clock.now())


async def _stand_in(table: LiveTable, change: Change, _context: Context, best: str) -> None:
    await change(table, lambda record: stand_in_for(record, table.times.up(), best))


async def _end_deserted(table: LiveTable, change: Change, _context: Context, _best: str) -> None:
    await change(table, lambda record: seating.close(record, "deserted") if record.deserted else record)


async def _settle_votes(table: LiveTable, change: Change, context: Context, best: str) -> None:
    def settled(record: TableRecord) -> TableRecord:
        now = context.clock.now()
        return seating.with_votes_settled(record, away_for_long(table, now), best, now)

    await change(table, settled)


class Wait(NamedTuple):
    """Something that a table waits for.

    Attributes:
        until: Takes the table and the time; returns when (seconds since 1970) the wait is over, None if the table
            doesn't wait for this.
        act: Does what follows then; takes the arguments of `handle`.
        column: The column of `schema.AWAITED` that stores this moment, None if it follows from other facts.
    """

    until: Callable[[LiveTable, float], int | None]
    act: Callable[[LiveTable, Change, Context, str], Awaitable[None]]
    column: ColumnElement[int] | None = None


WAITS: Final = (
    Wait(lambda table, _: table.record.reveal_by if table.record.status == "starting" else None, _start, REVEAL_BY),
    Wait(lambda table, _: table.timeout_at, _answer, CHECK_AT),
    Wait(lambda table, _: table.times.ends, _stand_in, CHECK_AT),
    Wait(lambda table, _: ends_without_players(table.record), _end_deserted),
    Wait(decides_at, _settle_votes),
)
"""Everything that a table waits for: nonces, an answer, a player's clock, a player of a game that bots play for all of
them, and votes that an absence decides. If several waits are over, the first in this order is handled first."""


def deadline_of(table: LiveTable, now: float) -> int | None:
    """Return when (seconds since 1970) the first of a table's waits is over, None if it waits for nothing."""
    return min((moment for wait in WAITS if (moment := wait.until(table, now)) is not None), default=None)


_log = logging.getLogger("cashbox.lapses")

PAUSE: Final = 2.0
"""Seconds from an internal error to the next attempt."""

LONG_PAUSE: Final = 60.0
"""The same if it fails repeatedly."""

LOOK: Final = 60.0
"""The longest sleep of a timer: timers stop while the machine sleeps, but deadlines do not."""

LOST: Final = ("no-such-table", "damaged-table", "closed")
"""The codes of refusals after which waiting is pointless. A table that can be read again gets a timer when it is
loaded."""


class TableTimeouts:
    """Timers for all tables with a deadline. overdue: called with a table's id after the deadline; GameError("stale")
    if the table is not waiting anymore."""

    def __init__(self, clock: Clock, overdue: Callable[[str], Awaitable[None]]) -> None:
        self._clock = clock
        self._overdue = overdue
        self._waiting: dict[str, tuple[int, asyncio.Task[None]]] = {}

    def watch(self, table: LiveTable) -> None:
        """Schedule a table's next timeout after something has changed there."""
        self.expect(table.record.id, table.deadline)

    def expect(self, table_id: str, until: int | None) -> None:
        """Set a table's deadline (seconds since 1970), None for none."""
        waiting = self._waiting.pop(table_id, None)
        if waiting is not None:
            # Even if the timer's own task made the change, because that is finished then.
            waiting[1].cancel()
        if until is not None:
            self._waiting[table_id] = until, background(self._wait(table_id, until))

    def move(self, seconds: int) -> None:
        """Move all deadlines with the server's time."""
        for table_id, (until, _) in list(self._waiting.items()):
            self.expect(table_id, until + seconds)

    def expects(self, table_id: str) -> bool:
        """Check whether a table has a timeout scheduled."""
        return table_id in self._waiting

    async def close(self) -> None:
        """Stop all timers; missed deadlines are handled when the server is back."""
        await broken_off(task for _, task in self._waiting.values())

    async def _wait(self, table_id: str, until: int) -> None:
        # The table may be unloaded in the meantime, so only its id is kept.
        while (left := until - self._clock.now()) > 0:
            await self._clock.sleep(min(left, LOOK))
        pause = PAUSE
        while not await self._time_out(table_id):
            await self._clock.sleep(pause)
            pause = min(2 * pause, LONG_PAUSE)

    async def _time_out(self, table_id: str) -> bool:
        """Handle a deadline. Returns whether there is nothing left to retry."""
        try:
            await self._overdue(table_id)
        except GameError as error:
            if error.code == "stale":
                return True
            _log.error("could not answer for a player who ran out of time: %s", error.code)
            return False
        except Refusal as refused:
            if refused.code in LOST:
                return True
            _log.warning("could not answer for a player who ran out of time, will try again: %s", refused)
            return False
        except Exception:  # noqa: BLE001 (one table's fault is not the others')
            _log.exception("could not answer for a player who ran out of time")
            return False
        return True


USUAL: Final = 120
"""The default seconds that a table waits for an answer."""

LEAST: Final = 10
MOST: Final = 7 * 24 * 3600

AWAY: Final = 300
"""The default seconds after which an absent player counts as away."""

LEAST_AWAY: Final = 30
MOST_AWAY: Final = 30 * DAY


def patience(about: About, asked: int | None, options: Mapping[str, Any], *, company: bool) -> int:
    """Return the seconds that a new table waits for an answer, 0 for forever. asked: None for the default; options: of
    the table, complete; company: whether there may be other people than the host. GameError ("bad-lapse")."""
    if asked is None:
        return USUAL if about.lapses and options.get(about.lapses_with, True) and company else 0
    if asked and not about.lapses:
        raise GameError("bad-lapse", f"{about.name} has no time limit for answers. Leave out `lapse`, or set it to 0.")
    if asked and not LEAST <= asked <= MOST:
        raise GameError(
            "bad-lapse",
            f"The time limit for answers must be from {LEAST} seconds to 7 days, or 0 for none, not {asked}.",
        )
    return asked


def away_after(asked: int | None, *, days: bool = False) -> int:
    """Return the seconds after which an absent player counts as away at a new table, 0 for never. asked: None for the
    default; days: whether the game is played over days. GameError ("bad-absence")."""
    if asked is None:
        return DAY if days else AWAY
    if asked and not LEAST_AWAY <= asked <= MOST_AWAY:
        rule = f"from {LEAST_AWAY} seconds to {MOST_AWAY // DAY} days, or 0 for never"
        raise GameError("bad-absence", f"The time until a player counts as away must be {rule}, not {asked}.")
    return asked


def answer_timeout(record: TableRecord, game: Game[Any], state: Any, now: float) -> int | None:
    """Return when an answer that is owed from now on times out, None for never."""
    return math.ceil(now) + record.settings.lapse if seats_timing_out(record, game, state) else None


def owed_after(record: TableRecord, match: Match[Any], proposal: Proposal[Any], before: Owed, now: float) -> Owed:
    """Return what seats owe after a proposal.

    Answering in several steps, or undoing some, gains no time. Players who cannot see a step cannot detect it from the
    time of the last change.
    """
    game = match.game
    due = game.due(proposal.state)
    timeout = answer_timeout(record, game, proposal.state, now)
    same = proposal.window.opened == match.window.opened
    if same and timeout is not None and before.timeout is not None:
        timeout = before.timeout
    return Owed(due, timeout, before.at if same and due == before.due else int(now))


def owed_now(before: TableRecord, record: TableRecord, match: Match[Any], owed: Owed, now: float) -> Owed:
    """Return what seats owe after a change of players.

    A player who already owed an answer gains no time. An answer that a bot owed starts to time out when a person owes
    it.
    """
    game, state = match.game, match.state
    if not seats_timing_out(record, game, state):
        return Owed(owed.due, None, owed.at)
    if owed.timeout is not None and seats_timing_out(before, game, state) & seats_timing_out(record, game, state):
        return owed
    return Owed(owed.due, answer_timeout(record, game, state, now), owed.at)
