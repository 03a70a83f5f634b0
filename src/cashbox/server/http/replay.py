"""Looking back at a game: all its steps at once, and what the board showed at each of them."""
# Litestar reads the annotations when it starts.
# ruff: noqa: TC001

from __future__ import annotations

from typing import Annotated, Final

from litestar import Response, Router, get
from litestar.params import FromPath, QueryParameter

from cashbox.engine.report import Given
from cashbox.server.clock import day
from cashbox.server.http.api import Bytes, Call, answer, spec
from cashbox.server.http.callers import caller, count, opened
from cashbox.server.replays.games import GameThere, PastGame
from cashbox.server.services import services
from cashbox.server.storage.records import Guest
from cashbox.server.wire_replay import MANY, Moment, Replay

_EYES: Final = "^([0-9]|[1-5][0-9]|6[0-3]|watcher|all)?$"

REPORT: Final = 16
"""As many steps a report counts as."""

Eyes = Annotated[
    str, QueryParameter(pattern=_EYES, description="a seat's number, watcher or all; one's own by default")
]
Many = Annotated[int, QueryParameter(ge=0, le=MANY, description="how many steps from this one on; 0: this one alone")]


@get("/api/tables/{table:str}/replay", responses=spec(Replay), tags=["replay"], summary="Look back at a game")
async def replay(request: Call, table: FromPath[str], eyes: Eyes = "") -> Bytes:
    """Its steps, chapters and log. Of a running game: what the caller was sent; of one that is over, through whose eyes
    the caller may look."""
    guest = await services(request).guests.who(request)
    game = await _game(request, guest, table, 1)
    return answer(await services(request).replays.story(game, guest, eyes, _who(request, guest)))


@get(
    "/api/tables/{table:str}/replay/{n:int}",
    responses=spec(Moment),
    tags=["replay"],
    summary="Get the game as it was",
)
async def moment(request: Call, table: FromPath[str], n: FromPath[int], eyes: Eyes = "", many: Many = 0) -> Bytes:
    """After step n, as those eyes saw it; with `many`, Moments."""
    guest = await services(request).guests.who(request)
    game = await _game(request, guest, table, max(1, many))
    found = await services(request).replays.moments(game, guest, eyes, _who(request, guest), n, many or 1)
    return answer(b'{"moments":[%b]}' % found if many else found)


@get("/api/tables/{table:str}/report", media_type="text/plain", tags=["replay"], summary="Get a game as a report")
async def report(request: Call, table: FromPath[str], eyes: Eyes = "") -> Bytes:
    """Of a game that is over, as a text that people read: by default with all hands open where the caller may see
    them, else as watchers saw it."""
    guest = await services(request).guests.who(request)
    game = await _game(request, guest, table, REPORT)
    record = game.record
    bots = tuple(number for number, seat in enumerate(record.seats) if seat.kind == "bot")
    given = Given(record.name, day(record.changed), bots)
    text = await services(request).replays.report(game, guest, eyes, _who(request, guest), given)
    headers = {"content-disposition": f'attachment; filename="{record.game}-{record.id}.txt"'}
    return Response(text, media_type="text/plain", headers=headers)


async def _game(request: Call, guest: Guest | None, table: str, many: int) -> PastGame | GameThere:
    """The game as a guest sees it, counted. Refusal ("too-fast", "no-such-table")."""
    count(request, guest, "replays", many)
    return await game_at(request, guest, table)


async def game_at(request: Call, guest: Guest | None, table: str) -> PastGame | GameThere:
    """The game as a guest sees it. Refusal ("no-such-table")."""
    found = services(request)
    past = await PastGame.found(found.store, found.registry.lists, table, guest)
    if past is not None:
        return past
    there = await opened(request, guest, table)
    there.visit(guest)
    return GameThere(there, guest)


def _who(request: Call, guest: Guest | None) -> str:
    """By whom turns are counted."""
    found = caller(request, guest)
    return found.guest or found.address


ROUTES: Final = Router(path="/", route_handlers=[replay, moment])
