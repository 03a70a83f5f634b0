"""Persons: their pages as JSON, what they have played and with whom, leaderboards, whom one follows and blocks."""
# Litestar reads the annotations when it starts.
# ruff: noqa: TC001, TC002

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec
from litestar import Router, get, post
from litestar.params import FromPath, FromQuery, JSONBody

from cashbox.server.db.records import Guest
from cashbox.server.social.profiles_store import PersonRecord
from cashbox.server.social.statistics import statistics
from cashbox.server.social.wire import GameStatistics, Leaders, OpponentList, Person, PlayedList, ShowPage, TieBody
from cashbox.server.web.callers import Bytes, Call, answer, count, player, services, spec
from cashbox.server.web.quotas import LIST

if TYPE_CHECKING:
    from cashbox.server.services import Services

_json = msgspec.json.Encoder().encode


@get("/api/me/page", responses=spec(Person), tags=["people"], summary="Get your profile settings")
async def my_page(request: Call) -> Bytes:
    """Return your profile with everything that you have played."""
    found = services(request)
    guest = await player(request, "look", LIST)
    return answer(_json(await found.persons.page(await found.persons.me(guest), guest)))


@post(
    "/api/me/page",
    status_code=200,
    responses=spec(Person),
    tags=["people"],
    summary="Make your profile public or private",
)
async def show_page(request: Call, data: JSONBody[ShowPage]) -> Bytes:
    """Only you can see a private profile. It isn't on any leaderboard, and your name doesn't link to it."""
    found = services(request)
    guest = await player(request, "chat")
    await found.persons.hide(guest, hidden=data.hidden)
    return answer(_json(await found.persons.page(await found.persons.me(guest), guest)))


@get("/api/people/{handle:str}", responses=spec(Person), tags=["people"], summary="Get a profile")
async def person(request: Call, handle: FromPath[str]) -> Bytes:
    """Return a person's results by game and mode, streaks, and ratings."""
    found, viewer, who = await asked(request, handle)
    return answer(_json(await found.persons.page(who, viewer)))


@get("/api/people/{handle:str}/games", responses=spec(PlayedList), tags=["people"], summary="List a player's games")
async def played(request: Call, handle: FromPath[str], before: FromQuery[str] = "") -> Bytes:
    """Return the player's games at public tables and at tables where you had a seat, too. They come newest first, 20 at
    a time."""
    found, viewer, who = await asked(request, handle)
    return answer(_json(await found.persons.played(who, viewer, before)))


@get(
    "/api/people/{handle:str}/opponents",
    responses=spec(OpponentList),
    tags=["people"],
    summary="List a player's opponents",
)
async def opponents(request: Call, handle: FromPath[str], after: FromQuery[str] = "") -> Bytes:
    """Return the player's opponents, 20 at a time. Those with the most games together come first."""
    found, viewer, who = await asked(request, handle)
    return answer(_json(await found.persons.opponents(who, viewer, after)))


@get("/api/leaders/{game:str}", responses=spec(Leaders), tags=["people"], summary="Get a leaderboard")
async def leaders(request: Call, game: FromPath[str], after: FromQuery[str] = "") -> Bytes:
    """Return the players with the highest ratings, 20 at a time. A player needs at least five rated games."""
    found = services(request)
    viewer = await found.guests.who(request)
    count(request, viewer, "look", LIST)
    return answer(_json(await found.persons.leaders(game, viewer, after)))


@get("/api/stats/{game:str}", responses=spec(GameStatistics), tags=["people"], summary="Get a game's statistics")
async def stats(request: Call, game: FromPath[str], mode: FromQuery[str] = "", players: FromQuery[int] = 0) -> Bytes:
    """Return the statistics of finished games at public tables where people played. You can ask for one mode or number
    of players."""
    found = services(request)
    count(request, await found.guests.who(request), "look", LIST)
    return answer(_json(await statistics(found.store, found.catalog, game, mode, players)))


@post(
    "/api/people/{handle:str}/tie",
    status_code=200,
    responses=spec(Person),
    tags=["people"],
    summary="Follow or block a person",
)
async def tie(request: Call, handle: FromPath[str], data: JSONBody[TieBody]) -> Bytes:
    """Follow or block a person. The person is not notified. People you block can't sit down at tables where you are the
    host and can't be invited to a table with you. You don't see their messages."""
    found = services(request)
    guest = await player(request, "chat")
    who = await found.persons.find(handle, guest)
    await found.knowing.tie(guest, who.guest, data.kind, on=data.on)
    return answer(_json(await found.persons.page(who, guest)))


async def asked(request: Call, handle: str) -> tuple[Services, Guest | None, PersonRecord]:
    """The services, who asks, counted, and about whom. Refusal ("no-such-person", "too-fast")."""
    found = services(request)
    viewer = await found.guests.who(request)
    count(request, viewer, "look", LIST)
    return found, viewer, await found.persons.find(handle, viewer)


ROUTES: Final = Router(path="/", route_handlers=[my_page, show_page, person, played, opponents, leaders, stats, tie])
