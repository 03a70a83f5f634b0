"""The HTTP API and the pages for profiles, leaderboards, statistics, groups, and relations."""
# Litestar reads the annotations when it starts.
# ruff: noqa: TC001, TC002

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec
from litestar import Router, get, post
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.response import Redirect, Template

from cashbox.server.accounts.own_data_store import iso
from cashbox.server.clock import day
from cashbox.server.db.records import Guest, PersonRecord
from cashbox.server.errors import Refusal
from cashbox.server.lobby import store as lobby_store
from cashbox.server.lobby.service import newest
from cashbox.server.social import charts
from cashbox.server.social.groups import invite, known
from cashbox.server.social.statistics import statistics
from cashbox.server.social.wire import (
    Block,
    GameStatistics,
    Group,
    GroupCode,
    GroupLink,
    GroupLook,
    GroupName,
    Groups,
    Known,
    Leaders,
    LinkWish,
    OpponentList,
    Person,
    PlayedList,
    ShowPage,
    SkillList,
    TieBody,
    WhichMember,
)
from cashbox.server.web.callers import Bytes, Call, answer, at_table, count, player, services, somebody, spec
from cashbox.server.web.origins import shared_origin
from cashbox.server.web.pages import page, previews
from cashbox.server.web.quotas import LIST
from cashbox.server.wire import Boot, Invite, TableAnswer, TableList

if TYPE_CHECKING:
    from cashbox.server.services import Services
    from cashbox.server.web.link_previews import LinkPreview


_json = msgspec.json.Encoder().encode


@get("/api/me/groups", responses=spec(Groups), tags=["people"], summary="List your groups")
async def list_groups(request: Call) -> Bytes:
    """Return your groups, sorted by name."""
    guest = await player(request, "look", LIST)
    return answer(_json(Groups(await services(request).groups.groups_of(guest))))


@post("/api/groups", responses=spec(Group, 201), tags=["people"], summary="Create a group")
async def make(request: Call, data: JSONBody[GroupName]) -> Bytes:
    """Create a group with you as its only member. Without a token, you become a guest."""
    guest = await somebody(request, "profile")
    return answer(_json(await services(request).groups.make(data.name, guest)), 201)


@get("/api/groups/{group:str}", responses=spec(Group), tags=["people"], summary="Get a group")
async def show(request: Call, group: FromPath[str]) -> Bytes:
    """Return a group. Only its members can see it."""
    guest = await player(request, "look", LIST)
    return answer(_json(await services(request).groups.show(group, guest)))


@get("/api/groups/{group:str}/tables", responses=spec(TableList), tags=["people"], summary="List a group's tables")
async def tables(request: Call, group: FromPath[str]) -> Bytes:
    """Return the group's unfinished tables as you see them, most recently changed first."""
    found, guest = services(request), await player(request, "look", LIST)
    await found.groups.show(group, guest)
    listed = await found.store.read(lobby_store.group_tables, group, found.store.clock.now())
    lists, there = found.registry.lists, found.registry.loaded
    shown = [lists.answer(one, there(one.record.id), guest) for one in listed]
    # Based on the changes that the caller may know about.
    shown.sort(key=newest, reverse=True)
    return answer(_json(TableList([one for one in shown if one.table.status not in lobby_store.FINISHED])))


@post("/api/groups/{group:str}/name", status_code=200, responses=spec(Group), tags=["people"], summary="Rename a group")
async def rename(request: Call, group: FromPath[str], data: JSONBody[GroupName]) -> Bytes:
    """As the group leader, rename the group."""
    guest = await player(request, "profile")
    return answer(_json(await services(request).groups.rename(group, data.name, guest)))


@post(
    "/api/groups/{group:str}/remove",
    status_code=200,
    responses=spec(Group),
    tags=["people"],
    summary="Remove a member",
)
async def remove(request: Call, group: FromPath[str], data: JSONBody[WhichMember]) -> Bytes:
    """As the group leader, remove a member. All existing links to the group stop working."""
    guest = await player(request, "profile")
    return answer(_json(await services(request).groups.remove(group, data.number, guest)))


@post(
    "/api/groups/{group:str}/leave", status_code=200, responses=spec(Groups), tags=["people"], summary="Leave a group"
)
async def leave(request: Call, group: FromPath[str]) -> Bytes:
    """Leave a group. When the last member leaves, the group is deleted."""
    found, guest = services(request), await player(request, "profile")
    await found.groups.leave(group, guest)
    return answer(_json(Groups(await found.groups.groups_of(guest))))


@post("/api/groups/{group:str}/link", responses=spec(GroupLink, 201), tags=["people"], summary="Create a group link")
async def link(request: Call, group: FromPath[str], data: JSONBody[LinkWish]) -> Bytes:
    """Create a link that lets one or more people join the group. It works for the number of days that you choose."""
    found, guest = services(request), await player(request, "profile")
    code, until = await found.groups.link(group, data, guest)
    return answer(_json(GroupLink(f"{shared_origin(request)}/join-group#{code}", until)), 201)


@post(
    "/api/groups/{group:str}/withdraw",
    status_code=200,
    responses=spec(Group),
    tags=["people"],
    summary="Revoke group links",
)
async def revoke_group_links(request: Call, group: FromPath[str]) -> Bytes:
    """Revoke all existing links to the group."""
    guest = await player(request, "profile")
    return answer(_json(await services(request).groups.withdraw(group, guest)))


@post("/api/groups/look", status_code=200, responses=spec(GroupLook), tags=["people"], summary="Look up a group link")
async def look_up_group_link(request: Call, data: JSONBody[GroupCode]) -> Bytes:
    """Look up a group link without using it."""
    found = services(request)
    guest = await found.guests.identify(request)
    count(request, guest, "look", LIST)
    return answer(_json(await found.groups.look_up(data.code, guest)))


@post("/api/groups/join", status_code=200, responses=spec(Group), tags=["people"], summary="Join a group")
async def join(request: Call, data: JSONBody[GroupCode]) -> Bytes:
    """Join a group with a link. Without a token, you become a guest."""
    guest = await somebody(request, "profile")
    return answer(_json(await services(request).groups.join(data.code, guest)))


@get("/api/me/people", responses=spec(Known), tags=["people"], summary="List followed and blocked people")
async def people(request: Call) -> Bytes:
    """Return the people you follow, the people you block, and the public tables where the people you follow have
    seats."""
    found, guest = services(request), await player(request, "look", LIST)
    return answer(_json(await known(found.store, guest, found.catalog.infos)))


@post("/api/me/unblock", status_code=200, responses=spec(Known), tags=["people"], summary="Unblock a person")
async def unblock(request: Call, data: JSONBody[Block]) -> Bytes:
    """Unblock a person, even one with a private profile."""
    found, guest = services(request), await player(request, "profile")
    await found.relations.unblock(guest, data.number, data.name)
    return answer(_json(await known(found.store, guest, found.catalog.infos)))


@post("/api/tables/invite", responses=spec(TableAnswer, 201), tags=["tables"], summary="Invite people again")
async def invite_again(request: Call, data: JSONBody[Invite]) -> Bytes:
    """Create a table with seats reserved for people you have played with."""
    found, guest = services(request), await player(request, "create")
    table = await invite(found.registry, found.store, guest, data.table, data.people)
    return answer(table.answer(guest), 201)


@get("/g/{group:str}", include_in_schema=False)
async def group_page(request: Call, group: FromPath[str]) -> Template:
    """Show a group to its members."""
    guest = await player(request, "look", LIST)
    found = await services(request).groups.show(group, guest)
    infos = list(services(request).catalog.infos.values())
    return await page(request, "group.html", Boot("group", None, "", games=infos, group=found), {"group": found})


@get("/join-group", include_in_schema=False)
async def join_page(request: Call) -> Template:
    """Show the page behind a link to a group; the part after the # is never sent to the server."""
    return await page(request, "join-group.html", Boot("join-group", None, ""), {})


@get("/api/me/page", responses=spec(Person), tags=["people"], summary="Get your profile settings")
async def profile_settings(request: Call) -> Bytes:
    """Return your profile with everything that you have played."""
    found = services(request)
    guest = await player(request, "look", LIST)
    return answer(_json(await found.persons.page(await found.persons.me(guest), guest)))


@post(
    "/api/me/page",
    status_code=200,
    responses=spec(Person),
    tags=["people"],
    summary="Change your profile settings",
)
async def show_profile(request: Call, data: JSONBody[ShowPage]) -> Bytes:
    """Change who can see your profile, and whether it shows other people your skill. Only you can see a private
    profile. It is not on any leaderboard, and your name does not link to it."""
    found = services(request)
    guest = await player(request, "profile")
    await found.persons.show(guest, hidden=data.hidden, skill=data.skill)
    return answer(_json(await found.persons.page(await found.persons.me(guest), guest)))


@get("/api/people/{handle:str}", responses=spec(Person), tags=["people"], summary="Get a profile")
async def person(request: Call, handle: FromPath[str]) -> Bytes:
    """Return a person's ratings, streaks, and results by game and mode."""
    found, viewer, who = await _asked(request, handle)
    return answer(_json(await found.persons.page(who, viewer)))


@get("/api/people/{handle:str}/games", responses=spec(PlayedList), tags=["people"], summary="List a player's games")
async def played(request: Call, handle: FromPath[str], before: FromQuery[str] = "") -> Bytes:
    """Return the player's games at public tables and at tables where you also had a seat. They come newest first, 20 at
    a time."""
    found, viewer, who = await _asked(request, handle)
    return answer(_json(await found.persons.played(who, viewer, before)))


@get(
    "/api/people/{handle:str}/skill",
    responses=spec(SkillList),
    tags=["people"],
    summary="Get a player's skill",
)
async def skill(request: Call, handle: FromPath[str]) -> Bytes:
    """Return the player's errors in the last 40 analyzed games: by game over time, and by kind of decision."""
    found, viewer, who = await _asked(request, handle)
    return answer(_json(await found.persons.skill(who, viewer)))


@get(
    "/api/people/{handle:str}/opponents",
    responses=spec(OpponentList),
    tags=["people"],
    summary="List a player's opponents",
)
async def opponents(request: Call, handle: FromPath[str], after: FromQuery[str] = "") -> Bytes:
    """Return the player's opponents, 20 at a time. Those with the most games together come first."""
    found, viewer, who = await _asked(request, handle)
    return answer(_json(await found.persons.opponents(who, viewer, after)))


@get("/api/leaders/{game:str}", responses=spec(Leaders), tags=["people"], summary="Get a leaderboard")
async def leaders(request: Call, game: FromPath[str], after: FromQuery[str] = "") -> Bytes:
    """Return the players with the highest ratings, 20 at a time. A player needs at least five rated games."""
    found = services(request)
    viewer = await found.guests.identify(request)
    count(request, viewer, "look", LIST)
    return answer(_json(await found.persons.leaders(game, viewer, after)))


@get("/api/stats/{game:str}", responses=spec(GameStatistics), tags=["people"], summary="Get a game's statistics")
async def stats(request: Call, game: FromPath[str], mode: FromQuery[str] = "", players: FromQuery[int] = 0) -> Bytes:
    """Return the statistics of finished games at public tables where people played. You can filter by mode or number of
    players."""
    found = services(request)
    count(request, await found.guests.identify(request), "look", LIST)
    return answer(_json(await statistics(found.store, found.catalog, game, mode, players)))


@post(
    "/api/people/{handle:str}/tie",
    status_code=200,
    responses=spec(Person),
    tags=["people"],
    summary="Follow or block a person",
)
async def follow_or_block(request: Call, handle: FromPath[str], data: JSONBody[TieBody]) -> Bytes:
    """Follow or block a person. The person is not notified. People you block can't sit down at tables where you are the
    host and can't be invited to a table with you. You don't see their messages."""
    found = services(request)
    guest = await player(request, "profile")
    who = await found.persons.find(handle, guest)
    await found.relations.tie(guest, who.guest, data.kind, on=data.on)
    return answer(_json(await found.persons.page(who, guest)))


async def _asked(request: Call, handle: str) -> tuple[Services, Guest | None, PersonRecord]:
    """Return the services, the caller, and the person, and count the request. Refusal ("no-such-person",
    "too-fast")."""
    found = services(request)
    viewer = await found.guests.identify(request)
    count(request, viewer, "look", LIST)
    return found, viewer, await found.persons.find(handle, viewer)


async def _preview(request: Call, handle: str) -> LinkPreview:
    """Return the link preview of a person's page, as a stranger sees it."""
    found = services(request)
    try:
        person = await found.persons.page(await found.persons.find(handle, None), None)
    except Refusal:
        return previews(request).of_server()
    return previews(request).of_person(person, f"/p/{handle}")


@get("/p/{handle:str}", include_in_schema=False)
async def person_page(
    request: Call, handle: FromPath[str], before: FromQuery[str] = "", after: FromQuery[str] = ""
) -> Template:
    """Show a person's games, results, opponents, streaks, and ratings. `before` and `after` are the cursors of the
    lists."""
    found, viewer, who = await _asked(request, handle)
    person = await found.persons.page(who, viewer)
    more = {
        "person": person,
        "preview": await _preview(request, handle),
        "played": await found.persons.played(who, viewer, before),
        "met": await found.persons.opponents(who, viewer, after),
        "skills": (await found.persons.skill(who, viewer)).skills,
        "trend": charts.trend,
        "points": charts.points,
        "before": before,
        "after": after,
        "day": day,
        "iso": iso,
        "number": charts.number,
    }
    return await page(request, "person.html", Boot("person", None, "", person=person), more)


@get("/t/{table:str}/player/{seat:int}", include_in_schema=False)
async def player_page(request: Call, table: FromPath[str], seat: FromPath[int]) -> Redirect:
    """Redirect from a seat of a table to the profile of its player."""
    at, viewer = await at_table(request, table)
    count(request, viewer, "look", LIST)
    found = await services(request).persons.person_at(at.seen_by(viewer).record, seat, viewer)
    return Redirect(f"/p/{found.handle}", status_code=303)


@get("/leaders", include_in_schema=False)
async def leaders_home(request: Call) -> Redirect:
    """Redirect to the leaderboard of the first game."""
    first = next(iter(services(request).catalog.infos))
    return Redirect(f"/leaders/{first}", status_code=303)


@get("/leaders/{game:str}", include_in_schema=False)
async def leaders_page(request: Call, game: FromPath[str], after: FromQuery[str] = "") -> Template:
    """Show a game's leaderboard. `after` is the cursor of the list."""
    found = services(request)
    viewer = await found.guests.identify(request)
    count(request, viewer, "look", LIST)
    infos = list(found.catalog.infos.values())
    more = {"board": await found.persons.leaders(game, viewer, after), "games": infos, "after": after}
    return await page(request, "leaders.html", Boot("leaders", None, "", game), more)


@get("/stats", include_in_schema=False)
async def stats_home(request: Call) -> Redirect:
    """Redirect to the statistics of the first game."""
    first = next(iter(services(request).catalog.infos))
    return Redirect(f"/stats/{first}", status_code=303)


@get("/stats/{game:str}", include_in_schema=False)
async def stats_page(
    request: Call, game: FromPath[str], mode: FromQuery[str] = "", players: FromQuery[int] = 0
) -> Template:
    """Show how long a game takes, the scores, and the winning seats, for one mode and number of players if given."""
    found = services(request)
    count(request, await found.guests.identify(request), "look", LIST)
    told = await statistics(found.store, found.catalog, game, mode, players)
    more = {"stats": told, "games": list(found.catalog.infos.values()), "pictures": charts}
    return await page(request, "stats.html", Boot("stats", None, "", game), more)


ROUTES: Final = Router(
    path="/",
    route_handlers=[
        list_groups,
        make,
        show,
        tables,
        rename,
        remove,
        leave,
        link,
        revoke_group_links,
        look_up_group_link,
        join,
        people,
        unblock,
        invite_again,
        group_page,
        join_page,
        profile_settings,
        show_profile,
        person,
        played,
        opponents,
        skill,
        leaders,
        stats,
        follow_or_block,
        person_page,
        player_page,
        leaders_home,
        leaders_page,
        stats_home,
        stats_page,
    ],
)
