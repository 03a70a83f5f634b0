"""The daily puzzles: a page and requests."""
# Litestar reads the annotations when it starts.
# ruff: noqa: TC002

from __future__ import annotations

from typing import Final

import msgspec
from litestar import Router, get, post
from litestar.params import FromPath, JSONBody
from litestar.response import Template

from cashbox.server.puzzles.wire import DailyPuzzle, SolveDaily
from cashbox.server.web.callers import Bytes, Call, answer, count, services, somebody, spec
from cashbox.server.web.pages import page
from cashbox.server.web.quotas import LIST
from cashbox.server.wire import Boot

_json = msgspec.json.Encoder().encode


@get("/api/puzzles/{game:str}", responses=spec(DailyPuzzle), tags=["replay"], summary="Get the daily puzzle")
async def daily(request: Call, game: FromPath[str]) -> Bytes:
    """Return today's puzzle of a game, the same for everyone. It comes from a rated public game that allows puzzles.
    null if there is none today."""
    found = services(request)
    guest = await found.guests.identify(request)
    count(request, guest, "look", LIST)
    found.catalog.info(game)
    return answer(_json(await found.puzzles.today(game, guest)))


@post(
    "/api/puzzles/{game:str}",
    status_code=200,
    responses=spec(DailyPuzzle),
    tags=["replay"],
    summary="Solve the daily puzzle",
)
async def solved(request: Call, game: FromPath[str], data: JSONBody[SolveDaily]) -> Bytes:
    """Answer today's puzzle, and see how good each choice is. Only your first answer counts."""
    guest = await somebody(request, "look", LIST)
    return answer(_json(await services(request).puzzles.solve(game, guest, data.day, data.choice)))


@get("/puzzles", include_in_schema=False)
async def puzzles_page(request: Call) -> Template:
    """Show the games that may have a puzzle."""
    infos = list(services(request).catalog.infos.values())
    return await page(request, "puzzles.html", Boot("puzzles", None, ""), {"games": infos})


@get("/puzzles/{game:str}", include_in_schema=False)
async def puzzle_page(request: Call, game: FromPath[str]) -> Template:
    """Show the daily puzzle of a game."""
    about = services(request).catalog.info(game)
    boot = Boot("puzzle", None, "", game, board=f"/games/{game}/board/")
    return await page(request, "puzzle.html", boot, {"about": about})


ROUTES: Final = Router(path="/", route_handlers=[daily, solved, puzzles_page, puzzle_page])
