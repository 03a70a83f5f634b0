"""All rows of a house, from one database to another: copied, and then compared one by one."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import MetaData, String, create_engine, func, insert, literal, select, text
from sqlalchemy.pool import StaticPool

from cashbox.server.db import migrations
from cashbox.server.db.copies import CopyError
from cashbox.server.db.schema import CLAIMS, METADATA, PRESENCE, PROBE, PROCESSES
from cashbox.server.db.sqlite_types import called, misfit

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sqlalchemy import Connection, Table

    from cashbox.server.db.copies import Heard

BATCH: Final = 1000
"""Rows that are in memory at a time."""

OF_PROCESSES: Final = frozenset(table.name for table in (PROCESSES, CLAIMS, PRESENCE, PROBE))
"""The tables whose rows belong to processes that run, and go with them."""


def schema_of(revision: str) -> MetaData:
    """The tables of a revision of the schema. StartError where a newer version made it."""
    if revision == migrations.head():
        return METADATA
    found = MetaData()
    engine = create_engine("sqlite://", poolclass=StaticPool)
    try:
        with engine.begin() as connection:
            migrations.upgrade(connection, revision)
            found.reflect(connection)
    finally:
        engine.dispose()
    found.remove(found.tables["alembic_version"])
    for table in found.tables.values():
        for column in table.columns:
            # As any database has it, not as SQLite does.
            column.type = column.type.as_generic()
    return found


def kept(schema: MetaData) -> list[Table]:
    """The tables that make a house, each after those that its rows name."""
    return [table for table in schema.sorted_tables if table.name not in OF_PROCESSES]


def has_rows(connection: Connection, tables: Sequence[Table]) -> bool:
    """Whether there is anything in some tables."""
    return any(connection.execute(select(literal(1)).select_from(table).limit(1)).first() for table in tables)


def pour(source: Connection, target: Connection, tables: Sequence[Table], heard: Heard) -> None:
    """Copy all rows of some tables into empty ones, and compare them. CopyError where the target cannot hold a value,
    or does not have the same rows afterwards.

    source: sees one moment. heard: is told of rows, each counted when it is copied and when it is compared.
    """
    of = 2 * sum(source.execute(select(func.count()).select_from(table)).scalar_one() for table in tables)
    done = 0
    for table in tables:
        for rows in _all_of(source, table):
            _put(target, table, rows)
            done += len(rows)
            heard(done, of)
        _count_on(target, table)
    for table in tables:
        for count in _compared(source, target, table):
            done += count
            heard(done, of)


def _all_of(connection: Connection, table: Table) -> Iterator[Sequence[tuple[Any, ...]]]:
    """Every row, in an order that is the same in every database."""
    # PostgreSQL sorts text as the language wants that a database was made for, SQLite by its bytes.
    by_bytes = connection.dialect.name == "postgresql"
    key = [
        column.collate("C") if by_bytes and isinstance(column.type, String) else column for column in table.primary_key
    ]
    result = connection.execute(select(table).order_by(*key), execution_options={"yield_per": BATCH})
    for rows in result.partitions():
        yield [tuple(row) for row in rows]


def _put(target: Connection, table: Table, rows: Sequence[tuple[Any, ...]]) -> None:
    if target.dialect.name == "postgresql" and (why := misfit(table, rows)):
        raise CopyError(why)
    names = table.columns.keys()
    target.execute(insert(table), [dict(zip(names, row, strict=True)) for row in rows])


def _count_on(target: Connection, table: Table) -> None:
    """Numbers that the database gives go on after those that are there."""
    column = table.autoincrement_column
    if target.dialect.name == "postgresql" and column is not None:
        newest = target.execute(select(func.max(column))).scalar()
        number_of = text("SELECT setval(pg_get_serial_sequence(:table, :column), :newest)")
        if newest is not None:
            target.execute(number_of, {"table": table.name, "column": column.name, "newest": newest})


def _compared(source: Connection, target: Connection, table: Table) -> Iterator[int]:
    """Compare a table, some rows at a time; how many those were."""
    ours: Sequence[tuple[Any, ...]]
    theirs: Sequence[tuple[Any, ...]]
    for ours, theirs in zip_longest(_all_of(source, table), _all_of(target, table), fillvalue=()):
        for mine, other in zip_longest(ours, theirs, fillvalue=()):
            if mine != other:
                raise CopyError(f"Row {called(table, mine or other)} of {table.name} changed during the copy.")
        yield len(ours)
