"""The HTTP API for journal files that people upload: they are replayed like finished tables, and stored only in
memory."""
# Litestar reads the annotations when it starts.
# ruff: noqa: TC002

from __future__ import annotations

from typing import Final

import msgspec
from litestar import Response, Router, get, post
from litestar.params import FromPath
from litestar.response import Template

from cashbox.engine.ending import GameEnding
from cashbox.engine.report import Given
from cashbox.server.errors import Refusal
from cashbox.server.replays.api import REPORT, Eyes, Many
from cashbox.server.replays.wire import Moment, OpenedFile, Replay
from cashbox.server.web.callers import Bytes, Call, answer, at_file, caller, count, services, spec
from cashbox.server.web.limits import FILE, FILES
from cashbox.server.web.pages import page
from cashbox.server.web.quotas import JOURNAL
from cashbox.server.wire import Boot

_json = msgspec.json.Encoder().encode

SENDING: Final = 8
"""The most simultaneous uploads, because each may need memory."""

EACH: Final = 2
"""The most of them from one address, so that a slow upload does not block others."""

_arriving: Final[dict[int, str]] = {}
"""The addresses of current uploads."""


@post(
    FILES, request_max_body_size=None, status_code=201, responses=spec(OpenedFile, 201), tags=["replay"],
    summary="Open a journal",
)  # fmt: skip
async def open_file(request: Call) -> Bytes:
    """Open the journal, or the crash file of a test, in the request body. The server verifies it and keeps it in memory
    for an hour after its last use. The same file always gets the same id."""
    found = services(request)
    found.files.requests.check_room()
    guest = await found.guests.identify(request)
    count(request, guest, "heavy", JOURNAL)
    with found.files.requests.room(who := caller(request, guest).key):
        game = await found.files.open(await _body(request), who)
    file = game.record.id
    shown = OpenedFile(file, f"/replay/{file}", game.record.game, game.last, game.record.outcome is not None)
    return answer(_json(shown), 201)


async def _body(request: Call) -> bytes:
    address = caller(request, None).address
    if len(_arriving) >= SENDING or list(_arriving.values()).count(address) >= EACH:
        raise Refusal(503, "busy", "Too many files are being opened right now. Try again in a moment.", 5)
    mark, parts, size = id(request), [], 0
    _arriving[mark] = address
    try:
        async for part in request.stream():
            parts.append(part)
            size += len(part)
            if size > FILE:
                raise Refusal(413, "too-large", f"That file is too big. Journals can be up to {FILE >> 20} MB.")
    finally:
        del _arriving[mark]
    return b"".join(parts)


@get(f"{FILES}/{{file:str}}", responses=spec(Replay), tags=["replay"], summary="Replay an opened game")
async def replay(request: Call, file: FromPath[str], eyes: Eyes = "") -> Bytes:
    """Return the same replay as for a finished table, with all points of view."""
    async with at_file(request, file, 1) as (game, guest, who):
        return answer(await services(request).files.story(game, guest, eyes, who))


@get(
    f"{FILES}/{{file:str}}/{{n:int}}",
    responses=spec(Moment),
    tags=["replay"],
    summary="Get an opened game at a given step",
)
async def moment(request: Call, file: FromPath[str], n: FromPath[int], eyes: Eyes = "", many: Many = 0) -> Bytes:
    """Return the game after step n from one point of view. With `many`, the response is a Moments object."""
    async with at_file(request, file, max(1, many)) as (game, guest, who):
        found = await services(request).files.moments(game, guest, eyes, who, n, many or 1)
    return answer(b'{"moments":[%b]}' % found if many else found)


@get(
    f"{FILES}/{{file:str}}/ending",
    responses=spec(GameEnding),
    tags=["replay"],
    summary="Get the result of an opened game",
)
async def ending(request: Call, file: FromPath[str]) -> Bytes:
    """Return the same result as for a finished table."""
    async with at_file(request, file, 1) as (game, guest, who):
        return answer(await services(request).files.ending(game, guest, who))


@get(
    f"{FILES}/{{file:str}}/report",
    media_type="text/plain",
    tags=["replay"],
    summary="Get a report of an opened game",
)
async def report(request: Call, file: FromPath[str], eyes: Eyes = "") -> Bytes:
    """Return the report as text."""
    async with at_file(request, file, REPORT) as (game, guest, who):
        text = await services(request).files.report(game, guest, eyes, who, Given())
    headers = {"content-disposition": f'attachment; filename="{game.record.game}.txt"'}
    return Response(text, media_type="text/plain", headers=headers)


@get(f"{FILES}/{{file:str}}/content", include_in_schema=False)
async def content(request: Call, file: FromPath[str]) -> Bytes:
    """Get the cards, map, and boards of the game in a file."""
    async with at_file(request, file, 1) as (game, *_):
        return answer(game.content)


@get(f"{FILES}/{{file:str}}/tips", include_in_schema=False)
async def tips(request: Call, file: FromPath[str]) -> Bytes:
    """Return what the board says about the things on it."""
    async with at_file(request, file, 1) as (game, *_):
        return answer(game.opened.tips)


@get("/replay/{file:str}", include_in_schema=False)
async def file_page(request: Call, file: FromPath[str]) -> Template:
    """Show the replay of a file."""
    async with at_file(request, file, 1) as (game, guest, _):
        record, shown = game.record, game.shown(guest)
    board = f"/games/{record.game}/board/"
    boot = Boot("replay", None, "", record.game, "", record.content_hash, board=board, you=shown.you, file=file)
    more = {"table": shown.table, "you": shown.you, "about": services(request).catalog.info(record.game)}
    return await page(request, "replay.html", boot, more)


@get("/replay", include_in_schema=False)
async def no_file_page(request: Call) -> Template:
    """Show the page where a file can be opened."""
    return await page(request, "open-file.html", Boot("open-file", None, ""), {})


ROUTES: Final = Router(
    path="/", route_handlers=[open_file, replay, moment, ending, report, content, tips, file_page, no_file_page]
)
