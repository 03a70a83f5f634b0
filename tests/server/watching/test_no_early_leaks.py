"""Test that nothing a spectator can request reveals what happens at a delayed table before the delay is over.
Every kind of stranger requests every URL of the server, before and after every kind of event."""

from __future__ import annotations

import asyncio
import contextlib
import re
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import httpx
import pytest

from cashbox.engine.chain import seal
from cashbox.server.app import ROUTES, app_of, make_router
from cashbox.server.rematch import service as rematch_service
from cashbox.server.rematch.service import record_nudge
from cashbox.server.rematch.wire import Again
from cashbox.server.social.wire import LinkWish
from cashbox.server.tables.channel import Channel
from cashbox.server.tables.seating import with_host
from cashbox.server.tables.settings import DELAY
from cashbox.server.watching.service import set_watching
from cashbox.server.watching.wire import ChangeWatching
from cashbox.server.wire import NewTable, SeatWish, Sit
from tests.server.conftest import HERE
from tests.server.departures.test_seat_transfer import RecordingConnection
from tests.server.server_in_process import SetClock, Watcher, serving, settled, votes
from tests.server.tables_with_absent_players import first_due, play_to_end, take_action

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from cashbox.server.db.records import Guest
    from cashbox.server.services import Services
    from cashbox.server.tables.live import LiveTable
    from tests.data_folders import Home

    Answers = dict[tuple[str, str], tuple[int, Any, str]]

__all__ = ["votes"]

NOT_ASKED = {
    "/bundle/{file:path}": "a file of the installation",
    "/games/{game:str}/board/{file:path}": "a file of the installation",
    "/games/{game:str}/pictures/{file:path}": "a file of the installation",
    "/static/{file:path}": "a file of the installation",
    "/api/docs/{path:str}": "the documentation of the API",
    "/api/replays/{file:str}": "about uploaded files, not tables",
    "/api/replays/{file:str}/analysis": "about uploaded files, not tables",
    "/api/replays/{file:str}/content": "about uploaded files, not tables",
    "/api/replays/{file:str}/ending": "about uploaded files, not tables",
    "/api/replays/{file:str}/report": "about uploaded files, not tables",
    "/api/replays/{file:str}/tips": "about uploaded files, not tables",
    "/api/replays/{file:str}/{n:int}": "about uploaded files, not tables",
    "/replay/{file:str}": "about uploaded files, not tables",
    "/unsubscribe/{token:str}": "about the emails of one guest",
    "/metrics": "for the operator, who can see everything",
    "/join": "redirects to a pasted link",
}
"""The routes that reveal nothing to spectators, and why."""

NEVER_THERE = {
    "/api/tables/{table:str}/origin": "the games here continue no other game",
    "/api/tables/{table:str}/webhook": "for the host and the players, and no webhook is set here",
    "/.well-known/security.txt": "the operator has set no contact",
    "/api/me/account": "no one here has an account",
}
"""The routes that refuse every request here, and why."""

MORE = {
    "/api/tables": ("?which=watch", "?which=open", "?which=mine"),
    "/api/archive": ("", "?mine=true", "?who=Ann"),
    "/api/lobby/finished": ("?before=9999999999.x",),
    "/api/tables/{table:str}/state": ("", "?eyes=0"),
    "/api/tables/{table:str}/log": ("", "?eyes=0"),
    "/api/tables/{table:str}/replay": ("", "?eyes=0"),
}
"""Additional queries."""


VARYING = ("date", "cashbox-time", "content-length")


@pytest.fixture(autouse=True)
def games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the replay process load the tests' games."""
    monkeypatch.setenv("CASHBOX_GAMES", str(HERE / "games"))


class World(NamedTuple):
    """A delayed table, its guests, and the strangers who send requests. asking: a client for each stranger, by name."""

    services: Services
    clock: SetClock
    table: LiveTable
    guests: dict[str, Guest]
    asking: dict[str, httpx.AsyncClient]
    paths: dict[str, list[str]]
    live: list[RecordingConnection]


@contextlib.asynccontextmanager
async def world(
    home: Home, game: str, *, group: bool = False, sealed: bool = False, called: Callable[[str], str] = str
) -> AsyncIterator[World]:
    """Create a table of Ann, Bob, and Cleo, hosted by Hal, who has no seat. The strangers: an anonymous visitor; Fay,
    who follows the players and is in their group; and Dan, who takes over Ann's seat. called: returns the name to use
    for each of them, their group, and the table."""
    clock = SetClock()
    async with serving(home, clock, quotas={}) as services:
        guests, clients = {}, {}
        transport = httpx.ASGITransport(app_of(services, make_router(ROUTES)))  # type: ignore[arg-type]
        async with contextlib.AsyncExitStack() as stack:
            for name in ("Hal", "Ann", "Bob", "Cleo", "Dan", "Fay", ""):
                client = httpx.AsyncClient(transport=transport, base_url="http://localhost")
                if name:
                    guests[name], token = await services.guests.add(called(name))
                    client.headers["authorization"] = f"Bearer {token}"
                clients[name] = await stack.enter_async_context(client)
            circle = await _group(services, guests, called)
            for player in ("Ann", "Bob", "Cleo"):
                await services.relations.tie(guests["Fay"], guests[player].id, "follow", on=True)
            tables = [
                await services.registry.make(
                    guests["Hal"],
                    NewTable(
                        game,
                        [SeatWish("open")] * 3,
                        name=called(""),
                        lapse=0,
                        watching="delayed",
                        listed=not group,
                        circle=circle if group else "",
                        options={"rounds": 2},
                    ),
                )
                for _ in range(2)
            ]
            for table in tables:
                for player in ("Ann", "Bob", "Cleo"):
                    given = seal(f"{player} {table.record.id}") if sealed and table is tables[0] else ""
                    await services.registry.sit(table, guests[player], Sit(seal=given))
            paths = await _paths(services, tables[0], guests, circle)
            strangers = {name: clients[name] for name in ("", "Fay", "Hal")}
            yield World(services, clock, tables[0], guests, strangers, paths, [])


async def _group(services: Services, guests: dict[str, Guest], called: Callable[[str], str]) -> str:
    circle = (await services.groups.make(called("Friends"), guests["Ann"])).id
    link, _ = await services.groups.link(circle, LinkWish(uses=10), guests["Ann"])
    for name in ("Bob", "Cleo", "Dan", "Fay", "Hal"):
        await services.groups.join(link, guests[name])
    return circle


async def _paths(services: Services, table: LiveTable, guests: dict[str, Guest], circle: str) -> dict[str, list[str]]:
    """Return all URLs to request, by route."""
    record = table.record
    handles = [(await services.persons.me(guests[name])).handle for name in ("Hal", "Ann", "Bob", "Dan")]
    known = {
        "{table:str}": [record.id],
        "{seat:int}": ["0", "1", "2"],
        "{n:int}": ["0", "1"],
        "{game:str}": [record.game],
        "{mode:str}": ["long"],
        "{content:str}": [record.content_hash],
        "{handle:str}": handles,
        "{group:str}": [circle],
    }
    found: dict[str, list[str]] = {}
    for route in make_router(ROUTES).routes:
        if "GET" not in getattr(route, "methods", ()) or route.path in NOT_ASKED:
            continue
        paths = [route.path]
        for field, values in known.items():
            if any(field in path for path in paths):
                paths = [path.replace(field, value) for path in paths for value in values]
        assert not [path for path in paths if "{" in path], (
            f"add values for {route.path}, or a reason not to request it"
        )
        found[route.path] = [path + more for path in paths for more in MORE.get(route.path, ("",))]
    assert not [path for path in NOT_ASKED if path in found]
    return found


async def answers(at: World) -> Answers:
    """Return all responses to strangers, without times and values created for one request."""
    found: Answers = {}
    for who, client in at.asking.items():
        for paths in at.paths.values():
            for path in paths:
                answer = await client.get(path)
                heads = {name: value for name, value in answer.headers.items() if name not in VARYING}
                text = re.sub(r'("now"|"people"): ?[\d.]+', r"\1:0", answer.text)
                # Strangers can see their own visits.
                text = re.sub(r'"visits":\[.*?\]', "", text)
                found[who, path] = answer.status_code, heads, text
    return found


def assert_same(before: Answers, after: Answers, event: str) -> None:
    """Check that two rounds of requests got the assert_same responses."""
    told = [asked for asked in after if after[asked] != before[asked]]
    assert not told, "\n".join([event, *(f"{asked} {_difference(before[asked], after[asked])}" for asked in told)])


async def assert_same_for_the_delay(at: World, before: Answers, event: str) -> None:
    """Check that responses stay the same until a second before the end of the delay, then let the delay end."""
    assert_same(before, await answers(at), event)
    at.clock.forward(DELAY - 1)
    await settled()
    assert_same(before, await answers(at), f"{event}, a second early")
    at.clock.forward(3)
    await settled()


def _difference(one: object, other: object) -> str:
    first, second = str(one), str(other)
    at = next((n for n, pair in enumerate(zip(first, second, strict=False)) if len({*pair}) > 1), 0)
    return f"...{first[max(0, at - 80) : at + 80]}... became ...{second[max(0, at - 80) : at + 80]}..."


def watch(at: World, table: LiveTable) -> None:
    """Open live channels to the table for the strangers."""
    at.live.clear()
    for guest in (None, at.guests["Fay"], at.guests["Hal"]):
        line = RecordingConnection()
        Channel(table, guest, "", lambda *_: None, line, lambda: None).open()
        at.live.append(line)


async def quiet(at: World, doing: Awaitable[Any], event: str) -> None:
    """Let something happen, and check that no live channel of a stranger gets a message."""
    await settled()
    for line in at.live:
        line.texts.clear()
    await doing
    await settled()
    for line in at.live:
        assert not line.texts, event


def events(at: World, *, hides: bool) -> dict[str, Callable[[], Awaitable[Any]]]:
    """Return every event, in order."""
    services, table, guests = at.services, at.table, at.guests
    ann, bob, cleo, dan, hal = (guests[name] for name in ("Ann", "Bob", "Cleo", "Dan", "Hal"))
    registry, departures = services.registry, services.departures
    there = {name: Watcher(seat, guests[name]) for name, seat in (("Ann", 0), ("Dan", None))}

    async def comes() -> None:
        for watcher in there.values():
            table.join(watcher)

    async def hands_on() -> None:
        code, _ = await departures.offer(table, ann)
        await departures.take(code, dan, "")
        there["Ann"].seat, there["Dan"].seat = None, 0
        table.moved()

    async def nudges() -> None:
        seat, now = first_due(table), int(at.clock.now())
        by = bob if seat != 1 else cleo
        await registry.change(table, lambda record: record_nudge(record, by, seat, table.due, now))

    async def forgets() -> None:
        registry.forget(table.record.id)
        found = await registry.table(table.record.id)
        for watcher in there.values():
            found.join(watcher)
        watch(at, found)

    async def again() -> None:
        found = await registry.table(table.record.id)
        then = await rematch_service.create_rematch(registry, services.store, found, bob, Again(), "random")
        await services.registry.sit(then, cleo, Sit())

    async def hosts() -> None:
        # Hal does this himself, so he may know.
        del at.asking["Hal"]
        found = await registry.table(table.record.id)
        await registry.change(found, partial(with_host, guest=hal, number=1))

    async def counts() -> None:
        while await services.counting.once():
            pass
        services.lobby.forget()

    async def hides_hands() -> None:
        await registry.change(table, partial(set_watching, guest=hal, wish=ChangeWatching(open_hands=False)))

    return {
        "a move is played": lambda: take_action(table, first_due(table)),
        "a player says something": lambda: table.chat.say(table.record, ann, "My hand is bad"),
        "a player is nudged": nudges,
        "a seat is handed on": hands_on,
        "another move is played": lambda: take_action(table, first_due(table)),
        "a player leaves": lambda: departures.leave(table, bob, last=False),
        "the player is back": lambda: departures.take_back(table, bob),
        "players vote": lambda: departures.call_off(table, bob, on=True),
        **({"the host hides the hands": hides_hands} if hides else {}),
        "the game ends": lambda: play_to_end(table),
        "it is counted": counts,
        "the table leaves memory": forgets,
        "the players go on": again,
        "nothing": comes,
        "the host makes a player host": hosts,
    }


async def everything(at: World, *, each: bool, hides: bool) -> None:
    """Compare all responses after each event, or after all of them. hides: the host hides the hands meanwhile."""
    happening = events(at, hides=hides)
    await happening.pop("nothing")()
    await settled()
    watch(at, at.table)
    await settled()
    before = await answers(at)
    if each:
        assert_same(before, await answers(at), "nothing")
    for event, happens in happening.items():
        if event == "the table leaves memory":
            await happens()
            await settled()
        else:
            await quiet(at, happens(), event)
        if each:
            assert_same(before, await answers(at), event)
    await assert_same_for_the_delay(at, before, "all of it")
    later = await answers(at)
    assert [asked for asked in later if later[asked] != before[asked]]
    never = [
        route
        for route, paths in at.paths.items()
        if all(found[who, path][0] >= 400 for found in (before, later) for path in paths for who in ("", "Fay"))
    ]
    told = {route: later["Fay", at.paths[route][0]] for route in never if route not in NEVER_THERE}
    assert hides or not told, f"routes that refuse every request are not tested: {told}"


@pytest.mark.thorough
def test_no_response_reveals_early_what_happened_at_a_listed_table(home: Home, votes: str) -> None:
    async def run() -> None:
        async with world(home, votes) as at:
            at.clock.forward(DELAY + 2)
            await everything(at, each=False, hides=False)

    asyncio.run(run())


@pytest.mark.thorough
@pytest.mark.parametrize("group", [False, True], ids=["listed", "group"])
def test_no_response_reveals_any_single_event_early(home: Home, votes: str, *, group: bool) -> None:
    async def run() -> None:
        async with world(home, votes, group=group) as at:
            at.clock.forward(DELAY + 2)
            await everything(at, each=True, hides=group)

    asyncio.run(run())


@pytest.mark.slow
@pytest.mark.parametrize(
    "kept", [True, pytest.param(False, marks=pytest.mark.thorough)], ids=["in memory", "read again"]
)
def test_no_response_reveals_early_that_play_has_begun(home: Home, votes: str, *, kept: bool) -> None:
    async def run() -> None:
        async with world(home, votes, sealed=True) as at:
            table = at.table
            assert table.number < 0
            if kept:
                watch(at, table)
                await settled()
            before = await answers(at)
            for name in ("Ann", "Bob", "Cleo"):
                nonce = f"{name} {table.record.id}"
                await quiet(at, at.services.registry.reveal(table, at.guests[name], nonce), f"{name} shows a nonce")
            assert table.number >= 0
            await quiet(at, take_action(table, first_due(table)), "a move is played")
            if not kept:
                at.services.registry.forget(table.record.id)
            await assert_same_for_the_delay(at, before, "play begins")
            shown = await at.asking[""].get(f"/api/tables/{table.record.id}")
            assert shown.json()["table"]["status"] == "playing"

    asyncio.run(run())


@pytest.mark.slow
def test_a_deleted_players_name_is_erased_from_delayed_states_too(home: Home, votes: str) -> None:
    async def run() -> None:
        async with serving(home, SetClock(), quotas={}) as services:
            ann, bob, dan = [(await services.guests.add(name))[0] for name in ("Annabella", "Bob", "Dan")]
            wish = NewTable(votes, [SeatWish("me"), SeatWish("open")], lapse=0, watching="delayed")
            table = await services.registry.make(ann, wish)
            await services.registry.sit(table, bob, Sit())
            code, _ = await services.departures.offer(table, ann)
            await services.departures.take(code, dan, "")
            assert home.rows("SELECT id FROM tables WHERE earlier LIKE '%Annabella%'") == [(table.record.id,)]
            await services.erasing.guest(ann.id)
            assert home.rows("SELECT earlier FROM tables") == [("",)]
            assert not table.record.earlier

    asyncio.run(run())
