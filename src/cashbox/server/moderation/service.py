"""Moderate tables: store people's reports to the operator, and apply the operator's decisions everywhere."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Final

from cashbox.server.accounts import store as accounts_store
from cashbox.server.accounts.guests import BANNED, RENAMED
from cashbox.server.accounts.names import NOBODY, plain, skeleton
from cashbox.server.accounts.naming import check_name
from cashbox.server.accounts.own_data import stored
from cashbox.server.archive import store as archive_store
from cashbox.server.chat.service import no_such_line
from cashbox.server.db import queries
from cashbox.server.db.backend import News
from cashbox.server.db.records import ReportRow
from cashbox.server.errors import Refusal
from cashbox.server.moderation import store as moderation_store
from cashbox.server.ops import upkeep
from cashbox.server.tables import seating
from cashbox.server.tables.seating import seat_at
from cashbox.server.tasks import shielded
from cashbox.server.watching.service import check_hears_watchers, with_earlier

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Connection

    from cashbox.server.accounts.guests import Guests
    from cashbox.server.db.records import Ban, Guest, LineRecord, TableRecord
    from cashbox.server.db.store import Store
    from cashbox.server.moderation.wire import Report
    from cashbox.server.tables.catalog import Catalog
    from cashbox.server.tables.live import LiveTable
    from cashbox.server.tables.registry import Registry

    Noted = Callable[[Connection, int], None]

LONGEST: Final = 200
"""The most characters of a reason."""

TOLD: Final = "Thanks. Your report was sent to the server's operator. No one at the table will know."


class Moderation:
    """Reports, bans, renaming, and deleted messages, in the store and in memory. A method that takes `noted` calls it
    in the transaction that makes the change, with the number of affected tables."""

    def __init__(self, store: Store, registry: Registry, catalog: Catalog, guests: Guests) -> None:
        self._store = store
        self._live = registry
        self._catalog = catalog
        self._guests = guests

    # -- for people ------------------------------------------------------------------------------------------

    async def report(self, table: LiveTable, guest: Guest, wish: Report) -> str:
        """Report a message or a person for a guest, and return the reply.

        Refusal ("bad-report", "own-line", "own-seat", "nobody-there", "too-long", "reported", "no-such-line",
        "line-deleted", "players-wait", ...).
        """
        row = self._row(table, guest, wish)
        if not await stored(self._store, lambda connection: moderation_store.report(connection, row), []):
            what = "that message" if row.line is not None else f"{row.name}"
            raise Refusal(409, "reported", f"You already reported {what}.")
        return TOLD

    def _row(self, table: LiveTable, guest: Guest, wish: Report) -> ReportRow:
        reason = plain(wish.reason)
        if len(reason) > LONGEST:
            told = f"That reason is too long ({len(reason)} characters). Use up to {LONGEST}."
            raise Refusal(400, "too-long", told)
        if [wish.line, wish.remark, wish.seat].count(None) != 2:
            raise Refusal(400, "bad-report", "Report either a message or the player in a seat, not both.")
        now, where = int(self._store.clock.now()), table.record.id
        if wish.seat is not None:
            seat = seat_at(table.seen_by(guest).record, wish.seat)
            if seat.guest is None:
                raise Refusal(409, "nobody-there", "There is no person in that seat.")
            if seat.guest == guest.id:
                raise Refusal(409, "own-seat", "That is your own seat.")
            return ReportRow(0, now, guest.id, seat.guest, where, None, seat.name, "", reason)
        line, watchers = self._line(table, guest, wish), wish.remark is not None
        if line.guest == guest.id:
            raise Refusal(409, "own-line", "That is your own message.")
        about = (line.guest, where, line.number, line.name, line.text)
        return ReportRow(0, now, guest.id, *about, reason, watchers=watchers)

    def _line(self, table: LiveTable, guest: Guest, wish: Report) -> LineRecord:
        """Return the message of a report, if the guest can have read it, because the guest's data export contains the
        report."""
        if wish.remark is not None:
            check_hears_watchers(table.record, guest, self._store.clock.now())
            return table.chat.spectators.line(wish.remark)
        if (number := wish.line or 0) > table.seen_by(guest).line:
            raise no_such_line()
        return table.chat.line(number)

    # -- for the operator ----------------------------------------------------------------------------------

    async def ban(self, guest: str, ban: Ban, noted: Noted) -> int:
        """Ban a guest, who may only watch from now on. Live channels end, seats of waiting tables become open, and bots
        stand in at running games with others.

        Returns: the number of tables that changed. Refusal ("no-such-guest").
        """
        now = self._store.clock.now()

        def put_out(record: TableRecord) -> TableRecord:
            after = seating.without_banned(record, guest, self._best(record))
            return after if after is record else with_earlier(after, record, now)

        def job(connection: Connection) -> set[str]:
            _need(connection, guest)
            moderation_store.ban(connection, guest, ban, int(now))
            changed = _change(connection, guest, put_out)
            noted(connection, len(changed))
            return changed

        changed = await self._everywhere(guest, job, News(guest=guest, ended=True, banned=True))
        return len(changed)

    async def unban(self, guest: str, noted: Noted) -> None:
        """End a ban. Refusal ("not-banned")."""
        now = int(self._store.clock.now())

        def job(connection: Connection) -> None:
            moderation_store.drop_ended(connection, now)
            if not moderation_store.lift(connection, guest):
                raise Refusal(409, "not-banned", f"Guest {guest} isn't banned.")
            noted(connection, 0)

        await stored(self._store, job, [News(guest=guest)])
        self._guests.forget({guest}, ended=False)

    async def rename(self, guest: str, name: str, noted: Noted) -> str:
        """Rename a guest at every table and on every message, and withdraw the name from journals.

        `name` is "" for "Guest" and a number. Returns the name as stored. Refusal ("no-such-guest", "no-name")
        and as `allowed`, `accounts.rename`.
        """
        known = await self._store.guest(guest)
        if known is None or not known.name:
            raise _nobody(guest)
        kept = await self._name(known, name)

        def job(connection: Connection) -> set[str]:
            _need(connection, guest)
            upkeep.name_guest(connection, guest, kept)
            accounts_store.rename(connection, guest, skeleton(kept))
            one = _need(connection, guest)
            heard = set(moderation_store.spoke_at(connection, guest))
            changed = _change(connection, guest, lambda record: _rename(connection, record, one, kept))
            archive_store.rename(connection, guest)
            names = {record.id: record.seats[seat].name for record in upkeep.tables_with(connection, guest)
                     if (seat := record.seat_of(one)) is not None}  # fmt: skip
            moderation_store.rename_lines(connection, guest, kept, names)
            moderation_store.note_change(connection, heard - changed)
            noted(connection, len(changed | heard))
            return changed | heard

        # A spectator keeps the name of the start of the connection.
        await self._everywhere(guest, job, News(guest=guest, renamed=True))
        return kept

    async def delete_line(self, table_id: str, number: int, noted: Noted, *, watchers: bool = False) -> None:
        """Delete the text of a message from the store, memory, and every page. `watchers`: whether it is in the
        spectators' chat. Refusal ("no-such-table", "no-such-line", "line-deleted")."""

        def job(connection: Connection) -> None:
            match moderation_store.delete_line(connection, table_id, number, watchers=watchers):
                case "no-table":
                    raise Refusal(404, "no-such-table", f"There is no table {table_id}.")
                case "no-line":
                    raise Refusal(404, "no-such-line", f"There is no message {number} in the chat of {table_id}.")
                case "before":
                    raise Refusal(409, "line-deleted", "That message was already deleted.")
                case "deleted":
                    noted(connection, 1)

        async with self._live.hold([table_id]) as there:
            await stored(self._store, job, [News(table_id)])
            for table in there:
                await table.caught_up()
        # It may have been loaded in the meantime.
        await self._live.follow(table_id)

    # -- internals -----------------------------------------------------------------------------------------------------

    async def _name(self, guest: Guest, name: str) -> str:
        """Return the new name for a guest."""
        if not name:
            while await _taken(self._store, tried := f"{NOBODY} {1000 + secrets.randbelow(9000)}"):
                pass
            return tried
        kept = await check_name(self._store, name, guest)
        if not kept:
            raise Refusal(400, "no-name", "Enter a name with visible characters.")
        if guest.account and skeleton(kept) == skeleton(NOBODY):
            raise Refusal(409, "no-name", f"{NOBODY!r} can't be an account name. Choose another name.")
        return kept

    async def _everywhere(self, guest: str, job: Callable[[Connection], set[str]], told: News) -> set[str]:
        """Change the store, and then the affected tables in memory. job: returns their ids."""
        changed: set[str] = await shielded(self._changed(guest, job, told))
        return changed

    async def _changed(self, guest: str, job: Callable[[Connection], set[str]], told: News) -> set[str]:
        news = [told]

        def all_told(connection: Connection) -> set[str]:
            changed = job(connection)
            news[1:] = [News(table_id) for table_id in sorted(changed)]
            return changed

        ids = [record.id for record in await self._store.read(upkeep.tables_with, guest)]
        async with self._live.hold(ids) as there:
            changed = await stored(self._store, all_told, news)
            for table in there:
                await table.caught_up()
        self._guests.forget({guest}, why=BANNED if told.banned else RENAMED)
        for table_id in changed - {table.record.id for table in there}:
            # The guest only posted there, or joined or the table was loaded in the meantime.
            await self._live.follow(table_id)
        return changed

    def _best(self, record: TableRecord) -> str:
        return self._catalog.best_bot(record.game) if record.game in self._catalog.infos else "random"


async def _taken(store: Store, name: str) -> bool:
    """Return whether an account has a similar name."""
    return await store.read(accounts_store.find_by_look, skeleton(name)) is not None


def _change(connection: Connection, guest: str, change: Callable[[TableRecord], TableRecord]) -> set[str]:
    """Change the tables where a guest has a seat, is invited, or is host. Returns the ids of those that have
    changed."""
    changed = set()
    for before in upkeep.hold_tables_with(connection, guest):
        after = change(before)
        if after is not before:
            upkeep.change_table(connection, after)
            changed.add(before.id)
    return changed


def _rename(connection: Connection, record: TableRecord, guest: Guest, name: str) -> TableRecord:
    """Rename a guest in a table's record, including earlier versions for spectators with a delay."""
    after = seating.rename_guest(record, guest, name)
    called = [(before.name, now.name) for before, now in zip(record.seats, after.seats, strict=True)]
    for before, now in (*called, (record.host_name, after.host_name)):
        if before and before != now:
            moderation_store.rename_notices(connection, record.id, before, now)
    return after


def _need(connection: Connection, guest: str) -> Guest:
    found = queries.guest(connection, guest)
    if found is None or not found.name:
        raise _nobody(guest)
    return found


def _nobody(guest: str) -> Refusal:
    return Refusal(404, "no-such-guest", f"There is no guest {guest}.")
