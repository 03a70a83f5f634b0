"""Test that the lobby reads only what it shows, however many finished tables there are."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import event

from bench.lobby import House
from cashbox.server.db import queries
from cashbox.server.lobby import store as lobby_store
from cashbox.server.lobby.store import Cursor, Place, public_tables
from tests.server.server_in_process import SetClock, serving

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from tests.data_folders import Home

IN_USE, FINISHED, MINE = 100, 20_000, 50

WHOLE = re.compile(r"(?:SCAN|Seq Scan on) (tables|seats|entries)\b")
"""How the databases report a full scan of a table."""

FEW = 500
"""How many rows a query may read and discard."""

LEFT_OUT = re.compile(r"Rows Removed by Filter: (\d+)")


def run_queries(connection: Connection, guest: str, now: float) -> None:
    """Run every query of the lobby and of the list of games to watch."""
    lobby_store.my_tables(connection, guest, 50, 6)
    lobby_store.finished_tables(connection, guest, Place(int(now), "x"), 21)
    lobby_store.tables_of(connection, guest)
    lobby_store.open_tables(connection, now)
    lobby_store.open_tables(connection, now, "cash")
    lobby_store.recently_played(connection, int(now))
    queries.waiting_for(connection, guest)
    public_tables(connection, None, 51, now)
    public_tables(connection, Cursor(int(now), "x"), 51, now)


def plans(connection: Connection, guest: str, now: float) -> list[tuple[str, list[str]]]:
    """Return each statement with its query plan."""
    statements: list[tuple[str, Any]] = []

    def note(_: object, __: object, statement: str, values: Any, *___: object) -> None:
        statements.append((statement, values))

    event.listen(connection, "before_cursor_execute", note)
    run_queries(connection, guest, now)
    event.remove(connection, "before_cursor_execute", note)
    how = "EXPLAIN (ANALYZE)" if connection.dialect.name == "postgresql" else "EXPLAIN QUERY PLAN"
    return [
        (statement, [str(row[-1]) for row in connection.exec_driver_sql(f"{how} {statement}", values)])
        for statement, values in statements
    ]


@pytest.mark.thorough
def test_no_lobby_query_scans_a_whole_table(home: Home) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            ann = await House(IN_USE, FINISHED, MINE).fill(services)
            for statement, plan in await services.store.read(plans, ann.id, clock.now()):
                told = "\n".join([statement, *plan])
                assert not WHOLE.search(told), told
                assert all(int(many) <= FEW for many in LEFT_OUT.findall(told)), told

    asyncio.run(run())
