"""Start the analysis of a finished game, follow it, and cancel it."""
# Litestar reads the annotations when it starts.
# ruff: noqa: TC002

from __future__ import annotations

from typing import Final

import msgspec
from litestar import Router, delete, get, post
from litestar.params import FromPath, JSONBody

from cashbox.server.analysis.service import analyzed_game, check_analyzable
from cashbox.server.analysis.wire import GameAnalysis, StartAnalysis
from cashbox.server.web.callers import Bytes, Call, answer, at_file, count, player, services, somebody, spec
from cashbox.server.web.limits import FILES
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
    guest = await found.guests.identify(request)
    count(request, guest, "look", LIST)
    past = await analyzed_game(found.replays, table, guest)
    return answer(_json(await found.analyses.progress(past, guest)))


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


@get(
    f"{FILES}/{{file:str}}/analysis",
    responses=spec(GameAnalysis),
    tags=["replay"],
    summary="Get the analysis of an opened game",
)
async def file_analysis(request: Call, file: FromPath[str]) -> Bytes:
    """Return the same analysis as for a finished table. The server deletes it with the file, an hour after its last
    use."""
    async with at_file(request, file, LIST) as (game, guest, _):
        check_analyzable(game)
        return answer(_json(await services(request).analyses.progress(game, guest)))


@post(
    f"{FILES}/{{file:str}}/analysis",
    status_code=200,
    responses=spec(GameAnalysis),
    tags=["replay"],
    summary="Start analyzing an opened game",
)
async def start_file_analysis(request: Call, file: FromPath[str], data: JSONBody[StartAnalysis]) -> Bytes:
    """Start analyzing an opened game, as for a finished table. Without a token, you become a guest."""
    async with at_file(request, file, 1) as (game, _, _who):
        check_analyzable(game)
        guest = await somebody(request, "heavy", ANALYSIS)
        return answer(_json(await services(request).analyses.start(game, guest, data.effort)))


@delete(
    f"{FILES}/{{file:str}}/analysis",
    status_code=200,
    responses=spec(GameAnalysis),
    tags=["replay"],
    summary="Cancel the analysis of an opened game",
)
async def cancel_file_analysis(request: Call, file: FromPath[str]) -> Bytes:
    """Cancel an analysis that you started. Its partial results are deleted."""
    async with at_file(request, file, 1) as (game, _, _who):
        guest = await player(request, "play", SEAT)
        return answer(_json(await services(request).analyses.cancel(game, guest)))


ROUTES: Final = Router(
    path="/",
    route_handlers=[
        analysis, start_analysis, cancel_analysis, file_analysis, start_file_analysis, cancel_file_analysis,
    ],
)  # fmt: skip
