"""Start the analysis of a finished game, follow it, and cancel it."""
# Litestar reads the annotations when it starts.
# ruff: noqa: TC002

from __future__ import annotations

from typing import Final

import msgspec
from litestar import Router, delete, get, post
from litestar.params import FromPath, JSONBody

from cashbox.server.analysis.service import analyzed_game
from cashbox.server.analysis.wire import GameAnalysis, StartAnalysis
from cashbox.server.web.callers import Bytes, Call, answer, count, player, services, spec
from cashbox.server.web.quotas import ANALYSIS, LIST, SEAT

_json = msgspec.json.Encoder().encode


@get(
    "/api/tables/{table:str}/analysis",
    responses=spec(GameAnalysis),
    tags=["replay"],
    summary="Get the analysis of a game",
)
async def analysis(request: Call, table: FromPath[str]) -> Bytes:
    """Return how much of a finished game was luck, and which decisions cost the most, or the progress of the analysis.
    You need to be able to see every hand of the game."""
    found = services(request)
    guest = await found.guests.who(request)
    count(request, guest, "look", LIST)
    past = await analyzed_game(found.replays, table, guest)
    return answer(_json(await found.analyses.of(past, guest)))


@post(
    "/api/tables/{table:str}/analysis",
    status_code=200,
    responses=spec(GameAnalysis),
    tags=["replay"],
    summary="Start an analysis",
)
async def start_analysis(request: Call, table: FromPath[str], data: JSONBody[StartAnalysis]) -> Bytes:
    """Start analyzing a finished game. A quick analysis takes a minute or more. If there already is one, it is
    returned, unless you request a deep one to replace a quick one. You can run one at a time."""
    found = services(request)
    guest = await player(request, "heavy", ANALYSIS)
    past = await analyzed_game(found.replays, table, guest)
    return answer(_json(await found.analyses.start(past, guest, data.effort)))


@delete(
    "/api/tables/{table:str}/analysis",
    status_code=200,
    responses=spec(GameAnalysis),
    tags=["replay"],
    summary="Cancel an analysis",
)
async def cancel_analysis(request: Call, table: FromPath[str]) -> Bytes:
    """Cancel an analysis that you started. Its partial results are deleted."""
    found = services(request)
    guest = await player(request, "play", SEAT)
    past = await analyzed_game(found.replays, table, guest)
    return answer(_json(await found.analyses.cancel(past, guest)))


ROUTES: Final = Router(path="/", route_handlers=[analysis, start_analysis, cancel_analysis])
