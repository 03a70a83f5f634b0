"""Test replays over HTTP: valid responses, and the errors for invalid requests."""

from __future__ import annotations

import os
import signal
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import msgspec
import pytest

from cashbox.server.replays.service import EACH, ROOM
from cashbox.server.replays.wire import MANY, Moment, Moments, Replay
from tests.server.conftest import running
from tests.server.watching.test_who_may_watch import NO_TABLE, normalized
from tests.server.web.test_bad_input import problem

if TYPE_CHECKING:
    from tests.data_folders import Home
    from tests.server.conftest import Guest, Server


TOO_MANY = "Too many replays are open right now. Try again in a moment."


def play_out(guest: Guest, table: str) -> list[dict[str, Any]]:
    """Play a game to its end, and return every state that a guest gets."""
    states = []
    with guest.live(table) as live:
        states.append(live.state())
        while not states[-1]["outcome"]:
            if states[-1]["legal"]:
                live.act(states[-1])
            states.append(live.state())
    return states


def finish_game(server: Server, *seats: str, **more: Any) -> tuple[Guest, str]:
    ann = server.guest("Ann")
    table = ann.table("me", *seats, **more)
    play_out(ann, table)
    return ann, table


@pytest.mark.thorough
def test_a_replay_matches_its_types_and_shows_every_sent_view(server: Server) -> None:
    ann = server.guest("Ann")
    table = ann.table("me", "random")
    states = play_out(ann, table)
    at = f"/api/tables/{table}/replay"
    replay = msgspec.json.decode(ann.http.get(at).content, type=Replay)
    assert (replay.eyes, replay.may, replay.table.id) == ("0", ["0", "1", "watcher", "all"], table)
    shown = []
    for first in range(0, replay.last + 1, MANY):
        shown += msgspec.json.decode(ann.http.get(f"{at}/{first}?many={MANY}").content, type=Moments).moments
    assert [moment.n for moment in shown] == [*range(replay.last + 1)]
    views = [msgspec.json.decode(moment.view) for moment in shown]
    assert all(state["view"] in views for state in states)
    for n in (0, replay.last):
        one = ann.http.get(f"{at}/{n}").content
        assert msgspec.json.decode(one, type=Moment) == shown[n]
    assert httpx.get(f"{server.url}{at}/3?eyes=1").content == ann.http.get(f"{at}/3?eyes=1").content
    hands = ann.get(f"{at}/3?eyes=all")["hands"]
    assert hands == [ann.get(f"{at}/3?eyes={seat}")["view"] for seat in (0, 1)]


def test_a_step_out_of_range_is_refused(server: Server) -> None:
    ann, table = finish_game(server, "random")
    at = f"/api/tables/{table}/replay"
    last = ann.get(at)["last"]
    for n in (last + 1, -1, -(10**30), 10**30, 2**63, "1?many=0&eyes=0"):
        if isinstance(n, str):
            ann.get(f"{at}/{n}")
        else:
            assert f"0 to {last}" in problem(ann.http.get(f"{at}/{n}"), 404, "no-such-step")
    problem(ann.http.get(f"{at}/x"), 404, "no-such-page")
    problem(ann.http.get(f"{at}/{'9' * 5000}"), 404, "no-such-page")
    for query in (f"many={MANY + 1}", "many=-1", "many=x"):
        problem(ann.http.get(f"{at}/0?{query}"), 400, "malformed")
    assert len(ann.get(f"{at}/{last}?many={MANY}")["moments"]) == 1


def test_an_invalid_point_of_view_is_refused(server: Server) -> None:
    ann, table = finish_game(server, "random")
    at = f"/api/tables/{table}/replay"
    for path in (at, f"{at}/1"):
        assert "0 to 1" in problem(ann.http.get(f"{path}?eyes=2"), 404, "no-such-seat")
        for eyes in ("-1", "64", "00", "x", "All", "1 ", "\u0661", "watcher,all"):
            problem(ann.http.get(path, params={"eyes": eyes}), 400, "malformed")


def test_a_table_without_a_game_has_no_replay(server: Server) -> None:
    ann = server.guest("Ann")
    table = ann.table("me", "open")
    for path in ("", "/0"):
        problem(ann.http.get(f"/api/tables/{table}/replay{path}"), 409, "not-started")


@pytest.mark.thorough
def test_a_private_table_looks_missing_to_strangers(server: Server) -> None:
    """The responses are identical to the byte, during the game and afterward."""
    ann, bob, stranger = (server.guest(name) for name in ("Ann", "Bob", "Cleo"))
    running_one = ann.table("me", "open", watching="nobody")
    bob.sit(running_one)
    finished = finish_game(server, "random", watching="nobody")[1]
    for table in (running_one, finished):
        for http in (stranger.http, httpx.Client(base_url=server.url)):
            for path in ("", "/0", "/99", "?eyes=0", "?eyes=7", "/0?eyes=all", "/0?many=16"):
                asked = [normalized(http.get(f"/api/tables/{one}/replay{path}"), one) for one in (table, NO_TABLE)]
                assert asked[0] == asked[1], path
                assert asked[0][0] == 404, path
    ann.get(f"/api/tables/{running_one}/replay/0")


@pytest.mark.thorough
def test_replay_requests_are_rate_limited_by_step_and_guest(home: Home) -> None:
    with running(home, CASHBOX_QUOTAS="on", CASHBOX_QUOTA_LOOK="40/hour,1000/hour") as server:
        ann, table = finish_game(server, "random")
        bob, at = server.guest("Bob"), f"/api/tables/{table}/replay"
        ann.get(at)
        ann.get(f"{at}/0?many=16")
        ann.get(f"{at}/0?many=16")
        answer = ann.http.get(f"{at}/0?many=16")
        assert "Too many requests from you" in problem(answer, 429, "too-fast")
        assert int(answer.headers["retry-after"]) > 0
        bob.get(f"{at}/0?many=16")
        problem(ann.http.get(f"/api/tables/{NO_TABLE}/replay/0?many=16"), 429, "too-fast")


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize(("people", "room"), [(1, EACH), (ROOM // EACH + 2, ROOM)])
def test_replay_requests_beyond_the_limits_are_refused_for_now(own_server: Server, people: int, room: int) -> None:
    """While the process hangs, only a limited number of requests wait. Afterward, all of these are answered."""
    ann, table = finish_game(own_server, "random")
    at, callers = f"/api/tables/{table}/replay", [own_server.guest(f"Guest {k}") for k in range(people)]
    steps = callers[0].get(at)["steps"]
    assert own_server.process is not None
    (process,) = children(own_server.process.pid)
    many = 2 * EACH * len(callers)
    with ThreadPoolExecutor(many) as pool:
        os.kill(process, signal.SIGSTOP)
        asked = [pool.submit(guest.http.get, at) for _ in range(2 * EACH) for guest in callers]
        while sum(one.done() for one in asked) < many - room:
            ann.get("/api/me")
        os.kill(process, signal.SIGCONT)
        answers = [one.result() for one in asked]
    assert [answer.json()["steps"] for answer in answers if answer.status_code == 200] == [steps] * room
    refused = [answer for answer in answers if answer.status_code != 200]
    assert {problem(answer, 503, "too-many-replays") for answer in refused} == {TOO_MANY}
    assert {answer.headers["retry-after"] for answer in refused} == {"2"}
    ann.get(at)


def children(pid: int) -> list[int]:
    """Return the ids of a server's replay processes."""
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text("utf-8").split()
    return [int(one) for one in found if b"replays.worker" in Path(f"/proc/{one}/cmdline").read_bytes()]


@pytest.mark.sqlite
def test_the_api_description_lists_the_replay_requests(server: Server) -> None:
    paths = httpx.get(f"{server.url}/api/docs/openapi.json").json()["paths"]
    assert {"/api/tables/{table}/replay", "/api/tables/{table}/replay/{n}"} <= set(paths)
