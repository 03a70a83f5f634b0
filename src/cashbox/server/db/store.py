"""The store: guests, tables, contents, and journals."""

from __future__ import annotations

import re
import secrets
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec
from sqlalchemy import delete, insert, select, update

from cashbox.server.accounts import store as accounts_store
from cashbox.server.archive import store as archive_store
from cashbox.server.chat.store import say
from cashbox.server.clock import Clock
from cashbox.server.continuing.store import take_over, took_over
from cashbox.server.db import queries
from cashbox.server.db.backend import OVER, News, again, amend, insert_new, stale
from cashbox.server.db.schema import CONTENTS, GUESTS, MUTES, PROBE, SEATS, TABLES, TOKENS
from cashbox.server.db.sqlite import Embedded
from cashbox.server.departures import store as departures_store
from cashbox.server.lobby import store as lobby_store
from cashbox.server.notifications import enqueue
from cashbox.server.ops import upkeep
from cashbox.server.settings import StartError
from cashbox.server.social import profiles_store
from cashbox.server.tables import store as tables_store
from cashbox.server.tables.settings import DELAY

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence
    from pathlib import Path

    from sqlalchemy import Connection, Table

    from cashbox.engine.journal import Entry
    from cashbox.server.chat.store import Said
    from cashbox.server.db.backend import Amended, Backend, Heard, Owed, Writer
    from cashbox.server.db.records import Guest, LineRecord, Listed, Stored, TableRecord, Tail, TokenRecord, Visit

    Also = Callable[[Connection], object] | None

T = TypeVar("T")
_entry_bytes = msgspec.json.Encoder().encode


_ID: Final = re.compile(r"[\w-]{1,32}", re.ASCII)
"""Valid ids of tables; others are not looked up."""


class Store:
    """The open store. It is created before the event loop runs; `start` and `close` run in the loop.

    clock: of the whole server. process: the id of this process among those that share a database. A write that raises
    Refusal ("disk-full", "folder-lost", "database-away", "stopping", "stale") has not happened, except that with
    "database-away" it is unknown.
    """

    def __init__(self, home: Path, clock: Clock | None = None, database: str = "") -> None:
        """database: the URL of a PostgreSQL database, "" for the file in the data folder. StartError if it is in use or
        cannot be used."""
        self.clock = clock or Clock()
        self.process = secrets.token_hex(8)
        self._backend: Backend = _backend(home, self.clock, database)

    async def start(self, heard: Heard | None = None) -> None:
        """Start writing. heard: the listener for changes by other processes."""
        await self._backend.start(heard)

    async def close(self) -> None:
        """Finish writing and close the database."""
        await self._backend.close()

    @property
    def shared(self) -> bool:
        """Whether other processes can write to it too."""
        return self._backend.shared

    @property
    def writer(self) -> Writer:
        """The writer, once `start` was called."""
        return self._backend.writer

    async def read(self, query: Callable[..., T], *args: Any) -> T:
        """Run query(connection, *args) on a consistent snapshot, and return its result."""
        return await self._backend.read(query, *args)

    def check(self) -> None:
        """Check that the data folder is still ours. FolderLost otherwise, which is also logged."""
        self._backend.check()

    def log_size(self) -> int:
        """Return the size of the database's write-ahead log in bytes, 0 if there is none."""
        return self._backend.log_size()

    async def probe(self) -> None:
        """Test writing and reading; raises if that does not work."""
        now = int(self.clock.now())

        def job(connection: Connection) -> None:
            row = insert_new(connection, PROBE).values(id=1, at=now)
            connection.execute(row.on_conflict_do_update(index_elements=["id"], set_={"at": now}))

        await self.writer.do(job)
        await self.read(lambda connection: connection.execute(select(PROBE.c.at)).scalar_one())

    # -- guests --------------------------------------------------------------------------------------------------

    async def add_guest(self, guest: Guest, token: TokenRecord) -> None:
        """Store a new guest with a token."""
        now = int(self.clock.now())
        row = {"id": guest.id, "name": guest.name, "made": now, "seen": now, "handle": profiles_store.new_handle()}

        def job(connection: Connection) -> None:
            connection.execute(insert(GUESTS), row)
            accounts_store.add_token(connection, guest.id, token)

        await self.writer.do(job)

    async def guest(self, guest_id: str) -> Guest | None:
        """Find the guest with this id."""
        return await self.read(queries.guest, guest_id)

    async def place_guest(self, guest: Guest) -> None:
        """Store a guest's time zone."""
        change = update(GUESTS).where(GUESTS.c.id == guest.id).values(zone=guest.zone)
        await self.writer.do(lambda connection: connection.execute(change), news=[News(guest=guest.id)])

    async def rename_guest(self, guest: Guest, key: str) -> None:
        """Store a guest's new name. key: its skeleton, which must be unique among accounts (Refusal "name-taken")."""

        def job(connection: Connection) -> None:
            connection.execute(update(GUESTS).where(GUESTS.c.id == guest.id).values(name=guest.name))
            accounts_store.rename(connection, guest.id, key)

        await again(lambda: self.writer.do(job, news=[News(guest=guest.id)]))

    async def token(self, token_hash: str) -> tuple[Guest, TokenRecord] | None:
        """Find the token with this hash and its guest."""
        return await self.read(queries.token, token_hash)

    async def renew_token(self, guest: Guest, token: TokenRecord) -> bool:
        """Store a token that replaces another one of the guest. Returns whether that one still existed."""

        def job(connection: Connection) -> bool:
            old = select(TOKENS.c.hash).where(TOKENS.c.hash == token.replaces).with_for_update()
            if connection.execute(old).first() is None:
                return False
            accounts_store.add_token(connection, guest.id, token)
            return True

        return await self.writer.do(job)

    async def confirm_token(self, token: TokenRecord, until: int) -> None:
        """Record that a token has been used, and when the one that it replaces expires."""
        mine = update(TOKENS).where(TOKENS.c.hash == token.hash).values(replaces=None)
        old = update(TOKENS).where(TOKENS.c.hash == token.replaces, TOKENS.c.until.is_(None)).values(until=until)

        def job(connection: Connection) -> None:
            connection.execute(mine)
            connection.execute(old)

        await self.writer.do(job)

    async def replace_tokens(self, guest: Guest, token: TokenRecord) -> None:
        """Make this the guest's only token, and delete codes that would create another."""

        def job(connection: Connection) -> None:
            connection.execute(delete(TOKENS).where(TOKENS.c.guest == guest.id))
            accounts_store.drop_codes(connection, guest.id)
            accounts_store.drop_unused_codes(connection, guest.id, "browser")
            accounts_store.add_token(connection, guest.id, token)

        await self.writer.do(job, news=[News(guest=guest.id, ended=True)])

    async def end_device(self, guest: Guest, device: str) -> bool:
        """Delete the tokens of one of a guest's devices. Returns whether there were any."""
        news = [News(guest=guest.id, ended=True, device=device)]
        return await self.writer.do(
            lambda connection: accounts_store.end_device(connection, guest.id, device), news=news
        )

    async def devices(self, guest: Guest) -> list[TokenRecord]:
        """Read the newest token of each of a guest's devices, most recently active first."""
        return await self.read(accounts_store.devices, guest.id, int(self.clock.now()))

    async def saw_tokens(self, labels: Mapping[str, str]) -> None:
        """Record that tokens, by hash, were used. labels: the descriptions of their devices."""
        now = int(self.clock.now())
        await self.writer.do(lambda connection: accounts_store.saw_tokens(connection, labels, now))

    async def drop_tokens(self) -> None:
        """Delete expired tokens."""
        ended = delete(TOKENS).where(TOKENS.c.until <= int(self.clock.now()))
        await self.writer.do(lambda connection: connection.execute(ended))

    async def saw_guests(self, guests: Collection[str]) -> None:
        """Record that guests, by id, were active."""
        now = int(self.clock.now())
        await self.writer.do(lambda connection: upkeep.seen(connection, guests, now))

    # -- tables --------------------------------------------------------------------------------------------------

    async def add_table(
        self,
        record: TableRecord,
        content: bytes,
        entries: Sequence[Entry],
        owed: Owed,
        before: TableRecord | None = None,
        prologue: Sequence[Entry] = (),
    ) -> None:
        """Store a new table with its content, and its first entries if play starts right away. before: the previous
        table of its series; Refusal ("stale") if that has changed, or has another successor. prologue: what it takes
        over."""
        kept = {"hash": record.content_hash, "game": record.game, "body": content}

        def job(connection: Connection) -> None:
            if before is not None:
                queries.follows(connection, before)
            connection.execute(insert_new(connection, CONTENTS).on_conflict_do_nothing(), kept)
            connection.execute(insert(TABLES), queries.table_row(record))
            connection.execute(insert(SEATS), queries.seat_rows(record))
            enqueue.table_created(connection, record)
            take_over(connection, record, () if entries else prologue)

        news = [News(before.id)] if before is not None else []
        await self.writer.do(job, self._rows(record.id, entries, owed), news)

    async def change_table(
        self,
        record: TableRecord,
        entries: Sequence[Entry],
        owed: Owed,
        amended: Amended | None = None,
        also: Also = None,
    ) -> None:
        """Store new seats, status, and outcome of a table, with new entries or with what seats owe now after the last
        one. Refusal ("stale") unless the stored version is the one just before this, and that entry is the last. also:
        runs in the same transaction."""

        def job(connection: Connection) -> None:
            enqueue.table_changes(connection, record)
            before = (TABLES.c.id == record.id) & (TABLES.c.version == record.version - 1)
            if not connection.execute(update(TABLES).where(before).values(queries.table_row(record))).rowcount:
                raise stale()
            connection.execute(delete(SEATS).where(SEATS.c.table_id == record.id))
            connection.execute(insert(SEATS), queries.seat_rows(record))
            if entries and record.goes_on is not None:
                took_over(connection, record.id)
            if amended is not None:
                amend(connection, record.id, amended)
            if record.status in archive_store.ENDED:
                archive_store.put(connection, [record.id])
            if also is not None:
                also(connection)

        await self.writer.do(job, self._rows(record.id, entries, owed), [News(record.id)])

    async def end_table(self, record: TableRecord, entries: Sequence[Entry], owed: Owed) -> None:
        """Store the end of a game, with its last entries. Refusal as `change_table`."""
        outcome = queries.table_row(record)["outcome"]
        row = {"which": record.id, "before": record.version - 1, "later": record.version}
        row |= {"how": outcome, "now": record.changed, "hidden": record.hidden_until}

        def job(connection: Connection) -> None:
            if not connection.execute(queries.END, row).rowcount:
                raise stale()
            enqueue.game_over(connection, record)

        await self.writer.do(job, self._rows(record.id, entries, owed), [News(record.id, OVER)])

    async def append(self, table: str, entries: Sequence[Entry], owed: Owed, version: int) -> None:
        """Store new entries of a journal. version: of the table's record on which they are based; Refusal ("stale") if
        another process has changed it since, so that no one acts for a seat that has changed hands."""
        await self.writer.append(self._rows(table, entries, owed), version)

    @staticmethod
    def may_be(table: str) -> bool:
        """Check whether a table can have this id."""
        return _ID.fullmatch(table) is not None

    async def table(self, table: str, since: int = -1) -> Stored | None:
        """Read a table with its chat and its journal's entries after number `since`."""
        if not self.may_be(table):
            return None
        process, then = self.process if self.shared else "", self.clock.now() - DELAY
        return await self.read(tables_store.table, table, since, process, then)

    async def tails(self, after: Mapping[str, int]) -> dict[str, Tail]:
        """Return what other processes have added to some tables after these entries, by table."""
        return await self._backend.tails(after)

    async def content(self, content_hash: str) -> bytes | None:
        """Read a content that some table was created with, as JSON."""
        return await self.read(queries.content, content_hash)

    async def tables_of(self, guest: Guest) -> list[Listed]:
        """List the tables where a guest has a seat, is invited, or is host, newest change first."""
        return await self.read(lobby_store.tables_of, guest.id)

    async def waiting_for(self, guest: Guest) -> list[str]:
        """Find the tables that wait for a guest; their ids."""
        return await self.read(queries.waiting_for, guest.id)

    async def open_tables(self) -> list[Listed]:
        """List tables with an open seat, newest change first."""
        return await self.read(lobby_store.open_tables, self.clock.now())

    async def keep_visits(self, visits: Mapping[tuple[str, str], Visit]) -> None:
        """Store when players were last at tables, by the ids of both, skipping deleted ones."""
        await self.writer.do(lambda connection: departures_store.keep_visits(connection, visits))

    # -- chat ----------------------------------------------------------------------------------------------------

    async def say(self, table: str, line: LineRecord, kept: int, where: Table) -> Said:
        """Store a message, and keep the newest ones before it at that table, up to the limit. where: schema.CHAT or
        REMARKS."""
        # Two processes may choose the same number at once; one of them gets it.
        job = partial(say, table=table, line=line, kept=kept, where=where)
        return await again(lambda: self.writer.do(job, news=[News(table)]))

    async def mute(self, table: str, guest: str, muted: str, *, on: bool) -> None:
        """Store that a guest has muted or unmuted another at a table."""
        row = {"table_id": table, "guest": guest, "muted": muted}

        def job(connection: Connection) -> None:
            if on:
                connection.execute(insert_new(connection, MUTES).values(row).on_conflict_do_nothing())
            else:
                connection.execute(delete(MUTES).filter_by(**row))

        await self.writer.do(job, news=[News(table)])

    def _rows(self, table: str, entries: Sequence[Entry], owed: Owed) -> list[dict[str, Any]]:
        also = {"table_id": table, "at": owed.at, "due": owed.due, "made": int(self.clock.now()) + 1, **owed.columns}
        return [{"number": entry.n, "body": _entry_bytes(entry), **also} for entry in entries]


def _backend(home: Path, clock: Clock, database: str) -> Backend:
    if not database:
        return Embedded(home, clock)
    # Import it only when it is needed.
    from cashbox.server.db.postgres import Postgres

    try:
        home.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise StartError(f"The data folder {home} can't be used: {error.strerror}.") from error
    return Postgres(database, home, clock)
