"""Store daily puzzles and who answered them, on a connection. Puzzles are deleted with their tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from sqlalchemy import delete, select, update

from cashbox.server.db import queries
from cashbox.server.db.backend import insert_new
from cashbox.server.db.schema import ANALYSES, PUZZLE_ANSWERS, PUZZLES, TABLES
from cashbox.server.tables.settings import LISTED_WATCHING

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from cashbox.server.db.records import TableRecord

GAMES: Final = 300
"""The number of newest games to search for a puzzle."""


class StoredPuzzle(NamedTuple):
    """A daily puzzle. day: days since 1970; body: a `service.Position` as JSON."""

    game: str
    day: int
    table_id: str
    step: int
    body: bytes
    asked: int = 0
    found: int = 0


def puzzle_of(connection: Connection, game: str, day: int) -> StoredPuzzle | None:
    """Find the puzzle of a day."""
    row = connection.execute(select(PUZZLES).where(PUZZLES.c.game == game, PUZZLES.c.day == day)).one_or_none()
    return None if row is None else StoredPuzzle(*row)


def answer_of(connection: Connection, game: str, day: int, voter: str) -> int | None:
    """Find a person's answer to a puzzle."""
    mine = (PUZZLE_ANSWERS.c.game == game, PUZZLE_ANSWERS.c.day == day, PUZZLE_ANSWERS.c.voter == voter)
    choice: int | None = connection.execute(select(PUZZLE_ANSWERS.c.choice).where(*mine)).scalar_one_or_none()
    return choice


def candidates(connection: Connection, game: str) -> list[TableRecord]:
    """Find rated public games with a complete analysis whose players allow puzzles, newest first."""
    analyzed = select(ANALYSES.c.table_id).where(ANALYSES.c.whole)
    wanted = (TABLES.c.game == game, TABLES.c.status == "over", TABLES.c.watching.in_(LISTED_WATCHING))
    newest = select(TABLES.c.id).where(*wanted, TABLES.c.id.in_(analyzed)).order_by(TABLES.c.changed.desc())
    tables = list(connection.execute(newest.limit(GAMES)).scalars())
    found = queries.records(connection, TABLES.c.id.in_(tables), GAMES) if tables else []
    settings = [(record, record.settings) for record in found]
    return [record for record, one in settings if one.rated and one.puzzles and one.analysis and one.open_hands]


def analysis_body(connection: Connection, table: str) -> bytes:
    """Read a complete analysis as JSON, b"" for none."""
    query = select(ANALYSES.c.body).where(ANALYSES.c.table_id == table, ANALYSES.c.whole)
    return connection.execute(query).scalar_one_or_none() or b""


def used(connection: Connection, game: str) -> set[tuple[str, int]]:
    """Find the decisions that have been puzzles: tables and steps."""
    rows = connection.execute(select(PUZZLES.c.table_id, PUZZLES.c.step).where(PUZZLES.c.game == game))
    return {(row.table_id, row.step) for row in rows}


def put(connection: Connection, puzzle: StoredPuzzle) -> None:
    """Store the puzzle of a day, unless there is one, and delete the answers to puzzles before yesterday's."""
    there = select(TABLES.c.id).where(TABLES.c.id == puzzle.table_id)
    if connection.execute(there.with_for_update()).scalar() is None:
        return
    connection.execute(insert_new(connection, PUZZLES).on_conflict_do_nothing(), [puzzle._asdict()])
    old = (PUZZLE_ANSWERS.c.game == puzzle.game, PUZZLE_ANSWERS.c.day < puzzle.day - 1)
    connection.execute(delete(PUZZLE_ANSWERS).where(*old))


def count(connection: Connection, game: str, day: int, voter: str, choice: int, *, found: bool) -> None:
    """Count an answer; only each person's first one counts."""
    row = {"game": game, "day": day, "voter": voter, "choice": choice}
    first = connection.execute(insert_new(connection, PUZZLE_ANSWERS).values(row).on_conflict_do_nothing())
    if first.rowcount == 1:
        one = update(PUZZLES).where(PUZZLES.c.game == game, PUZZLES.c.day == day)
        connection.execute(one.values(asked=PUZZLES.c.asked + 1, found=PUZZLES.c.found + int(found)))
