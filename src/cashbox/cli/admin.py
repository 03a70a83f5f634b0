"""`cashbox admin`: what an operator does to a house, through its running server or, where none runs, by itself."""

from __future__ import annotations

import asyncio
import getpass
import json
from datetime import UTC, datetime
from pathlib import Path  # noqa: TC003 (the command line is made from the types)
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

import msgspec
from cyclopts import App, Parameter

from cashbox.cli.journal import printable
from cashbox.engine.game import GameError
from cashbox.server.operator.requests import (
    Answer,
    CloseTable,
    DeleteGuest,
    DeleteTable,
    ListAudit,
    ListGuests,
    ListTables,
    Request,
    Tidy,
)
from cashbox.server.operator.socket import ask
from cashbox.server.problems import Refusal
from cashbox.server.services import Services
from cashbox.server.settings import Settings, StartError, data_folder
from cashbox.server.storage.copies import database_in
from cashbox.server.storage.store import Store

if TYPE_CHECKING:
    from collections.abc import Sequence

Json = Annotated[bool, Parameter(negative=())]
TableId = Annotated[str, Parameter(allow_leading_hyphen=True)]
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
    json: Json = False,
    home: Path | None = None,
) -> None:
    """List tables, the newest change first, at most 1000.

    Args:
        status: only those.
        game: only those of this game.
        older: only those that have not changed for so many days.
        json: print it as JSON.
        home: the data folder; by default that of CASHBOX_HOME.
    """
    found = _done(home, ListTables(_who(), status or "", game, older)).tables
    if json:
        _print_json(found)
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
def guests(*, name: str = "", older: int = 0, json: Json = False, home: Path | None = None) -> None:
    """List guests, the newest first, at most 1000.

    Args:
        name: only those whose name contains this.
        older: only those made at least so many days ago.
        json: print it as JSON.
        home: the data folder; by default that of CASHBOX_HOME.
    """
    found = _done(home, ListGuests(_who(), name, older)).guests
    if json:
        _print_json(found)
        return
    for row in found:
        print(printable(f"{row.id}  {_day(row.made)}  {row.name}; {row.tables} tables"))


@admin.command
def close(table: TableId, /, *, home: Path | None = None) -> None:
    """End a table: nobody may act or talk there any more. Those who are there are told, and can still look.

    Args:
        table: its id, the end of its address.
        home: the data folder; by default that of CASHBOX_HOME.
    """
    print(_done(home, CloseTable(_who(), table)).said)


@admin.command
def delete(table: TableId, /, *, home: Path | None = None) -> None:
    """Delete a table with its journal and its chat. Those who are there are told that it is closed.

    Args:
        table: its id, the end of its address.
        home: the data folder; by default that of CASHBOX_HOME.
    """
    print(_done(home, DeleteTable(_who(), table)).said)


@admin.command
def delete_guest(guest: str, /, *, home: Path | None = None) -> None:
    """Delete a guest's name, token and talk. Finished games stay, with "a former player"; a bot takes over in running
    ones.

    Args:
        guest: its id; `cashbox admin guests` lists them.
        home: the data folder; by default that of CASHBOX_HOME.
    """
    print(_done(home, DeleteGuest(_who(), guest)).said)


@admin.command
def retention(*, finished: int = 0, chats: int = 0, guests: int = 0, home: Path | None = None) -> None:
    """Delete what is older than so many days, once. A server does so every hour by its settings, which are off by
    default.

    Args:
        finished: tables that are over or closed.
        chats: what was said at such tables.
        guests: guests who have no table.
        home: the data folder; by default that of CASHBOX_HOME.
    """
    print(_done(home, Tidy(_who(), finished, chats, guests)).said)


@admin.command
def audit(*, json: Json = False, home: Path | None = None) -> None:
    """List what operators have done, the newest first.

    Args:
        json: print it as JSON.
        home: the data folder; by default that of CASHBOX_HOME.
    """
    found = _done(home, ListAudit(_who())).audit
    if json:
        _print_json(found)
        return
    for row in found:
        print(printable(f"{_moment(row.at)}  {row.who}  {row.what} {row.subject} {row.detail}".rstrip()))


def _done(home: Path | None, request: Request) -> Answer:
    """What a house answers. GameError where it refuses."""
    folder = data_folder(home)
    database_in(folder)
    try:
        msgspec.convert(msgspec.to_builtins(request), Request)
    except msgspec.ValidationError as error:
        raise GameError("bad-request", f"That cannot be asked: {error}.") from None
    try:
        answer = ask(folder, request)
    except OSError:
        answer = asyncio.run(_alone(folder, request))
    if answer.fault:
        raise GameError("refused", answer.fault)
    return answer


async def _alone(folder: Path, request: Request) -> Answer:
    """Do it without a server. StartError where one has the folder."""
    try:
        store = Store(folder)
    except StartError as error:
        raise GameError("not-reached", f"{error} It cannot be reached through {folder}.") from None
    services = Services(Settings(home=folder), store, "")
    await store.start()
    try:
        return await services.desk.obey(request)
    except Refusal as refused:
        return Answer(fault=str(refused))
    finally:
        await services.stop()


def _who() -> str:
    """The operating system's user."""
    try:
        return getpass.getuser()[:64]
    except (KeyError, OSError):
        return "unknown"


def _print_json(rows: Sequence[Any]) -> None:
    print(json.dumps([msgspec.to_builtins(row) for row in rows], indent=2, ensure_ascii=False))


def _day(moment: int) -> str:
    return datetime.fromtimestamp(moment, UTC).strftime("%Y-%m-%d")


def _moment(moment: int) -> str:
    return datetime.fromtimestamp(moment, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
