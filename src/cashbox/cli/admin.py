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
    help="Look after the tables and guests of a house, whether its server runs or not. What is changed is noted.",
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
    """List tables, the newest change first, at most 1000.

    Args:
        status: only those.
        game: only those of this game.
        older: only those that have not changed for so many days.
        json: print it as JSON.
        where: the house.
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
    """List guests, the newest first, at most 1000.

    Args:
        name: only those whose name contains this.
        older: only those made at least so many days ago.
        banned: only those who are banned.
        json: print it as JSON.
        where: the house.
    """
    found = done(where, ListGuests(who(), name, older, banned)).guests
    if json:
        print_json(found, indent=2)
        return
    for row in found:
        also = ", an account" if row.account else ""
        if row.banned:
            also += f", banned until {moment(row.until)}" if row.until is not None else ", banned for good"
        print(printable(f"{row.id}  {day(row.made)}  {row.name}; {row.tables} tables{also}"))


@admin.command
def close(table: TableId, /, *, where: WhereFlags = USUAL_PLACE) -> None:
    """End a table: nobody may act or talk there any more. Those who are there are told, and can still look.

    Args:
        table: its id, the end of its address.
        where: the house.
    """
    print(done(where, CloseTable(who(), table)).said)


@admin.command
def delete(table: TableId, /, *, where: WhereFlags = USUAL_PLACE) -> None:
    """Delete a table with its journal and its chat. Those who are there are told that it is closed.

    Args:
        table: its id, the end of its address.
        where: the house.
    """
    print(done(where, DeleteTable(who(), table)).said)


@admin.command
def delete_guest(guest: str, /, *, where: WhereFlags = USUAL_PLACE) -> None:
    """Delete a guest's name, token and talk. Finished games stay, with "a former player"; a bot takes over in running
    ones.

    Args:
        guest: its id; `cashbox admin guests` lists them.
        where: the house.
    """
    print(done(where, DeleteGuest(who(), guest)).said)


@admin.command
def retention(*, finished: int = 0, chats: int = 0, guests: int = 0, where: WhereFlags = USUAL_PLACE) -> None:
    """Delete what is older than so many days, once. A server does so every hour by its settings, which are off by
    default.

    Args:
        finished: tables that are over or closed.
        chats: what was said at such tables.
        guests: guests who have no table.
        where: the house.
    """
    print(done(where, Tidy(who(), finished, chats, guests)).said)


@admin.command
def audit(*, json: Flag = False, where: WhereFlags = USUAL_PLACE) -> None:
    """List what operators have done, the newest first.

    Args:
        json: print it as JSON.
        where: the house.
    """
    found = done(where, ListAudit(who())).audit
    if json:
        print_json(found, indent=2)
        return
    for row in found:
        print(printable(f"{moment(row.at)}  {row.who}  {row.what} {row.subject} {row.detail}".rstrip()))


@admin.command
def ratings(*, check: Flag = False, where: WhereFlags = USUAL_PLACE) -> int:
    """List who leads, by game; or check the ratings, with exit status 1 where something is wrong with them.

    Args:
        check: make all of them again from the journals of the rated games, and compare them with those that are kept.
        where: the house.
    """
    return house.check_ratings(where) if check else house.list_leaders(where)


for _command in (order.reports, order.resolve, order.ban, order.unban, order.rename, order.delete_line):
    admin.command(_command)
