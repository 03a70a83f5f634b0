"""The registry of all tables, with those in use in memory: create tables, take and change seats."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections import OrderedDict
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import msgspec

from cashbox.engine.chance import ChanceError
from cashbox.engine.contents import RulesKey
from cashbox.engine.frames import Forms
from cashbox.engine.game import GameError
from cashbox.engine.journal import FORMAT
from cashbox.engine.live_chance import commit
from cashbox.server.accounts.names import plain
from cashbox.server.accounts.naming import check_name, others_names
from cashbox.server.db.backend import Amended, Owed
from cashbox.server.db.records import TableRecord
from cashbox.server.errors import Refusal
from cashbox.server.ids import new_id
from cashbox.server.lobby.service import Lists, newest
from cashbox.server.social import groups_store
from cashbox.server.social.groups import welcome
from cashbox.server.tables import clocks, seating
from cashbox.server.tables.live import LiveTable, find_changed
from cashbox.server.tables.presence import attend, away_for_long
from cashbox.server.tables.seating import check_admission, with_hint
from cashbox.server.tables.settings import TableSettings
from cashbox.server.tables.starting import check_kept, resume_game, start_game, start_with
from cashbox.server.tables.timeouts import answer_timeout, away_after, handle, owed_now, patience
from cashbox.server.tasks import begin, result_of, shielded
from cashbox.server.watching.service import no_such_table, with_earlier

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Iterator, Sequence

    from cashbox.engine.game import Game
    from cashbox.engine.journal import Entry
    from cashbox.engine.match import Match
    from cashbox.server.db.records import Guest, Listed, Stored
    from cashbox.server.db.store import Also
    from cashbox.server.tables.catalog import Catalog
    from cashbox.server.tables.context import Context
    from cashbox.server.tables.starting import Begun, Past
    from cashbox.server.wire import ChangeSeat, NewTable, Sit, TableAnswer

    Adapt = Callable[[TableRecord], TableRecord]
    from cashbox.server.db.store import Store

_log = logging.getLogger("cashbox.tables")

SECRET: Final = 32
"""The number of bytes of a table's secret."""

BRIEF: Final = 30.0
"""Seconds after which an unused table with only bots, or one that is outdated, leaves memory."""


class Registry:
    """Tables by id. idle: seconds until an unused table leaves memory; reveal: seconds for which a table waits for
    nonces. lists: builds lists of tables."""

    def __init__(self, context: Context, catalog: Catalog, idle: float, reveal: float) -> None:
        self._context = context
        self._store = context.store
        self._catalog = catalog
        self.lists = Lists(context, catalog)
        self._idle, self._reveal = idle, reveal
        self._tables: OrderedDict[str, LiveTable] = OrderedDict()
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._forms: dict[RulesKey, Forms] = {}
        self._going: set[str] = set()

    @property
    def load(self) -> tuple[int, int]:
        """The number of tables in memory, and of open live channels."""
        return len(self._tables), sum(len(table.listeners) for table in self._tables.values())

    # -- finding -------------------------------------------------------------------------------------------------

    async def table(self, table_id: str) -> LiveTable:
        """Return a table as it is now, loading it if it is not in memory. Refusal ("no-such-table"), or
        ("damaged-table") if its journal cannot be replayed."""
        found = self._tables.get(table_id)
        if table_id in self._going:
            raise no_such_table()
        if found is None:
            loading = self._loading.get(table_id)
            if loading is None:
                loading = self._entering(table_id, self._load(table_id))
            found = await result_of(loading)
        elif self._store.shared and not found.behind:
            # A client that has seen another process's change may be faster than its notification. Without the database,
            # the table is shown as known here.
            with contextlib.suppress(Refusal):
                found.behind = bool(await find_changed(self._store, {table_id: found}))
        if found.behind:
            await found.catch_up()
        if found.deleted:
            raise no_such_table()
        found.used = self._context.clock.ticks()
        return found

    async def wait_until_loaded(self, table_id: str) -> LiveTable | None:
        """Return a table if it is in memory, waiting if it is just being loaded."""
        loading = self._loading.get(table_id)
        if loading is not None:
            await asyncio.wait([loading])
        return self._tables.get(table_id)

    @contextlib.asynccontextmanager
    async def hold(self, ids: Iterable[str]) -> AsyncIterator[list[LiveTable]]:
        """Lock those of these tables that are in memory until the end of the block."""
        async with contextlib.AsyncExitStack() as locks:
            # Always in the same order, to avoid deadlocks.
            there = [table for table_id in sorted(ids) if (table := await self.wait_until_loaded(table_id))]
            for table in there:
                await locks.enter_async_context(table.lock)
            yield there

    async def follow(self, table_id: str) -> None:
        """Bring a table in memory up to date with what was stored about it elsewhere."""
        table = await self.wait_until_loaded(table_id)
        if table is not None:
            await table.catch_up()
            if table.deleted:
                self.forget(table_id)

    def forget(self, table_id: str) -> None:
        """Remove a table from memory."""
        if self._tables.pop(table_id, None) is not None:
            self._context.events.dropped(table_id)

    @property
    def in_memory(self) -> list[LiveTable]:
        """The tables in memory."""
        return list(self._tables.values())

    @property
    def playing(self) -> bool:
        """Return whether a game in memory, or one being loaded, is running or about to start."""
        return bool(self._loading) or any(
            table.record.status in ("starting", "playing") for table in self._tables.values()
        )

    def loaded(self, table_id: str) -> LiveTable | None:
        """Return a table if it is in memory."""
        return self._tables.get(table_id)

    def loading(self, table_id: str) -> bool:
        """Check whether a table is just being loaded."""
        return table_id in self._loading

    async def tables_of(self, guest: Guest) -> list[TableAnswer]:
        """List the tables where a guest has a seat, is invited, or is the host, sorted by the latest change that the
        guest may know, newest first."""
        found = [self.in_list(listed, guest) for listed in await self._store.tables_of(guest)]
        return sorted(found, key=newest, reverse=True)

    async def open(self, guest: Guest | None) -> list[TableAnswer]:
        """List open tables, as `lobby.store.open_tables`."""
        return [self.in_list(listed, guest) for listed in await self._store.open_tables()]

    def in_list(self, listed: Listed, guest: Guest | None) -> TableAnswer:
        """Return a table as a list shows it to a guest."""
        return self.lists.answer(listed, self.loaded(listed.record.id), guest)

    def sweep(self) -> int:
        """Unload tables that have not been used for a while. Returns how many."""
        now = self._context.clock.ticks()
        idle = [
            table_id
            for table_id, table in self._tables.items()
            # There may be many tables with only bots, and no one waits for them; outdated ones continue in another
            # process.
            if table.used < now - (min(self._idle, BRIEF) if table.only_bots or table.behind else self._idle)
            and not self.used(table_id)
        ]
        for table_id in idle:
            self.forget(table_id)
        return len(idle)

    @contextlib.contextmanager
    def without(self, ids: Sequence[str]) -> Iterator[list[str]]:
        """Yield those of these tables that are unused. They cannot be found until the end of the block, which deletes
        them."""
        unused = [table_id for table_id in ids if table_id not in self._loading and not self.used(table_id)]
        self._going.update(unused)
        try:
            yield unused
            for table_id in unused:
                self._tables.pop(table_id, None)
        finally:
            self._going.difference_update(unused)

    def used(self, table_id: str) -> bool:
        """Check whether anyone uses a table in memory."""
        table = self._tables.get(table_id)
        return table is not None and bool(table.listeners or table.lock.locked() or table.busy)

    # -- seats ---------------------------------------------------------------------------------------------------

    async def make(
        self,
        guest: Guest,
        wish: NewTable,
        adapt: Adapt = lambda wished: wished,
        before: TableRecord | None = None,
        past: Past | None = None,
    ) -> LiveTable:
        """Create a table. Play starts right away if no seat is open.

        Args:
            guest: The host.
            wish: The host's request.
            adapt: Adds what a request cannot contain.
            before: The previous table of the series, as known here.
            past: What it takes over from another game.

        Raises:
            Refusal: It cannot be created.
            GameError: Its options or seats do not fit.
        """
        game = past.game if past is not None else await self._current(wish, before)
        await may_make(self._store, guest, wish, game)
        record, match = await self._started(adapt(self._wished(guest, wish, game)), game, past)
        content = await self._catalog.content(record.game, record.content_hash)
        entries: Sequence[Entry] = match.journal.entries if match is not None else ()

        async def work() -> LiveTable:
            owed = self._owed(record, game, match)
            await self._store.add_table(record, content, entries, owed, before, past.entries if past else ())
            table = self._place(record, game)
            if match is not None:
                table.begin(match, owed)
            self._context.events.changed(table)
            return table

        # Others can find it as soon as it is stored; they wait until it is in memory.
        return await result_of(self._entering(record.id, work()))

    async def may_sit(self, record: TableRecord, guest: Guest, name: str) -> frozenset[str]:
        """Check that a guest can take a seat at a table under a name, "" for the guest's own.

        Returns:
            The result of `others_names`.

        Raises:
            Refusal: As `allowed`, or "not-welcome", "rated", "not-a-member".
        """
        others = await others_names(self._store, plain(name) or guest.name, guest, record.seats)
        await welcome(self._store, record, guest)
        if record.settings.rated:
            _check_account(guest)
        if record.settings.circle:
            await _check_member(self._store, record.settings.circle, guest)
        return others

    async def sit(self, table: LiveTable, guest: Guest, wish: Sit) -> None:
        """Seat a guest on an open seat. Play starts once no seat is open. Refusal as `seating.take_seat`, `may_sit`."""
        others = await self.may_sit(table.record, guest, wish.name)
        now = self._context.clock.now
        await self.change(
            table, lambda record: seating.take_seat(check_admission(record, guest, now()), guest, wish, others)
        )

    async def reveal(self, table: LiveTable, guest: Guest, nonce: str) -> None:
        """Store a guest's nonce. Play starts with the last one. Refusal as `seating.reveal_nonce`."""
        await self.change(table, lambda record: seating.reveal_nonce(record, guest, nonce))

    async def overdue(self, table_id: str) -> None:
        """Handle a table whose deadline has passed, see `timeouts.handle`."""
        table = await self.table(table_id)
        await handle(table, self.change, self._context, self._catalog.best_bot(table.record.game))

    async def set_zone(self, guest: Guest) -> None:
        """Set the time zone of a guest's seats, for quiet hours, if none was known."""
        for listed in await self._store.tables_of(guest):
            if seating.set_time_zone(listed.record, guest) is not listed.record:
                # One damaged table must not stop the others.
                with contextlib.suppress(Refusal):
                    table = await self.table(listed.record.id)
                    await self.change(table, lambda record: seating.set_time_zone(record, guest))

    async def change_seat(self, table: LiveTable, guest: Guest, wish: ChangeSeat) -> None:
        """Give an open seat to a bot, or take it back, for the host."""
        best = self._catalog.best_bot(table.record.game)
        await self.change(table, lambda record: seating.change_seat(record, guest, wish, table.game, best))

    async def count_hint(self, table: LiveTable, seat: int, guest: str | None, mark: str) -> None:
        """Count a hint for the player on a seat. `mark` is that of the seat's state. Refusal as `hints.counted`."""
        await self.change(table, lambda record: with_hint(record, seat, guest, mark))

    async def change(self, table: LiveTable, change: Callable[[TableRecord], TableRecord], also: Also = None) -> None:
        """Change a table's record.

        Args:
            table: The table.
            change: Returns the new record. It is called again if another process was faster. Its Refusal is passed on.
            also: Runs in the same transaction.
        """
        await shielded(self._commit(table, change, also))

    # -- internals -----------------------------------------------------------------------------------------------------

    def _wished(self, guest: Guest, wish: NewTable, game: Game[Any]) -> TableRecord:
        """Build the record of the requested table before play."""
        now, secret = int(self._context.clock.now()), secrets.token_bytes(SECRET)
        return TableRecord(
            id=new_id(),
            game=game.about.id,
            content_hash=game.content_hash,
            settings=_settled(wish, game),
            status="waiting",
            host=guest.id,
            host_name=guest.name,
            secret=secret,
            made=now,
            changed=now,
            seats=seating.new_seats(guest, wish, game.about.id, self._catalog.best_bot(game.about.id)),
            edition=game.edition,
            format=FORMAT,
            commitment=commit(secret),
        )

    async def _started(self, record: TableRecord, game: Game[Any], past: Past | None = None) -> Begun:
        now = self._context.clock.now()
        start = partial(start_game, record, game, now, self._reveal)
        begun, match = await start_with(self._store, record, past, start)
        return with_earlier(begun, record, now), match

    async def _current(self, wish: NewTable, before: TableRecord | None) -> Game[Any]:
        """Load the game for a new table. If the server no longer has the variant of the previous table, that table's
        content is used again."""
        try:
            return await self._catalog.current(wish.game, wish.variant)
        except Refusal as refusal:
            if before is not None and refusal.code == "unknown-variant":
                return await self._catalog.game(before.game, before.content_hash, before.edition)
            raise Refusal(400, refusal.code, str(refusal)) from None

    async def _commit(self, table: LiveTable, change: Callable[[TableRecord], TableRecord], also: Also) -> None:
        await table.locked(lambda: self._once(table, change, also))
        if table.record.status != "waiting":
            self._context.events.changed(table)

    async def _once(self, table: LiveTable, change: Callable[[TableRecord], TableRecord], also: Also) -> None:
        now, before = self._context.clock.now(), table.record
        wanted = change(before)
        if wanted is before and table.match is not None:
            return
        if wanted.votes:
            best = self._catalog.best_bot(wanted.game)
            wanted = seating.with_votes_settled(wanted, away_for_long(table, now), best, now)
        record = msgspec.structs.replace(wanted, changed=int(now), version=before.version + 1)
        if table.match is not None:
            await self._go_on(table, with_earlier(record, before, now), also)
        else:
            record, match = await self._started(record, table.game)
            entries: Sequence[Entry] = match.journal.entries if match is not None else ()
            owed = self._owed(record, table.game, match)
            await self._store.change_table(record, entries, owed, also=also)
            table.record = record
            if match is not None:
                table.begin(match, owed)
        table.mark_changed()

    async def _go_on(self, table: LiveTable, record: TableRecord, also: Also) -> None:
        """Store a change of a running game's players, or its end."""
        await table.times.sure()
        match = table.running()
        before = Owed(match.due(), table.timeout_at, table.changed)
        owed = owed_now(table.record, record, match, before, self._context.clock.now())
        owed = table.times.amended(record, owed)
        await self._store.change_table(record, (), owed, Amended(match.number, owed), also)
        table.take_record(record, owed)

    def _owed(self, record: TableRecord, game: Game[Any], match: Match[Any] | None) -> Owed:
        """Return what seats owe when a game starts, or while it waits to start."""
        if match is None:
            return Owed()
        now = self._context.clock.now()
        owed = Owed(match.due(), answer_timeout(record, game, match.state, now), int(now))
        return clocks.owed_at_start(record, owed, now, self._context.downtime.gaps)

    def _place(self, record: TableRecord, game: Game[Any], stored: Stored | None = None) -> LiveTable:
        forms = self._forms.setdefault(RulesKey(record.game, record.content_hash, game.edition), Forms(game))
        table = LiveTable(record, game, forms, self._context, self._catalog.titled(record), stored)
        if stored is not None:
            attend(table)
        self._tables[record.id] = table
        return table

    def _entering(self, table_id: str, work: Coroutine[Any, Any, LiveTable]) -> asyncio.Task[LiveTable]:
        """Run the task that loads a table. All other requests for it wait for this, so it is in memory only once."""
        task = self._loading[table_id] = begin(work)
        task.add_done_callback(lambda _: self._loading.pop(table_id, None))
        return task

    async def _load(self, table_id: str) -> LiveTable:
        try:
            stored = await self._store.table(table_id)
            if stored is not None:
                record = stored.record
                check_kept(record)
                game = await self._catalog.game(record.game, record.content_hash, record.edition)
                match = await asyncio.to_thread(resume_game, record, game, stored.entries) if stored.entries else None
                table = self._place(record, game, stored)
                if match is not None:
                    table.begin(match, Owed(match.due(), stored.timeout, stored.at, stored.clocks))
                # A bot that owes a decision may have been waiting since the table was last in memory.
                self._context.events.changed(table)
                return table
        except (GameError, Refusal, ChanceError, msgspec.MsgspecError, RecursionError) as error:
            _log.error("could not load a table: %s", error)
            raise Refusal(500, "damaged-table", f"This table can't be opened: {error}") from error
        raise no_such_table()


def _settled(wish: NewTable, game: Game[Any]) -> TableSettings:
    """Fill in the settings that a request for a table leaves open. GameError if they are invalid."""
    clocks.check(wish.clock)
    options = seating.complete_options(wish, game)
    return TableSettings.of(
        wish,
        mode=wish.mode or next((mode.id for mode in game.about.modes), ""),
        options=options,
        name=plain(wish.name),
        listed=wish.listed and not wish.circle,
        absence=away_after(wish.absence, days=wish.clock is not None and wish.clock.kind == "days"),
        lapse=patience(game.about, wish.lapse, options, company=any(seat.kind == "open" for seat in wish.seats)),
    )


async def may_make(store: Store, guest: Guest, wish: NewTable, game: Game[Any]) -> None:
    """Check that a guest can create such a table. Refusal as `allowed`, GameError("not-to-be-rated"), or as
    `may_sit`."""
    mine = any(seat.kind == "me" for seat in wish.seats)
    if mine:
        await check_name(store, guest.name, guest)
    if wish.rated:
        _check_rated(wish, game)
        if mine:
            _check_account(guest)
    if wish.circle:
        await _check_member(store, wish.circle, guest)


def _check_rated(wish: NewTable, game: Game[Any]) -> None:
    """Check that a rated game is between people and without hints."""
    mode = next((one for one in game.about.modes if one.id == wish.mode), None)
    first = game.about.modes[0] if game.about.modes and not wish.mode else mode
    if wish.variant:
        raise GameError(
            "not-to-be-rated", "Variants can't be rated. Play the original game, or create an unrated table."
        )
    if first is not None and first.guided:
        raise GameError("not-to-be-rated", "A game with hints can't be rated. Choose another mode.")
    if len(wish.seats) < 2 or any(seat.kind == "bot" for seat in wish.seats):
        raise GameError("not-to-be-rated", "A rated game needs at least two people and no bots.")


def _check_account(guest: Guest) -> None:
    if not guest.account:
        message = "This game is rated, so you need an account to sit down. You can create one on the “You” page."
        raise Refusal(403, "rated", message)


async def _check_member(store: Store, group: str, guest: Guest) -> None:
    if not await store.read(groups_store.is_member, group, guest.id):
        raise Refusal(403, "not-a-member", "Only members of a group can sit down at this table.")
