"""What SQLite keeps and PostgreSQL does not: it holds every column to its type and its length."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import BigInteger, Boolean, Float, Integer, LargeBinary, String

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from sqlalchemy import Column, Table

_SHORT: Final = 2**31
_LONG: Final = 2**63


def misfit(table: Table, rows: Iterable[tuple[Any, ...]]) -> str:
    """The first value of some rows of a table that PostgreSQL cannot hold, in a sentence; "" where it can hold all."""
    columns = [(place, column, _why_not(column)) for place, column in enumerate(table.columns)]
    for row in rows:
        for place, column, why_not in columns:
            if row[place] is not None and (why := why_not(row[place])):
                what = f"{column.name} in row {called(table, row)} of {table.name}"
                return f"PostgreSQL can't store {what}: {why}."
    return ""


def called(table: Table, row: tuple[Any, ...]) -> str:
    """How a row is called in a sentence: what its key is."""
    return ", ".join(repr(row[place])[:80] for place, column in enumerate(table.columns) if column.primary_key)


def _why_not(column: Column[Any]) -> Callable[[Any], str]:
    """What tells why a value does not fit into a column, "" where it does."""
    kind = column.type
    if isinstance(kind, Boolean):
        return lambda value: "" if isinstance(value, bool) else "it is neither true nor false"
    if isinstance(kind, Integer):
        most = _LONG if isinstance(kind, BigInteger) else _SHORT
        return lambda value: _number(value, most)
    if isinstance(kind, Float):
        return lambda value: "" if isinstance(value, float) else "it is not a number"
    if isinstance(kind, LargeBinary):
        return lambda value: "" if isinstance(value, bytes) else "it is not bytes"
    assert isinstance(kind, String), kind
    length = kind.length
    return lambda value: _text(value, length)


def _number(value: Any, most: int) -> str:
    if not isinstance(value, int):
        return "it is not a whole number"
    return "" if -most <= value < most else f"the number {value} is too large"


def _text(value: Any, length: int | None) -> str:
    if not isinstance(value, str):
        return "it is not text"
    if "\0" in value:
        return "it contains a NUL character"
    return (
        "" if length is None or len(value) <= length else f"it has {len(value)} characters, but the limit is {length}"
    )
