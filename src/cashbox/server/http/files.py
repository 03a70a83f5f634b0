"""Journals that people bring: opened to be looked back at as finished tables are, and kept in memory alone."""
# Litestar reads the annotations when it starts.
# ruff: noqa: TC001, TC002

from __future__ import annotations

from typing import Final

import msgspec
from litestar import Response, Router, get, post
from litestar.params import FromPath
from litestar.response import Template

from cashbox.engine.report import Given
from cashbox.server.http.api import Bytes, Call, answer, spec
from cashbox.server.http.callers import caller, count
from cashbox.server.http.pages import page
from cashbox.server.http.replay import REPORT, Eyes, Many
from cashbox.server.limits import FILE, FILES
from cashbox.server.problems import Refusal
from cashbox.server.replays.files import FileGame
from cashbox.server.services import services
from cashbox.server.storage.records import Guest
from cashbox.server.wire import Boot
from cashbox.server.wire_replay import Moment, OpenedFile, Replay

_json = msgspec.json.Encoder().encode

SENDING: Final = 8
"""The most files that arrive at a time: each may take some room."""

_arriving: Final[set[int]] = set()


@post(
    FILES, request_max_body_size=None, status_code=201, responses=spec(OpenedFile, 201), tags=["replay"],
    summary="Open a journal",
)  # fmt: skip
async def open_file(request: Call) -> Bytes:
    """The body is the file of a journal, or the crash file of a test. It is checked and verified, and kept in memory
    for an hour after somebody has last looked at it. The same file has the same id."""
    guest = await services(request).guests.who(request)
    count(request, guest, "files")
    game = await services(request).files.open(await _body(request), _who(request, guest))
    file = game.record.id
    shown = OpenedFile(file, f"/replay/{file}", game.record.game, game.last, game.record.outcome is not None)
    return answer(_json(shown), 201)


async def _body(request: Call) -> bytes:
    if len(_arriving) >= SENDING:
        raise Refusal(503, "busy", "Too many files are being opened just now; try again in a moment.", 5)
    mark, parts, size = id(request), [], 0
    _arriving.add(mark)
    try:
        async for part in request.stream():
            parts.append(part)
            size += len(part)
            if size > FILE:
                raise Refusal(413, "too-large", f"A journal that is opened here may have at most {FILE >> 20} MB.")
    finally:
        _arriving.discard(mark)
    return b"".join(parts)


@get(f"{FILES}/{{file:str}}", responses=spec(Replay), tags=["replay"], summary="Look back at a file")
async def replay(request: Call, file: FromPath[str], eyes: Eyes = "") -> Bytes:
    """As at a finished table, with everybody's eyes."""
    game, guest = await _game(request, file, 1)
    return answer(await services(request).files.story(game, guest, eyes, _who(request, guest)))


@get(f"{FILES}/{{file:str}}/{{n:int}}", responses=spec(Moment), tags=["replay"], summary="Get a file's game as it was")
async def moment(request: Call, file: FromPath[str], n: FromPath[int], eyes: Eyes = "", many: Many = 0) -> Bytes:
    """After step n, as those eyes saw it; with `many`, Moments."""
    game, guest = await _game(request, file, max(1, many))
    found = await services(request).files.moments(game, guest, eyes, _who(request, guest), n, many or 1)
    return answer(b'{"moments":[%b]}' % found if many else found)


@get(f"{FILES}/{{file:str}}/report", media_type="text/plain", tags=["replay"], summary="Get a file as a report")
async def report(request: Call, file: FromPath[str], eyes: Eyes = "") -> Bytes:
    """A text that people read."""
    game, guest = await _game(request, file, REPORT)
    text = await services(request).files.report(game, guest, eyes, _who(request, guest), Given())
    headers = {"content-disposition": f'attachment; filename="{game.record.game}.txt"'}
    return Response(text, media_type="text/plain", headers=headers)


@get(f"{FILES}/{{file:str}}/content", include_in_schema=False)
async def content(request: Call, file: FromPath[str]) -> Bytes:
    """The cards, map and boards that its game was dealt with."""
    game, _ = await _game(request, file, 1)
    return answer(game.content)


@get(f"{FILES}/{{file:str}}/tips", include_in_schema=False)
async def tips(request: Call, file: FromPath[str]) -> Bytes:
    """A board shows a file without tips: they tell of rules as they are now."""
    await _game(request, file, 1)
    return answer(b"{}")


@get("/replay/{file:str}", include_in_schema=False)
async def file_page(request: Call, file: FromPath[str]) -> Template:
    """Looking back at a file."""
    game, guest = await _game(request, file, 1)
    record, shown = game.record, game.shown(guest)
    board = f"/games/{record.game}/board/"
    boot = Boot("replay", None, "", record.game, "", record.content_hash, board=board, you=shown.you, file=file)
    more = {"table": shown.table, "you": shown.you, "about": services(request).catalog.info(record.game)}
    return await page(request, "replay.html", boot, more)


@get("/replay", include_in_schema=False)
async def no_file_page(request: Call) -> Template:
    """Where a file can be opened."""
    return await page(request, "open-file.html", Boot("open-file", None, ""), {})


async def _game(request: Call, file: str, many: int) -> tuple[FileGame, Guest | None]:
    """The game of a file, and who asks, counted. Refusal ("no-such-file", "too-fast")."""
    guest = await services(request).guests.who(request)
    count(request, guest, "replays", many)
    return await services(request).files.game(file, _who(request, guest)), guest


def _who(request: Call, guest: Guest | None) -> str:
    """By whom turns are counted."""
    found = caller(request, guest)
    return found.guest or found.address


ROUTES: Final = Router(
    path="/", route_handlers=[open_file, replay, moment, report, content, tips, file_page, no_file_page]
)
