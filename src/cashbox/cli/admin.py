"""`cashbox admin`: what an operator does to a house, through its running server or, where none runs, by itself."""

from __future__ import annotations

from typing import Final, Literal

from cyclopts import App

from cashbox.cli import house, order
from cashbox.cli.desk import USUAL_PLACE, Flag, TableId, WhereFlags, day, done, moment, who
from cashbox.cli.terminal import print_json, printable
from cashbox.server.ops.requests import CloseTable, DeleteGuest, DeleteTable, ListAudit, ListGuests, ListTables, Tidy

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
    found = done(where, ListTables(who(), status or "", game, older)).tables
    if json:
        print_json(found, indent=2)
        return
    for row in found:
        name = f" {row.name!r}" if row.name else ""
        print(
            printable(
                f"{row.id}  {row.status:8}{day(row.changed)}  {row.game}{name}: {', '.join(row.players)}; "
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
    found = done(where, ListGuests(who(), name, older, banned)).guests
    if json:
        print_json(found, indent=2)
        return
    for row in found:
        also = ", an account" if row.account else ""
        if row.banned:
            also += f", banned until {moment(row.until)}" if row.until is not None else ", banned permanently"
        print(printable(f"{row.id}  {day(row.made)}  {row.name}; {row.tables} tables{also}"))


@admin.command
def close(table: TableId, /, *, where: WhereFlags = USUAL_PLACE) -> None:
    """Close a table: no one can act or chat there anymore. People at the table are notified and can still look at it.

    Args:
        table: the table's id (the end of its address).
        where: the data.
    """
    print(done(where, CloseTable(who(), table)).said)


@admin.command
def delete(table: TableId, /, *, where: WhereFlags = USUAL_PLACE) -> None:
    """Delete a table with its journal and chat. People at the table are notified that it was closed.

    Args:
        table: the table's id (the end of its address).
        where: the data.
    """
    print(done(where, DeleteTable(who(), table)).said)


@admin.command
def delete_guest(guest: str, /, *, where: WhereFlags = USUAL_PLACE) -> None:
    """Delete a guest's name, token, and messages. Finished games stay and show "a former player". In running games, a
    bot takes over.

    Args:
        guest: the guest's id; `cashbox admin guests` lists them.
        where: the data.
    """
    print(done(where, DeleteGuest(who(), guest)).said)


@admin.command
def retention(*, finished: int = 0, chats: int = 0, guests: int = 0, where: WhereFlags = USUAL_PLACE) -> None:
    """Delete data older than the given number of days, once. A server does this every hour if its settings say so.

    Args:
        finished: days to keep finished and closed tables.
        chats: days to keep the chats of such tables.
        guests: days to keep guests who have no table.
        where: the data.
    """
    print(done(where, Tidy(who(), finished, chats, guests)).said)


@admin.command
def audit(*, json: Flag = False, where: WhereFlags = USUAL_PLACE) -> None:
    """List operators' actions, newest first.

    Args:
        json: print JSON.
        where: the data.
    """
    found = done(where, ListAudit(who())).audit
    if json:
        print_json(found, indent=2)
        return
    for row in found:
        print(printable(f"{moment(row.at)}  {row.who}  {row.what} {row.subject} {row.detail}".rstrip()))


@admin.command
def ratings(*, check: Flag = False, where: WhereFlags = USUAL_PLACE) -> int:
    """List the leaders of each game, or check the ratings (exit status 1 if something is wrong).

    Args:
        check: recalculate all ratings from the journals of the rated games, and compare them with the stored ones.
        where: the data.
    """
    return house.check_ratings(where) if check else house.list_leaders(where)


for _command in (order.reports, order.resolve, order.ban, order.unban, order.rename, order.delete_line):
    admin.command(_command)
