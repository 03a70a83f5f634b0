"""The archive of finished games: its page and its search."""
# Litestar reads the annotations when it starts.
# ruff: noqa: TC002

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from litestar import Router, get
from litestar.params import FromQuery, QueryParameter
from litestar.response import Template

from cashbox.server.archive.service import Asked
from cashbox.server.archive.wire import ArchiveList
from cashbox.server.web.callers import Bytes, Call, answer, count, services, spec
from cashbox.server.web.pages import page
from cashbox.server.web.quotas import LIST
from cashbox.server.wire import Boot

_json = msgspec.json.Encoder().encode


@get("/api/archive", responses=spec(ArchiveList), tags=["tables"], summary="Search finished games")
async def archive(
    request: Call,
    since: Annotated[str, QueryParameter(name="from")] = "",
    until: Annotated[str, QueryParameter(name="to")] = "",
    game: FromQuery[str] = "",
    mode: FromQuery[str] = "",
    who: FromQuery[str] = "",
    result: FromQuery[str] = "",
    length: FromQuery[str] = "",
    after: FromQuery[str] = "",
    *,
    mine: FromQuery[bool] = False,
) -> Bytes:
    """Return finished games, newest first, 50 at a time: your own (mine), or games that everyone can watch and that are
    over for all spectators. who: a name, or the last part of a profile's URL; from, to: dates; result: won, lost,
    shared, or off, for you or for `who`; length: short (less than 20 minutes), medium (less than an hour), long, or
    days; after: `next` from the previous response."""
    found = services(request)
    guest = await found.guests.identify(request)
    count(request, guest, "look", LIST)
    asked = Asked(game, mode, who.strip(), since, until, result, length, mine, after)
    return answer(_json(await found.archive.search(asked, guest)))


@get("/archive", include_in_schema=False)
async def archive_page(request: Call) -> Template:
    """Show the archive. The page reads the search from its URL and sends the request."""
    infos = list(services(request).catalog.infos.values())
    return await page(request, "archive.html", Boot("archive", None, "", games=infos), {})


ROUTES: Final = Router(path="/", route_handlers=[archive, archive_page])
