"""Bots that play seats: they act when they owe a decision, and no table waits for one forever."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from functools import partial
from math import ceil
from typing import TYPE_CHECKING, Final
from weakref import WeakKeyDictionary

from cashbox.engine.game import SPECTATOR, GameError
from cashbox.server.bots.thinking import Position
from cashbox.server.bots.turns import Lane, Rank, rank
from cashbox.server.errors import NOT_NOW, Refusal
from cashbox.server.tables.timeouts import play
from cashbox.server.tasks import Tasks

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from cashbox.server.bots.thinking import Thinking
    from cashbox.server.clock import Clock
    from cashbox.server.tables.live import LiveTable

_log = logging.getLogger("cashbox.bots")

PAUSE: Final = 2.0
"""Seconds from an internal error to the next attempt."""

LONG_PAUSE: Final = 60.0
"""The same if it fails again and again."""

PLAYING: Final = 16
"""The most tables that play at the same time among those with only bots and no spectators; the others wait."""

SLICE: Final = 100
"""How many turns such a table takes before the next one gets its slot."""

ABOUT: Final = 10.0
"""Seconds for which a change at a table with people counts as people playing."""

LANES: Final = {Rank.SEEN: (4, 60.0), Rank.ALONE: (2, 10.0)}
"""For tables without people: how many bots' turns at a time, and how many per second while people play."""


class BotSeats:
    """Plays the bots' seats. delay: the least number of seconds between a change at a table and a bot's action. find:
    returns a table by id."""

    def __init__(
        self,
        thinking: Thinking,
        clock: Clock,
        delay: float,
        find: Callable[[str], Awaitable[LiveTable]],
    ) -> None:
        self._thinking = thinking
        self._clock = clock
        self._delay = delay
        self._find = find
        self._lanes = {rank: Lane(clock, most, pace, self._people) for rank, (most, pace) in LANES.items()}
        self._about = -ABOUT
        self._paces: WeakKeyDictionary[LiveTable, Pace] = WeakKeyDictionary()
        # Ids of the tables that wait, in order, and of those that are playing.
        self._queue: OrderedDict[str, None] = OrderedDict()
        self._places: set[str] = set()
        self._loading = asyncio.Lock()
        self._tasks = Tasks()
        self._closed = False

    def watch(self, table: LiveTable) -> None:
        """Let a bot that owes a decision think, or wait for its turn, after a table or its spectators have changed."""
        table_id, how = table.record.id, self._rank(table)
        if how is Rank.PEOPLE:
            self._about = self._clock.ticks()
        if how is not Rank.ALONE:
            self._queue.pop(table_id, None)
        for slower, lane in self._lanes.items():
            if how < slower:
                lane.hurry(table_id)
        if self._closed or table.busy or self._owing(table) < 0:
            return
        if how is Rank.ALONE:
            self.line_up(table_id)
        else:
            table.busy = True
            self._tasks.run(self._attend(table))

    def line_up(self, table_id: str) -> None:
        """Put a table with only bots into the queue."""
        if table_id not in self._places and not self._closed:
            self._queue.setdefault(table_id)
            self._fill()

    def waits(self, table_id: str) -> bool:
        """Check whether a table is in the queue, or has its turn."""
        return table_id in self._queue or table_id in self._places

    async def close(self) -> None:
        """Stop playing."""
        # Waiting with a time limit may swallow a cancellation, so the code that continues must check for it.
        self._closed = True
        self._queue.clear()
        for lane in self._lanes.values():
            lane.close()
        await self._tasks.close()

    # -- scheduling -----------------------------------------------------------------------------------------------

    def _people(self) -> bool:
        """Return whether people are playing now."""
        return self._clock.ticks() < self._about + ABOUT

    def _rank(self, table: LiveTable) -> Rank:
        return rank(table, self._clock.ticks())

    def _pace(self, table: LiveTable) -> Pace:
        return self._paces.setdefault(table, Pace())

    @staticmethod
    def _owing(table: LiveTable) -> int:
        """Return a bot's seat that owes a decision, -1 if there is none."""
        owing = table.bots_due
        return (owing & -owing).bit_length() - 1

    def _fill(self) -> None:
        """Give free slots to the tables that have waited longest."""
        while self._queue and len(self._places) < PLAYING:
            table_id, _ = self._queue.popitem(last=False)
            self._places.add(table_id)
            self._tasks.run(self._in_place(table_id))

    async def _attend(self, table: LiveTable) -> None:
        """Play at a table as long as it matters to people."""
        if await self._play(table, lambda: self._rank(table) is not Rank.ALONE):
            self.watch(table)

    async def _in_place(self, table_id: str) -> None:
        """Play for a while at a table that no one waits for, then let it wait again."""
        again = False
        try:
            again = await self._slice(table_id)
        except NOT_NOW:
            await self._clock.sleep(PAUSE)
            again = True
        except Refusal:
            # A table that cannot be loaded has been logged.
            pass
        except Exception:  # noqa: BLE001 (one table's fault is not the others')
            _log.exception("a table with only bots failed and will be retried")
            await self._clock.sleep(PAUSE)
            again = True
        finally:
            self._places.discard(table_id)
        if again and not self._closed:
            self._queue.setdefault(table_id)
        self._fill()

    async def _slice(self, table_id: str) -> bool:
        """Play this many turns, or until someone watches. Returns whether the table waits for more."""
        # Loading is a lot of work, so load one table at a time.
        async with self._loading:
            table = await self._find(table_id)
        if table.busy:
            return False
        table.busy = True
        turns = iter(range(SLICE))
        if not await self._play(table, lambda: next(turns, None) is not None and self._rank(table) is Rank.ALONE):
            return False
        self.watch(table)
        return self._owing(table) >= 0 and not table.busy

    async def _play(self, table: LiveTable, on: Callable[[], bool]) -> bool:
        """Play as long as `on` says before each turn. Returns whether there may be more to do."""
        pause = PAUSE
        try:
            while not self._closed and (seat := self._owing(table)) >= 0 and on():
                try:
                    seen = self._pace(table).follows(table.frames.mark(SPECTATOR))
                    if not await self._turn(table, seat, self._delay if seen else 0.0):
                        return False
                    pause = PAUSE
                except Exception:  # noqa: BLE001 (one table's fault is not the others')
                    # Otherwise, a table that waits for a bot may never change.
                    _log.exception(
                        "a bot at a %s table failed and will try again in %g seconds", table.record.game, pause
                    )
                    await self._clock.sleep(pause)
                    pause = min(2 * pause, LONG_PAUSE)
        finally:
            table.busy = False
        return True

    # -- one turn ------------------------------------------------------------------------------------------------

    async def _turn(self, table: LiveTable, seat: int, delay: float) -> bool:
        """Make one decision, after a minimum delay. Returns whether to continue."""
        how, since = self._rank(table), self._clock.ticks()
        if how is Rank.PEOPLE:
            return await self._decision(table, seat, since + delay)
        await self._clock.sleep(delay)
        lane = self._lanes[how]
        placed = await lane.enter(table.record.id)
        try:
            # Much may have happened in the meantime.
            seat = self._owing(table)
            return seat < 0 or await self._decision(table, seat, 0.0)
        finally:
            if placed:
                lane.leave()

    async def _decision(self, table: LiveTable, seat: int, earliest: float) -> bool:
        """Let a bot think and act, not before `earliest` (ticks). Returns whether to continue."""
        match = table.running()
        number = match.number
        legal = match.legal(seat)
        began = self._clock.ticks()
        if len(legal) == 1:
            (action,) = legal
        else:
            action = await self._decide(Position(table.record.id, match, seat, legal), table)
            self._pace(table).chose(seat, self._clock.ticks() - began)
        if self._rank(table) is Rank.PEOPLE:
            earliest = max(earliest, began + self._pace(table).lasts(seat))
        await self._clock.sleep(max(0.0, earliest - self._clock.ticks()))
        return await self._act(table, seat, action, number)

    async def _decide(self, at: Position, table: LiveTable) -> int:
        return await self._thinking.decide(at, table.record.seats[at.seat].played_by, partial(self._rank, table))

    async def _act(self, table: LiveTable, seat: int, action: int, number: int) -> bool:
        """Whether to go on."""
        try:
            await play(table, seat, action, number)
        except NOT_NOW:
            await self._clock.sleep(1.0)
        except GameError as error:
            # Another player acted in between, so the bot must choose again.
            if error.code not in ("stale", "not-legal"):
                raise
        except Refusal as error:
            if error.code != "stale":
                return False
        return True


BEAT: Final = 0.25
"""When people wait, the results of longer searches appear at whole multiples of this many seconds, because search times
vary."""


class Pace:
    """Determines the pauses of one table's bots."""

    def __init__(self) -> None:
        self._followed = ""
        self._took: dict[int, float] = {}

    def follows(self, mark: str) -> bool:
        """Check whether the public state has changed since the last bot's turn here, and start a bot's turn.

        A step that no one else sees takes no time, otherwise the pauses would reveal the number of such steps. `mark`
        is that of the public state.
        """
        before, self._followed = self._followed, mark
        return mark != before

    def chose(self, seat: int, seconds: float) -> None:
        """Record that a seat's bot had a choice and thought for this long."""
        self._took[seat] = seconds

    def lasts(self, seat: int) -> float:
        """Return the seconds from the question to the action when people wait, 0 for quick decisions. A forced action
        takes as long as the last choice did, because hidden cards may be the reason why it is forced."""
        took = self._took.get(seat, 0.0)
        return BEAT * ceil(took / BEAT) if took >= BEAT else 0.0
