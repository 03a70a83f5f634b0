"""What the commands of `cashbox admin` share: where the house is, who asks, and how it is asked."""

from __future__ import annotations

import asyncio
import getpass
from datetime import UTC, datetime
from typing import Annotated, Final

import msgspec
from cyclopts import Parameter

from cashbox.engine.game import GameError
from cashbox.server.db.copies import database_in
from cashbox.server.db.data_folder import Place, Where, place_of
from cashbox.server.db.store import Store
from cashbox.server.db.transfers import check_there
from cashbox.server.errors import Refusal
from cashbox.server.ops.requests import Answer, Request
from cashbox.server.ops.socket import ask
from cashbox.server.services import Services
from cashbox.server.settings import Settings, StartError

Flag = Annotated[bool, Parameter(negative=())]
WhereFlags = Annotated[Where, Parameter(name="*")]
USUAL_PLACE: Final = Where()
TableId = Annotated[str, Parameter(allow_leading_hyphen=True)]


def done(where: Where, request: Request) -> Answer:
    """What a house answers. GameError where it refuses."""
    try:
        msgspec.convert(msgspec.to_builtins(request), Request)
    except msgspec.ValidationError as error:
        raise GameError("bad-request", f"Invalid request: {error}.") from None
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
        raise GameError("not-reached", f"{error} That server can't be reached through {place}.") from None


async def _alone(place: Place, request: Request) -> Answer:
    """Do it without a server."""
    store = Store(place.folder, database=place.database)
    services = Services(Settings(home=place.folder, database=place.database), store, "")
    await store.start()
    try:
        return await services.admin_commands.obey(request)
    except Refusal as refused:
        return Answer(fault=str(refused))
    finally:
        await store.close()


def who() -> str:
    """The operating system's user."""
    try:
        return getpass.getuser()[:64]
    except (KeyError, OSError):
        return "unknown"


def day(when: int) -> str:
    """A day in UTC."""
    return datetime.fromtimestamp(when, UTC).strftime("%Y-%m-%d")


def moment(when: int) -> str:
    """A moment in UTC."""
    return datetime.fromtimestamp(when, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
