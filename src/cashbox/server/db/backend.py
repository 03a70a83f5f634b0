"""Define what keeps the data, an embedded SQLite file or PostgreSQL, and what is owed after a decision."""

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
"""In the info of a writer's connection: a transaction erased something that SQLite's write-ahead log still has."""

EntryRow = dict[str, Any]
"""A row of schema.ENTRIES."""

BESIDES: Final = -1
"""In the place of an entry's number: something at the table has changed that is not in its journal."""

OVER: Final = -2
"""In the same place: the game has ended."""


BATCH: Final = 200
"""The most rows that one commit deletes, so that no one waits for it."""

TRIES: Final = 10
"""How often a change is tried where other processes change the same."""


class News(NamedTuple):
    """What the other processes hear of a change: which table, and the number of its newest entry, BESIDES or OVER; or
    which guest has a new name, or (ended) no longer the tokens that it had, all of them or those of one device, or
    (banned) may only look, or (renamed) was given its name by an operator.
    Everything else they read themselves, except who is connected to a table through a process (here), and that a
    process shall see to a table from now on (given)."""

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
    """Note that a transaction overwrites what people must not find anymore. Deleted rows are noted by themselves."""
    connection.info[ERASED] = True


class Writer(Protocol):
    """Writes, several changes in one commit where they come together. Each is durable when its call returns, or has not
    happened (but see `DatabaseAway`)."""

    async def do(self, also: Callable[[Connection], T], rows: Sequence[EntryRow] = (), news: Sequence[News] = ()) -> T:
        """Run a function and insert rows as entries in one transaction; the function's result once that is on disk.

        news: what other processes are told. Refusal: DiskFull, DatabaseAway, Stopping, or ("stale") where an entry with
        that number, or a row with that key, is there already.
        """
        ...

    async def append(self, rows: Sequence[EntryRow], version: int) -> None:
        """Insert entries of one table, as `do`. version: of that table, as this process knows it; Refusal ("stale")
        where another process has changed the table since."""
        ...

    @property
    def queue(self) -> int:
        """How many changes wait to be written."""
        ...

    @property
    def alive(self) -> bool:
        """Whether anything is written at all."""
        ...


class Heard(Protocol):
    """Who is told what other processes have changed."""

    def changed(self, news: News) -> None:
        """Handle a change that another process made."""
        ...

    def missed(self) -> None:
        """Handle a gap: for a while no news arrived, so anything may have changed."""
        ...

    def gone(self) -> None:
        """Handle the end of another process."""
        ...


class Backend(Protocol):
    """Made and opened before the event loop runs; the rest belongs to the loop."""

    shared: bool
    """Whether other processes may write here too."""

    @property
    def writer(self) -> Writer:
        """What writes, once started."""
        ...

    async def start(self, heard: Heard | None) -> None:
        """Begin to write, and to listen."""
        ...

    async def close(self) -> None:
        """Finish writing and let everything go."""
        ...

    async def read(self, query: Callable[..., T], *args: Any) -> T:
        """Run query(connection, *args), which sees a single moment, and return its result."""
        ...

    async def tails(self, after: Mapping[str, int]) -> dict[str, Tail]:
        """Return what other processes have added to some tables after these entries, by table."""
        ...

    def check(self) -> None:
        """FolderLost where the data are no longer ours."""
        ...

    def log_size(self) -> int:
        """Return how many bytes the log beside the database's file has, 0 where there is none."""
        ...


async def again(once: Callable[[], Awaitable[T]]) -> T:
    """Run a change, and run it again if another process was faster."""
    for left in reversed(range(TRIES)):
        try:
            return await once()
        except Refusal as refused:
            if refused.code != "stale" or not left:
                raise
    raise AssertionError


def hold_guest(connection: Connection, guest_id: str) -> None:
    """Keep other transactions that hold this guest waiting until this one ends. Whatever counts what a guest has, and
    then adds or removes some of it, holds the guest first: two that count at once would both find room."""
    connection.execute(select(GUESTS.c.id).where(GUESTS.c.id == guest_id).with_for_update(key_share=True))


def insert_new(connection: Connection, table: Table) -> sqlite.Insert | postgresql.Insert:
    """Build an INSERT that can say what happens if the row exists already."""
    return postgresql.insert(table) if connection.dialect.name == "postgresql" else sqlite.insert(table)


class Owed(NamedTuple):
    """What is owed after new entries. due: bit mask of the seats that owe a decision after them; timeout: when (seconds
    since 1970) an answer among those times out, None: never; at: when something last changed that everyone may see;
    clocks: the players', None for none; ends: when (seconds since 1970) the first one's time is up, None: never."""

    due: int = 0
    timeout: int | None = None
    at: int = 0
    clocks: Clocks | None = None
    ends: int | None = None

    @property
    def waits(self) -> dict[str, Any]:
        """What is kept of it with an entry, but for `due` and `at`."""
        if self.clocks is None:
            return {"lapses": self.timeout, "clocks": None}
        kept = msgspec.structs.replace(self.clocks, answers=self.timeout)
        first = min((moment for moment in (self.timeout, self.ends) if moment is not None), default=None)
        return {"lapses": first, "clocks": msgspec.json.encode(kept).decode()}


class Amended(NamedTuple):
    """What is owed from now on after an entry that is there already, and must be the newest. number: of the entry."""

    number: int
    owed: Owed


def amend(connection: Connection, table: str, amended: Amended) -> None:
    """Keep what is owed now after the last entry of a table. Refusal ("stale") where it is not the last anymore."""
    newest = select(func.max(ENTRIES.c.number)).where(ENTRIES.c.table_id == table)
    if connection.execute(newest).scalar() != amended.number:
        raise stale()
    entry = (ENTRIES.c.table_id == table) & (ENTRIES.c.number == amended.number)
    connection.execute(update(ENTRIES).where(entry).values(amended.owed.waits))


def stale() -> Refusal:
    """Make the refusal of a request that came too late."""
    return Refusal(409, "stale", "The table has changed. Try again.")
