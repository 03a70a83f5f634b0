"""The pages that show a game before anybody makes a table."""
# Litestar reads the annotations when it starts.
# ruff: noqa: TC002

from __future__ import annotations

from typing import Final

from litestar import get
from litestar.params import FromPath
from litestar.response import Template

from cashbox import games
from cashbox.engine.glance import PICTURES
from cashbox.server.link_cards import api as link_cards_api
from cashbox.server.web.callers import Bytes, Call, services
from cashbox.server.web.pages import page
from cashbox.server.web.sending import file_of
from cashbox.server.wire import Boot


@get("/games/{game:str}", include_in_schema=False)
async def first_look(request: Call, game: FromPath[str]) -> Template:
    """Pictures of a game, what a turn is like, how long it takes, and how to begin."""
    catalog = services(request).catalog
    about = catalog.info(game)
    card = link_cards_api.of_game(request, about, f"/games/{game}")
    more = {"game": about, "glance": catalog.glances[game], "card": card}
    return await page(request, "game.html", Boot("game", None, "", game, games=[about]), more)


@get("/games/{game:str}/pictures/{file:path}", include_in_schema=False)
async def picture(request: Call, game: FromPath[str], file: FromPath[str]) -> Bytes:
    """A picture of a game."""
    services(request).catalog.info(game)
    return await file_of(request, games.folder(game) / PICTURES, file)


ROUTES: Final = [first_look, picture]
