"""Commands of `cashbox admin` for reports, and for those who were reported."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.cli.desk import USUAL_PLACE, Flag, TableId, WhereFlags, done, moment, who
from cashbox.cli.terminal import print_json, printable
from cashbox.engine.game import GameError
from cashbox.server.db.records import WhichReports  # noqa: TC001 (cyclopts reads the types)
from cashbox.server.moderation.store import PAGE
from cashbox.server.ops.requests import BanGuest, CloseReport, DeleteLine, ListReports, RenameGuest, Unban

if TYPE_CHECKING:
    from cashbox.server.db.records import ReportRow


def reports(
    *, which: WhichReports = "open", before: int = 0, json: Flag = False, where: WhereFlags = USUAL_PLACE
) -> None:
    """List reports, newest first, 100 at a time.

    Args:
        which: only unresolved reports, only resolved ones, or all.
        before: only reports with a lower number, to get the next page.
        json: print JSON.
        where: the data.
    """
    found = done(where, ListReports(who(), which, before)).reports
    if json:
        print_json(found, indent=2)
        return
    for row in found:
        print(printable(_told(row)))
    if len(found) == PAGE:
        print(f"For more, use --before {found[-1].id}")


def resolve(report: int, /, *, where: WhereFlags = USUAL_PLACE) -> None:
    """Resolve a report and delete its copy of the message.

    Args:
        report: the report's number; `cashbox admin reports` lists them.
        where: the data.
    """
    print(done(where, CloseReport(who(), report)).said)


def ban(person: str, /, *, days: int | None = None, reason: str = "", where: WhereFlags = USUAL_PLACE) -> None:
    """Ban a person from playing, chatting, and creating tables. The person can still watch. Bots take over in running
    games.

    Args:
        person: a guest's id; `cashbox admin reports` and `cashbox admin guests` list them.
        days: length of the ban in days; permanent if not given.
        reason: shown to the person.
        where: the data.
    """
    if days == 0:
        raise GameError("bad-days", "A ban lasts at least one day. Leave out --days for a permanent ban.")
    print(done(where, BanGuest(who(), person, days or 0, reason)).said)


def unban(person: str, /, *, where: WhereFlags = USUAL_PLACE) -> None:
    """End a ban. The person can then take their seats back from the bots.

    Args:
        person: a guest's id.
        where: the data.
    """
    print(done(where, Unban(who(), person)).said)


def rename(person: str, name: str = "", /, *, where: WhereFlags = USUAL_PLACE) -> None:
    """Rename a person at tables, in chats, and in the account. The name is removed from journals.

    Args:
        person: a guest's id.
        name: the new name; "Guest" and a number if not given.
        where: the data.
    """
    print(printable(done(where, RenameGuest(who(), person, name)).said))


def delete_line(table: TableId, line: int, /, *, watchers: Flag = False, where: WhereFlags = USUAL_PLACE) -> None:
    """Delete the text of a chat message. A note stays in its place.

    Args:
        table: the table's id (the end of its address).
        line: the message's number; see `cashbox admin reports`.
        watchers: the message is in the spectators' chat.
        where: the data.
    """
    print(done(where, DeleteLine(who(), table, line, watchers)).said)


def _told(row: ReportRow) -> str:
    of = f"{row.table} by a spectator" if row.watchers else row.table
    what = f"message {row.line} at {of}: {row.text!r}" if row.line is not None else f"the person, at table {row.table}"
    said = "" if row.line is None or row.text else " (copy deleted)"
    why = f"; reason: {row.reason!r}" if row.reason else ""
    by = f" by {row.reporter}" if row.reporter else ""
    end = f"; resolved {moment(row.closed)}" if row.closed is not None else ""
    return f"{row.id}  {moment(row.made)}  {row.name} ({row.reported}), {what}{said}{why}; reported{by}{end}"
