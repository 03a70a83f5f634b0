"""The house: all tables, those in use kept in memory, and who may change which seat."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import OrderedDict
from typing import TYPE_CHECKING, Any, Final

import msgspec

from cashbox import bots
from cashbox.engine.chance import ChanceError
from cashbox.engine.game import GameError
from cashbox.engine.journal import FORMAT, Header, Journal
from cashbox.engine.live_chance import LiveChance, commit
from cashbox.engine.match import Match
from cashbox.server.apart import apart
from cashbox.server.chat import TableChat
from cashbox.server.lapses import deadline, patience
from cashbox.server.names import plain, unlike
from cashbox.server.problems import Refusal
from cashbox.server.records import SeatRecord, TableRecord
from cashbox.server.show import Forms
from cashbox.server.store import Owed
from cashbox.server.table import LiveTable, Moment, show_table
from cashbox.server.wire import TableAnswer, You

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cashbox.engine.game import Game
    from cashbox.engine.journal import Entry
    from cashbox.server.records import Guest, Listed, Stored
    from cashbox.server.shelf import Shelf
    from cashbox.server.surroundings import Surroundings
    from cashbox.server.wire import ChangeSeat, NewTable, SeatWish, Sit

_log = logging.getLogger("cashbox.tables")

SECRET: Final = 32
"""Bytes of the secret behind a table's chance."""


class House:
    """Tables by id. idle: seconds until an unused table leaves memory."""

    def __init__(self, around: Surroundings, shelf: Shelf, idle: float) -> None:
        self._around = around
        self._store = around.store
        self._shelf = shelf
        self._idle = idle
        self._tables: OrderedDict[str, LiveTable] = OrderedDict()
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._forms: dict[str, Forms] = {}
        self.on_change: Callable[[LiveTable], None] | None = None

    # -- finding -------------------------------------------------------------------------------------------------

    async def table(self, table_id: str) -> LiveTable:
        """A table, loaded where it is not in memory. Refusal ("no-such-table"), or ("damaged-table") where its journal
        cannot be replayed."""
        found = self._tables.get(table_id)
        if found is None:
            loading = self._loading.get(table_id)
            if loading is None:
                loading = self._loading[table_id] = asyncio.create_task(self._load(table_id))
                loading.add_done_callback(lambda _: self._loading.pop(table_id, None))
            found = await asyncio.shield(loading)
        found.used = time.monotonic()
        return found

    async def mine(self, guest: Guest) -> list[TableAnswer]:
        """Where a guest sits or is host."""
        return [self._answer(listed, guest) for listed in await self._store.tables_of(guest)]

    async def open(self, guest: Guest | None) -> list[TableAnswer]:
        """Listed tables with an open seat."""
        return [self._answer(listed, guest) for listed in await self._store.open_tables()]

    def sweep(self) -> int:
        """Drop tables from memory that nobody has used for a while; how many there were."""
        before = time.monotonic() - self._idle
        idle = [
            table_id
            for table_id, table in self._tables.items()
            if table.used < before and not table.listeners and not table.lock.locked() and not table.busy
        ]
        for table_id in idle:
            del self._tables[table_id]
        return len(idle)

    # -- seats ---------------------------------------------------------------------------------------------------

    async def make(self, guest: Guest, wish: NewTable) -> LiveTable:
        """A new table; play starts at once if no seat is open. Refusal, GameError where it cannot be made."""
        game = await self._current(wish.game)
        record, match = _started(self._wished(guest, wish, game), game)
        content = await self._shelf.content(record.game, record.content_hash)
        entries: Sequence[Entry] = match.journal.entries if match is not None else ()

        async def work() -> LiveTable:
            owed = self._owed(record, game, match)
            await self._store.add_table(record, content, entries, owed)
            table = self._place(record, game)
            if match is not None:
                table.begin(match, owed.lapses)
            self._changed(table)
            return table

        made: LiveTable = await apart(work())
        return made

    async def sit(self, table: LiveTable, guest: Guest, wish: Sit) -> None:
        """A guest takes an open seat; play starts when no seat is left open. Refusal ("already-seated", ...)."""

        def change(record: TableRecord) -> TableRecord:
            if record.seat_of(guest) is not None:
                raise Refusal(409, "already-seated", "You already have a seat at this table.")
            _waiting(record)
            number = wish.seat
            if number is None:
                number = next((n for n, seat in enumerate(record.seats) if seat.kind == "open"), None)
                if number is None:
                    raise Refusal(409, "no-open-seat", "Every seat at this table is taken.")
            if _seat(record, number).kind != "open":
                raise Refusal(409, "seat-taken", "Somebody else has that seat.")
            name = unlike(plain(wish.name) or guest.name, [seat.name for seat in record.seats])
            return _with_seat(record, number, SeatRecord("guest", guest.id, name, nonce=wish.nonce or _nonce()))

        await self._change(table, change)

    async def leave(self, table: LiveTable, guest: Guest) -> None:
        """A guest gives its seat back while the table is waiting."""

        def change(record: TableRecord) -> TableRecord:
            number = record.seat_of(guest)
            if number is None:
                raise Refusal(403, "not-your-seat", "You have no seat at this table.")
            _waiting(record)
            return _with_seat(record, number, SeatRecord("open"))

        await self._change(table, change)

    async def change_seat(self, table: LiveTable, guest: Guest, wish: ChangeSeat) -> None:
        """The host gives an open seat to a bot, or takes it back."""

        def change(record: TableRecord) -> TableRecord:
            if guest.id != record.host:
                raise Refusal(403, "not-the-host", "Only the host may change the seats of this table.")
            _waiting(record)
            if _seat(record, wish.seat).kind == "guest":
                raise Refusal(409, "seat-taken", "Somebody has that seat.")
            if wish.kind == "open":
                return _with_seat(record, wish.seat, SeatRecord("open"))
            names = [seat.name for n, seat in enumerate(record.seats) if n != wish.seat]
            changed = _with_seat(record, wish.seat, self._bot(record.game, wish.bot, names))
            return _unattended(changed, table.game)

        await self._change(table, change)

    # -- how -----------------------------------------------------------------------------------------------------

    def _wished(self, guest: Guest, wish: NewTable, game: Game[Any]) -> TableRecord:
        """The table that somebody asks for, while it waits."""
        mode = wish.mode or next((mode.id for mode in game.about.modes), "")
        options = _options(wish, game)
        now = int(time.time())
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
            secret=secrets.token_bytes(SECRET),
            made=now,
            changed=now,
            seats=self._seats(guest, wish.seats, wish.nonce, game.about.id),
            lapse=patience(game.about, wish.lapse, options, company=any(seat.kind == "open" for seat in wish.seats)),
            edition=game.edition,
        )

    async def _current(self, game: str) -> Game[Any]:
        try:
            return await self._shelf.current(game)
        except Refusal as refusal:
            raise Refusal(400, refusal.code, str(refusal)) from None

    async def _change(self, table: LiveTable, change: Callable[[TableRecord], TableRecord]) -> None:
        await apart(self._commit(table, change))

    async def _commit(self, table: LiveTable, change: Callable[[TableRecord], TableRecord]) -> None:
        async with table.lock:
            record = msgspec.structs.replace(change(table.record), changed=int(time.time()))
            record, match = _started(record, table.game)
            entries: Sequence[Entry] = match.journal.entries if match is not None else ()
            owed = self._owed(record, table.game, match)
            await self._store.change_table(record, entries, owed)
            table.record = record
            if match is not None:
                table.begin(match, owed.lapses)
            table.refresh()
        if match is not None:
            self._changed(table)

    def _owed(self, record: TableRecord, game: Game[Any], match: Match[Any] | None) -> Owed:
        """What is owed when a game begins, or while it waits to begin."""
        if match is None:
            return Owed()
        return Owed(match.due(), deadline(record, game, match.state, self._around.clock.now()))

    def _changed(self, table: LiveTable) -> None:
        if self.on_change is not None:
            self.on_change(table)

    def _seats(self, guest: Guest, wishes: Sequence[SeatWish], nonce: str, game: str) -> tuple[SeatRecord, ...]:
        if sum(1 for wish in wishes if wish.kind == "me") > 1:
            raise GameError("bad-seats", "You can have only one seat at a table.")
        seats: list[SeatRecord] = []
        mine = [guest.name] if any(wish.kind == "me" for wish in wishes) else []
        for wish in wishes:
            if wish.kind == "me":
                seats.append(SeatRecord("guest", guest.id, guest.name, nonce=nonce or _nonce()))
            elif wish.kind == "bot":
                seats.append(self._bot(game, wish.bot, mine + [seat.name for seat in seats]))
            else:
                seats.append(SeatRecord("open"))
        return tuple(seats)

    def _bot(self, game: str, bot: str, names: Sequence[str]) -> SeatRecord:
        bot = bot or self._shelf.best_bot(game)
        bots.check(game, bot)
        return SeatRecord("bot", name=unlike(bot.capitalize(), names), bot=bot, nonce=_nonce())

    def _place(self, record: TableRecord, game: Game[Any], stored: Stored | None = None) -> LiveTable:
        forms = self._forms.setdefault(record.content_hash, Forms(game))
        chat = TableChat(record.id, self._store, self._around.clock, stored)
        name = self._shelf.info(record.game).name
        table = LiveTable(record, game, forms, chat, self._around, name)
        table.on_change = self.on_change
        self._tables[record.id] = table
        return table

    async def _load(self, table_id: str) -> LiveTable:
        try:
            stored = await self._store.table(table_id)
            if stored is not None:
                record = stored.record
                game = await self._shelf.game(record.game, record.content_hash, record.edition)
                match = await asyncio.to_thread(_resumed, record, game, stored.entries) if stored.entries else None
                table = self._place(record, game, stored)
                if match is not None:
                    table.begin(match, stored.lapses)
                # A bot that owes a decision may have been waiting since the table was last in memory.
                self._changed(table)
                return table
        except (GameError, Refusal, ChanceError, msgspec.MsgspecError) as error:
            _log.error("a table cannot be loaded: %s", error)
            raise Refusal(500, "damaged-table", f"This table cannot be opened: {error}") from error
        raise Refusal(404, "no-such-table", "There is no such table here; the link may be incomplete.")

    def _answer(self, listed: Listed, guest: Guest | None) -> TableAnswer:
        record = listed.record
        table = self._tables.get(record.id)
        if table is not None:
            shown = msgspec.structs.replace(table.shown(), changed=listed.changed)
        else:
            name = self._shelf.infos[record.game].name if record.game in self._shelf.infos else record.game
            shown = show_table(record, name, self._around.url, Moment(listed.number, listed.due))
            shown = msgspec.structs.replace(shown, changed=listed.changed)
        return TableAnswer(You(record.seat_of(guest), guest is not None and guest.id == record.host), shown)


def _options(wish: NewTable, game: Game[Any]) -> dict[str, Any]:
    """The complete options of a table that somebody asks for. GameError where they cannot be."""
    if wish.mode and wish.mode not in {one.id for one in game.about.modes}:
        known = ", ".join(one.id for one in game.about.modes) or "none"
        raise GameError("unknown-mode", f"There is no mode {wish.mode!r}; the modes are: {known}.")
    asked = {"mode": wish.mode, **wish.options} if wish.mode else wish.options
    if all(seat.kind == "bot" for seat in wish.seats):
        asked = {**game.about.unattended, **asked}
    return game.check_options(asked, len(wish.seats))


def _started(record: TableRecord, game: Game[Any]) -> tuple[TableRecord, Match[Any] | None]:
    """The record with play started, and the match, if every seat is taken."""
    if any(seat.kind == "open" for seat in record.seats):
        return record, None
    nonces = [seat.nonce for seat in record.seats]
    match = Match.start(
        game,
        record.options,
        len(nonces),
        LiveChance(record.secret, nonces),
        players=[seat.name for seat in record.seats],
        commitment=commit(record.secret),
        nonces=nonces,
    )
    return msgspec.structs.replace(record, status="playing"), match


def _resumed(record: TableRecord, game: Game[Any], entries: list[Entry]) -> Match[Any]:
    nonces = tuple(seat.nonce for seat in record.seats)
    header = Header(
        format=FORMAT,
        game=record.game,
        options=record.options,
        seats=len(nonces),
        players=tuple(seat.name for seat in record.seats),
        content_hash=record.content_hash,
        commitment=commit(record.secret),
        nonces=nonces,
        edition=record.edition,
    )
    journal = Journal(header, game.content, entries)
    return Match.resume(game, journal, LiveChance(record.secret, nonces, journal.drawn))


def _unattended(record: TableRecord, game: Game[Any]) -> TableRecord:
    """The record, with options that make the game end where a bot has taken its last seat, if they were not set."""
    about = game.about
    if any(seat.kind != "bot" for seat in record.seats):
        return record
    mode = {"mode": record.options["mode"]} if "mode" in record.options else {}
    usual = game.check_options(mode, len(record.seats))
    chosen = {name: value for name, value in record.options.items() if value != usual[name]}
    options = game.check_options({**about.unattended, **mode, **chosen}, len(record.seats))
    return msgspec.structs.replace(record, options=options)


def _waiting(record: TableRecord) -> None:
    if record.status != "waiting":
        raise Refusal(409, "already-playing", "The game at this table has begun; its seats stay as they are.")


def _seat(record: TableRecord, number: int) -> SeatRecord:
    if not 0 <= number < len(record.seats):
        raise Refusal(409, "no-such-seat", f"There is no seat {number}; the seats are 0 to {len(record.seats) - 1}.")
    return record.seats[number]


def _with_seat(record: TableRecord, number: int, seat: SeatRecord) -> TableRecord:
    seats = (*record.seats[:number], seat, *record.seats[number + 1 :])
    return msgspec.structs.replace(record, seats=seats)


def _nonce() -> str:
    return secrets.token_hex(16)
