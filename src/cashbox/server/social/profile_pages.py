"""The pages about persons: one for each, and the leaderboard of each game."""
# Litestar reads the annotations when it starts.
# ruff: noqa: TC002

from __future__ import annotations

from typing import Final

from litestar import Router, get
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Template

from cashbox.server.accounts.own_data_store import iso
from cashbox.server.clock import day
from cashbox.server.link_cards import api as link_cards_api
from cashbox.server.social import charts
from cashbox.server.social.api import asked
from cashbox.server.social.statistics import statistics
from cashbox.server.web.callers import Call, at_table, count, services
from cashbox.server.web.pages import page
from cashbox.server.web.quotas import LIST
from cashbox.server.wire import Boot


@get("/p/{handle:str}", include_in_schema=False)
async def person_page(
    request: Call, handle: FromPath[str], before: FromQuery[str] = "", after: FromQuery[str] = ""
) -> Template:
    """Somebody's games, results, opponents, streaks and ratings. before, after: where the lists begin."""
    found, viewer, who = await asked(request, handle)
    person = await found.persons.page(who, viewer)
    more = {
        "person": person,
        "card": await link_cards_api.of_person(request, handle),
        "played": await found.persons.played(who, viewer, before),
        "met": await found.persons.opponents(who, viewer, after),
        "before": before,
        "after": after,
        "day": day,
        "iso": iso,
        "number": charts.number,
    }
    return await page(request, "person.html", Boot("person", None, "", person=person), more)


@get("/t/{table:str}/player/{seat:int}", include_in_schema=False)
async def player_page(request: Call, table: FromPath[str], seat: FromPath[int]) -> Redirect:
    """From a seat of a table to the page of whoever has it."""
    at, viewer = await at_table(request, table)
    count(request, viewer, "look", LIST)
    found = await services(request).persons.at(at.seen_by(viewer).record, seat, viewer)
    return Redirect(f"/p/{found.handle}", status_code=303)


@get("/leaders", include_in_schema=False)
async def leaders_home(request: Call) -> Redirect:
    """The leaderboard of the first game."""
    first = next(iter(services(request).catalog.infos))
    return Redirect(f"/leaders/{first}", status_code=303)


@get("/leaders/{game:str}", include_in_schema=False)
async def leaders_page(request: Call, game: FromPath[str], after: FromQuery[str] = "") -> Template:
    """Who plays a game best. after: where the list begins."""
    found = services(request)
    viewer = await found.guests.who(request)
    count(request, viewer, "look", LIST)
    infos = list(found.catalog.infos.values())
    more = {"board": await found.persons.leaders(game, viewer, after), "games": infos, "after": after}
    return await page(request, "leaders.html", Boot("leaders", None, "", game), more)


@get("/stats", include_in_schema=False)
async def stats_home(request: Call) -> Redirect:
    """The statistics of the first game."""
    first = next(iter(services(request).catalog.infos))
    return Redirect(f"/stats/{first}", status_code=303)


@get("/stats/{game:str}", include_in_schema=False)
async def stats_page(
    request: Call, game: FromPath[str], mode: FromQuery[str] = "", players: FromQuery[int] = 0
) -> Template:
    """How long a game takes, what is scored, who wins. mode, players: of such tables alone."""
    found = services(request)
    count(request, await found.guests.who(request), "look", LIST)
    told = await statistics(found.store, found.catalog, game, mode, players)
    more = {"stats": told, "games": list(found.catalog.infos.values()), "pictures": charts}
    return await page(request, "stats.html", Boot("stats", None, "", game), more)


ROUTES: Final = Router(
    path="/",
    route_handlers=[person_page, player_page, leaders_home, leaders_page, stats_home, stats_page],
    include_in_schema=False,
)
