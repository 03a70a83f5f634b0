"""Test that the archive reads a bounded number of rows, no matter how many games are finished and how few match."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from sqlalchemy import event

from bench.archive import APART, House, searches, with_rare_mode
from cashbox.server.archive import store as archive_search
from tests.server.server_in_process import SetClock, serving

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from cashbox.server.archive.store import Found
    from tests.data_folders import Home

pytestmark = pytest.mark.databases

GAMES = 20_000

WINDOWS = (50, 300)
"""Windows as small, relative to the games here, as the real ones on a server with a million games."""

WHOLE = re.compile(r"(?:SCAN|Seq Scan on) (tables|seats|entries|guests|archive|archive_seats)\b(?! USING)")
"""How the databases report a full scan of a table."""

LEFT_OUT = re.compile(r"Rows Removed by Filter: (\d+)")


@pytest.mark.thorough
def test_no_search_scans_a_whole_table(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[tuple[str, str]] = []
    asking = archive_search.search

    def explained(connection: Connection, *asked: Any) -> Found:
        statements: list[tuple[str, Any]] = []

        def note(_: object, __: object, statement: str, values: Any, *___: object) -> None:
            statements.append((statement, values))

        event.listen(connection, "before_cursor_execute", note)
        answer = asking(connection, *asked)
        archive_search.games(connection, answer.tables)
        event.remove(connection, "before_cursor_execute", note)
        how = "EXPLAIN (ANALYZE)" if connection.dialect.name == "postgresql" else "EXPLAIN QUERY PLAN"
        for statement, values in statements:
            plan = [str(row[-1]) for row in connection.exec_driver_sql(f"{how} {statement}", values)]
            found.append((statement, "\n".join(plan)))
        return answer

    async def run() -> None:
        async with serving(home, SetClock()) as services:
            often, some = await House(GAMES).fill(services)
            with_rare_mode(services)
            handle = (await services.persons.me(often)).handle
            monkeypatch.setattr(archive_search, "search", explained)
            monkeypatch.setattr(archive_search, "WINDOWS", WINDOWS)
            for what, asked, guest in searches(GAMES, often, some, handle):
                for after in ("", f"{1_000_000_000 + APART * GAMES // 2}.t"):
                    await services.archive.search(msgspec.structs.replace(asked, after=after), guest)
                for statement, plan in found:
                    told = f"{what}\n{statement}\n{plan}"
                    assert not WHOLE.search(plan), told
                    assert ("archive_newest" in plan) == ("public AND shown >= 0" in statement), told
                    assert all(int(many) <= max(WINDOWS) for many in LEFT_OUT.findall(plan)), told
                found.clear()

    asyncio.run(run())
