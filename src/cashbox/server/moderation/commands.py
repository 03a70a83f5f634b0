"""What an operator does about reports, and about those who were reported."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.engine.phrases import plural
from cashbox.server.accounts.names import plain
from cashbox.server.accounts.own_data import stored
from cashbox.server.clock import DAY
from cashbox.server.db.records import Ban
from cashbox.server.errors import Refusal
from cashbox.server.moderation import bans
from cashbox.server.moderation import store as moderation_store
from cashbox.server.ops.requests import Answer, BanGuest, CloseReport, DeleteLine, ListReports, RenameGuest, Unban

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from cashbox.server.db.store import Store
    from cashbox.server.moderation.service import Order
    from cashbox.server.ops.commands import Desk
    from cashbox.server.ops.requests import Order as Asked


class OrderDesk:
    """Obey an operator's commands about people. desk: notes each change in its transaction."""

    def __init__(self, store: Store, kept: Order, desk: Desk) -> None:
        self._store = store
        self._order = kept
        self._desk = desk

    async def obey(self, asked: Asked) -> Answer:
        """Do what is asked for. Refusal where that cannot be."""
        match asked:
            case ListReports():
                return Answer(reports=await self._store.read(moderation_store.reports, asked.which, asked.before))
            case CloseReport():
                return await self._close(asked)
            case BanGuest():
                return await self._ban(asked)
            case Unban():
                await self._order.unban(asked.guest, lambda at, _: self._desk.note(at, asked.who, "unban", asked.guest))
                return Answer(f"Guest {asked.guest} is no longer banned.")
            case RenameGuest():
                return await self._rename(asked)
            case DeleteLine():
                return await self._delete_line(asked)

    async def _close(self, asked: CloseReport) -> Answer:
        def job(connection: Connection) -> None:
            match moderation_store.close_report(connection, asked.report, self._now()):
                case "none":
                    raise Refusal(404, "no-such-report", f"There is no report {asked.report}.")
                case "before":
                    raise Refusal(409, "closed-report", f"Report {asked.report} is already resolved.")
                case "closed":
                    self._desk.note(connection, asked.who, "resolve", str(asked.report))

        await stored(self._store, job, [])
        return Answer(f"Report {asked.report} was resolved, and its copy of the message was deleted.")

    async def _ban(self, asked: BanGuest) -> Answer:
        until = self._now() + asked.days * DAY if asked.days else None
        told = f"until {bans.day(until)}" if until is not None else "permanently"

        def noted(connection: Connection, tables: int) -> None:
            self._desk.note(
                connection, asked.who, "ban", asked.guest, f"Banned {told}. {plural(tables, 'table')} changed."
            )

        tables = await self._order.ban(asked.guest, Ban(until, plain(asked.reason)), noted)
        return Answer(f"Guest {asked.guest} is banned {told}. This affects {plural(tables, 'table')}.")

    async def _rename(self, asked: RenameGuest) -> Answer:
        def noted(connection: Connection, tables: int) -> None:
            self._desk.note(connection, asked.who, "rename", asked.guest, f"{plural(tables, 'table')} changed.")

        name = await self._order.rename(asked.guest, asked.name, noted)
        return Answer(f"Guest {asked.guest} is now called {name}.")

    async def _delete_line(self, asked: DeleteLine) -> Answer:
        def noted(connection: Connection, _: int) -> None:
            where = f"{asked.table}/watchers" if asked.watchers else asked.table
            self._desk.note(connection, asked.who, "delete-line", f"{where}/{asked.line}")

        await self._order.delete_line(asked.table, asked.line, noted, watchers=asked.watchers)
        told = "Reports about it keep its text until you resolve them"
        return Answer(f"Message {asked.line} in the chat of {asked.table} was deleted. {told}.")

    def _now(self) -> int:
        return int(self._store.clock.now())
