"""The HTTP API for replays: all steps of a game at once, and the board at each of them."""
# Litestar reads the annotations when it starts.
# ruff: noqa: TC001

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Annotated, Final

from litestar import Response, Router, get
from litestar.params import FromPath, QueryParameter

from cashbox.engine.ending import GameEnding
from cashbox.engine.report import Given
from cashbox.server.clock import day
from cashbox.server.db.records import Guest
from cashbox.server.replays.games import GameThere, PastGame
from cashbox.server.replays.wire import MANY, Moment, Replay
from cashbox.server.web.callers import Bytes, Call, answer, caller, count, open_table, services, spec

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

_EYES: Final = "^([0-9]|[1-5][0-9]|6[0-3]|watcher|all)?$"

REPORT: Final = 16
"""The number of steps that a report counts as."""

Eyes = Annotated[
    str, QueryParameter(pattern=_EYES, description="a seat number, `watcher`, or `all`; your own seat by default")
]
Many = Annotated[int, QueryParameter(ge=0, le=MANY, description="how many more steps to return; 0 for only this one")]


@get("/api/tables/{table:str}/replay", responses=spec(Replay), tags=["replay"], summary="Get a replay")
async def replay(request: Call, table: FromPath[str], eyes: Eyes = "") -> Bytes:
    """Return the game's steps, chapters, and log. In a game in progress, this is what the server already sent you. In a
    finished game, you can choose a point of view."""
    async with _game(request, table, 1) as (game, guest, who):
        return answer(await services(request).replays.story(game, guest, eyes, who))


@get(
    "/api/tables/{table:str}/replay/{n:int}",
    responses=spec(Moment),
    tags=["replay"],
    summary="Get the game at a given step",
)
async def moment(request: Call, table: FromPath[str], n: FromPath[int], eyes: Eyes = "", many: Many = 0) -> Bytes:
    """Return the game after step n from one point of view. With `many`, the response is a Moments object."""
    async with _game(request, table, max(1, many)) as (game, guest, who):
        found = await services(request).replays.moments(game, guest, eyes, who, n, many or 1)
    return answer(b'{"moments":[%b]}' % found if many else found)


@get("/api/tables/{table:str}/ending", responses=spec(GameEnding), tags=["replay"], summary="Get the result of a game")
async def ending(request: Call, table: FromPath[str]) -> Bytes:
    """Return the breakdown of the score, the score over time, the turning points, and the awards of a finished game."""
    async with _game(request, table, 1) as (game, guest, who):
        return answer(await services(request).replays.ending(game, guest, who))


@get("/api/tables/{table:str}/report", media_type="text/plain", tags=["replay"], summary="Get a report of a game")
async def match_report(request: Call, table: FromPath[str], eyes: Eyes = "") -> Bytes:
    """Return a finished game as text. By default, it shows all hands if you can see them, otherwise what spectators
    saw."""
    async with _game(request, table, REPORT) as (game, guest, who):
        record = game.record
        bots = tuple(number for number, seat in enumerate(record.seats) if seat.kind == "bot")
        given = Given(record.settings.name, day(record.changed), bots)
        text = await services(request).replays.report(game, guest, eyes, who, given)
    headers = {"content-disposition": f'attachment; filename="{record.game}-{record.id}.txt"'}
    return Response(text, media_type="text/plain", headers=headers)


@asynccontextmanager
async def _game(request: Call, table: str, many: int) -> AsyncIterator[tuple[PastGame | GameThere, Guest | None, str]]:
    """Yield the game as the calling guest sees it, and the key for counting requests. Refusal ("too-many-replays",
    "too-fast", "no-such-table")."""
    found = services(request)
    # Check this before looking anything up: players must not wait for requests that are refused anyway.
    found.replays.requests.check_room()
    guest = await found.guests.identify(request)
    count(request, guest, "look", many)
    with found.replays.requests.room(who := caller(request, guest).key):
        game: PastGame | GameThere | None = await found.replays.past(table, guest)
        if game is None:
            there = await open_table(request, guest, table)
            there.visit(guest)
            game = GameThere(there, guest)
        yield game, guest, who


ROUTES: Final = Router(path="/", route_handlers=[replay, moment, ending])
