"""The spectators of a table, who may see it with a delay.

`DelayedTable` follows the table's journal one delay behind. `LiveTable.steps` has the time of each entry, each chat
message has its own, and `TableRecord.earlier` has the seats as they were. Events in between do not change what
spectators are sent. During the game, they do not see presence, nudges, stand-ins, and votes.
"""

from __future__ import annotations

import asyncio
import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import msgspec

from cashbox.engine.match import Match
from cashbox.engine.seats import mask_of
from cashbox.server.accounts.names import NOBODY
from cashbox.server.clock import Clock
from cashbox.server.db.records import Here, Onlooker
from cashbox.server.errors import Refusal
from cashbox.server.tables.feed import Moment, TableFeed, count_stand_ins, show_table, you_at
from cashbox.server.tables.seating import seat_at
from cashbox.server.tables.settings import DELAY
from cashbox.server.tasks import background
from cashbox.server.watching.service import (
    ENDED,
    as_it_was,
    before_play,
    check_look_back,
    check_room,
    for_all,
    hears_watchers,
    is_late,
    may_look_back,
)

if TYPE_CHECKING:
    from cashbox.engine.frames import Forms
    from cashbox.server.db.records import Guest, Step, TableRecord
    from cashbox.server.tables.context import Context
    from cashbox.server.tables.live import LiveTable
    from cashbox.server.wire import Table, You

_json = msgspec.json.Encoder().encode


class DelayedClock(Clock):
    """The clock of delayed spectators: the real time minus the delay."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock

    def now(self) -> float:
        """Return seconds since 1970."""
        return self._clock.now() - DELAY


class DelayedTable(TableFeed):
    """A table as it was one delay ago: a cursor into the table's data in memory. It goes up to the last entry, message,
    and change of seats that are older than the delay. Before the first call of `ready`, it shows the table before play.

    Attributes:
        line: The number of the last visible chat message.
        used: When it was last used, in seconds since 1970.
    """

    def __init__(self, table: LiveTable, forms: Forms, context: Context, name: str) -> None:
        late = replace(context, clock=DelayedClock(context.clock))
        super().__init__(before_play(as_it_was(table.record, late.clock.now())), table.game, forms, late, name)
        self.changed = 0
        self.line = 0
        self.used = context.clock.now()
        self._table = table
        self._clock = context.clock
        self._ready = False
        self._noted = True
        self._until = 0.0
        self._waiting: asyncio.Task[None] | None = None
        self._shown: bytes | None = None
        self._stale = True
        self._version = 0

    # -- reading -------------------------------------------------------------------------------------------------

    @property
    def version(self) -> int:
        """A value that changes with the visible table."""
        self._table_json()
        return self._version

    def running(self) -> Match[Any]:
        """Return the match. Refusal ("not-started") before spectators see play begin."""
        self.advance()
        if self.match is None:
            raise Refusal(409, "not-started", "The game hasn't started for spectators yet.")
        return self.match

    def journal(self, guest: Guest | None = None) -> bytes:
        """Return the journal's text file, with the players' current names. Refusal as `TableFeed.journal`."""
        return self._table.journal(guest) if self.record.status == "over" else super().journal(guest)

    def answer(self, guest: Guest | None) -> bytes:
        """Encode a `TableAnswer` as JSON for a guest."""
        return b'{"type":"table","you":%b,"table":%b}' % (_json(self.you(guest)), self._table_json())

    def you(self, guest: Guest | None) -> You:
        """Return a guest's role at this table now: people know their own seats without a delay."""
        return you_at(self._table.record, guest, self._clock.now())

    def as_table(self) -> Table:
        """Return the table as spectators may see it."""
        self.advance()
        over = self.match is not None and self.record.status == "over"
        now = Moment(
            due=self.due,
            changed=max(self.changed, self.record.made),
            online=mask_of(range(len(self.record.seats))),
            watchers=self._table.audience.count,
            onlookers=self._table.audience.onlookers,
            stood_in=count_stand_ins(self.match, self.record) if over and self.match is not None else [],
        )
        return show_table(for_all(self.record), self._game_name, self._context.url, now)

    def _table_json(self) -> bytes:
        self.advance()
        if self._stale or self._shown is None:
            self._stale = False
            shown = _json(self.as_table())
            if shown != self._shown:
                self._shown = shown
                self._version += 1
        return self._shown or b""

    # -- following -----------------------------------------------------------------------------------------------

    async def ready(self) -> None:
        """Load the delayed table."""
        self.used = self._clock.now()
        await self._replay()
        self.advance()

    async def _replay(self) -> None:
        """Replay the game in a thread once these spectators may see it: it may take too long for the event loop."""
        step, there = self._step(self._context.clock.now()), self._table.match
        if self.match is None and step is not None and there is not None:
            match = await asyncio.to_thread(Match.replay, self.game, there.journal, step.number)
            if self.match is None:  # another request may have been faster in the meantime
                self.match = match
        self._ready = True

    def mark_changed(self) -> None:
        """Handle a possible change of the table or its spectators."""
        self._noted = True
        if self._waiting is None:
            self._waiting = background(self._wait())

    def advance(self) -> None:
        """Show what is now older than the delay."""
        then = self._context.clock.now()
        if self._ready and (self._noted or then >= self._until):
            self._noted, self._stale = False, True
            self._look(then)
            self._until = self._next(then)

    def _look(self, then: float) -> None:
        table, before, step = self._table, self.record, self._step(then)
        self.line = max(self.line, table.chat.number_at(then))
        clocks = self.times.now
        if step is not None and (self._frames is None or step.number > self.number):
            self._go_to(step)
            clocks = step.clocks
        self.record = self._record(then)
        match = self.match
        if match is None:
            return
        if self._frames is None or [seat.name for seat in before.seats] != [seat.name for seat in self.record.seats]:
            self.show(match)
        if clocks is None:
            self.times.now = None
        else:
            self.times.set_clocks(clocks)
        self.show_end()

    def _step(self, then: float) -> Step | None:
        """Return the last step made by a time, None before play."""
        return next((step for step in reversed(self._table.steps) if step.made <= then), None)

    def _go_to(self, step: Step) -> None:
        there = self._table.match
        assert there is not None
        if self.match is None:
            self.match = Match.replay(self.game, there.journal, step.number)
        for entry in there.journal.entries[self.match.number + 1 : step.number + 1]:
            self.match.follow(entry)
        self.changed, self.timeout_at = step.at, step.timeout

    def _record(self, then: float) -> TableRecord:
        record = self._table.record
        if (record.status == "over" and self.number == self._table.number) or (
            record.status == "closed" and record.changed + 1 <= then
        ):
            return record
        seen = as_it_was(record, then)
        return seen if self.match is not None else before_play(seen)

    def _next(self, then: float) -> float:
        """Return when there is more to show, by the clock of these spectators."""
        table = self._table
        moments = [step.made for step in table.steps]
        moments += [at + 1 for at in table.chat.times()]
        moments += [one.until for one in table.record.earlier]
        if table.record.status in ENDED:
            # Then the end is shown without a delay too.
            moments += [table.record.changed + 1, table.record.hidden_until + 1 - DELAY]
        return min((moment for moment in moments if moment > then), default=math.inf)

    async def _wait(self) -> None:
        """Show changes when their delay is over, and the end without a delay at last."""
        # The caller that starts this task notifies spectators of the first change.
        noted = self._ready
        try:
            while True:
                await self._replay()
                before = self.record.owners
                self.advance()
                if self.record.owners != before:
                    # A player who transferred a seat counts as a spectator from now on.
                    self._table.present()
                if not noted:
                    self._table.poke()
                    self._table.audience.drop_idle()
                noted = False
                if self._until == math.inf:
                    return
                await self._clock.sleep(max(0.0, self._until - self._context.clock.now()))
        finally:
            self._waiting = None


NAMED: Final = 20
"""The most spectators of a table to show by name, which is also the most in one message to other processes."""


def check_eyes(record: TableRecord, guest: Guest | None, seat: int) -> int:
    """Return the seat whose view a guest may have of a finished game. Refusal ("not-over", "no-such-seat",
    "players-only")."""
    if record.status != "over" and record.seat_of(guest) != seat:
        raise Refusal(409, "not-over", "Until the game is over, you can only see it from your own point of view.")
    seat_at(record, seat)
    if record.seat_of(guest) != seat:
        check_look_back(record, guest)
    return seat


class Audience:
    """The spectators of one table. late: the delayed table, None while no one watches it with a delay."""

    def __init__(self, table: LiveTable, forms: Forms, context: Context, name: str) -> None:
        self._table = table
        self._made_of = forms, context, name
        self._clock = context.clock
        self._shown: dict[bool, bytes] = {}
        self.late: DelayedTable | None = None

    def seen_by(self, guest: Guest | None) -> LiveTable | DelayedTable:
        """Return the table as a guest sees it."""
        if not is_late(self._table.record, guest, self._clock.now()):
            return self._table
        if self.late is None:
            self.late = DelayedTable(self._table, *self._made_of)
            self.late.mark_changed()
        self.late.advance()
        return self.late

    async def ready(self, guest: Guest | None) -> None:
        """Load the delayed table for `seen_by`. Refusal if the store cannot be read."""
        seen = self.seen_by(guest)
        if isinstance(seen, DelayedTable):
            await seen.ready()

    def answer(self, guest: Guest | None) -> bytes:
        """Encode a `TableAnswer` as JSON for a guest."""
        table = self._table
        if isinstance(seen := self.seen_by(guest), DelayedTable):
            return seen.answer(guest)
        whole = may_look_back(table.record, guest)
        if whole not in self._shown:
            self._shown[whole] = _json(table.as_table(whole=whole))
        return b'{"type":"table","you":%b,"table":%b}' % (_json(table.you(guest)), self._shown[whole])

    def eyes(self, guest: Guest | None, seat: int | None) -> int:
        """Return the viewer of a guest. `seat` is the requested point of view, None for the guest's own. Refusal as
        `check_eyes`."""
        table = self._table
        return table.viewer(guest) if seat is None else check_eyes(self.seen_by(guest).record, guest, seat)

    def reads_chat(self, guest: Guest | None) -> bool:
        """Check whether a guest can read the spectators' chat."""
        return hears_watchers(self._table.record, guest, self._clock.now())

    def check_room(self, guest: Guest | None) -> None:
        """Check that there is room for another spectator. Refusal ("too-many-spectators")."""
        if guest is None or guest.id not in {one.id for one in self._watching if one is not None}:
            check_room(self._table.record, guest, self.count, self._clock.now())

    def forget_cached(self) -> None:
        """Drop the cached responses, because the table has changed."""
        self._shown.clear()

    def mark_changed(self) -> None:
        """Handle a possible change of the table or its spectators."""
        if self.late is not None:
            self.late.mark_changed()

    def drop_idle(self) -> None:
        """Drop the delayed table if no one has watched it for one delay."""
        late = self.late
        if late is not None and not self.watchers_here and late.used + DELAY < self._clock.now():
            self.late = None

    @property
    def _watching(self) -> list[Guest | None]:
        """Return this process's spectators, as far as spectators may know who has a seat."""
        record, now = self._table.record, self._clock.now()
        if not record.earlier or not is_late(record, None, now):
            return [listener.guest for listener in self._table.connected if listener.seat is None]
        seen = as_it_was(record, now - DELAY)
        return [one.guest for one in self._table.connected if seen.seat_of(one.guest) is None]

    @property
    def watchers_here(self) -> int:
        """Count the spectators of this process; a person with several pages open counts once."""
        watching = self._watching
        return len({guest.id for guest in watching if guest is not None}) + watching.count(None)

    @property
    def count(self) -> int:
        """Count all spectators."""
        return self.watchers_here + self._table.elsewhere.watchers

    @property
    def names_here(self) -> tuple[Onlooker, ...]:
        """List some of this process's spectators who have a name."""
        watching = {guest.id: guest for guest in self._watching if guest is not None and guest.name != NOBODY}
        named = sorted((guest.name, not guest.account) for guest in watching.values())
        return tuple(Onlooker(name, guest) for name, guest in named[:NAMED])

    @property
    def onlookers(self) -> list[Onlooker]:
        """List some of the spectators."""
        everybody = [*self.names_here, *self._table.elsewhere.onlookers]
        return sorted(everybody, key=lambda one: (one.name, one.guest))[:NAMED]

    @property
    def presence(self) -> Here:
        """Return this process's presence for the other processes."""
        return Here(self._table.seats_connected_here, self.watchers_here, self.names_here)
