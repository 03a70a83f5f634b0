"""Timeouts: which seats owe an answer and until when, and what the server does at a table by itself then."""

from __future__ import annotations

import logging
import math
from typing import TYPE_CHECKING, Any, Final

from cashbox.engine.game import GameError
from cashbox.server.clock import DAY
from cashbox.server.db.backend import Owed
from cashbox.server.errors import Refusal
from cashbox.server.tables import seating
from cashbox.server.tables.presence import away_for_long, ends_without_players
from cashbox.server.tables.seating import seats_timing_out
from cashbox.server.tasks import background, broken_off, shielded

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Awaitable, Callable, Mapping, Sequence

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
        # A seat of a deleted player is a bot's, which still plays in the player's place.
        return match.propose(seat, [action], at, "stand-in" if who.stand_in or who.why else "", who.why)

    await shielded(table.change(proposed, "bot"))


async def time_out(table: LiveTable, now: float) -> None:
    """Answer for a seat that has kept the others waiting too long, at `now` (seconds since 1970). GameError("stale") if
    the answer has arrived meanwhile."""

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
    """Let the bot `best` stand in for the players on the seats `up`, who are out of time. GameError("stale") if there
    are none."""
    if not up:
        raise GameError("stale", "The player has already decided.")
    for seat in up:
        record = seating.let_bot_stand_in(record, seat, best, "time")
    return record


async def handle(table: LiveTable, change: Change, context: Context, best: str) -> None:
    """Start without the nonces that were not shown, have an answer lapse, let a bot stand in for a player whose time is
    up, end a game that all players have left to bots, or decide a vote since those who have said nothing are away.
    GameError("stale") where the table does not wait anymore. change: as `Registry.change`; best: the bot that stands
    in."""
    await table.times.sure()
    if table.record.votes and context.store.shared:
        # Someone may have been there through another process.
        await table.catch_up()
    now = context.clock.now()
    if table.deadline is not None and table.deadline > now:
        # What is kept of it may be too early: since then there was a time when no one could play.
        context.events.changed(table)
        raise GameError("stale", "There is still time left.")
    if table.record.status == "starting":
        await change(table, lambda record: record)
    elif _answers(table, context, now):
        await time_out(table, now)
    elif table.times.up():
        await change(table, lambda record: stand_in_for(record, table.times.up(), best))
    elif (end := ends_without_players(table.record)) is not None and end <= now:
        await change(table, lambda record: seating.close(record, "deserted") if record.deserted else record)
    elif table.record.votes:

        def settled(record: TableRecord) -> TableRecord:
            moment = context.clock.now()
            return seating.with_votes_settled(record, away_for_long(table, moment), best, moment)

        await change(table, settled)
    else:
        raise GameError("stale", "The player has already decided.")


def _answers(table: LiveTable, context: Context, now: float) -> bool:
    """Whether an answer lapses that someone owes in person."""
    if table.timeout_at is None or table.timeout_at > now or table.match is None:
        return False
    if seats_timing_out(table.record, table.game, table.match.state):
        return True
    # No one owes it anymore, and there may be something else to wait for.
    table.timeout_at = None
    context.events.changed(table)
    return False


_log = logging.getLogger("cashbox.lapses")

PAUSE: Final = 2.0
"""Seconds from a fault of the server's own to the next try."""

LONG_PAUSE: Final = 60.0
"""The same where it fails again and again."""

LOOK: Final = 60.0
"""The longest that a timer sleeps at once: timers stand still while the machine sleeps, and deadlines do not."""

LOST: Final = ("no-such-table", "damaged-table", "closed")
"""The codes of the refusals after which there is nothing to wait for. A table that can be read again is waited at once
it is loaded."""


class TableTimeouts:
    """Waits at every table that has a deadline. overdue: called with a table's id when it has passed;
    GameError("stale") where what was waited for has come meanwhile."""

    def __init__(self, clock: Clock, overdue: Callable[[str], Awaitable[None]]) -> None:
        self._clock = clock
        self._overdue = overdue
        self._waiting: dict[str, tuple[int, asyncio.Task[None]]] = {}

    def watch(self, table: LiveTable) -> None:
        """Schedule a table's next timeout after something has changed there."""
        self.expect(table.record.id, table.deadline)

    def expect(self, table_id: str, until: int | None) -> None:
        """Wait at a table until its deadline (seconds since 1970), None: not anymore."""
        waiting = self._waiting.pop(table_id, None)
        if waiting is not None:
            # Even where it is what made the change: that is done then.
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
        """Stop waiting; what lapses meanwhile does so when the server is back."""
        await broken_off(task for _, task in self._waiting.values())

    async def _wait(self, table_id: str, until: int) -> None:
        # The table may leave memory meanwhile, so only its id is kept.
        while (left := until - self._clock.now()) > 0:
            await self._clock.sleep(min(left, LOOK))
        pause = PAUSE
        while not await self._time_out(table_id):
            await self._clock.sleep(pause)
            pause = min(2 * pause, LONG_PAUSE)

    async def _time_out(self, table_id: str) -> bool:
        """Whether there is nothing left to try."""
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
"""Seconds that a table waits for an answer by default."""

LEAST: Final = 10
MOST: Final = 7 * 24 * 3600

AWAY: Final = 300
"""Seconds after which a player who is not there counts as away by default."""

LEAST_AWAY: Final = 30
MOST_AWAY: Final = 30 * DAY


def patience(about: About, asked: int | None, options: Mapping[str, Any], *, company: bool) -> int:
    """Seconds that a new table waits for an answer, 0: forever. asked: None for what is usual; options: of the table,
    complete; company: someone may sit there besides the one who makes it and the bots, who mind no waiting.
    GameError ("bad-lapse")."""
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
    """Seconds after which a player who is not there counts as away at a new table, 0: never. asked: None for what is
    usual; days: the game is played over days. GameError ("bad-absence")."""
    if asked is None:
        return DAY if days else AWAY
    if asked and not LEAST_AWAY <= asked <= MOST_AWAY:
        rule = f"from {LEAST_AWAY} seconds to {MOST_AWAY // DAY} days, or 0 for never"
        raise GameError("bad-absence", f"The time until a player counts as away must be {rule}, not {asked}.")
    return asked


def deadline(record: TableRecord, game: Game[Any], state: Any, now: float) -> int | None:
    """Return when an answer that is owed from now on times out, None for never."""
    return math.ceil(now) + record.settings.lapse if seats_timing_out(record, game, state) else None


def owed_after(record: TableRecord, match: Match[Any], proposal: Proposal[Any], before: Owed, now: float) -> Owed:
    """Return what is owed after a proposal.

    Answering in several steps, or undoing some, gains no time. Players who see nothing of a step cannot detect it from
    the time of the last change.
    """
    game = match.game
    due = game.due(proposal.state)
    timeout = deadline(record, game, proposal.state, now)
    same = proposal.window.opened == match.window.opened
    if same and timeout is not None and before.timeout is not None:
        timeout = before.timeout
    return Owed(due, timeout, before.at if same and due == before.due else int(now))


def owed_now(before: TableRecord, record: TableRecord, match: Match[Any], owed: Owed, now: float) -> Owed:
    """Return what is owed when others play than before.

    A player who was already waited for gains no time by that. An answer that no one owed in person starts to time out
    when someone does.
    """
    game, state = match.game, match.state
    if not seats_timing_out(record, game, state):
        return Owed(owed.due, None, owed.at)
    if owed.timeout is not None and seats_timing_out(before, game, state) & seats_timing_out(record, game, state):
        return owed
    return Owed(owed.due, deadline(record, game, state, now), owed.at)
