"""Everything that is kept: guests, tables, contents and journals, in one SQLite file in the data folder."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import msgspec
from sqlalchemy import delete, insert, select, update
from sqlalchemy.dialects.sqlite import insert as insert_new

from cashbox.server.clock import Clock
from cashbox.server.storage import expiry, queries
from cashbox.server.storage.database import FILE, READERS, migrate, open_readers, open_writer
from cashbox.server.storage.lock import FolderLock
from cashbox.server.storage.schema import CHAT, CONTENTS, GUESTS, MUTES, PROBE, SEATS, TABLES, TOKENS
from cashbox.server.storage.writer import Writer

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence
    from pathlib import Path

    from sqlalchemy import Connection

    from cashbox.engine.journal import Entry
    from cashbox.server.storage.records import (
        GoingOn,
        Guest,
        LineRecord,
        Listed,
        SeatRecord,
        Stored,
        TableRecord,
        TokenRecord,
    )

T = TypeVar("T")
_entry_bytes = msgspec.json.Encoder().encode


class Owed(NamedTuple):
    """What is owed after new entries. due: bit mask of the seats that owe a decision after them; lapses: when (seconds
    since 1970) an answer among those lapses, None: never; at: when something last changed that everybody may see."""

    due: int = 0
    lapses: int | None = None
    at: int = 0


class Store:
    """The data folder, open. Made before the event loop runs; `start` and `close` belong to the loop.

    clock: what the whole server goes by. Writing raises Refusal ("disk-full", "folder-lost", "stopping", "stale") and
    has then not happened.
    """

    def __init__(self, home: Path, clock: Clock | None = None) -> None:
        """StartError where the folder is in use or cannot be used."""
        self.clock = clock or Clock()
        self._lock = FolderLock(home)
        self._writing = open_writer(home)
        try:
            migrate(self._writing)
        except BaseException:
            self._writing.dispose()
            self._lock.release()
            raise
        self._lock.watch(home / FILE)
        self._reading = open_readers(home)
        self._threads = ThreadPoolExecutor(READERS, thread_name_prefix="cashbox-reader")
        self._writer: Writer | None = None

    async def start(self) -> None:
        """Begin to write."""
        self._writer = Writer(self._writing, self._lock.check)

    def close(self) -> None:
        """Finish writing and let the folder go."""
        if self._writer is not None:
            self._writer.close()
        self._threads.shutdown()
        self._reading.dispose()
        self._writing.dispose()
        self._lock.release()

    @property
    def writer(self) -> Writer:
        """The writer, once `start` was called."""
        assert self._writer is not None, "the store was not started"
        return self._writer

    async def read(self, query: Callable[..., T], *args: Any) -> T:
        """The answer of query(connection, *args), found in another thread."""

        def run() -> T:
            with self._reading.connect() as connection:
                return query(connection, *args)

        return await asyncio.get_running_loop().run_in_executor(self._threads, run)

    def check(self) -> None:
        """FolderLost where the data folder is no longer ours; said in the log as well."""
        self._lock.check()

    async def probe(self) -> None:
        """Write and read something; raises if that does not work."""
        now = int(self.clock.now())
        row = insert_new(PROBE).values(id=1, at=now)
        await self.writer.do(lambda c: c.execute(row.on_conflict_do_update(index_elements=["id"], set_={"at": now})))
        await self.read(lambda connection: connection.execute(select(PROBE.c.at)).scalar_one())

    # -- guests --------------------------------------------------------------------------------------------------

    async def add_guest(self, guest: Guest, token: TokenRecord) -> None:
        """Keep a new guest with a token."""
        now = int(self.clock.now())
        row = {"id": guest.id, "name": guest.name, "made": now, "seen": now}

        def job(connection: Connection) -> None:
            connection.execute(insert(GUESTS), row)
            connection.execute(insert(TOKENS), _token_row(guest, token))

        await self.writer.do(job)

    async def rename_guest(self, guest: Guest) -> None:
        """Keep a guest's new name."""
        change = update(GUESTS).where(GUESTS.c.id == guest.id).values(name=guest.name)
        await self.writer.do(lambda connection: connection.execute(change))

    async def token(self, token_hash: str) -> tuple[Guest, TokenRecord] | None:
        """The token with that hash, and whose it is."""
        return await self.read(queries.token, token_hash)

    async def add_token(self, guest: Guest, token: TokenRecord) -> None:
        """Keep one more token of a guest."""
        await self.writer.do(lambda connection: connection.execute(insert(TOKENS), _token_row(guest, token)))

    async def confirm_token(self, token: TokenRecord, until: int) -> None:
        """Keep that a token has come back, and when the one that it replaces ends."""
        mine = update(TOKENS).where(TOKENS.c.hash == token.hash).values(replaces=None)
        old = update(TOKENS).where(TOKENS.c.hash == token.replaces, TOKENS.c.until.is_(None)).values(until=until)

        def job(connection: Connection) -> None:
            connection.execute(mine)
            connection.execute(old)

        await self.writer.do(job)

    async def replace_tokens(self, guest: Guest, token: TokenRecord) -> None:
        """Keep this token of a guest, and no other."""

        def job(connection: Connection) -> None:
            connection.execute(delete(TOKENS).where(TOKENS.c.guest == guest.id))
            connection.execute(insert(TOKENS), _token_row(guest, token))

        await self.writer.do(job)

    async def drop_tokens(self) -> None:
        """Forget the tokens that have ended."""
        ended = delete(TOKENS).where(TOKENS.c.until <= int(self.clock.now()))
        await self.writer.do(lambda connection: connection.execute(ended))

    async def saw_guests(self, guests: Collection[str]) -> None:
        """Keep that guests, by id, were here."""
        now = int(self.clock.now())
        await self.writer.do(lambda connection: expiry.seen(connection, guests, now))

    # -- tables --------------------------------------------------------------------------------------------------

    async def add_table(self, record: TableRecord, content: bytes, entries: Sequence[Entry], owed: Owed) -> None:
        """Keep a new table with the content it was made for, and its first entries where play starts at once."""
        kept = {"hash": record.content_hash, "game": record.game, "body": content}

        def job(connection: Connection) -> None:
            connection.execute(insert_new(CONTENTS).on_conflict_do_nothing(), kept)
            connection.execute(insert(TABLES), queries.table_row(record))
            connection.execute(insert(SEATS), [_seat_row(record.id, n, seat) for n, seat in enumerate(record.seats)])

        await self.writer.do(job, self._rows(record.id, entries, owed))

    async def change_table(self, record: TableRecord, entries: Sequence[Entry], owed: Owed) -> None:
        """Keep new seats, status and outcome of a table, with new entries."""

        def job(connection: Connection) -> None:
            row = queries.table_row(record)
            connection.execute(update(TABLES).where(TABLES.c.id == record.id).values(row))
            connection.execute(delete(SEATS).where(SEATS.c.table_id == record.id))
            connection.execute(insert(SEATS), [_seat_row(record.id, n, seat) for n, seat in enumerate(record.seats)])

        await self.writer.do(job, self._rows(record.id, entries, owed))

    async def append(self, table: str, entries: Sequence[Entry], owed: Owed) -> None:
        """Keep new entries of a journal."""
        await self.writer.append(self._rows(table, entries, owed))

    async def table(self, table: str) -> Stored | None:
        """A table with its journal's entries and its chat."""
        return await self.read(queries.table, table)

    async def content(self, game: str, content_hash: str) -> bytes | None:
        """A content that some table was made with, as JSON."""
        return await self.read(queries.content, game, content_hash)

    async def tables_of(self, guest: Guest) -> list[Listed]:
        """Where a guest sits or is host, newest change first."""
        return await self.read(queries.tables_of, guest.id)

    async def open_tables(self) -> list[Listed]:
        """Listed tables with an open seat, newest change first."""
        return await self.read(queries.open_tables)

    async def go_on(self) -> list[GoingOn]:
        """Tables that go on by themselves: a bot owes a decision, an answer will lapse, play is to start."""
        return await self.read(queries.go_on)

    # -- chat ----------------------------------------------------------------------------------------------------

    async def say(self, table: str, line: LineRecord, kept: int) -> None:
        """Keep what somebody said, and the newest lines before it at that table, up to the limit."""
        old = delete(CHAT).where(CHAT.c.table_id == table, CHAT.c.number <= line.number - kept)

        def job(connection: Connection) -> None:
            connection.execute(insert(CHAT), {"table_id": table, **msgspec.structs.asdict(line)})
            connection.execute(old)

        await self.writer.do(job)

    async def mute(self, table: str, guest: str, muted: str, *, on: bool) -> None:
        """Keep that a guest has muted another at a table, or taken that back."""
        row = {"table_id": table, "guest": guest, "muted": muted}
        change: Any = insert_new(MUTES).values(row).on_conflict_do_nothing()
        if not on:
            change = delete(MUTES).filter_by(**row)
        await self.writer.do(lambda connection: connection.execute(change))

    def _rows(self, table: str, entries: Sequence[Entry], owed: Owed) -> list[dict[str, Any]]:
        also = {"table_id": table, "at": owed.at, "due": owed.due, "lapses": owed.lapses}
        return [{"number": entry.n, "body": _entry_bytes(entry), **also} for entry in entries]


def _token_row(guest: Guest, token: TokenRecord) -> dict[str, Any]:
    return {"guest": guest.id, **msgspec.structs.asdict(token)}


def _seat_row(table: str, number: int, seat: SeatRecord) -> dict[str, Any]:
    return {"table_id": table, "seat": number, **msgspec.structs.asdict(seat)}
