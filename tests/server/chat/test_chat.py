"""Test the players' chat: storage, muting, limits, and plain text."""

from __future__ import annotations

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import httpx
import msgspec
import pytest

from cashbox.server.chat import service as talk
from cashbox.server.chat import wire as chat_wire
from cashbox.server.errors import Refusal
from cashbox.server.tables import wire
from cashbox.server.wire import NewTable, SeatWish, Sit
from tests.server.server_in_process import SetClock, seated, serving, votes
from tests.server.web.test_bad_input import problem

if TYPE_CHECKING:
    from tests.data_folders import Home
    from tests.server.conftest import Guest, Server


__all__ = ["votes"]


def chat_texts(guest: Guest, table: str) -> list[str]:
    return [line["text"] for line in guest.get(f"/api/tables/{table}/chat")["lines"]]


def say(guest: Guest, table: str, text: Any) -> httpx.Response:
    return guest.http.post(f"/api/tables/{table}/chat", json={"text": text})


@pytest.fixture
def pair(server: Server) -> tuple[Guest, Guest, str]:
    """Seat Ann and Bob at a table."""
    ann, bob = server.guest("Ann"), server.guest("Bob")
    table = ann.table("me", "open")
    bob.sit(table)
    return ann, bob, table


def test_two_players_chat_live_and_over_http(pair: tuple[Guest, Guest, str]) -> None:
    ann, bob, table = pair
    before = ann.get(f"/api/tables/{table}/state")
    with ann.live(table) as a, bob.live(table) as b:
        assert a.next("chat") == {"type": "chat", "chat_from": 1, "lines": [], "muted": []}
        b.next("chat")
        a.send(type="say", id="x", text="  I have\tno bear card. ")
        assert a.next("said") == {"type": "said", "id": "x", "n": 1}
        for live in (a, b):
            news = live.next("chat")
            (line,) = news["lines"]
            assert news["chat_from"] == 1
            assert (line["n"], line["seat"], line["name"], line["text"]) == (1, 0, "Ann", "I have no bear card.")
            assert line["at"] > 1_700_000_000
        assert say(bob, table, "You do.").json() == {"n": 2}
        news = a.next("chat")
        assert news["chat_from"] == 2
        assert [(line["n"], line["seat"], line["text"]) for line in news["lines"]] == [(2, 1, "You do.")]
        assert ann.get(f"/api/tables/{table}/state") == before
    # A player who reconnects gets every message, and the journal has none of them.
    with ann.live(table) as a:
        assert [line["text"] for line in a.next("chat")["lines"]] == ["I have no bear card.", "You do."]
    assert chat_texts(bob, table) == ["I have no bear card.", "You do."]


def test_chat_messages_match_their_wire_types(pair: tuple[Guest, Guest, str]) -> None:
    ann, _, table = pair
    say(ann, table, "Hello")
    msgspec.json.decode(ann.http.get(f"/api/tables/{table}/chat").content, type=chat_wire.Chat)
    msgspec.json.decode(ann.http.get(f"/api/tables/{table}/state").content, type=wire.State)


def test_a_player_can_mute_and_unmute_another_player(server: Server, pair: tuple[Guest, Guest, str]) -> None:
    ann, bob, table = pair
    watcher = server.guest("Cleo")
    say(bob, table, "one")
    with ann.live(table) as a, watcher.live(table) as w:
        assert len(a.next("chat")["lines"]) == 1
        say(ann, table, "two")
        assert len(a.next("chat")["lines"]) == 1
        muted = ann.post(f"/api/tables/{table}/mute", {"seat": 1, "on": True})
        assert (muted["muted"], [line["text"] for line in muted["lines"]]) == ([1], ["two"])
        # Each of her pages replaces its messages with these.
        assert a.next("chat") == muted
        say(bob, table, "three")
        assert a.next("chat") == {"type": "chat", "chat_from": 3, "lines": [], "muted": [1]}
        assert chat_texts(ann, table) == ["two"]
        # The mute affects no one else.
        assert bob.get(f"/api/tables/{table}/chat")["muted"] == []
        while len(chat_texts(watcher, table)) < 3:
            pass
        w.next("chat")
        again = ann.post(f"/api/tables/{table}/mute", {"seat": 1, "on": False})
        assert again["muted"] == []
        assert [line["text"] for line in a.next("chat")["lines"]] == ["one", "two", "three"]


def test_a_spectator_can_read_and_mute_but_not_write(server: Server, pair: tuple[Guest, Guest, str]) -> None:
    ann, bob, table = pair
    say(ann, table, "Who are you?")
    say(bob, table, "Nobody")
    cleo = server.guest("Cleo")
    assert chat_texts(cleo, table) == ["Who are you?", "Nobody"]
    assert "read the chat" in problem(say(cleo, table, "Me!"), 403, "not-your-seat")
    with cleo.live(table) as live:
        live.send(type="say", id=1, text="Me!")
        assert live.next("refused")["code"] == "not-your-seat"
    cleo.post(f"/api/tables/{table}/mute", {"seat": 0, "on": True})
    assert chat_texts(cleo, table) == ["Nobody"]
    anybody = httpx.get(f"{server.url}/api/tables/{table}/chat")
    assert len(anybody.json()["lines"]) == 2
    problem(httpx.post(f"{server.url}/api/tables/{table}/chat", json={"text": "Me!"}), 401, "no-guest")


def test_players_can_chat_before_the_game_but_not_after_leaving(server: Server) -> None:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    table = ann.table("me", "open", "open", options={"rounds": 1})
    bob.sit(table)
    say(bob, table, "I may be late.")
    bob.post(f"/api/tables/{table}/leave")
    problem(say(bob, table, "Still here"), 403, "not-your-seat")
    assert chat_texts(ann, table) == ["I may be late."]
    problem(ann.http.post(f"/api/tables/{table}/mute", json={"seat": 1, "on": True}), 409, "not-to-mute")


@pytest.mark.thorough
def test_chat_and_mutes_survive_a_killed_server(own_server: Server) -> None:
    ann, bob = own_server.guest("Ann"), own_server.guest("Bob")
    table = ann.table("me", "open")
    bob.sit(table)
    with ann.live(table) as a:
        for n in range(3):
            a.send(type="say", id=n, text=f"line {n}")
            a.next("said")
        bob.post(f"/api/tables/{table}/mute", {"seat": 0, "on": True})
        own_server.kill()
    own_server.start()
    assert chat_texts(ann, table) == ["line 0", "line 1", "line 2"]
    assert chat_texts(bob, table) == []
    assert bob.get(f"/api/tables/{table}/chat")["muted"] == [0]
    assert say(ann, table, "line 3").json() == {"n": 4}


@pytest.mark.thorough
def test_a_message_that_cannot_be_stored_is_not_sent(own_server: Server) -> None:
    ann, bob = own_server.guest("Ann"), own_server.guest("Bob")
    table = ann.table("me", "open")
    bob.sit(table)
    with bob.live(table) as b:
        b.next("chat")
        with own_server.no_room():
            problem(say(ann, table, "lost"), 507, "disk-full")
            problem(ann.http.post(f"/api/tables/{table}/mute", json={"seat": 1, "on": True}), 507, "disk-full")
        assert say(ann, table, "kept").json() == {"n": 1}
        assert [line["text"] for line in b.next("chat")["lines"]] == ["kept"]
    assert ann.get(f"/api/tables/{table}/chat")["muted"] == []


@pytest.mark.few(2, usual=2)
@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"text": ""}, "nothing-said"),
        ({"text": " \n\t "}, "nothing-said"),
        ({"text": "\u202e\u200b\x00\x07"}, "nothing-said"),
        ({"text": "x" * 501}, "too-long"),
        ({"text": "x" * 60_000}, "too-long"),
        ({"text": 1}, "malformed"),
        ({"text": None}, "malformed"),
        ({"text": ["a"]}, "malformed"),
        ({"text": "a", "seat": 1}, "malformed"),
        ({}, "malformed"),
        ([], "malformed"),
        ("hello", "malformed"),
    ],
)
def test_an_invalid_message_is_refused(pair: tuple[Guest, Guest, str], body: Any, code: str) -> None:
    ann, _, table = pair
    problem(ann.http.post(f"/api/tables/{table}/chat", json=body), 400, code)
    if isinstance(body, dict):
        with ann.live(table) as live:
            live.send(type="say", id=1, **body)
            assert live.next("refused")["code"] == code
    assert chat_texts(ann, table) == []


def test_malformed_chat_and_mute_requests_are_refused(server: Server, pair: tuple[Guest, Guest, str]) -> None:
    ann, _, table = pair
    problem(say(ann, "nowhere", "hello"), 404, "no-such-table")
    problem(ann.http.get("/api/tables/nowhere/chat"), 404, "no-such-table")
    problem(ann.http.post("/api/tables/nowhere/mute", json={"seat": 1, "on": True}), 404, "no-such-table")
    headers = {"Content-Type": "application/json"}
    for raw in (b'{"text": "\xed\xa0\x80"}', b'{"text": "\\ud800"}', b"\xff", b"[" * 60_000, b'{"text": "x'):
        answer = ann.http.post(f"/api/tables/{table}/chat", content=raw, headers=headers)
        problem(answer, 400, "malformed")
    problem(say(ann, table, "x" * 70_000), 413, "too-large")
    foreign = {**headers, "Origin": "https://evil.example"}
    answer = ann.http.post(f"/api/tables/{table}/chat", content=json.dumps({"text": "x"}), headers=foreign)
    problem(answer, 403, "foreign-origin")
    mute = f"/api/tables/{table}/mute"
    for body in (
        {"seat": "one", "on": True},
        {"seat": -1, "on": True},
        {"seat": 1},
        {"seat": 1, "on": "loudly"},
        {"seat": 99, "on": True},
    ):
        problem(ann.http.post(mute, json=body), 400, "malformed")
    for seat in (0, 2, 31):
        problem(ann.http.post(mute, json={"seat": seat, "on": True}), 409, "not-to-mute")
    with_bot = ann.table("me", "steady")
    problem(ann.http.post(f"/api/tables/{with_bot}/mute", json={"seat": 1, "on": True}), 409, "not-to-mute")
    assert chat_texts(ann, table) == []


@pytest.mark.thorough
def test_control_characters_are_removed_from_messages(pair: tuple[Guest, Guest, str]) -> None:
    ann, _, table = pair
    say(ann, table, "pay \u202e000,05\u202c\r\nnow\u2028or\u200d \u0007never <b>&amp;</b>")
    say(ann, table, "é" * 500)
    assert chat_texts(ann, table) == ["pay 000,05 now or never <b>&amp;</b>", "é" * 500]


@pytest.mark.thorough
def test_a_flood_of_messages_is_limited(server: Server, pair: tuple[Guest, Guest, str]) -> None:
    ann, bob, table = pair
    with ann.live(table) as a, bob.live(table) as b:
        for n in range(1000):
            a.send(type="say", id=n, text=f"spam {n}")
        answers = [a.next("said", "refused") for _ in range(1000)]
        codes = [one.get("code", "said") for one in answers]
        assert codes[:5] == ["said"] * 5
        assert 5 <= codes.count("said") < 10
        assert codes.count("too-fast") == 1000 - codes.count("said")
        # The others can still chat, and only the accepted messages are stored.
        assert say(bob, table, "Stop it.").status_code == 201
        last: dict[str, Any] = {"lines": []}
        while not any(line["text"] == "Stop it." for line in last["lines"]):
            last = b.next("chat")
    with ThreadPoolExecutor(8) as pool:
        statuses = list(pool.map(lambda n: say(ann, table, f"more {n}").status_code, range(100)))
    assert set(statuses) <= {201, 429}
    assert statuses.count(201) <= 3
    assert len(chat_texts(bob, table)) == codes.count("said") + 1 + statuses.count(201)


def test_the_log_contains_no_chat_messages(server: Server, pair: tuple[Guest, Guest, str]) -> None:
    ann, _, table = pair
    say(ann, table, "a word between us")
    say(ann, table, "a word between us" * 100)
    ann.http.post(f"/api/tables/{table}/chat", json={"text": {"a word between us": 1}})
    log = server.log.read_text()
    assert "a word between us" not in log
    assert "Traceback" not in log


@pytest.mark.slow
def test_a_players_messages_are_rate_limited(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            table, (ann, bob) = await seated(services, votes, "Ann", "Bob")

            async def refused(text: str = "again") -> str:
                try:
                    await table.chat.say(table.record, ann, text)
                except Refusal as refusal:
                    return f"{refusal.status} {refusal.code}: {refusal}"
                return ""

            assert [await refused() for _ in range(talk.BURST)] == [""] * talk.BURST
            assert (await refused()).endswith("Wait 2 seconds.")
            clock.forward(1.0)
            assert await refused() == "429 too-fast: You are posting too fast. Wait 1 second."
            await table.chat.say(table.record, bob, "I have not said anything yet.")
            clock.forward(1.0)
            assert await refused() == ""
            assert await refused() != ""
            clock.forward(-3600)
            assert (await refused()).endswith("Wait 2 seconds.")
            clock.forward(2.0)
            assert await refused() == ""

    asyncio.run(run())


@pytest.mark.slow
def test_only_the_newest_messages_are_stored(home: Home, votes: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(talk, "KEPT", 4)

    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            table, (ann, bob) = await seated(services, votes, "Ann", "Bob")
            for n in range(7):
                clock.forward(talk.PACE)
                await table.chat.say(table.record, ann, f"line {n}")
            assert len(table.chat.messages_for(table.record, bob).lines) == 4
        assert home.rows("SELECT count(*) FROM chat") == [(4,)]
        async with serving(home, clock) as services:
            again = await services.registry.table(table.record.id)
            shown = again.chat.messages_for(again.record, bob)
            assert [(line.n, line.text) for line in shown.lines] == [(n + 1, f"line {n}") for n in range(3, 7)]

    asyncio.run(run())


@pytest.mark.slow
def test_a_muted_player_stays_muted_on_another_seat(home: Home, votes: str) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            ann, _ = await services.guests.add("Ann")
            bob, _ = await services.guests.add("Bob")
            table = await services.registry.make(ann, NewTable(votes, [SeatWish("me"), *[SeatWish("open")] * 3]))
            await services.registry.sit(table, bob, Sit(seat=1))
            await table.chat.mute(table.record, ann, 1, on=True)
            await services.departures.leave(table, bob, last=False)
            await services.registry.sit(table, bob, Sit(seat=3))
            await table.chat.say(table.record, bob, "Hello again")
            shown = table.chat.messages_for(table.record, ann)
            assert (shown.lines, shown.muted) == ([], [3])

    asyncio.run(run())
