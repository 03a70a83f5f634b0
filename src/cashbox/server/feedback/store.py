"""Store feedback, on a connection: one row for each seat of a finished game, deleted with the table or the guest."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import delete, insert, select, update

from cashbox.server.db.schema import FEEDBACK, SEATS

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from sqlalchemy import Connection

_answers = msgspec.json.Decoder(dict[str, str]).decode


def answers_of(connection: Connection, table: str, guest: str) -> dict[str, str]:
    """Read a guest's answers at a table, by question."""
    query = select(FEEDBACK.c.answers).where(FEEDBACK.c.table_id == table, FEEDBACK.c.guest == guest)
    found = connection.execute(query).scalar_one_or_none()
    return {} if found is None else _answers(found)


def put_answers(connection: Connection, table: str, guest: str, answers: Mapping[str, str], now: int) -> bool:
    """Replace a guest's answers at a table; without any, delete the old ones. Return whether the guest has a seat there
    at this moment."""
    place = select(SEATS.c.seat).where(SEATS.c.table_id == table, SEATS.c.guest == guest)
    seat = connection.execute(place.with_for_update()).scalar()
    if seat is None:
        return False
    connection.execute(delete(FEEDBACK).where(FEEDBACK.c.table_id == table, FEEDBACK.c.seat == seat))
    if answers:
        body = msgspec.json.encode(answers).decode()
        row = {"table_id": table, "seat": seat, "guest": guest, "answers": body, "made": now}
        connection.execute(insert(FEEDBACK).values(row))
    return True


def of_table(connection: Connection, table: str) -> dict[int, dict[str, str]]:
    """Read all answers at a table, by seat and question."""
    rows = connection.execute(select(FEEDBACK).where(FEEDBACK.c.table_id == table).order_by(FEEDBACK.c.seat))
    return {row.seat: _answers(row.answers) for row in rows}


def of_guest(connection: Connection, guest: str) -> list[tuple[str, int, dict[str, str]]]:
    """Read all answers of a guest: the table, when they were sent, and the answers by question."""
    query = select(FEEDBACK).where(FEEDBACK.c.guest == guest).order_by(FEEDBACK.c.made, FEEDBACK.c.table_id)
    return [(row.table_id, row.made, _answers(row.answers)) for row in connection.execute(query)]


def move(connection: Connection, guest: str, account: str, shared: Collection[str]) -> None:
    """Move a guest's answers to the account that took over the guest's seats, except at the tables in `shared`."""
    theirs = update(FEEDBACK).where(FEEDBACK.c.guest == guest, FEEDBACK.c.table_id.not_in(shared))
    connection.execute(theirs.values(guest=account))
