"""Show a table to its spectators, who may see it with a delay, and count who they are.

`DelayedTable` keeps a second match that follows the first. Every change is noted with its time, and shown here when the
delay is over; in between, nothing that happens at the table changes what spectators are sent. While the game goes on,
they do not see who comes and goes, nudges, stand-ins, and votes.
"""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from cashbox.engine.journal import Journal
from cashbox.engine.match import Match
from cashbox.engine.seats import mask_of
from cashbox.server.accounts.names import NOBODY
from cashbox.server.clock import Clock
from cashbox.server.db.records import Here, Onlooker
from cashbox.server.errors import Refusal
from cashbox.server.tables.feed import TableFeed
from cashbox.server.tables.settings import DELAY
from cashbox.server.tables.views import Moment, show_table, stood_in, you_at
from cashbox.server.tasks import background, begin, result_of
from cashbox.server.watching.service import (
    ENDED,
    as_it_was,
    before_play,
    check_eyes,
    for_all,
    hears_watchers,
    is_late,
    may_look_back,
    told_late,
)
from cashbox.server.watching.store import made_since

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cashbox.engine.frames import Forms
    from cashbox.server.db.records import Clocks, Guest, TableRecord
    from cashbox.server.tables.context import Context
    from cashbox.server.tables.live import LiveTable
    from cashbox.server.watching.store import Made
    from cashbox.server.wire import Table, You

_json = msgspec.json.Encoder().encode


class DelayedClock(Clock):
    """Tells the time that delayed spectators see: the real time minus the delay."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock

    def now(self) -> float:
        """Seconds since 1970."""
        return self._clock.now() - DELAY


class Point(NamedTuple):
    """How a table was from a moment on (seconds since 1970). number: of its last entry, -1 for none; line: of the last
    line of its chat; changed, lapses, clocks: as in `Stored`."""

    at: float
    number: int
    line: int
    record: TableRecord
    changed: int
    lapses: int | None
    clocks: Clocks | None


class DelayedTable(TableFeed):
    """Shows a table as it was one delay ago. Until `ready` has read how it was, it shows the table before play."""

    def __init__(self, table: LiveTable, forms: Forms, context: Context, name: str) -> None:
        late = replace(context, clock=DelayedClock(context.clock))
        super().__init__(before_play(as_it_was(table.record, late.clock.now())), table.game, forms, late, name)
        self.changed = 0
        self.chat = table.chat
        self.line = 0
        self.used = context.clock.now()
        self._table = table
        self._clock = context.clock
        self._points: deque[Point] = deque()
        self._last = self._point()
        self._known = False
        self._preparing: asyncio.Task[None] | None = None
        self._waiting: asyncio.Task[None] | None = None
        self._shown: bytes | None = None
        self._stale = True
        self._version = 0

    # -- looking -------------------------------------------------------------------------------------------------

    @property
    def version(self) -> int:
        """Changes with what is shown of the table."""
        self._table_json()
        return self._version

    def running(self) -> Match[Any]:
        """Return the match. Refusal ("not-started") before spectators see play begin."""
        self.advance()
        if self.match is None:
            raise Refusal(409, "not-started", "The game hasn't started for spectators yet.")
        return self.match

    def journal(self, guest: Guest | None = None) -> bytes:
        """Return the journal's text file, with the names that players have by now. Refusal as `TableFeed.journal`."""
        return self._table.journal(guest) if self.record.status == "over" else super().journal(guest)

    def answer(self, guest: Guest | None) -> bytes:
        """A `TableAnswer` as JSON for a guest."""
        return b'{"type":"table","you":%b,"table":%b}' % (_json(self.you(guest)), self._table_json())

    def you(self, guest: Guest | None) -> You:
        """Return what a guest is at this table now: people know their own seats without a delay."""
        return you_at(self._table.record, guest, self._clock.now())

    def shown(self) -> Table:
        """Return the table as spectators may see it."""
        self.advance()
        over = self.match is not None and self.record.status == "over"
        now = Moment(
            due=self.due,
            changed=max(self.changed, self.record.made),
            online=mask_of(range(len(self.record.seats))),
            watchers=self._table.audience.count,
            onlookers=self._table.audience.onlookers,
            stood_in=stood_in(self.match, self.record) if over and self.match is not None else [],
        )
        return show_table(for_all(self.record), self._game_name, self._context.url, now)

    def _table_json(self) -> bytes:
        self.advance()
        if self._stale or self._shown is None:
            self._stale = False
            shown = _json(self.shown())
            if shown != self._shown:
                self._shown = shown
                self._version += 1
        return self._shown or b""

    # -- following -----------------------------------------------------------------------------------------------

    async def ready(self) -> None:
        """Wait until it is known how the table was. Refusal if the store cannot be read."""
        self.used = self._clock.now()
        if not self._known:
            if self._preparing is None:
                self._preparing = begin(self._prepare())
                self._preparing.add_done_callback(self._prepared)
            await result_of(self._preparing)

    def note(self) -> None:
        """Something may have changed at the table, or among those who watch."""
        self._stale = True
        point = self._point()
        if point[1:] != self._last[1:]:
            self._last = point
            self._points.append(point)
        if self._known:
            self._schedule()
        elif self._preparing is None:
            self._preparing = background(self._prepare())
            self._preparing.add_done_callback(self._prepared)

    def _point(self) -> Point:
        table = self._table
        parts = table.number, table.chat.number, table.record, table.changed, table.lapses_at, table.times.now
        return Point(self._clock.now(), *parts)

    def _prepared(self, task: asyncio.Task[None]) -> None:
        self._preparing = None
        if not task.cancelled() and task.exception() is None:
            self._table.poke()

    async def _prepare(self) -> None:
        """Find out how the table was when it was as it is seen now, and what has happened since until this was made."""
        table, first, then = self._table, self._last, self._context.clock.now()
        rows = await self._context.store.read(made_since, table.record.id, then)
        rows = [row for row in rows if row.number <= first.number]
        base = max((row.number for row in rows if row.made <= then), default=-1)
        match: Match[Any] | None = None
        if base >= 0 and table.match is not None:
            journal = table.match.journal
            kept = Journal(journal.header, journal.content, journal.entries[: base + 1])
            match = await asyncio.to_thread(Match.replay, table.game, kept)
        if match is not None:
            self.show(match)
        found = _points(first, rows, table.chat.times())
        self._points.extendleft(reversed(found))
        self._known = True
        self.advance()
        self._schedule()

    def advance(self) -> None:
        """Apply the changes whose delay is over."""
        then = self._context.clock.now()
        while self._known and self._points and self._points[0].at <= then:
            self._apply(self._points.popleft())

    def _apply(self, point: Point) -> None:
        before, self._stale, self.line = self.record, True, point.line
        if point.number >= 0:
            self._go_to(point.number)
        if point.record.status in ENDED:
            self.record = point.record
        else:
            self.record = told_late(point.record) if point.number >= 0 else before_play(point.record)
        self.changed, self.lapses_at = point.changed, point.lapses
        match = self.match
        if match is None:
            return
        names = [seat.name for seat in self.record.seats]
        if self._frames is None or names != [seat.name for seat in before.seats]:
            self.show(match)
        if point.clocks is not None:
            self.times.take(point.clocks)
        else:
            self.times.now = None
        self.show_end()

    def _go_to(self, number: int) -> None:
        there = self._table.match
        assert there is not None
        entries = there.journal.entries
        if self.match is None:
            kept = Journal(there.journal.header, there.journal.content, entries[: number + 1])
            self.match = Match.replay(self._table.game, kept)
        for entry in entries[self.match.number + 1 : number + 1]:
            self.match.follow(entry)

    def _schedule(self) -> None:
        if self._points and self._waiting is None:
            self._waiting = background(self._wait())

    async def _wait(self) -> None:
        """Show changes when their delay is over, and the end without a delay at last."""
        try:
            while self._points:
                await self._clock.sleep(max(0.0, self._points[0].at + DELAY - self._clock.now()))
                before = self.record.owners
                self.advance()
                if self.record.owners != before:
                    # A player who handed a seat on counts as a spectator from now on.
                    self._table.present()
                self._table.poke()
                self._table.audience.rest()
            if self._table.record.status in ENDED:
                await self._clock.sleep(max(0.0, self._table.record.hidden_until - self._clock.now()))
                self._table.poke()
        finally:
            self._waiting = None


def _points(first: Point, rows: Iterable[Made], lines: Iterable[tuple[int, int]]) -> list[Point]:
    """How a table came to be as it is. first: that; rows: its newest entries; lines: of its chat, and when they were
    said."""
    record, ended = first.record, first.record.status in ENDED
    at_first = Point(0, -1, 0, as_it_was(record, 0), 0, None, None)
    steps: list[tuple[float, Made | int | None]] = [(row.made, row) for row in rows]
    steps += [(at + 1, number) for number, at in lines if number <= first.line]
    # Who sat there, or was host, changed at these moments.
    steps += [(one.until, None) for one in record.earlier]
    found = [at_first]
    for at, step in sorted(steps, key=lambda one: one[0]):
        point = found[-1]._replace(at=at, record=as_it_was(record, at))
        if isinstance(step, int):
            found.append(point._replace(line=step))
        elif step is None:
            found.append(point)
        else:
            # Where somebody else plays since, what is kept with an entry was changed after it.
            same = record.changed < step.made
            waits = (step.lapses, step.clocks) if same else (None, None)
            found.append(point._replace(number=step.number, changed=step.at, lapses=waits[0], clocks=waits[1]))
    if ended:
        end = found[-1]
        found.append(end._replace(at=max(end.at, record.changed + 1), record=record, number=first.number))
    return found[1:]


NAMED: Final = 20
"""The most spectators of a table whose names are shown. Other processes hear of as many in one message."""


class Audience:
    """The spectators of one table. late: the table as it was, None while no one watches it with a delay."""

    def __init__(self, table: LiveTable, forms: Forms, context: Context, name: str) -> None:
        self._table = table
        self._made_of = forms, context, name
        self._clock = context.clock
        self._shown: dict[bool, bytes] = {}
        self.late: DelayedTable | None = None

    def seen_by(self, guest: Guest | None) -> LiveTable | DelayedTable:
        """Return the table as a guest who may see it sees it."""
        if not is_late(self._table.record, guest, self._clock.now()):
            return self._table
        if self.late is None:
            self.late = DelayedTable(self._table, *self._made_of)
            self.late.note()
        self.late.advance()
        return self.late

    async def ready(self, guest: Guest | None) -> None:
        """`seen_by` shows the table as it was. Refusal where the store cannot be read."""
        seen = self.seen_by(guest)
        if isinstance(seen, DelayedTable):
            await seen.ready()

    def answer(self, guest: Guest | None) -> bytes:
        """A `TableAnswer` as JSON for a guest."""
        table = self._table
        if isinstance(seen := self.seen_by(guest), DelayedTable):
            return seen.answer(guest)
        whole = may_look_back(table.record, guest)
        if whole not in self._shown:
            self._shown[whole] = _json(table.shown(whole=whole))
        return b'{"type":"table","you":%b,"table":%b}' % (_json(table.you(guest)), self._shown[whole])

    def eyes(self, guest: Guest | None, seat: int | None) -> int:
        """The viewer as whom a guest sees the game. seat: through which it wants to look, None for its own eyes.
        Refusal as `watching.check_eyes`."""
        table = self._table
        return table.viewer(guest) if seat is None else check_eyes(self.seen_by(guest).record, guest, seat)

    def hears(self, guest: Guest | None) -> bool:
        """Whether somebody reads what those say who watch."""
        return hears_watchers(self._table.record, guest, self._clock.now())

    def changed(self) -> None:
        """Forget the cached answers, because the table has changed."""
        self._shown.clear()

    def note(self) -> None:
        """Something may have changed at the table, or among those who watch."""
        if self.late is not None:
            self.late.note()

    def rest(self) -> None:
        """Drop the delayed table if no one has watched it for one delay."""
        late = self.late
        if late is not None and not self.here and late.used + DELAY < self._clock.now():
            self.late = None

    @property
    def _watching(self) -> list[Guest | None]:
        """Those who watch through this process, as far as spectators may know who sits at the table."""
        record, now = self._table.record, self._clock.now()
        if not record.earlier or not is_late(record, None, now):
            return [listener.guest for listener in self._table.connected if listener.seat is None]
        seen = as_it_was(record, now - DELAY)
        return [one.guest for one in self._table.connected if seen.seat_of(one.guest) is None]

    @property
    def here(self) -> int:
        """Count the spectators of this process; a person with several pages open counts once."""
        watching = self._watching
        return len({guest.id for guest in watching if guest is not None}) + watching.count(None)

    @property
    def count(self) -> int:
        """Count all spectators."""
        return self.here + self._table.elsewhere.watchers

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
        """Who is connected through this process, as the others are told."""
        return Here(self._table.here, self.here, self.names_here)
