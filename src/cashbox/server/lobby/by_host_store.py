"""Lists in which no host stands too often, read in pieces."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Connection, Row, Select

SOME: Final = 200
"""Rows of one piece."""

ROUNDS: Final = 5
"""So many pieces are looked through at most, however few of their rows count."""


def few_of_each(
    connection: Connection, piece: Callable[[Row[Any] | None], Select[Any]], each: int, most: int
) -> tuple[list[Row[Any]], Row[Any] | None]:
    """The first rows of a list, at most so many of `each` host, until there are `most` or it has been looked through
    enough; and the last one that was looked at, None where the list has ended.

    piece: asks for the SOME rows after one, or the first ones, with `host` among their columns.
    """
    chosen: list[Row[Any]] = []
    told: Counter[str] = Counter()
    last: Row[Any] | None = None
    for _ in range(ROUNDS):
        rows = connection.execute(piece(last)).all()
        for row in rows:
            told[row.host] += 1
            if told[row.host] <= each:
                chosen.append(row)
        last = rows[-1] if len(rows) == SOME else None
        if len(chosen) >= most or last is None:
            break
    return chosen, last
