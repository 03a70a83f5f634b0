"""Show lists of tables as each viewer may see them: the home page, finished games, tables to watch."""

from __future__ import annotations

import math
from collections import OrderedDict
from typing import TYPE_CHECKING, Final

import msgspec

from cashbox.engine.seats import has, mask_of, seats_of
from cashbox.server.db.records import Listed
from cashbox.server.errors import Refusal
from cashbox.server.lobby import store as lobby_store
from cashbox.server.lobby.store import Cursor, MyTables, Place, public_tables
from cashbox.server.lobby.wire import LatelyPlayed
from cashbox.server.tables.clocks import seat_clock
from cashbox.server.tables.feed import Moment, show_table, you_at
from cashbox.server.tables.presence import closes
from cashbox.server.watching.service import as_seen_by, for_all, is_late, may_look_back
from cashbox.server.wire import Lobby as Shown
from cashbox.server.wire import TableAnswer, TableList

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy import Connection

    from cashbox.server.clock import Clock
    from cashbox.server.db.records import Guest, TableRecord
    from cashbox.server.tables.catalog import Catalog
    from cashbox.server.tables.context import Context
    from cashbox.server.tables.live import LiveTable
    from cashbox.server.tables.registry import Registry


def newest(answer: TableAnswer) -> tuple[int, str]:
    """Return the sort key for lists with the newest change first, based on what readers may know."""
    return answer.table.changed, answer.table.id


PAGE: Final = 50
"""The most tables to watch in one response."""


class Lists:
    """Builds lists of tables."""

    def __init__(self, context: Context, catalog: Catalog) -> None:
        self._context = context
        self._catalog = catalog

    def answer(self, listed: Listed, table: LiveTable | None, guest: Guest | None) -> TableAnswer:
        """Return a table for a guest. `table` is the table in memory, if loaded."""
        record, now = listed.record, self._context.clock.now()
        if is_late(record, guest, now):
            return self._to_watch(record, guest, now)
        if table is not None and not table.behind and not is_late(table.record, guest, now):
            shown = table.as_table(whole=may_look_back(table.record, guest))
            shown = msgspec.structs.replace(shown, changed=listed.changed)
        else:
            end = closes(record, listed.touched, self._context.unused)
            whole = record if may_look_back(record, guest) else for_all(record)
            moment = Moment(listed.due, listed.changed, closes=end)
            shown = show_table(whole, self._name(record), self._context.url, moment)
        return TableAnswer(you_at(record, guest, now), shown)

    async def to_watch(self, before: str, guest: Guest | None) -> TableList:
        """List running games that everyone may watch. `before` is the cursor of the previous response, "" for the
        beginning. Refusal ("bad-place")."""
        now = self._context.clock.now()
        read = self._context.store.read
        records, then = await read(public_tables, _cursor(before), PAGE, now)
        shown = [self._to_watch(record, guest, now) for record in records]
        return TableList(shown, f"{then.made}.{then.id}" if then is not None else "")

    def _to_watch(self, record: TableRecord, guest: Guest | None, now: float) -> TableAnswer:
        """Return a running table as spectators see it. With a delay, it changes only with its seats."""
        moment = Moment(0, record.made, mask_of(range(len(record.seats))))
        seen = for_all(as_seen_by(record, guest, now))
        shown = show_table(seen, self._name(record), self._context.url, moment)
        return TableAnswer(you_at(record, guest, now), shown)

    def _name(self, record: TableRecord) -> str:
        return self._catalog.titled(record)


def _cursor(before: str) -> Cursor | None:
    if not before:
        return None
    made, _, table_id = before.partition(".")
    if not (made.isascii() and made.isdecimal() and len(made) < 16 and 0 < len(table_id) <= 32):
        raise Refusal(400, "bad-place", "Invalid cursor. Use `next` from the previous response.")
    return Cursor(int(made), table_id)


IN_USE: Final = 50
"""The most unfinished tables of a guest to show."""

OPEN: Final = 30
"""The most open tables to show."""

FIRST: Final = 5
"""The number of finished tables to show at first."""

MORE: Final = 20
"""The number of further finished tables per request."""

LATE: Final = 20
"""The number of additional finished tables to read: to spectators with a delay, the newest may still be running."""

FRESH: Final = 10.0
"""Seconds for which the common parts are cached."""


class Lobby:
    """Builds the home page. here: counts the people."""

    def __init__(self, context: Context, registry: Registry, catalog: Catalog) -> None:
        self._context = context
        self._tables = registry
        self._catalog = catalog
        self.here = Here(registry, context.clock)
        self._played: list[LatelyPlayed] = []
        self._others = 0
        self._fresh = -math.inf

    async def overview(self, guest: Guest | None, game: str = "") -> Shown:
        """Return everything on the home page. game: the one whose open tables to show, "" for all."""
        store = self._context.store
        mine, waiting = await store.read(
            _lists, guest.id if guest is not None else None, game, self._context.clock.now()
        )
        await self._refresh()
        over, late, further = self._finished(mine.finished, guest, FIRST)
        tables = [*self._answers(mine.unfinished, guest), *late]
        return Shown(
            mine=sorted(filter(_goes_on, tables), key=lambda one: (_waits(one), *newest(one)), reverse=True),
            left={one.record.id: left for one in mine.unfinished if (left := self._left(one, guest)) is not None},
            finished=over,
            next=further,
            open=self._answers(waiting, guest),
            people=self.here.count() + self._others,
            played=self._played,
        )

    def forget(self) -> None:
        """Drop the cached common parts."""
        self._fresh = -math.inf

    async def finished(self, guest: Guest, before: str) -> TableList:
        """List more finished tables of a guest. before: `next` of the previous response. Refusal ("bad-place")."""
        found = await self._context.store.read(lobby_store.finished_tables, guest.id, _place(before), MORE + 1 + LATE)
        tables, _, further = self._finished(found, guest, MORE)
        return TableList(tables, further)

    # -- how -----------------------------------------------------------------------------------------------------

    def _finished(
        self, records: list[TableRecord], guest: Guest | None, most: int
    ) -> tuple[list[TableAnswer], list[TableAnswer], str]:
        """Return at most this many finished tables, those that are still running for the guest, and the cursor of the
        finished ones. records: at least LATE + 1 more, if there are as many."""
        now = self._context.clock.now()
        ended = [record for record in records if not is_late(record, guest, now)]
        late = [record for record in records if is_late(record, guest, now)]
        last = ended[most - 1] if len(ended) > most else None
        further = f"{last.changed}.{last.id}" if last is not None else ""
        return self._answers(map(_ended, ended[:most]), guest), self._answers(map(_ended, late), guest), further

    def _answers(self, some: Iterable[Listed], guest: Guest | None) -> list[TableAnswer]:
        return [self._tables.in_list(one, guest) for one in some]

    def _left(self, one: Listed, guest: Guest | None) -> int | None:
        """Return the seconds left on the running clock of a table where a guest has a seat."""
        record, clocks, now = one.record, one.clocks, int(self._context.clock.now() * 1000)
        clock = record.settings.clock
        if clock is None or clock.kind == "soft" or record.status != "playing" or clocks is None:
            return None
        own = record.seat_of(guest)
        if own is None:
            return None
        running = [seat for seat, hand in enumerate(clocks.hands) if hand.since is not None and has(one.due, seat)]
        asked = [own] if own in running else running
        gaps = self._context.downtime.gaps
        return min((seat_clock(record, clocks, seat, now, gaps).time for seat in asked), default=None)

    async def _refresh(self) -> None:
        """Refresh the common parts when they are outdated."""
        ticks = self._context.clock.ticks()
        if ticks - self._fresh < FRESH:
            return
        # Requests in the meantime get the old data.
        self._fresh = ticks
        store, now = self._context.store, int(self._context.clock.now())
        self._played = [self._lately_played(record) for record in await store.read(lobby_store.recently_played, now)]
        self._others = await store.read(lobby_store.people, store.process) if store.shared else 0

    def _lately_played(self, record: TableRecord) -> LatelyPlayed:
        """Summarize a finished game with the names of its players."""
        names, outcome = [seat.called for seat in record.seats], record.outcome
        winners = outcome.winning(names) if outcome is not None else []
        abandoned = [names[seat] for seat in outcome.abandoned] if outcome is not None else []
        name = self._catalog.titled(record)
        called, mode = record.settings.name, record.settings.mode
        return LatelyPlayed(record.game, name, mode, called, names, winners, record.changed, abandoned)


def _goes_on(one: TableAnswer) -> bool:
    """Return whether a table is unfinished as far as the viewer knows: some viewers have a delay, and the position of a
    table in the lists must not tell them more."""
    return one.table.status not in lobby_store.FINISHED


def _ended(record: TableRecord) -> Listed:
    return Listed(record, 0, record.changed, record.changed)


def _waits(one: TableAnswer) -> bool:
    """Return whether a table waits for the viewer: for a decision, or an answer."""
    seat, table = one.you.seat, one.table
    if table.status == "waiting":
        return one.you.kept is not None
    return seat is not None and seat in table.due and not table.seats[seat].stand_in


def _lists(connection: Connection, guest: str | None, game: str, now: float) -> tuple[MyTables, list[Listed]]:
    """Read a guest's tables and the open ones from one snapshot."""
    mine = lobby_store.my_tables(connection, guest, IN_USE, FIRST + 1 + LATE) if guest is not None else MyTables([], [])
    return mine, lobby_store.open_tables(connection, now, game, OPEN)


def _place(before: str) -> Place:
    changed, _, table_id = before.partition(".")
    if not (changed.isascii() and changed.isdecimal() and len(changed) < 16 and 0 < len(table_id) <= 32):
        raise Refusal(400, "bad-place", "Invalid cursor. Use `next` from the previous response.")
    return Place(int(changed), table_id)


STAYS: Final = 40.0
"""Seconds for which a request for the home page's lists counts as presence; the page polls more often."""

MOST: Final = 100_000
"""The most of these to remember."""


class Here:
    """Counts the people whom this process serves, without revealing names."""

    def __init__(self, registry: Registry, clock: Clock) -> None:
        self._tables = registry
        self._clock = clock
        # Keep the most recently seen one last.
        self._seen: OrderedDict[str, float] = OrderedDict()

    def record_visit(self, who: str) -> None:
        """Record a visit to the home page. `who` is a guest's id, or the network address of a request without one, so
        people without a guest count once per address."""
        self._seen[who] = self._clock.ticks()
        self._seen.move_to_end(who)
        while len(self._seen) > MOST:
            self._seen.popitem(last=False)

    def count(self) -> int:
        """Count the people online, each guest once. Spectators of tables are counted per connection, not per person."""
        before = self._clock.ticks() - STAYS
        while self._seen and next(iter(self._seen.values())) < before:
            self._seen.popitem(last=False)
        guests, others = set(self._seen), 0
        for table in self._tables.in_memory:
            if table.listeners:
                seats = table.record.seats
                guests |= {str(seats[seat].guest) for seat in seats_of(table.seats_connected_here)}
                others += sum(1 for listener in table.listeners if listener.seat is None)
        return len(guests) + others
