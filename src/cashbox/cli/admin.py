"""`cashbox admin`: what an operator does to a house, through its running server or, where none runs, by itself."""

from __future__ import annotations

import asyncio
import getpass
import json
from datetime import UTC, datetime
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
from cashbox.server.places import Place, Where, place_of
from cashbox.server.problems import Refusal
from cashbox.server.services import Services
from cashbox.server.settings import Settings, StartError
from cashbox.server.storage.copies import database_in
from cashbox.server.storage.postgres_copies import check_there
from cashbox.server.storage.store import Store

if TYPE_CHECKING:
    from collections.abc import Sequence

Json = Annotated[bool, Parameter(negative=())]
WhereFlags = Annotated[Where, Parameter(name="*")]
USUAL_PLACE: Final = Where()
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
    found = _done(where, ListTables(_who(), status or "", game, older)).tables
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
def guests(*, name: str = "", older: int = 0, json: Json = False, where: WhereFlags = USUAL_PLACE) -> None:
    """List guests, the newest first, at most 1000.

    Args:
        name: only those whose name contains this.
        older: only those made at least so many days ago.
        json: print it as JSON.
        where: the house.
    """
    found = _done(where, ListGuests(_who(), name, older)).guests
    if json:
        _print_json(found)
        return
    for row in found:
        print(printable(f"{row.id}  {_day(row.made)}  {row.name}; {row.tables} tables"))


@admin.command
def close(table: TableId, /, *, where: WhereFlags = USUAL_PLACE) -> None:
    """End a table: nobody may act or talk there any more. Those who are there are told, and can still look.

    Args:
        table: its id, the end of its address.
        where: the house.
    """
    print(_done(where, CloseTable(_who(), table)).said)


@admin.command
def delete(table: TableId, /, *, where: WhereFlags = USUAL_PLACE) -> None:
    """Delete a table with its journal and its chat. Those who are there are told that it is closed.

    Args:
        table: its id, the end of its address.
        where: the house.
    """
    print(_done(where, DeleteTable(_who(), table)).said)


@admin.command
def delete_guest(guest: str, /, *, where: WhereFlags = USUAL_PLACE) -> None:
    """Delete a guest's name, token and talk. Finished games stay, with "a former player"; a bot takes over in running
    ones.

    Args:
        guest: its id; `cashbox admin guests` lists them.
        where: the house.
    """
    print(_done(where, DeleteGuest(_who(), guest)).said)


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
    print(_done(where, Tidy(_who(), finished, chats, guests)).said)


@admin.command
def audit(*, json: Json = False, where: WhereFlags = USUAL_PLACE) -> None:
    """List what operators have done, the newest first.

    Args:
        json: print it as JSON.
        where: the house.
    """
    found = _done(where, ListAudit(_who())).audit
    if json:
        _print_json(found)
        return
    for row in found:
        print(printable(f"{_moment(row.at)}  {row.who}  {row.what} {row.subject} {row.detail}".rstrip()))


def _done(where: Where, request: Request) -> Answer:
    """What a house answers. GameError where it refuses."""
    try:
        msgspec.convert(msgspec.to_builtins(request), Request)
    except msgspec.ValidationError as error:
        raise GameError("bad-request", f"That cannot be asked: {error}.") from None
    place = place_of(where)
    answer = _shared(place, request) if place.database else _embedded(place, request)
    if answer.fault:
        raise GameError("refused", answer.fault)
    return answer


def _shared(place: Place, request: Request) -> Answer:
    """Do it beside the servers, which hear of it from the database."""
    check_there(place)
    return asyncio.run(_alone(place, request))


def _embedded(place: Place, request: Request) -> Answer:
    """Have the server do it, or do it where none runs. GameError where one runs and cannot be reached."""
    database_in(place.folder)
    try:
        return ask(place.folder, request)
    except OSError:
        pass
    try:
        return asyncio.run(_alone(place, request))
    except StartError as error:
        raise GameError("not-reached", f"{error} It cannot be reached through {place}.") from None


async def _alone(place: Place, request: Request) -> Answer:
    """Do it without a server."""
    store = Store(place.folder, database=place.database)
    services = Services(Settings(home=place.folder, database=place.database), store, "")
    await store.start()
    try:
        return await services.desk.obey(request)
    except Refusal as refused:
        return Answer(fault=str(refused))
    finally:
        await store.close()


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
