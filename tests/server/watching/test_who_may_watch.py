"""Test who can watch a table: the host's settings, private tables that look missing, and what opens after the game."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING, Any

import httpx
import msgspec
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from cashbox.server.errors import Refusal
from cashbox.server.rematch import service as rematch_service
from cashbox.server.rematch.wire import Again
from cashbox.server.tables.settings import DELAY
from cashbox.server.watching.service import may_see
from cashbox.server.wire import NewTable, SeatWish, Sit
from tests.server.conftest import channel
from tests.server.server_in_process import SetClock, Watcher, seated, serving, votes
from tests.server.tables_with_absent_players import play_to_end
from tests.server.web.test_bad_input import problem

if TYPE_CHECKING:
    from tests.data_folders import Home
    from tests.server.conftest import Guest, Live, Server

__all__ = ["votes"]

GETS = (
    "",
    "/state",
    "/log",
    "/tips",
    "/journal",
    "/chat",
    "/remarks",
    "/series",
    "/state?eyes=0",
    "/replay",
    "/replay/0",
)
POSTS: dict[str, Any] = {
    "/sit": {},
    "/chat": {"text": "hello"},
    "/remarks": {"text": "hello"},
    "/remarks/mute": {"n": 1, "on": True},
    "/mute": {"seat": 0, "on": True},
    "/act": {"actions": [{"type": "take"}]},
    "/undo": {},
    "/explain": {"action": {"type": "take"}},
    "/finality": {"actions": [{"type": "take"}]},
    "/reveal": {"nonce": "x"},
    "/seat": {"seat": 0, "kind": "bot"},
    "/leave": {},
    "/back": None,
    "/stand-in": {"seat": 0, "on": True},
    "/call-off": {"on": True},
    "/remove": {"seat": 0},
    "/host": {"seat": 0},
    "/hand-on": None,
    "/nudge": {"seat": 0},
    "/again": {},
    "/decline": None,
    "/watching": {"watching": "link"},
}
NO_TABLE = "x" * 16


def normalized(answer: httpx.Response, table: str) -> tuple[int, str, list[tuple[str, str]]]:
    """Return a response without the table's id and without headers that vary."""
    varying = ("date", "cashbox-time", "content-length", "set-cookie")
    headers = [(name, value) for name, value in sorted(answer.headers.items()) if name not in varying]
    text = re.sub(r'"now":[\d.]+', '"now":0', answer.text.replace(table, NO_TABLE))
    return answer.status_code, text, headers


def pair(server: Server, **more: Any) -> tuple[Guest, Guest, str]:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    table = ann.table("me", "open", **more)
    bob.sit(table)
    return ann, bob, table


@pytest.mark.thorough
def test_a_private_table_looks_missing_to_strangers(server: Server) -> None:
    ann, bob, table = pair(server, watching="nobody")
    stranger = server.guest("Cleo")
    for http in (stranger.http, httpx.Client(base_url=server.url)):
        for path in GETS:
            asked = [normalized(http.get(f"/api/tables/{one}{path}"), one) for one in (table, NO_TABLE)]
            assert asked[0] == asked[1], path
            assert asked[0][0] == 404, path
        assert normalized(http.get(f"/t/{table}"), table) == normalized(http.get(f"/t/{NO_TABLE}"), NO_TABLE)
    for path, body in POSTS.items():
        asked = [
            normalized(stranger.http.post(f"/api/tables/{one}{path}", json=body), one) for one in (table, NO_TABLE)
        ]
        assert asked[0] == asked[1], path
        assert asked[0][0] == 404, path
    refused = []
    for one in (table, NO_TABLE):
        with pytest.raises(InvalidStatus) as error:
            connect(f"ws://127.0.0.1:{server.port}/api/tables/{one}/live", proxy=None).close()
        refused.append((error.value.response.status_code, error.value.response.body))
    assert refused[0] == refused[1]
    for guest in (ann, bob):
        assert guest.get(f"/api/tables/{table}/state")["type"] == "state"


@pytest.mark.logs_errors("a table is damaged")
def test_a_damaged_private_table_looks_missing_to_strangers(own_server: Server) -> None:
    stranger = own_server.guest("Cleo")
    made = [pair(own_server, watching=watching) for watching in ("nobody", "nobody", "link")]
    own_server.stop()
    home = own_server.home
    home.rows("UPDATE entries SET body = $2 WHERE number = 0 AND table_id = $1", made[0][2], b"\xff\x00")
    for *_, table in made[1:]:
        home.rows("UPDATE tables SET settings = 'none' WHERE id = $1", table)
    own_server.start()
    for number, (ann, bob, table) in enumerate(made):
        answers = [normalized(stranger.http.get(f"/api/tables/{one}/state"), one) for one in (table, NO_TABLE)]
        assert (answers[0] == answers[1]) == (number < 2)
        for guest in (ann, bob):
            problem(guest.http.get(f"/api/tables/{table}/state"), 500, "damaged-table")


def sees_it_wait(looking: Live) -> None:
    while True:
        assert looking.receive().get("table", {"status": "waiting"})["status"] == "waiting"


def test_a_visitor_sees_a_private_table_until_its_seats_are_taken(server: Server) -> None:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    table = ann.table("me", "open", watching="nobody")
    with channel(server, table, {}) as looking:
        assert looking.next("table")["table"]["status"] == "waiting"
        bob.sit(table)
        with pytest.raises(ConnectionClosed) as error:
            sees_it_wait(looking)
        assert error.value.rcvd is not None
        assert error.value.rcvd.code == 1008
    problem(httpx.get(f"{server.url}/api/tables/{table}"), 404, "no-such-table")


@pytest.mark.slow
def test_a_player_who_gave_up_a_seat_cannot_see_a_private_table(home: Home, votes: str) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            table, (ann, bob) = await seated(services, votes, "Ann", "Bob", watching="nobody")
            cleo, _ = await services.guests.add("Cleo")
            code, _ = await services.departures.offer(table, bob)
            assert [may_see(table.record, one) for one in (ann, bob, cleo, None)] == [True, True, False, False]
            await services.departures.take(code, cleo, "Cleo")
            assert [may_see(table.record, one) for one in (ann, bob, cleo, None)] == [True, False, True, False]
            host, _ = await services.guests.add("Hal")
            wish = NewTable(votes, [SeatWish("open"), SeatWish("open")], watching="nobody")
            waits = await services.registry.make(host, wish)
            await services.registry.sit(waits, ann, Sit())
            await services.registry.sit(waits, bob, Sit())
            assert [may_see(waits.record, one) for one in (host, ann, cleo)] == [True, True, False]

    asyncio.run(run())


def test_the_host_can_only_restrict_spectators_once_the_game_runs(server: Server) -> None:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    table = ann.table("me", "open")
    path = f"/api/tables/{table}/watching"
    assert ann.get(f"/api/tables/{table}")["table"]["watching"] == "link"
    for watching in ("delayed", "nobody", "public"):
        shown = ann.post(path, {"watching": watching, "open_hands": watching != "nobody"})["table"]
        assert (shown["watching"], shown["open_hands"]) == (watching, watching != "nobody")
        assert shown["delay"] == (120 if watching == "delayed" else 0)
    problem(bob.http.post(path, json={"watching": "link"}), 403, "not-the-host")
    bob.sit(table)
    problem(ann.http.post(path, json={"watching": "delayed"}), 409, "only-closer")
    assert ann.post(path, {"watching": "link"})["table"]["watching"] == "link"
    problem(ann.http.post(path, json={"watching": "public"}), 409, "only-closer")
    assert ann.post(path, {"open_hands": False})["table"]["open_hands"] is False
    problem(ann.http.post(path, json={"open_hands": True}), 409, "only-closer")
    assert ann.post(path, {"watching": "nobody"})["table"]["watching"] == "nobody"
    problem(ann.http.post(path, json={"watching": "friends"}), 400, "malformed")


def finish(ann: Guest, bob: Guest, table: str) -> None:
    while True:
        for guest in (ann, bob):
            state = guest.get(f"/api/tables/{table}/state")
            if state["outcome"]:
                return
            if state["legal"]:
                guest.post(f"/api/tables/{table}/act", {"at": None, "actions": [state["legal"][0]["action"]]})


@pytest.mark.few(1, usual=1)
@pytest.mark.parametrize("hands", [True, False])
def test_hands_and_journal_are_open_after_the_game_if_the_host_allows(server: Server, hands: bool) -> None:
    ann, bob, table = pair(server, open_hands=hands)
    cleo = server.guest("Cleo")
    path = f"/api/tables/{table}"
    problem(cleo.http.get(f"{path}/state?eyes=0"), 409, "not-over")
    problem(ann.http.get(f"{path}/state?eyes=1"), 409, "not-over")
    finish(ann, bob, table)
    secret = ann.get(path)["table"]["secret"]
    assert len(secret) == 64
    mine = ann.get(f"{path}/state")
    for guest in (bob, *([cleo] if hands else [])):
        through = guest.get(f"{path}/state?eyes=0")
        assert (through["seat"], through["view"], through["log"]) == (0, mine["view"], mine["log"])
        assert guest.get(f"{path}/log?eyes=0")["log"] == mine["log"]
        assert guest.http.get(f"{path}/journal").status_code == 200
        assert guest.get(path)["table"]["secret"] == secret
    problem(bob.http.get(f"{path}/state?eyes=2"), 409, "no-such-seat")
    problem(bob.http.get(f"{path}/state?eyes=-1"), 400, "malformed")
    if not hands:
        problem(cleo.http.get(f"{path}/state?eyes=0"), 403, "players-only")
        problem(cleo.http.get(f"{path}/log?eyes=1"), 403, "players-only")
        problem(cleo.http.get(f"{path}/journal"), 403, "players-only")
        for answer in (cleo.http.get(path), cleo.http.get(f"/t/{table}")):
            assert secret not in answer.text
        with channel(server, table, {}) as looking:
            assert looking.next("table")["table"]["secret"] == ""
        assert cleo.get(f"{path}/state")["outcome"] is not None


@pytest.mark.slow
def test_a_rematch_keeps_the_settings_for_spectators(home: Home, votes: str) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            choice = {"watching": "delayed", "open_hands": False}
            table, (ann, _) = await seated(services, votes, "Ann", "Bob", lapse=0, **choice)
            match = table.running()
            while table.due:
                seat = (table.due & -table.due).bit_length() - 1
                await table.act(seat, [match.game.encode(match.legal(seat)[0])])
            then = await rematch_service.create_rematch(
                services.registry, services.store, table, ann, Again(), "random"
            )
            assert (then.record.settings.watching, then.record.settings.open_hands) == ("delayed", False)

    asyncio.run(run())


def test_a_spectator_over_the_limit_is_refused_until_the_game_ends(server: Server) -> None:
    ann, bob, table = pair(server, max_spectators=1)
    assert ann.get(f"/api/tables/{table}")["table"]["max_spectators"] == 1
    cleo, dora = server.guest("Cleo"), server.guest("Dora")
    with cleo.live(table) as watching:
        assert watching.state()["seat"] is None
        for guest in (cleo, ann, bob):
            with guest.live(table) as live:
                assert live.state()
        refused = dora.http.post(f"/api/tables/{table}/poll", json={})
        problem(refused, 409, "too-many-spectators")
        assert refused.json()["message"].startswith("This table has reached its limit of 1 spectator.")
        with pytest.raises(InvalidStatus) as error, dora.live(table):
            pass
        assert error.value.response.status_code == 409
        finish(ann, bob, table)
        with dora.live(table) as live:
            assert live.state()["outcome"] is not None


@pytest.mark.slow
def test_the_spectator_limit_of_a_delayed_game_ends_after_the_delay(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            choice = {"watching": "delayed", "max_spectators": 1}
            table, (ann, _) = await seated(services, votes, "Ann", "Bob", lapse=0, **choice)
            table.join(Watcher())
            await play_to_end(table)
            assert table.record.status == "over"
            for _ in range(2):
                with pytest.raises(Refusal, match="reached its limit of"):
                    table.audience.check_room(None)
                table.audience.check_room(ann)
                clock.forward(DELAY / 2)
            clock.forward(2)
            table.audience.check_room(None)

    asyncio.run(run())


def test_a_request_without_spectator_settings_gets_the_defaults() -> None:
    wish = msgspec.json.decode(b'{"game":"cash","seats":[{"kind":"me"}]}', type=NewTable)
    assert (wish.watching, wish.open_hands) == ("link", True)
