"""All tables, those in use kept in memory; which guest may change which seat."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections import OrderedDict
from typing import TYPE_CHECKING, Any, Final

import msgspec

from cashbox.engine.chance import ChanceError
from cashbox.engine.frames import Forms
from cashbox.engine.game import GameError
from cashbox.engine.journal import FORMAT
from cashbox.engine.live_chance import commit
from cashbox.server.background import shielded
from cashbox.server.people.names import plain
from cashbox.server.problems import Refusal
from cashbox.server.storage.records import TableRecord
from cashbox.server.storage.store import Owed
from cashbox.server.tables import seating
from cashbox.server.tables.chat import TableChat
from cashbox.server.tables.lapses import deadline, patience
from cashbox.server.tables.shown import Moment, show_table
from cashbox.server.tables.starting import check_kept, resumed, started
from cashbox.server.tables.table import LiveTable
from cashbox.server.wire import TableAnswer, You

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from cashbox.engine.game import Game
    from cashbox.engine.journal import Entry
    from cashbox.engine.match import Match
    from cashbox.server.storage.records import Guest, Listed, Stored
    from cashbox.server.tables.catalog import Catalog
    from cashbox.server.tables.context import Context
    from cashbox.server.wire import ChangeSeat, NewTable, Sit

_log = logging.getLogger("cashbox.tables")

SECRET: Final = 32
"""Bytes of the secret behind a table's chance."""


BRIEF: Final = 30.0
"""Seconds after which a table where only bots play leaves memory, if nobody uses it."""


class Registry:
    """Tables by id. idle: seconds until an unused table leaves memory; reveal: seconds for which a table waits for
    nonces."""

    def __init__(self, context: Context, catalog: Catalog, idle: float, reveal: float) -> None:
        self._context = context
        self._store = context.store
        self._catalog = catalog
        self._idle = idle
        self._reveal = reveal
        self._tables: OrderedDict[str, LiveTable] = OrderedDict()
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._forms: dict[str, Forms] = {}
        self._going: set[str] = set()
        self.on_change: Callable[[LiveTable], None] = lambda _: None
        self.on_watched: Callable[[LiveTable], None] = lambda _: None
        self.on_present: Callable[[LiveTable], None] = lambda _: None
        self.on_dropped: Callable[[str], None] = lambda _: None

    @property
    def load(self) -> tuple[int, int]:
        """How many tables are in memory, and how many live channels are open."""
        return len(self._tables), sum(len(table.listeners) for table in self._tables.values())

    # -- finding -------------------------------------------------------------------------------------------------

    def holds(self, table_id: str) -> bool:
        """Whether a table is in memory, so that its journal need not be replayed."""
        return table_id in self._tables

    async def table(self, table_id: str) -> LiveTable:
        """A table, loaded where it is not in memory. Refusal ("no-such-table"), or ("damaged-table") where its journal
        cannot be replayed."""
        found = self._tables.get(table_id)
        if table_id in self._going:
            raise _none()
        if found is None:
            loading = self._loading.get(table_id)
            if loading is None:
                loading = self._loading[table_id] = asyncio.create_task(self._load(table_id))
                loading.add_done_callback(lambda _: self._loading.pop(table_id, None))
            found = await asyncio.shield(loading)
        elif found.match is None and self._store.shared:
            # Whoever has just seen the game begin through another process may be quicker than the news of it.
            await found.catch_up()
        if found.behind:
            await found.catch_up()
        if found.deleted:
            raise _none()
        found.used = self._context.clock.ticks()
        return found

    async def settled(self, table_id: str) -> LiveTable | None:
        """A table that is in memory, after it is where it is just being loaded."""
        loading = self._loading.get(table_id)
        if loading is not None:
            await asyncio.wait([loading])
        return self._tables.get(table_id)

    async def follow(self, table_id: str) -> None:
        """What was stored of a table besides what is done at it is so in memory too, if it is there."""
        table = await self.settled(table_id)
        if table is not None:
            await table.catch_up()
            if table.deleted:
                self.forget(table_id)

    def forget(self, table_id: str) -> None:
        """A table leaves memory."""
        if self._tables.pop(table_id, None) is not None:
            self.on_dropped(table_id)

    @property
    def in_memory(self) -> list[LiveTable]:
        """The tables in memory."""
        return list(self._tables.values())

    def there(self, table_id: str) -> LiveTable | None:
        """A table, where it is in memory."""
        return self._tables.get(table_id)

    def loading(self, table_id: str) -> bool:
        """Whether a table is just being read."""
        return table_id in self._loading

    async def mine(self, guest: Guest) -> list[TableAnswer]:
        """Where a guest sits or is host."""
        return [self._answer(listed, guest) for listed in await self._store.tables_of(guest)]

    async def open(self, guest: Guest | None) -> list[TableAnswer]:
        """Listed tables with an open seat."""
        return [self._answer(listed, guest) for listed in await self._store.open_tables()]

    def sweep(self) -> int:
        """Drop tables from memory that nobody has used for a while; how many there were."""
        now = self._context.clock.ticks()
        idle = [
            table_id
            for table_id, table in self._tables.items()
            # Those where only bots play may be many, and nobody waits for them.
            if table.used < now - (min(self._idle, BRIEF) if table.only_bots else self._idle)
            and not self._used(table_id)
        ]
        for table_id in idle:
            self.forget(table_id)
        return len(idle)

    @contextlib.contextmanager
    def without(self, ids: Sequence[str]) -> Iterator[list[str]]:
        """Those of some tables that nobody uses; until the end of the block, while they are deleted, they cannot be
        found any more."""
        unused = [table_id for table_id in ids if table_id not in self._loading and not self._used(table_id)]
        self._going.update(unused)
        try:
            yield unused
            for table_id in unused:
                self._tables.pop(table_id, None)
        finally:
            self._going.difference_update(unused)

    def _used(self, table_id: str) -> bool:
        table = self._tables.get(table_id)
        return table is not None and bool(table.listeners or table.lock.locked() or table.busy)

    # -- seats ---------------------------------------------------------------------------------------------------

    async def make(self, guest: Guest, wish: NewTable) -> LiveTable:
        """A new table; play starts at once if no seat is open. Refusal, GameError where it cannot be made."""
        game = await self._current(wish.game)
        record, match = self._started(self._wished(guest, wish, game), game)
        content = await self._catalog.content(record.game, record.content_hash)
        entries: Sequence[Entry] = match.journal.entries if match is not None else ()

        async def work() -> LiveTable:
            owed = self._owed(record, game, match)
            await self._store.add_table(record, content, entries, owed)
            table = self._place(record, game)
            if match is not None:
                table.begin(match, owed)
            self.on_change(table)
            return table

        made: LiveTable = await shielded(work())
        return made

    async def sit(self, table: LiveTable, guest: Guest, wish: Sit) -> None:
        """A guest takes an open seat; play starts when no seat is left open. Refusal as `seating.taken`."""
        await self._change(table, lambda record: seating.taken(record, guest, wish))

    async def reveal(self, table: LiveTable, guest: Guest, nonce: str) -> None:
        """A guest shows its nonce; play starts with the last one. Refusal as `seating.revealed`."""
        await self._change(table, lambda record: seating.revealed(record, guest, nonce))

    async def overdue(self, table_id: str) -> None:
        """A table has waited long enough: it starts without the nonces that were not shown, or an answer lapses.
        GameError("stale") where it does not wait any more."""
        table = await self.table(table_id)
        if table.record.status == "starting":
            await self._change(table, lambda record: record)
        else:
            await table.lapse()

    async def leave(self, table: LiveTable, guest: Guest) -> None:
        """A guest gives its seat back while the table is waiting."""
        await self._change(table, lambda record: seating.given_back(record, guest))

    async def change_seat(self, table: LiveTable, guest: Guest, wish: ChangeSeat) -> None:
        """The host gives an open seat to a bot, or takes it back."""
        best = self._catalog.best_bot(table.record.game)
        await self._change(table, lambda record: seating.changed(record, guest, wish, table.game, best))

    # -- how -----------------------------------------------------------------------------------------------------

    def _wished(self, guest: Guest, wish: NewTable, game: Game[Any]) -> TableRecord:
        """The table that somebody asks for, while it waits."""
        mode = wish.mode or next((mode.id for mode in game.about.modes), "")
        options = seating.options(wish, game)
        now = int(self._context.clock.now())
        secret = secrets.token_bytes(SECRET)
        return TableRecord(
            id=secrets.token_urlsafe(12),
            game=game.about.id,
            content_hash=game.content_hash,
            options=options,
            mode=mode,
            name=plain(wish.name),
            listed=wish.listed,
            status="waiting",
            host=guest.id,
            host_name=guest.name,
            secret=secret,
            made=now,
            changed=now,
            seats=seating.wished(guest, wish, game.about.id, self._catalog.best_bot(game.about.id)),
            lapse=patience(game.about, wish.lapse, options, company=any(seat.kind == "open" for seat in wish.seats)),
            edition=game.edition,
            format=FORMAT,
            commitment=commit(secret),
        )

    def _started(self, record: TableRecord, game: Game[Any]) -> tuple[TableRecord, Match[Any] | None]:
        return started(record, game, self._context.clock.now(), self._reveal)

    async def _current(self, game: str) -> Game[Any]:
        try:
            return await self._catalog.current(game)
        except Refusal as refusal:
            raise Refusal(400, refusal.code, str(refusal)) from None

    async def _change(self, table: LiveTable, change: Callable[[TableRecord], TableRecord]) -> None:
        await shielded(self._commit(table, change))

    async def _commit(self, table: LiveTable, change: Callable[[TableRecord], TableRecord]) -> None:
        await table.writes.locked(lambda: self._once(table, change))
        if table.record.status != "waiting":
            self.on_change(table)

    async def _once(self, table: LiveTable, change: Callable[[TableRecord], TableRecord]) -> None:
        now, version = int(self._context.clock.now()), table.record.version + 1
        record = msgspec.structs.replace(change(table.record), changed=now, version=version)
        record, match = self._started(record, table.game)
        entries: Sequence[Entry] = match.journal.entries if match is not None else ()
        owed = self._owed(record, table.game, match)
        await self._store.change_table(record, entries, owed)
        table.record = record
        if match is not None:
            table.begin(match, owed)
        table.refresh()

    def _owed(self, record: TableRecord, game: Game[Any], match: Match[Any] | None) -> Owed:
        """What is owed when a game begins, or while it waits to begin."""
        if match is None:
            return Owed()
        now = self._context.clock.now()
        return Owed(match.due(), deadline(record, game, match.state, now), int(now))

    def _place(self, record: TableRecord, game: Game[Any], stored: Stored | None = None) -> LiveTable:
        forms = self._forms.setdefault(record.content_hash, Forms(game))
        chat = TableChat(record.id, self._store, self._context.clock, stored)
        name = self._catalog.info(record.game).name
        table = LiveTable(record, game, forms, chat, self._context, name)
        table.on_change, table.on_watched, table.on_present = self.on_change, self.on_watched, self.on_present
        table.elsewhere = stored.elsewhere if stored is not None else table.elsewhere
        self._tables[record.id] = table
        return table

    async def _load(self, table_id: str) -> LiveTable:
        try:
            stored = await self._store.table(table_id)
            if stored is not None:
                record = stored.record
                check_kept(record)
                game = await self._catalog.game(record.game, record.content_hash, record.edition)
                match = await asyncio.to_thread(resumed, record, game, stored.entries) if stored.entries else None
                table = self._place(record, game, stored)
                if match is not None:
                    table.begin(match, Owed(match.due(), stored.lapses, stored.at))
                # A bot that owes a decision may have been waiting since the table was last in memory.
                self.on_change(table)
                return table
        except (GameError, Refusal, ChanceError, msgspec.MsgspecError) as error:
            _log.error("a table cannot be loaded: %s", error)
            raise Refusal(500, "damaged-table", f"This table cannot be opened: {error}") from error
        raise _none()

    def _answer(self, listed: Listed, guest: Guest | None) -> TableAnswer:
        record = listed.record
        table = self._tables.get(record.id)
        if table is not None:
            shown = msgspec.structs.replace(table.shown(), changed=listed.changed)
        else:
            name = self._catalog.infos[record.game].name if record.game in self._catalog.infos else record.game
            shown = show_table(record, name, self._context.url, Moment(listed.due, listed.changed))
        return TableAnswer(You(record.seat_of(guest), guest is not None and guest.id == record.host), shown)


def _none() -> Refusal:
    return Refusal(404, "no-such-table", "There is no such table here; the link may be incomplete.")
