"""The interface of the database, an embedded SQLite file or PostgreSQL, and what seats owe after a decision."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol, TypeVar

import msgspec
from sqlalchemy import func, select, update
from sqlalchemy.dialects import postgresql, sqlite

from cashbox.server.db.schema import ENTRIES, GUESTS
from cashbox.server.errors import Refusal

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence

    from sqlalchemy import Connection, Table

    from cashbox.server.db.records import Clocks, Here, Tail

T = TypeVar("T")

ERASED: Final = "erased"
"""The key in a writer's connection info: a transaction erased something that SQLite's write-ahead log still has."""

EntryRow = dict[str, Any]
"""A row of schema.ENTRIES."""

BESIDES: Final = -1
"""Instead of an entry's number: something at the table has changed outside its journal."""

OVER: Final = -2
"""Instead of an entry's number: the game has ended."""


BATCH: Final = 200
"""The most rows that one commit deletes, so that no one waits for it."""

TRIES: Final = 10
"""How many times to try a change that other processes interfere with."""


class News(NamedTuple):
    """A notification of other processes about a change: the table, and the number of its newest entry, BESIDES, or
    OVER; or the guest who has a new name, or (ended) whose tokens were revoked, all of them or those of one device, or
    (banned) who may only watch, or (renamed) whom an operator renamed. They read everything else themselves, except who
    is connected to a table through a process (here), and that a process now owns a table (given)."""

    table: str = ""
    number: int = BESIDES
    guest: str = ""
    ended: bool = False
    device: str = ""
    process: str = ""
    here: Here | None = None
    given: bool = False
    banned: bool = False
    renamed: bool = False


def note_erased(connection: Connection) -> None:
    """Record that a transaction overwrites data that must become unrecoverable. Deleted rows are recorded
    automatically."""
    connection.info[ERASED] = True


class Writer(Protocol):
    """Writes changes, several in one commit if they arrive together. Each is durable when its call returns, or has not
    happened (but see `DatabaseAway`)."""

    async def do(self, also: Callable[[Connection], T], rows: Sequence[EntryRow] = (), news: Sequence[News] = ()) -> T:
        """Run a function and insert rows as entries in one transaction. Returns the function's result once that is on
        disk.

        news: for other processes. Refusal: DiskFull, DatabaseAway, Stopping, or ("stale") if an entry with that number,
        or a row with that key, already exists.
        """
        ...

    async def append(self, rows: Sequence[EntryRow], version: int) -> None:
        """Insert entries of one table, as `do`. version: of that table, as this process knows it; Refusal ("stale") if
        another process has changed the table since."""
        ...

    @property
    def queue(self) -> int:
        """The number of changes waiting to be written."""
        ...

    @property
    def alive(self) -> bool:
        """Whether the writer is running."""
        ...


class Heard(Protocol):
    """The listener for changes by other processes."""

    def changed(self, news: News) -> None:
        """Handle a change that another process made."""
        ...

    def missed(self) -> None:
        """Handle a gap: no news arrived for a while, so anything may have changed."""
        ...

    def gone(self) -> None:
        """Handle the end of another process."""
        ...


class Backend(Protocol):
    """A database. It is created and opened before the event loop runs; everything else runs in the loop."""

    shared: bool
    """Whether other processes can write to it too."""

    @property
    def writer(self) -> Writer:
        """The writer, after `start`."""
        ...

    async def start(self, heard: Heard | None) -> None:
        """Start writing and listening."""
        ...

    async def close(self) -> None:
        """Finish writing and close everything."""
        ...

    async def read(self, query: Callable[..., T], *args: Any) -> T:
        """Run query(connection, *args) on a consistent snapshot, and return its result."""
        ...

    async def tails(self, after: Mapping[str, int]) -> dict[str, Tail]:
        """Return what other processes have added to some tables after these entries, by table."""
        ...

    def check(self) -> None:
        """Check that the data folder is still ours. FolderLost otherwise."""
        ...

    def log_size(self) -> int:
        """Return the size of the database's write-ahead log in bytes, 0 if there is none."""
        ...


async def again(once: Callable[[], Awaitable[T]]) -> T:
    """Run a change, and retry it if another process was faster."""
    for left in reversed(range(TRIES)):
        try:
            return await once()
        except Refusal as refused:
            if refused.code != "stale" or not left:
                raise
    raise AssertionError


def hold_guest(connection: Connection, guest_id: str) -> None:
    """Lock a guest until this transaction ends. A transaction that counts a guest's rows and then adds or removes some
    must lock the guest first: otherwise two simultaneous ones would both find room."""
    connection.execute(select(GUESTS.c.id).where(GUESTS.c.id == guest_id).with_for_update(key_share=True))


def insert_new(connection: Connection, table: Table) -> sqlite.Insert | postgresql.Insert:
    """Build an INSERT that can handle an existing row."""
    return postgresql.insert(table) if connection.dialect.name == "postgresql" else sqlite.insert(table)


class Owed(NamedTuple):
    """What seats owe after new entries. due: bit mask of the seats that owe a decision; timeout: when (seconds since
    1970) an answer among those times out, None for never; at: when something public last changed; clocks: the players',
    None for none; clock_ends: when (seconds since 1970) the first clock runs out, None for never."""

    due: int = 0
    timeout: int | None = None
    at: int = 0
    clocks: Clocks | None = None
    clock_ends: int | None = None

    @property
    def columns(self) -> dict[str, Any]:
        """The columns of ENTRIES that store this, in addition to `due` and `at`."""
        if self.clocks is None:
            return {"lapses": self.timeout, "clocks": None}
        kept = msgspec.structs.replace(self.clocks, timeout=self.timeout)
        check_at = min((moment for moment in (self.timeout, self.clock_ends) if moment is not None), default=None)
        return {"lapses": check_at, "clocks": msgspec.json.encode(kept).decode()}


class Amended(NamedTuple):
    """A change of what seats owe after an existing entry, which must be the newest. number: of the entry."""

    number: int
    owed: Owed


def amend(connection: Connection, table: str, amended: Amended) -> None:
    """Store what seats owe now after the last entry of a table. Refusal ("stale") if it is not the last anymore."""
    newest = select(func.max(ENTRIES.c.number)).where(ENTRIES.c.table_id == table)
    if connection.execute(newest).scalar() != amended.number:
        raise stale()
    entry = (ENTRIES.c.table_id == table) & (ENTRIES.c.number == amended.number)
    connection.execute(update(ENTRIES).where(entry).values(amended.owed.columns))


def stale() -> Refusal:
    """Return the refusal of a request that came too late."""
    return Refusal(409, "stale", "The table has changed. Try again.")
