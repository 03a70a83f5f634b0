"""Export finished games to files for designers and researchers: a journal for each, and a table of all."""

from __future__ import annotations

import csv
import hashlib
from functools import cache
from typing import TYPE_CHECKING, Any, Final

import msgspec
from sqlalchemy import select

from cashbox import games
from cashbox.engine.chance import ChanceError
from cashbox.engine.game import GameError
from cashbox.engine.journal import dumps
from cashbox.engine.stand_ins import counting_outcome
from cashbox.server.db import queries
from cashbox.server.db.postgres_access import FAULTS, reason
from cashbox.server.db.schema import ENTRIES
from cashbox.server.feedback import store as feedback_store
from cashbox.server.ops.checking import reading
from cashbox.server.tables import store as tables_store
from cashbox.server.tables.starting import check_kept, resume_game

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from sqlalchemy import Connection

    from cashbox.engine.game import Game
    from cashbox.engine.match import Match
    from cashbox.server.db.records import Stored
    from cashbox.server.ops.checking import Connect, Source

    Row = tuple[Any, ...]

TABLE: Final = "games.csv"
JOURNALS: Final = "journals"
COLUMNS: Final = (
    "game", "variant", "content", "edition", "mode", "players", "journal", "minutes", "turns", "decisions", "seat",
    "player", "score", "winner", "stand_in",
)  # fmt: skip
"""Of games.csv, a row for each seat. turns: chapters of the replay, such as months; player: the level of a bot, or
person; winner: 1 for a sole winner; stand_in: decisions that a bot made for a person."""
FEEDBACK: Final = "feedback.csv"
ABOUT: Final = ("game", "variant", "content", "edition", "mode", "players", "journal", "seat", "score", "winner")
"""The columns of feedback.csv before those of the questions."""
PERSON: Final = "person"


class Exported(msgspec.Struct, frozen=True):
    """The result for one table. rows: empty unless its game is over; fault: why it could not be exported."""

    rows: list[Row]
    fault: str = ""
    feedback: dict[int, dict[str, str]] = {}
    """Answers by seat, and by the text of the question."""


def export(
    source: Source, tables: Sequence[str], folder: Path, *, names: bool, heard: Callable[[], None]
) -> tuple[int, list[str]]:
    """Export every finished game of these tables, also of private ones, with the feedback on it.

    Args:
        source: The database.
        tables: The ids of tables.
        folder: Where the files go.
        names: Whether people's names stay in the journals.
        heard: Is called after each table.

    Returns: how many games were exported, and a sentence for each that could not be.
    Raises: OSError if a file can't be written.
    """
    (folder / JOURNALS).mkdir(parents=True, exist_ok=True)
    rows: list[Row] = []
    answers: list[tuple[Row, dict[str, str]]] = []
    faults: list[str] = []
    count = 0
    for table_id in tables:
        found = reading(source, lambda connect, one=table_id: _export(connect, one, folder, names=names))  # type: ignore[misc]
        rows += found.rows
        answers += [(row, found.feedback[seat]) for seat, row in enumerate(found.rows) if seat in found.feedback]
        count += bool(found.rows)
        faults += [f"Table {table_id}: {found.fault}"] if found.fault else []
        heard()
    _write_table(folder / TABLE, COLUMNS, sorted(rows, key=_by_version))
    _write_feedback(folder / FEEDBACK, sorted(answers, key=lambda one: _by_version(one[0])))
    return count, faults


def _by_version(row: Row) -> Row:
    return (*row[:7], row[COLUMNS.index("seat")])


def _write_table(file: Path, columns: Sequence[str], rows: Iterable[Row]) -> None:
    with file.open("w", encoding="utf-8", newline="") as text:
        lines = csv.writer(text)
        lines.writerow(columns)
        lines.writerows(rows)


def _write_feedback(file: Path, answers: Sequence[tuple[Row, dict[str, str]]]) -> None:
    """Write a row for each seat that gave feedback, with a column for each question. Without feedback, no file."""
    file.unlink(missing_ok=True)
    if answers:
        questions = list(dict.fromkeys(question for _, given in answers for question in given))
        about = [COLUMNS.index(name) for name in ABOUT]
        rows = [
            (*(row[k] for k in about), *(as_cell(given.get(question, "")) for question in questions))
            for row, given in answers
        ]
        _write_table(file, (*ABOUT, *questions), rows)


def as_cell(text: str) -> str:
    """Return a player's text as a cell that no spreadsheet takes for a formula: an apostrophe marks it as text."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text


def _export(connect: Connect, table_id: str, folder: Path, *, names: bool) -> Exported:
    try:
        with connect() as connection:
            stored = tables_store.table(connection, table_id)
            if stored is None or stored.record.status != "over":
                return Exported([])
            seconds = stored.record.changed - _began(connection, table_id)
            body = queries.content(connection, stored.record.content_hash)
            feedback = feedback_store.of_table(connection, table_id)
        if body is None:
            return Exported([], f"its content {stored.record.content_hash} is missing.")
        stored = stored if names else _without_names(stored)
        record = stored.record
        check_kept(record)
        match = resume_game(record, _game(record.game, body, record.edition), list(stored.entries))
        match.finish(record.secret.hex())
        # A table's id is also its invitation, so files have other names.
        file = f"{record.game}-{hashlib.sha256(table_id.encode()).hexdigest()[:12]}.jsonl"
        (folder / JOURNALS / file).write_bytes(dumps(match.journal))
        return Exported(list(_rows(stored, match, max(0, seconds), file)), feedback=feedback)
    except (GameError, ChanceError) as error:
        return Exported([], str(error))
    except FAULTS as error:
        return Exported([], f"It can't be read: {reason(error)}.")
    except Exception as error:  # noqa: BLE001 (whatever damage does to a game, the others are exported)
        return Exported([], f"It can't be replayed: {type(error).__name__}.")


@cache
def _game(game: str, body: bytes, edition: int) -> Game[Any]:
    return games.load(game, msgspec.json.decode(body), edition)


def _began(connection: Connection, table_id: str) -> int:
    query = select(ENTRIES.c.at).where(ENTRIES.c.table_id == table_id).order_by(ENTRIES.c.number).limit(1)
    return int(connection.execute(query).scalar() or 0)


def _without_names(stored: Stored) -> Stored:
    """Withdraw people's names, as on request: without its salt, a name cannot be verified."""
    record = stored.record
    seats = [seat if seat.kind == "bot" else msgspec.structs.replace(seat, salt="") for seat in record.seats]
    return msgspec.structs.replace(stored, record=msgspec.structs.replace(record, seats=tuple(seats)))


def _rows(stored: Stored, match: Match[Any], seconds: int, file: str) -> Iterator[Row]:
    record, game = stored.record, match.game
    outcome = counting_outcome(match)
    assert outcome is not None
    stands = [(entry, made) for entry, made in zip(match.journal.entries, match.records, strict=True) if made.stands]
    turns = sum(event[0] in game.openings for _, made in stands for event in made.events)
    decisions = sum(entry.do is not None for entry, _ in stands)
    about = (record.game, record.settings.variant, record.content_hash, record.edition, record.settings.mode)
    length = (len(record.seats), f"{JOURNALS}/{file}", round(seconds / 60, 1), turns, decisions)
    for number, seat in enumerate(record.seats):
        winner = round(1 / len(outcome.winners), 3) if number in outcome.winners else 0
        bots = sum(entry.seat == number and entry.by == "stand-in" for entry, _ in stands)
        player = seat.level or PERSON
        yield (*about, *length, number + 1, player, outcome.scores[number], winner, bots)
