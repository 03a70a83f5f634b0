"""Games to replay, in memory or only in the store."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Final

import msgspec
from sqlalchemy import func, select

from cashbox.engine.frames import marks_key
from cashbox.engine.game import SPECTATOR
from cashbox.engine.replay import ALL
from cashbox.server.chat.service import FAR, TableChat
from cashbox.server.db import queries
from cashbox.server.db.records import Listed
from cashbox.server.db.schema import ENTRIES, TABLES
from cashbox.server.errors import Closed, Refusal
from cashbox.server.replays.wire import EVERY_HAND, WATCHER
from cashbox.server.replays.worker import Book
from cashbox.server.tables.starting import header_of
from cashbox.server.watching.service import ENDED, check_look_back, is_late, may_look_back, no_such_table
from cashbox.server.wire import TableAnswer

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from cashbox.server.chat.wire import ChatLine
    from cashbox.server.db.records import Guest, TableRecord
    from cashbox.server.db.store import Store
    from cashbox.server.lobby.service import Lists
    from cashbox.server.tables.live import LiveTable


_json = msgspec.json.Encoder().encode


class PastGame:
    """A game in the store, which has everything about a finished one. record: the table; last: the number of the last
    entry."""

    def __init__(self, store: Store, lists: Lists, record: TableRecord, last: int) -> None:
        self._store = store
        self._lists = lists
        self.record = record
        self.last = last

    @classmethod
    async def found(cls, store: Store, lists: Lists, table_id: str) -> PastGame | None:
        """Read a game; None if there is no such table."""
        read = await store.read(_record_in, table_id) if store.may_be(table_id) else None
        return cls(store, lists, *read) if read is not None else None

    def unnamed(self) -> PastGame:
        """Return the same game without the players' names."""
        seats = tuple(
            msgspec.structs.replace(one, name=f"Player {number}") for number, one in enumerate(self.record.seats, 1)
        )
        return PastGame(self._store, self._lists, msgspec.structs.replace(self.record, seats=seats), self.last)

    def over_for(self, guest: Guest | None) -> bool:
        """Check whether the game is over and the guest may know it."""
        return self.record.status in ENDED and not is_late(self.record, guest, self._store.clock.now())

    async def entries(self, since: int, most: int) -> list[bytes]:
        """Encode the next entries of its journal as JSON."""
        return await self._store.read(_bodies, self.record.id, since, most)

    def shown(self, guest: Guest | None) -> TableAnswer:
        """Return the table as a guest may see it."""
        record = self.record
        return self._lists.answer(Listed(record, 0, record.changed, record.changed), None, guest)

    async def lines(self, guest: Guest | None) -> list[ChatLine]:
        """Return what a guest may read of the players' chat."""
        stored = await self._store.table(self.record.id, FAR)
        if stored is None:
            raise no_such_table()
        return (
            TableChat(self.record.id, self._store, self._store.clock, stored).messages_for(stored.record, guest).lines
        )


class GameThere:
    """A game in memory, as a guest sees it."""

    def __init__(self, table: LiveTable, guest: Guest | None) -> None:
        self._table = table
        self._seen = table.seen_by(guest)
        self.record = self._seen.record
        self.last = -1 if self._seen.match is None else self._seen.match.number

    async def entries(self, since: int, most: int) -> list[bytes]:
        """Encode the next entries of its journal as JSON."""
        found = self._table.running().journal.entries[since + 1 : min(since + most, self.last) + 1]
        return [_json(entry) for entry in found]

    def shown(self, guest: Guest | None) -> TableAnswer:
        """Return the table as a guest may see it."""
        if self._seen is not self._table:
            return TableAnswer(self._seen.you(guest), self._seen.as_table())
        return TableAnswer(self._table.you(guest), self._table.as_table(whole=may_look_back(self.record, guest)))

    async def lines(self, guest: Guest | None) -> list[ChatLine]:
        """Return what a guest may read of the players' chat."""
        return self._table.chat.messages_for(self.record, guest, upto=self._seen.line).lines


def book_of(record: TableRecord) -> Book:
    """Describe a table's game for the process that replays it."""
    names = tuple(seat.name for seat in record.seats)
    return Book(record.id, header_of(record), names, marks_key(record.secret))


async def beside(store: Store, record: TableRecord, last: int, lines: list[ChatLine]) -> list[int]:
    """Return the number of the entry after which each of these messages was written."""
    times: list[Any] = await store.read(_made, record.id, last) if lines else []
    # As for spectators with a delay: entries made by the end of that second come before.
    return [max(0, bisect_right(times, line.at + 1) - 1) for line in lines]


_NAMED: Final = {WATCHER: SPECTATOR, EVERY_HAND: ALL}


def check_begun(record: TableRecord, last: int) -> None:
    """Check that there is something to replay. Refusal ("not-started", "closed"). last: the number of the last entry,
    -1 for none."""
    if last < 0:
        if record.status == "closed":
            raise Closed(record.closed)
        raise Refusal(409, "not-started", "The game hasn't started, so there is no replay yet.")


def no_such_step(last: int) -> Refusal:
    """Return the refusal for a step that a replay does not have. `last` is the number of its last one."""
    return Refusal(404, "no-such-step", f"There is no such step. This replay has steps 0 to {last}.")


def sees_all(record: TableRecord, guest: Guest | None) -> bool:
    """Check whether a guest may see every hand of a finished game. If spectators are not allowed, only its players
    may."""
    return may_look_back(record, guest) and (record.settings.watching != "nobody" or record.seat_of(guest) is not None)


def own(record: TableRecord, guest: Guest | None) -> str:
    """Return the viewer as which a guest watched."""
    seat = record.seat_of(guest)
    return WATCHER if seat is None else str(seat)


def may(record: TableRecord, guest: Guest | None) -> list[str]:
    """List the viewers that a guest may choose. A game without an end reveals no hands and no secret, so only one's
    own."""
    if record.status != "over":
        return [own(record, guest)]
    if not sees_all(record, guest):
        return [WATCHER]
    return [*map(str, range(len(record.seats))), WATCHER, EVERY_HAND]


def choose_viewer(record: TableRecord, guest: Guest | None, eyes: str) -> str:
    """Return the viewer of a replay. `eyes` is the requested one, "" for one's own. Refusal
    ("no-such-seat", "not-over", "players-only")."""
    seats = len(record.seats)
    if eyes.isdecimal() and int(eyes) >= seats:
        raise Refusal(404, "no-such-seat", f"There is no seat {eyes}. The seats are 0 to {seats - 1}.")
    choice = may(record, guest)
    wanted = eyes or own(record, guest)
    if wanted in choice:
        return wanted
    if record.status != "over":
        closed = "This game was closed before it ended, so the hands stay hidden."
        running = "Until the game is over, you can only see it from your own point of view."
        raise Refusal(409, "not-over", closed if record.status == "closed" else running)
    check_look_back(record, guest)
    raise Refusal(403, "players-only", "This game had no spectators, so only its players can see the hands.")


def viewer(eyes: str) -> int:
    """Convert eyes to the engine's viewer."""
    return _NAMED[eyes] if eyes in _NAMED else int(eyes)


def _record_in(connection: Connection, table_id: str) -> tuple[TableRecord, int] | None:
    """Read a table and the number of its journal's last entry, -1 for none."""
    found = queries.records(connection, TABLES.c.id == table_id, 1)
    if not found:
        return None
    last = connection.execute(select(func.max(ENTRIES.c.number)).where(ENTRIES.c.table_id == table_id)).scalar()
    return found[0], -1 if last is None else last


def _bodies(connection: Connection, table_id: str, since: int, most: int) -> list[bytes]:
    """Read up to `most` entries of a journal after a number, as JSON."""
    query = select(ENTRIES.c.body).where(ENTRIES.c.table_id == table_id, ENTRIES.c.number > since)
    return list(connection.execute(query.order_by(ENTRIES.c.number).limit(most)).scalars())


def _made(connection: Connection, table_id: str, upto: int) -> list[int]:
    """Return the second by which each entry of a journal up to a number was made, in ascending order."""
    query = select(ENTRIES.c.made).where(ENTRIES.c.table_id == table_id, ENTRIES.c.number <= upto)
    return list(accumulate(connection.execute(query.order_by(ENTRIES.c.number)).scalars(), max))
