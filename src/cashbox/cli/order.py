"""Commands of `cashbox admin` for reports, and for those who were reported."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.cli.desk import USUAL_PLACE, Flag, TableId, WhereFlags, done, moment, who
from cashbox.cli.terminal import print_json, printable
from cashbox.engine.game import GameError
from cashbox.server.moderation.store import PAGE, Which
from cashbox.server.ops.requests import BanGuest, CloseReport, DeleteLine, ListReports, RenameGuest, Unban

if TYPE_CHECKING:
    from cashbox.server.moderation.store import ReportRow


def reports(*, which: Which = "open", before: int = 0, json: Flag = False, where: WhereFlags = USUAL_PLACE) -> None:
    """List what people have reported, the newest first, 100 at a time.

    Args:
        which: only those that nobody has resolved yet, only the others, or all.
        before: only those with a smaller number, to read on where a list ends.
        json: print it as JSON.
        where: the house.
    """
    found = done(where, ListReports(who(), which, before)).reports
    if json:
        print_json(found, indent=2)
        return
    for row in found:
        print(printable(_told(row)))
    if len(found) == PAGE:
        print(f"There may be more: --before {found[-1].id}")


def resolve(report: int, /, *, where: WhereFlags = USUAL_PLACE) -> None:
    """Be done with a report; its copy of what was said goes.

    Args:
        report: its number; `cashbox admin reports` lists them.
        where: the house.
    """
    print(done(where, CloseReport(who(), report)).said)


def ban(person: str, /, *, days: int | None = None, reason: str = "", where: WhereFlags = USUAL_PLACE) -> None:
    """Let somebody only look: no seats, chat or tables any more. Bots stand in where others play.

    Args:
        person: a guest's id; `cashbox admin reports` and `cashbox admin guests` list them.
        days: for how long; for good if not given.
        reason: what the person is told.
        where: the house.
    """
    if days == 0:
        raise GameError("bad-days", "A ban lasts at least one day; leave --days out for one that has no end.")
    print(done(where, BanGuest(who(), person, days or 0, reason)).said)


def unban(person: str, /, *, where: WhereFlags = USUAL_PLACE) -> None:
    """End a ban. The person takes its seats back from the bots by itself.

    Args:
        person: a guest's id.
        where: the house.
    """
    print(done(where, Unban(who(), person)).said)


def rename(person: str, name: str = "", /, *, where: WhereFlags = USUAL_PLACE) -> None:
    """Give somebody another name: at tables, in front of what was said, and for an account. Journals have none then.

    Args:
        person: a guest's id.
        name: "Guest" and a number if not given.
        where: the house.
    """
    print(printable(done(where, RenameGuest(who(), person, name)).said))


def delete_line(table: TableId, line: int, /, *, watchers: Flag = False, where: WhereFlags = USUAL_PLACE) -> None:
    """Delete what a line of a chat says. Its place stays, and says so.

    Args:
        table: its id, the end of its address.
        line: its number; `cashbox admin reports` has it.
        watchers: of what those say to each other who watch the table.
        where: the house.
    """
    print(done(where, DeleteLine(who(), table, line, watchers)).said)


def _told(row: ReportRow) -> str:
    of = f"{row.table}, by a watcher" if row.watchers else row.table
    what = f"line {row.line} of {of}: {row.text!r}" if row.line is not None else f"the person, at {row.table}"
    said = "" if row.line is None or row.text else " (its copy is gone)"
    why = f"; because {row.reason!r}" if row.reason else ""
    by = f" by {row.reporter}" if row.reporter else ""
    end = f"; resolved {moment(row.closed)}" if row.closed is not None else ""
    return f"{row.id}  {moment(row.made)}  {row.name} ({row.reported}), {what}{said}{why}; reported{by}{end}"
