"""Admin commands. Each change is recorded in the audit log, in the transaction that makes it."""

from __future__ import annotations

from contextlib import AsyncExitStack
from functools import partial
from typing import TYPE_CHECKING

from cashbox.engine.phrases import plural
from cashbox.server.accounts.names import FORMER, plain
from cashbox.server.accounts.own_data import stored
from cashbox.server.clock import DAY, day_and_time
from cashbox.server.db import backend
from cashbox.server.db.backend import News
from cashbox.server.db.records import AuditRow, Ban
from cashbox.server.db.schema import TABLES
from cashbox.server.errors import Refusal
from cashbox.server.moderation import store as moderation_store
from cashbox.server.ops import upkeep
from cashbox.server.ops.socket import (
    Answer,
    BanGuest,
    CloseReport,
    CloseTable,
    DeleteGuest,
    DeleteLine,
    DeleteTable,
    ListAudit,
    ListGuests,
    ListReports,
    ListTables,
    ReadFile,
    ReadMetrics,
    RenameGuest,
    Request,
    Tidy,
    Unban,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sqlalchemy import Connection

    from cashbox.server.accounts.guests import Guests
    from cashbox.server.accounts.own_data import Erasing
    from cashbox.server.db.store import Store
    from cashbox.server.metrics import Metrics
    from cashbox.server.moderation.service import Moderation
    from cashbox.server.tables.registry import Registry


class AdminCommands:
    """Runs an operator's commands, in the store and in memory. files: returns an opened journal by its id, b"" for
    none."""

    def __init__(
        self,
        store: Store,
        registry: Registry,
        guests: Guests,
        erasing: Erasing,
        moderation: Moderation,
        metrics: Metrics,
        files: Callable[[str], bytes],
    ) -> None:
        self._files = files
        self._store = store
        self._moderation = moderation
        self._live = registry
        self._guests = guests
        self._erasing = erasing
        self._metrics = metrics

    async def obey(self, asked: Request) -> Answer:
        """Run a command. Refusal if that is impossible."""
        match asked:
            case ReadMetrics():
                return Answer(metrics=self._metrics.text().decode())
            case ReadFile():
                return Answer(file=self._files(asked.file))
            case ListTables():
                return Answer(
                    tables=await self._store.read(upkeep.tables, asked.status, asked.game, self._ago(asked.older))
                )
            case ListGuests():
                found = partial(upkeep.guests, banned=asked.banned)
                return Answer(guests=await self._store.read(found, asked.name, self._ago(asked.older), self._now()))
            case ListAudit():
                return Answer(audit=await self._store.read(upkeep.audit))
            case CloseTable():
                return await self._close(asked)
            case DeleteTable():
                return await self._delete(asked)
            case DeleteGuest():
                return await self._delete_guest(asked)
            case Tidy():
                return await self._tidy(asked)
            case ListReports():
                return Answer(reports=await self._store.read(moderation_store.reports, asked.which, asked.before))
            case CloseReport():
                return await self._resolve(asked)
            case BanGuest():
                return await self._ban(asked)
            case Unban():
                return await self._unban(asked)
            case RenameGuest():
                return await self._rename(asked)
            case DeleteLine():
                return await self._delete_line(asked)

    async def _close(self, asked: CloseTable) -> Answer:
        def job(connection: Connection) -> None:
            was = upkeep.close_table(connection, asked.table, self._now())
            if was is None:
                raise _no_table(asked.table)
            if was in upkeep.ENDED:
                raise Refusal(409, "ended", f"Table {asked.table} is already {was}.")
            self.record(connection, asked.who, "close", asked.table, f"It was {was}.")

        await self._at(asked.table, job)
        return Answer(f"Table {asked.table} was closed.")

    async def _delete(self, asked: DeleteTable) -> Answer:
        def job(connection: Connection) -> None:
            if not upkeep.delete_tables(connection, TABLES.c.id == asked.table):
                raise _no_table(asked.table)
            self.record(connection, asked.who, "delete", asked.table)

        await self._at(asked.table, job)
        return Answer(f"Table {asked.table} was deleted, along with its journal and chat.")

    async def _delete_guest(self, asked: DeleteGuest) -> Answer:
        def noted(connection: Connection, tables: int) -> None:
            self.record(connection, asked.who, "delete-guest", asked.guest, f"It had {plural(tables, 'table')}.")

        tables = await self._erasing.guest(asked.guest, noted)
        return Answer(f"Guest {asked.guest} was deleted and is shown as {FORMER} at {plural(tables, 'table')}.")

    async def _tidy(self, asked: Tidy) -> Answer:
        before = {name: self._ago(days) for name, days in _days(asked).items() if days}
        tables = chats = guests = 0
        more = True
        while more:
            gone = await self._tidy_some(asked.who, before)
            tables, chats, guests = (done + len(some) for done, some in zip((tables, chats, guests), gone, strict=True))
            more = any(len(some) == backend.BATCH for some in gone)
        return Answer(f"Deleted {_count_deleted(tables, chats, guests)}.")

    async def _tidy_some(self, who: str, before: Mapping[str, int]) -> tuple[list[str], list[str], list[str]]:
        """Delete at most BATCH of each kind that are older than a moment: tables, chats (by table), guests."""
        news: list[News] = []

        def job(connection: Connection) -> tuple[list[str], list[str], list[str]]:
            finished = chats = guests = list[str]()
            if "finished" in before:
                finished = upkeep.delete_tables(connection, upkeep.ended_before(before["finished"]))
            if "chats" in before:
                chats = upkeep.delete_chats(connection, upkeep.ended_before(before["chats"]))
            if "guests" in before:
                guests = upkeep.delete_unused_guests(connection, before["guests"])
            if finished or chats or guests:
                message = f"Deleted {_count_deleted(len(finished), len(chats), len(guests))}."
                self.record(connection, who, "retention", "", message)
            news[:] = [*map(News, (*finished, *chats)), *(News(guest=guest, ended=True) for guest in guests)]
            return finished, chats, guests

        finished, chats, guests = await stored(self._store, job, news)
        for table_id in (*finished, *chats):
            await self._live.follow(table_id)
        self._guests.forget(set(guests))
        return finished, chats, guests

    async def _resolve(self, asked: CloseReport) -> Answer:
        def job(connection: Connection) -> None:
            match moderation_store.close_report(connection, asked.report, self._now()):
                case "none":
                    raise Refusal(404, "no-such-report", f"There is no report {asked.report}.")
                case "before":
                    raise Refusal(409, "closed-report", f"Report {asked.report} is already resolved.")
                case "closed":
                    self.record(connection, asked.who, "resolve", str(asked.report))

        await stored(self._store, job, [])
        return Answer(f"Report {asked.report} was resolved, and its copy of the message was deleted.")

    async def _ban(self, asked: BanGuest) -> Answer:
        until = self._now() + asked.days * DAY if asked.days else None
        duration = f"until {day_and_time(until)}" if until is not None else "permanently"

        def noted(connection: Connection, tables: int) -> None:
            self.record(
                connection, asked.who, "ban", asked.guest, f"Banned {duration}. {plural(tables, 'table')} changed."
            )

        tables = await self._moderation.ban(asked.guest, Ban(until, plain(asked.reason)), noted)
        return Answer(f"Guest {asked.guest} is banned {duration}. This affects {plural(tables, 'table')}.")

    async def _rename(self, asked: RenameGuest) -> Answer:
        def noted(connection: Connection, tables: int) -> None:
            self.record(connection, asked.who, "rename", asked.guest, f"{plural(tables, 'table')} changed.")

        name = await self._moderation.rename(asked.guest, asked.name, noted)
        return Answer(f"Guest {asked.guest} is now called {name}.")

    async def _delete_line(self, asked: DeleteLine) -> Answer:
        def noted(connection: Connection, _: int) -> None:
            where = f"{asked.table}/watchers" if asked.watchers else asked.table
            self.record(connection, asked.who, "delete-line", f"{where}/{asked.line}")

        await self._moderation.delete_line(asked.table, asked.line, noted, watchers=asked.watchers)
        message = "Reports about it keep its text until you resolve them"
        return Answer(f"Message {asked.line} in the chat of {asked.table} was deleted. {message}.")

    async def _unban(self, asked: Unban) -> Answer:
        def noted(connection: Connection, _: int) -> None:
            self.record(connection, asked.who, "unban", asked.guest)

        await self._moderation.unban(asked.guest, noted)
        return Answer(f"Guest {asked.guest} is no longer banned.")

    # -- internals -----------------------------------------------------------------------------------------------------

    async def _at(self, table_id: str, job: Callable[[Connection], None]) -> None:
        """Change the store, then the table if it is in memory."""
        table = await self._live.wait_until_loaded(table_id)
        async with AsyncExitStack() as held:
            if table is not None:
                await held.enter_async_context(table.lock)
            await stored(self._store, job, [News(table_id)])
        # It may have been loaded in the meantime.
        await self._live.follow(table_id)

    def record(self, connection: Connection, who: str, what: str, subject: str, detail: str = "") -> None:
        """Record an operator's action, in the transaction that performs it."""
        upkeep.note(connection, AuditRow(self._now(), who, what, subject, detail))

    def _now(self) -> int:
        return int(self._store.clock.now())

    def _ago(self, days: int) -> int:
        """Return the moment this many days ago; for 0, a moment after everything, whatever the clock was before."""
        return self._now() + 1 - days * DAY if days else 1 << 60


def _days(asked: Tidy) -> dict[str, int]:
    return {"finished": asked.finished, "chats": asked.chats, "guests": asked.guests}


def _count_deleted(tables: int, chats: int, guests: int) -> str:
    return f"{plural(tables, 'table')}, the chats of {plural(chats, 'table')}, and {plural(guests, 'guest')}"


def _no_table(table_id: str) -> Refusal:
    return Refusal(404, "no-such-table", f"There is no table {table_id}.")
