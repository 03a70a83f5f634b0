"""`cashbox admin`: manage the tables and guests of a server, through the running server or, if none runs, directly."""

from __future__ import annotations

import asyncio
import getpass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Final, Literal

import msgspec
from cyclopts import App, Parameter

from cashbox.cli.extras import server_needed
from cashbox.cli.terminal import print_json, printable
from cashbox.engine.game import GameError
from cashbox.server.settings import Settings, StartError, Where

with server_needed():
    from cashbox.cli import data
    from cashbox.server.db.copies import database_in
    from cashbox.server.db.data_folder import Place, place_of
    from cashbox.server.db.records import WhichReports  # noqa: TC001 (cyclopts reads the types)
    from cashbox.server.db.store import Store
    from cashbox.server.db.transfers import check_there
    from cashbox.server.errors import Refusal, unfit
    from cashbox.server.moderation.store import PAGE
    from cashbox.server.ops.socket import (
        Answer,
        BanGuest,
        CloseReport,
        CloseTable,
        DeleteGuest,
        DeleteLine,
        DeleteTable,
        ListAudit,
        ListGuests,
        ListReports,
        ListTables,
        RenameGuest,
        Request,
        Tidy,
        Unban,
        ask,
    )
    from cashbox.server.services import Services

if TYPE_CHECKING:
    from cashbox.server.db.records import ReportRow

Flag = Annotated[bool, Parameter(negative=())]
WhereFlags = Annotated[Where, Parameter(name="*")]
USUAL_PLACE: Final = Where()
TableId = Annotated[str, Parameter(allow_leading_hyphen=True)]
Status = Literal["waiting", "playing", "over", "closed"]

admin: Final = App(
    name="admin",
    help=(
        "Manage a server's tables and guests, whether the server is running or not. Every change is logged "
        "(see `audit`)."
    ),
    help_format="plaintext",
)


@admin.command
def tables(
    *,
    status: Status | None = None,
    game: str = "",
    older: int = 0,
    json: Flag = False,
    where: WhereFlags = USUAL_PLACE,
) -> None:
    """List up to 1,000 tables, most recently changed first.

    Args:
        status: only tables with this status.
        game: only tables of this game.
        older: only tables that haven't changed for this many days.
        json: print JSON.
        where: the data.
    """
    found = _done(where, ListTables(_who(), status or "", game, older)).tables
    if json:
        print_json(found, indent=2)
        return
    for row in found:
        name = f" {row.name!r}" if row.name else ""
        print(
            printable(
                f"{row.id}  {row.status:8}{_day(row.changed)}  {row.game}{name}: {', '.join(row.players)}; "
                f"{row.entries} entries, host {row.host}"
            )
        )


@admin.command
def guests(
    *, name: str = "", older: int = 0, banned: Flag = False, json: Flag = False, where: WhereFlags = USUAL_PLACE
) -> None:
    """List up to 1,000 guests, newest first.

    Args:
        name: only guests whose name contains this text.
        older: only guests created at least this many days ago.
        banned: only banned guests.
        json: print JSON.
        where: the data.
    """
    found = _done(where, ListGuests(_who(), name, older, banned)).guests
    if json:
        print_json(found, indent=2)
        return
    for row in found:
        also = ", an account" if row.account else ""
        if row.banned:
            also += f", banned until {_moment(row.until)}" if row.until is not None else ", banned permanently"
        print(printable(f"{row.id}  {_day(row.made)}  {row.name}; {row.tables} tables{also}"))


@admin.command
def close(table: TableId, /, *, where: WhereFlags = USUAL_PLACE) -> None:
    """Close a table: no one can act or chat there anymore. People at the table are notified and can still look at it.

    Args:
        table: the table's id (the end of its URL).
        where: the data.
    """
    print(_done(where, CloseTable(_who(), table)).said)


@admin.command
def delete(table: TableId, /, *, where: WhereFlags = USUAL_PLACE) -> None:
    """Delete a table with its journal and chat. People at the table are notified that it was closed.

    Args:
        table: the table's id (the end of its URL).
        where: the data.
    """
    print(_done(where, DeleteTable(_who(), table)).said)


@admin.command
def delete_guest(guest: str, /, *, where: WhereFlags = USUAL_PLACE) -> None:
    """Delete a guest's name, token, and messages. Finished games stay and show "a former player". In games in
    progress, a bot takes over.

    Args:
        guest: the guest's id; `cashbox admin guests` lists them.
        where: the data.
    """
    print(_done(where, DeleteGuest(_who(), guest)).said)


@admin.command
def retention(*, finished: int = 0, chats: int = 0, guests: int = 0, where: WhereFlags = USUAL_PLACE) -> None:
    """Delete data older than the given number of days, once. A server does this every hour if its settings say so.

    Args:
        finished: days to keep finished and closed tables.
        chats: days to keep the chats of those tables.
        guests: days to keep guests who have no table.
        where: the data.
    """
    print(_done(where, Tidy(_who(), finished, chats, guests)).said)


@admin.command
def audit(*, json: Flag = False, where: WhereFlags = USUAL_PLACE) -> None:
    """List operators' actions, newest first.

    Args:
        json: print JSON.
        where: the data.
    """
    found = _done(where, ListAudit(_who())).audit
    if json:
        print_json(found, indent=2)
        return
    for row in found:
        print(printable(f"{_moment(row.at)}  {row.who}  {row.what} {row.subject} {row.detail}".rstrip()))


@admin.command
def ratings(*, check: Flag = False, where: WhereFlags = USUAL_PLACE) -> int:
    """List the leaders of each game, or check the ratings (exit status 1 if something is wrong).

    Args:
        check: recalculate all ratings from the journals of the rated games, and compare them with the stored ones.
        where: the data.
    """
    return data.check_ratings(where) if check else data.list_leaders(where)


@admin.command
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
    found = _done(where, ListReports(_who(), which, before)).reports
    if json:
        print_json(found, indent=2)
        return
    for row in found:
        print(printable(_print_or_refuse(row)))
    if len(found) == PAGE:
        print(f"For more, use --before {found[-1].id}")


@admin.command
def resolve(report: int, /, *, where: WhereFlags = USUAL_PLACE) -> None:
    """Resolve a report and delete its copy of the message.

    Args:
        report: the report's number; `cashbox admin reports` lists them.
        where: the data.
    """
    print(_done(where, CloseReport(_who(), report)).said)


@admin.command
def ban(person: str, /, *, days: int | None = None, reason: str = "", where: WhereFlags = USUAL_PLACE) -> None:
    """Ban a person from playing, chatting, and creating tables. The person can still watch. Bots take over in games
    in progress.

    Args:
        person: a guest's id; `cashbox admin reports` and `cashbox admin guests` list them.
        days: length of the ban in days; permanent if not given.
        reason: shown to the person.
        where: the data.
    """
    if days == 0:
        raise GameError("bad-days", "A ban lasts at least one day. Leave out --days for a permanent ban.")
    print(_done(where, BanGuest(_who(), person, days or 0, reason)).said)


@admin.command
def unban(person: str, /, *, where: WhereFlags = USUAL_PLACE) -> None:
    """End a ban. The person can then take their seats back from the bots.

    Args:
        person: a guest's id.
        where: the data.
    """
    print(_done(where, Unban(_who(), person)).said)


@admin.command
def rename(person: str, name: str = "", /, *, where: WhereFlags = USUAL_PLACE) -> None:
    """Rename a person at tables, in chats, and in the account. The old name is removed from journals.

    Args:
        person: a guest's id.
        name: the new name; "Guest" and a number if not given.
        where: the data.
    """
    print(printable(_done(where, RenameGuest(_who(), person, name)).said))


@admin.command
def delete_line(table: TableId, line: int, /, *, watchers: Flag = False, where: WhereFlags = USUAL_PLACE) -> None:
    """Delete the text of a chat message. A note stays in its place.

    Args:
        table: the table's id (the end of its URL).
        line: the message's number; see `cashbox admin reports`.
        watchers: the message is in the spectators' chat.
        where: the data.
    """
    print(_done(where, DeleteLine(_who(), table, line, watchers)).said)


def _print_or_refuse(row: ReportRow) -> str:
    of = f"{row.table} by a spectator" if row.watchers else row.table
    what = f"message {row.line} at {of}: {row.text!r}" if row.line is not None else f"the person, at table {row.table}"
    said = "" if row.line is None or row.text else " (copy deleted)"
    why = f"; reason: {row.reason!r}" if row.reason else ""
    by = f" by {row.reporter}" if row.reporter else ""
    end = f"; resolved {_moment(row.closed)}" if row.closed is not None else ""
    return f"{row.id}  {_moment(row.made)}  {row.name} ({row.reported}), {what}{said}{why}; reported{by}{end}"


def _done(where: Where, request: Request) -> Answer:
    """Return the server's response. GameError if it refuses."""
    try:
        msgspec.convert(msgspec.to_builtins(request), Request)
    except msgspec.ValidationError as error:
        raise GameError("bad-request", unfit(str(error)).replace("The field", "The argument")) from None
    place = place_of(where)
    answer = _shared(place, request) if place.database else _embedded(place, request)
    if answer.fault:
        raise GameError("refused", answer.fault)
    return answer


def _shared(place: Place, request: Request) -> Answer:
    """Run it alongside the servers, which are notified through the database."""
    check_there(place)
    return asyncio.run(_alone(place, request))


def _embedded(place: Place, request: Request) -> Answer:
    """Let the server run it, or run it directly if there is none. GameError if a server runs but cannot be reached."""
    database_in(place.folder)
    try:
        return ask(place.folder, request)
    except OSError:
        pass
    try:
        return asyncio.run(_alone(place, request))
    except StartError as error:
        raise GameError("not-reached", f"{error} That server can't be reached through {place}.") from None


async def _alone(place: Place, request: Request) -> Answer:
    """Run it without a server."""
    store = Store(place.folder, database=place.database)
    services = Services(Settings(home=place.folder, database=place.database), store, "")
    await store.start()
    try:
        return await services.admin_commands.obey(request)
    except Refusal as refused:
        return Answer(fault=str(refused))
    finally:
        await store.close()


def _who() -> str:
    """Return the operating system's user."""
    try:
        return getpass.getuser()[:64]
    except (KeyError, OSError):
        return "unknown"


def _day(when: int) -> str:
    """Format a day in UTC."""
    return datetime.fromtimestamp(when, UTC).strftime("%Y-%m-%d")


def _moment(when: int) -> str:
    """Format a moment in UTC."""
    return datetime.fromtimestamp(when, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
