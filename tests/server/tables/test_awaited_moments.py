"""Test that every moment that a table waits for is handled wherever the server has to know of it: in memory, when a
process takes over tables, when unused tables are closed, and when the machine's date is set."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest
import sqlalchemy as sa

from cashbox.server.db import queries
from cashbox.server.db.records import Clocks, Hand
from cashbox.server.db.schema import AWAITED, CONTENTS, ENTRIES, GUESTS, METADATA, SEATS, TABLES
from cashbox.server.departures.store import to_warn, unused_tables
from cashbox.server.tables.downtime import shift_times
from cashbox.server.tables.timeouts import WAITS

if TYPE_CHECKING:
    from collections.abc import Iterator

NOT_AWAITED = {
    "tables.made": "in the past",
    "tables.changed": "in the past; `downtime` keeps it from being in the future",
    "tables.warned": "in the past",
    "tables.hidden_until": "for lists of ended tables; nothing happens then",
    "seats.nudged": "in the past",
    "entries.at": "in the past",
    "entries.made": "in the past",
    "entries.due": "a bit mask",
}
"""Columns of big numbers that the server never waits for, and why."""

NOT_MOMENTS = {"bank", "used", "back"}
"""The fields of a player's clock that are durations or facts."""

NOW = 1_800_000_000
LONG_AGO = 1_000


@pytest.fixture
def connection() -> Iterator[sa.Connection]:
    """Connect to a database with a table in play that no one has used for long."""
    engine = sa.create_engine("sqlite://")
    with engine.begin() as connection:
        METADATA.create_all(connection)
        connection.execute(sa.insert(GUESTS).values(id="ann", name="Ann", made=0))
        connection.execute(sa.insert(CONTENTS).values(hash="c", game="cash", body=b""))
        table = {"id": "t", "game": "cash", "content_hash": "c", "name": "", "listed": False, "status": "playing"}
        times = {"host": "ann", "host_name": "Ann", "secret": b"", "made": LONG_AGO, "changed": LONG_AGO}
        connection.execute(sa.insert(TABLES).values(table | times))
        seat = {"table_id": "t", "seat": 0, "kind": "guest", "guest": "ann", "name": "Ann", "bot": "", "nonce": ""}
        connection.execute(sa.insert(SEATS).values(seat))
        connection.execute(sa.insert(ENTRIES).values(table_id="t", number=0, at=LONG_AGO, due=1, body=b""))
        yield connection


def unused(connection: sa.Connection) -> list[str]:
    return unused_tables(connection, to_warn(NOW - 1000, NOW, NOW))


def test_every_time_of_a_table_is_awaited_or_says_why_not() -> None:
    big = {column for part in (TABLES, SEATS, ENTRIES) for column in part.c if isinstance(column.type, sa.BigInteger)}
    unknown = sorted(str(column) for column in big - set(AWAITED) if str(column) not in NOT_AWAITED)
    assert unknown == [], "add it to schema.AWAITED and timeouts.WAITS, or to NOT_AWAITED here"


def test_something_happens_at_every_awaited_moment() -> None:
    assert {wait.column for wait in WAITS if wait.column is not None} == set(AWAITED)
    assert all(moment.nullable for moment in AWAITED), "null stands for never"


@pytest.mark.parametrize("moment", AWAITED, ids=str)
def test_an_awaited_moment_lets_a_process_take_the_table_over_and_keeps_it_open(
    connection: sa.Connection, moment: sa.Column[int]
) -> None:
    assert queries.tables_needing_work(connection) == []
    assert unused(connection) == ["t"]
    connection.execute(sa.update(moment.table).values({moment.name: NOW + 100}))
    assert [(going.id, going.check_at) for going in queries.tables_needing_work(connection)] == [("t", NOW + 100)]
    assert unused(connection) == []
    connection.execute(sa.update(moment.table).values({moment.name: NOW - 100}))
    assert unused(connection) == ["t"]


@pytest.mark.parametrize("moment", AWAITED, ids=str)
def test_an_awaited_moment_moves_with_the_date(connection: sa.Connection, moment: sa.Column[int]) -> None:
    for before, after in ((NOW, NOW + 60), (None, None)):
        connection.execute(sa.update(moment.table).values({moment.name: before}))
        shift_times(connection, 60_000, (NOW + 60) * 1000)
        assert connection.execute(sa.select(moment)).scalar() == after


def test_the_moments_of_clocks_move_with_the_date(connection: sa.Connection) -> None:
    values: dict[str, Any] = dict.fromkeys(Hand.__struct_fields__, 1) | {"back": True}
    clocks = Clocks((Hand(**values),), **dict.fromkeys(set(Clocks.__struct_fields__) - {"hands"}, 1))
    connection.execute(sa.update(ENTRIES).values(clocks=msgspec.json.encode(clocks).decode()))
    shift_times(connection, 60_000, NOW * 1000)
    moved = msgspec.json.decode(connection.execute(sa.select(ENTRIES.c.clocks)).scalar_one(), type=Clocks)
    for name in Hand.__struct_fields__:
        assert getattr(moved.hands[0], name) == (values[name] if name in NOT_MOMENTS else 1 + 60_000), name
    for name in set(Clocks.__struct_fields__) - {"hands"}:
        assert getattr(moved, name) == 1 + 60, name
