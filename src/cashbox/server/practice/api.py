"""Practice one's own mistakes: find the positions, and solve them."""
# Litestar reads the annotations when it starts.

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from litestar import Router, get, post
from litestar.params import FromPath, JSONBody, QueryParameter
from litestar.response import Redirect, Template

from cashbox.server.practice.service import practice, solve
from cashbox.server.practice.wire import Practice, Solution, Solve
from cashbox.server.web.callers import Bytes, Call, answer, player, services, spec
from cashbox.server.web.pages import page
from cashbox.server.web.quotas import LIST
from cashbox.server.wire import Boot

_json = msgspec.json.Encoder().encode

Game = Annotated[str, QueryParameter(max_length=64, description="only puzzles of this game")]


@get("/api/me/practice", responses=spec(Practice), tags=["replay"], summary="Get puzzles from your own mistakes")
async def puzzles(request: Call, game: Game = "") -> Bytes:
    """Return your costliest decisions in your last 30 analyzed games as puzzles. To show a position, get the step
    before it from the game's replay, from your seat's point of view."""
    guest = await player(request, "look", LIST)
    return answer(_json(await practice(services(request).store, guest, game)))


@post(
    "/api/me/practice/{table:str}/{n:int}",
    status_code=200,
    responses=spec(Solution),
    tags=["replay"],
    summary="Solve a puzzle",
)
async def solved(request: Call, table: FromPath[str], n: FromPath[int], data: JSONBody[Solve]) -> Bytes:
    """Answer a puzzle, and see how good each choice is."""
    guest = await player(request, "look", LIST)
    return answer(_json(await solve(services(request).store, guest, table, n, data.choice)))


@get("/practice", include_in_schema=False)
async def practice_page(request: Call) -> Template | Redirect:
    """Show the games with puzzles."""
    found = services(request)
    guest = await found.guests.identify(request)
    counts = (await practice(found.store, guest)).games if guest is not None else {}
    if len(counts) == 1:
        return Redirect(f"/practice/{next(iter(counts))}", status_code=302)
    return await page(
        request,
        "practice-games.html",
        Boot("practice-games", None, ""),
        {"counts": counts, "infos": found.catalog.infos},
    )


@get("/practice/{game:str}", include_in_schema=False)
async def practice_game_page(request: Call, game: FromPath[str]) -> Template:
    """Show the puzzles of one game, one after the other."""
    about = services(request).catalog.info(game)
    boot = Boot("practice", None, "", game, board=f"/games/{game}/board/")
    return await page(request, "practice.html", boot, {"about": about})


ROUTES: Final = Router(path="/", route_handlers=[puzzles, solved, practice_page, practice_game_page])
