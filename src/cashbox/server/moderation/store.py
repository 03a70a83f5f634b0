"""Store reports, bans, renamed guests, and deleted messages, on a connection."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Literal

import msgspec
from sqlalchemy import delete, insert, or_, select, union, update

from cashbox.server.db.backend import note_erased
from cashbox.server.db.records import Ban, ReportRow
from cashbox.server.db.schema import BANS, CHAT, GUESTS, MARKS, NOTICES, REMARKS, REPORTS, TABLES, TOKENS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import ColumnElement, Connection

    from cashbox.server.db.records import WhichReports

PAGE: Final = 100
"""The most reports in one list."""

Deleted = Literal["deleted", "before", "no-line", "no-table"]

# -- reports ---------------------------------------------------------------------------------------------------------


def report(connection: Connection, row: ReportRow) -> bool:
    """Store a report, unless the reporter has already reported that message, or has an open report about that person.
    Returns whether it was stored."""
    # Of two simultaneous reports, one waits here for the other.
    connection.execute(select(GUESTS.c.id).where(GUESTS.c.id == row.reporter).with_for_update())
    theirs = (REPORTS.c.reporter == row.reporter) & (REPORTS.c.reported == row.reported)
    if row.line is None:
        same = REPORTS.c.line.is_(None) & REPORTS.c.closed.is_(None)
    else:
        same = (REPORTS.c.table_id == row.table) & (REPORTS.c.line == row.line) & (REPORTS.c.watchers == row.watchers)
    if connection.execute(select(REPORTS.c.id).where(theirs, same).limit(1)).first() is not None:
        return False
    fields = msgspec.structs.asdict(row) | {"table_id": row.table}
    del fields["id"], fields["table"]
    connection.execute(insert(REPORTS), fields)
    return True


def reports(connection: Connection, which: WhichReports, before: int) -> list[ReportRow]:
    """Read reports, newest first, at most PAGE. `before` selects those with a smaller number, 0 for the newest."""
    query = select(REPORTS).order_by(REPORTS.c.id.desc()).limit(PAGE)
    if before:
        query = query.where(REPORTS.c.id < before)
    if which != "all":
        query = query.where(REPORTS.c.closed.is_(None) if which == "open" else REPORTS.c.closed.is_not(None))
    return [_report(row) for row in connection.execute(query)]


def reports_by(connection: Connection, guest: str) -> list[ReportRow]:
    """Read a guest's reports, oldest first."""
    query = select(REPORTS).where(REPORTS.c.reporter == guest).order_by(REPORTS.c.id)
    return [_report(row) for row in connection.execute(query)]


def close_report(connection: Connection, number: int, now: int) -> Literal["closed", "before", "none"]:
    """Close a report and delete its copy of the message. "before" if it was already closed, "none" if there is none."""
    found = select(REPORTS.c.closed).where(REPORTS.c.id == number).with_for_update()
    row = connection.execute(found).first()
    if row is None:
        return "none"
    if row.closed is not None:
        return "before"
    connection.execute(update(REPORTS).where(REPORTS.c.id == number).values(closed=now, text=""))
    note_erased(connection)
    return "closed"


def leave_reports(connection: Connection, guests: Sequence[str]) -> None:
    """Prepare the deletion of guests: delete their words, and leave their reports for the operator."""
    connection.execute(update(REPORTS).where(REPORTS.c.reporter.in_(guests)).values(reporter=None, reason=""))


def join_reports(connection: Connection, guest: str, account: str) -> None:
    """Move reports by and about a guest to an account. A report by a guest about itself is dropped."""
    connection.execute(update(REPORTS).where(REPORTS.c.reporter == guest).values(reporter=account))
    connection.execute(update(REPORTS).where(REPORTS.c.reported == guest).values(reported=account))
    connection.execute(delete(REPORTS).where(REPORTS.c.reporter == REPORTS.c.reported))


def _report(row: Any) -> ReportRow:
    return ReportRow(
        row.id, row.made, row.reporter or "", row.reported, row.table_id, row.line, row.name, row.text, row.reason,
        row.closed, row.watchers,
    )  # fmt: skip


# -- bans ------------------------------------------------------------------------------------------------------------


def ban(connection: Connection, guest: str, one: Ban, now: int) -> None:
    """Store a ban, replacing an earlier one, and mark the guest's browsers so that they are recognized."""
    drop_ended(connection, now)
    lift(connection, guest)
    connection.execute(insert(BANS), {"guest": guest, "made": now, "until": one.until, "reason": one.reason})
    tokens = list(connection.execute(select(TOKENS.c.hash).where(TOKENS.c.guest == guest)).scalars())
    if tokens:
        connection.execute(insert(MARKS), [{"hash": token, "guest": guest} for token in tokens])


def lift(connection: Connection, guest: str) -> bool:
    """End a ban. Returns whether there was one."""
    return bool(connection.execute(delete(BANS).where(BANS.c.guest == guest)).rowcount)


def ban_by_token(connection: Connection, token_hash: str, now: int) -> Ban | None:
    """Return the ban in force of the person who had a token when it began."""
    query = (
        select(BANS.c.until, BANS.c.reason).join_from(MARKS, BANS).where(MARKS.c.hash == token_hash, ban_in_force(now))
    )
    row = connection.execute(query).first()
    return Ban(row.until, row.reason) if row is not None else None


def drop_ended(connection: Connection, now: int) -> None:
    """Delete bans that have ended."""
    connection.execute(delete(BANS).where(BANS.c.until <= now))


def banned_among(connection: Connection, guests: list[str], now: int) -> set[str]:
    """Return those of these guests whose ban is in force."""
    query = select(BANS.c.guest).where(BANS.c.guest.in_(guests), ban_in_force(now))
    return set(connection.execute(query).scalars())


def ban_in_force(now: int) -> ColumnElement[bool]:
    """Return a condition: a ban is in force."""
    return or_(BANS.c.until.is_(None), BANS.c.until > now)


# -- names and lines -------------------------------------------------------------------------------------------------


def rename_lines(connection: Connection, guest: str, name: str, there: dict[str, str]) -> None:
    """Rename the author of a guest's messages. `there` has the name by table if it differs there, because another
    account has the new one."""
    note_erased(connection)
    for part in (CHAT, REMARKS):
        connection.execute(update(part).where(part.c.guest == guest).values(name=name))
        for table, other in there.items():
            if other != name:
                theirs = (part.c.guest == guest) & (part.c.table_id == table)
                connection.execute(update(part).where(theirs).values(name=other, account=False))


def rename_notices(connection: Connection, table: str, before: str, name: str) -> None:
    """Change a name in a table's notifications."""
    connection.execute(update(NOTICES).where(NOTICES.c.table_id == table, NOTICES.c.who == before).values(who=name))


def spoke_at(connection: Connection, guest: str) -> list[str]:
    """Return the tables where a guest has posted."""
    said = (select(part.c.table_id).where(part.c.guest == guest) for part in (CHAT, REMARKS))
    return list(connection.execute(union(*said)).scalars())


def note_change(connection: Connection, tables: set[str]) -> None:
    """Record a change of some tables outside their seats, which every process must see."""
    bump = update(TABLES).where(TABLES.c.id.in_(sorted(tables))).values(version=TABLES.c.version + 1)
    connection.execute(bump)


def delete_line(connection: Connection, table: str, number: int, *, watchers: bool) -> Deleted:
    """Delete the text of a message; its number and author stay. watchers: whether it is in the spectators' chat.
    Returns "before" if it was already deleted."""
    if connection.execute(select(TABLES.c.id).where(TABLES.c.id == table).with_for_update()).first() is None:
        return "no-table"
    part = REMARKS if watchers else CHAT
    line = (part.c.table_id == table) & (part.c.number == number)
    text = connection.execute(select(part.c.text).where(line)).scalar()
    if text is None:
        return "no-line"
    if not text:
        return "before"
    connection.execute(update(part).where(line).values(text=""))
    note_erased(connection)
    note_change(connection, {table})
    return "deleted"
