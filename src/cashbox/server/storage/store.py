"""Everything that is kept: guests, tables, contents and journals."""

from __future__ import annotations

import re
import secrets
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

import msgspec
from sqlalchemy import bindparam, delete, func, insert, select, update

from cashbox.server.clock import Clock
from cashbox.server.problems import Refusal
from cashbox.server.settings import StartError
from cashbox.server.storage import expiry, queries
from cashbox.server.storage.backend import News, insert_new
from cashbox.server.storage.embedded import Embedded
from cashbox.server.storage.schema import CHAT, CONTENTS, GUESTS, MUTES, PROBE, SEATS, TABLES, TOKENS

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence
    from pathlib import Path

    from sqlalchemy import Connection

    from cashbox.engine.journal import Entry
    from cashbox.server.storage.backend import Backend, Heard, Writer
    from cashbox.server.storage.records import (
        Guest,
        LineRecord,
        Listed,
        SeatRecord,
        Stored,
        TableRecord,
        Tail,
        TokenRecord,
    )

T = TypeVar("T")
_END: Final = (
    update(TABLES)
    .where(TABLES.c.id == bindparam("which"), TABLES.c.version == bindparam("before"))
    .values(status="over", outcome=bindparam("how"), changed=bindparam("now"), version=bindparam("after"))
)
"""Made once: putting a statement together costs more than it does."""

_entry_bytes = msgspec.json.Encoder().encode

_ID: Final = re.compile(r"[\w-]{1,32}", re.ASCII)
"""What a table's id can be; nothing else is looked for."""


class Owed(NamedTuple):
    """What is owed after new entries. due: bit mask of the seats that owe a decision after them; lapses: when (seconds
    since 1970) an answer among those lapses, None: never; at: when something last changed that everybody may see."""

    due: int = 0
    lapses: int | None = None
    at: int = 0


class Store:
    """What is kept, open. Made before the event loop runs; `start` and `close` belong to the loop.

    clock: what the whole server goes by. process: the id of this process among those that share a database. Writing
    raises Refusal ("disk-full", "folder-lost", "database-away", "stopping", "stale") and has then not happened, except
    that "database-away" leaves it open.
    """

    def __init__(self, home: Path, clock: Clock | None = None, database: str = "") -> None:
        """database: a PostgreSQL, "" for the file in the data folder. StartError where it is in use or cannot be
        used."""
        self.clock = clock or Clock()
        self.process = secrets.token_hex(8)
        self._backend: Backend = _backend(home, self.clock, database)

    async def start(self, heard: Heard | None = None) -> None:
        """Begin to write. heard: is told what other processes change."""
        await self._backend.start(heard)

    async def close(self) -> None:
        """Finish writing and let the data go."""
        await self._backend.close()

    @property
    def shared(self) -> bool:
        """Whether other processes may write here too."""
        return self._backend.shared

    @property
    def writer(self) -> Writer:
        """The writer, once `start` was called."""
        return self._backend.writer

    async def read(self, query: Callable[..., T], *args: Any) -> T:
        """The answer of query(connection, *args), which sees one moment."""
        return await self._backend.read(query, *args)

    def check(self) -> None:
        """FolderLost where the data are no longer ours; said in the log as well."""
        self._backend.check()

    async def probe(self) -> None:
        """Write and read something; raises if that does not work."""
        now = int(self.clock.now())

        def job(connection: Connection) -> None:
            row = insert_new(connection, PROBE).values(id=1, at=now)
            connection.execute(row.on_conflict_do_update(index_elements=["id"], set_={"at": now}))

        await self.writer.do(job)
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
        await self.writer.do(lambda connection: connection.execute(change), news=[News(guest=guest.id)])

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

        await self.writer.do(job, news=[News(guest=guest.id, ended=True)])

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
            connection.execute(insert_new(connection, CONTENTS).on_conflict_do_nothing(), kept)
            connection.execute(insert(TABLES), queries.table_row(record))
            connection.execute(insert(SEATS), [_seat_row(record.id, n, seat) for n, seat in enumerate(record.seats)])

        await self.writer.do(job, self._rows(record.id, entries, owed))

    async def change_table(self, record: TableRecord, entries: Sequence[Entry], owed: Owed) -> None:
        """Keep new seats, status and outcome of a table, with new entries. Refusal ("stale") unless what is kept is the
        version just before this one."""

        def job(connection: Connection) -> None:
            before = (TABLES.c.id == record.id) & (TABLES.c.version == record.version - 1)
            if not connection.execute(update(TABLES).where(before).values(queries.table_row(record))).rowcount:
                raise Refusal(409, "stale", "Something else happened meanwhile.")
            connection.execute(delete(SEATS).where(SEATS.c.table_id == record.id))
            connection.execute(insert(SEATS), [_seat_row(record.id, n, seat) for n, seat in enumerate(record.seats)])

        await self.writer.do(job, self._rows(record.id, entries, owed), [News(record.id)])

    async def end_table(self, record: TableRecord, entries: Sequence[Entry], owed: Owed) -> None:
        """Keep that a game is over and how, with its last entries. Refusal as `change_table`."""
        outcome = queries.table_row(record)["outcome"]
        row = {"which": record.id, "before": record.version - 1, "after": record.version}
        row |= {"how": outcome, "now": record.changed}

        def job(connection: Connection) -> None:
            if not connection.execute(_END, row).rowcount:
                raise Refusal(409, "stale", "Something else happened meanwhile.")

        await self.writer.do(job, self._rows(record.id, entries, owed), [News(record.id)])

    async def append(self, table: str, entries: Sequence[Entry], owed: Owed) -> None:
        """Keep new entries of a journal."""
        await self.writer.append(self._rows(table, entries, owed))

    async def table(self, table: str, since: int = -1) -> Stored | None:
        """A table with its journal's entries after number `since`, and its chat."""
        if not _ID.fullmatch(table):
            return None
        return await self.read(queries.table, table, since, self.process if self.shared else "")

    async def tails(self, after: Mapping[str, int]) -> dict[str, Tail]:
        """What other processes have added to some tables after the entries with these numbers, by table."""
        return await self._backend.tails(after)

    async def content(self, game: str, content_hash: str) -> bytes | None:
        """A content that some table was made with, as JSON."""
        return await self.read(queries.content, game, content_hash)

    async def tables_of(self, guest: Guest) -> list[Listed]:
        """Where a guest sits or is host, newest change first."""
        return await self.read(queries.tables_of, guest.id)

    async def open_tables(self) -> list[Listed]:
        """Listed tables with an open seat, newest change first."""
        return await self.read(queries.open_tables)

    # -- chat ----------------------------------------------------------------------------------------------------

    async def say(self, table: str, line: LineRecord, kept: int) -> LineRecord:
        """Keep what somebody said, and the newest lines before it at that table, up to the limit; the line, with a
        higher number where another process has kept some meanwhile."""

        def job(connection: Connection) -> LineRecord:
            newest = connection.execute(select(func.max(CHAT.c.number)).where(CHAT.c.table_id == table)).scalar() or 0
            one = msgspec.structs.replace(line, number=max(newest + 1, line.number))
            connection.execute(insert(CHAT), {"table_id": table, **msgspec.structs.asdict(one)})
            connection.execute(delete(CHAT).where(CHAT.c.table_id == table, CHAT.c.number <= one.number - kept))
            return one

        while True:
            try:
                return await self.writer.do(job, news=[News(table)])
            except Refusal as refused:
                # Two processes have chosen the same number at once, and one of them has it.
                if refused.code != "stale":
                    raise

    async def mute(self, table: str, guest: str, muted: str, *, on: bool) -> None:
        """Keep that a guest has muted another at a table, or taken that back."""
        row = {"table_id": table, "guest": guest, "muted": muted}

        def job(connection: Connection) -> None:
            if on:
                connection.execute(insert_new(connection, MUTES).values(row).on_conflict_do_nothing())
            else:
                connection.execute(delete(MUTES).filter_by(**row))

        await self.writer.do(job, news=[News(table)])

    def _rows(self, table: str, entries: Sequence[Entry], owed: Owed) -> list[dict[str, Any]]:
        also = {"table_id": table, "at": owed.at, "due": owed.due, "lapses": owed.lapses}
        return [{"number": entry.n, "body": _entry_bytes(entry), **also} for entry in entries]


def _backend(home: Path, clock: Clock, database: str) -> Backend:
    if not database:
        return Embedded(home, clock)
    # Only those who want it wait for it to be imported.
    from cashbox.server.storage.postgres import Postgres

    try:
        home.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise StartError(f"The data folder {home} cannot be used: {error.strerror}.") from error
    return Postgres(database, home, clock)


def _token_row(guest: Guest, token: TokenRecord) -> dict[str, Any]:
    return {"guest": guest.id, **msgspec.structs.asdict(token)}


def _seat_row(table: str, number: int, seat: SeatRecord) -> dict[str, Any]:
    return {"table_id": table, "seat": number, **msgspec.structs.asdict(seat)}
