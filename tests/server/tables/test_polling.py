"""Test the live channel over plain HTTP: the same messages as a WebSocket, and the end of unused channels."""

from __future__ import annotations

import asyncio
import threading
import time
from typing import TYPE_CHECKING, Any

import pytest

from cashbox.server.tables.channel import GONE, PATIENCE, PolledChannels, PolledLine
from tests.server.server_in_process import SetClock

if TYPE_CHECKING:
    from tests.server.conftest import Guest, Server


def poll(guest: Guest, table: str, channel: str = "", since: str = "", status: int = 200) -> dict[str, Any]:
    return guest.post(f"/api/tables/{table}/poll", {"channel": channel, "since": since}, status)


def until(guest: Guest, table: str, channel: str, kind: str) -> dict[str, Any]:
    """Return the next message of a kind."""
    while True:
        for message in poll(guest, table, channel)["messages"]:
            if message["type"] == kind:
                found: dict[str, Any] = message
                return found


def test_polling_delivers_the_same_messages_as_a_websocket(server: Server) -> None:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    table = ann.table("me", "open")
    bob.sit(table)
    with ann.live(table) as live:
        first = poll(ann, table)
        polled = {message["type"]: message for message in first["messages"]}
        assert set(polled) == {"table", "state", "chat"}
        for kind in ("state", "chat"):
            assert polled[kind] == live.next(kind)
        bob.post(f"/api/tables/{table}/chat", {"text": "Hello"}, 201)
        said = until(ann, table, first["channel"], "chat")
        assert said == live.next("chat")
        assert said["lines"][-1]["text"] == "Hello"


def test_a_poll_waits_until_there_is_news(server: Server) -> None:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    table = ann.table("me", "open")
    bob.sit(table)
    first = poll(ann, table)
    found: list[dict[str, Any]] = []
    waiting = threading.Thread(target=lambda: found.append(until(ann, table, first["channel"], "state")))
    waiting.start()
    time.sleep(0.3)
    assert not found
    state = bob.get(f"/api/tables/{table}/state")
    who = bob if state["legal"] else ann
    form = who.get(f"/api/tables/{table}/state")["legal"][0]["action"]
    who.post(f"/api/tables/{table}/act", {"actions": [form]})
    waiting.join(20)
    assert [state["mark"] for state in found] == [ann.get(f"/api/tables/{table}/state")["mark"]]


def test_a_client_that_polls_again_by_its_mark_misses_nothing(server: Server) -> None:
    """A client that missed a response sends its newest mark."""
    ann, bob = server.guest("Ann"), server.guest("Bob")
    table = ann.table("me", "open")
    bob.sit(table)
    before = next(one for one in poll(ann, table)["messages"] if one["type"] == "state")
    for who in (ann, bob):
        legal = who.get(f"/api/tables/{table}/state")["legal"]
        if legal:
            who.post(f"/api/tables/{table}/act", {"actions": [legal[0]["action"]]})
    again = poll(ann, table, since=before["mark"])
    state = next(one for one in again["messages"] if one["type"] == "state")
    assert state["mark"] == ann.get(f"/api/tables/{table}/state")["mark"] != before["mark"]
    assert state["log_from"] == len(before["log"])
    assert state["log"], "the lines since then"


def test_a_polled_channel_belongs_to_one_guest_and_table(server: Server) -> None:
    ann, eve = server.guest("Ann"), server.guest("Eve")
    table, other = ann.table("me", "open"), ann.table("me", "open")
    channel = poll(ann, table)["channel"]
    assert poll(eve, table, channel, status=410)["code"] == "unknown-channel"
    assert poll(ann, other, channel, status=410)["code"] == "unknown-channel"
    assert poll(ann, table, "x" * 43, status=410)["code"] == "unknown-channel"
    assert poll(ann, "A" * 16, status=404)["code"] == "no-such-table"


def test_a_deleted_guest_cannot_poll(server: Server) -> None:
    ann = server.guest("Ann")
    table = ann.table("me", "open")
    channel = poll(ann, table)["channel"]
    ann.post("/api/me/delete", {})
    assert poll(ann, table, channel, status=401)["code"] == "unknown-token"


@pytest.mark.slow
def test_a_stopping_server_does_not_wait_for_polls(own_server: Server) -> None:
    ann = own_server.guest("Ann")
    table = ann.table("me", "open")
    channel = poll(ann, table)["channel"]
    found: list[dict[str, Any]] = []
    waiting = threading.Thread(target=lambda: found.append(poll(ann, table, channel)))
    waiting.start()
    time.sleep(0.3)
    began = time.monotonic()
    assert own_server.stop() == 0
    assert time.monotonic() - began < 4
    waiting.join(20)
    assert found[0]["closed"] == 1012


class Speaker:
    def __init__(self) -> None:
        self.told: list[str] = []

    def receive(self, text: bytes) -> None:
        raise AssertionError(text)

    def drained(self) -> None:
        self.told.append("drained")

    def restart(self) -> None:
        self.told.append("restart")

    def lost(self) -> None:
        self.told.append("lost")


def test_a_client_that_stops_polling_is_disconnected() -> None:
    async def run() -> None:
        clock, speaker = SetClock(), Speaker()
        channels = PolledChannels(clock)
        line = PolledLine(clock)
        name = channels.add(line, "T", "ann")
        line.attach(speaker)  # type: ignore[arg-type]
        line.send_texts([b"x" * 600_000])
        assert line.congested
        assert (await line.news()).messages
        assert (line.congested, speaker.told) == (False, ["drained"])
        clock.forward(GONE - 1)
        channels.sweep()
        assert channels.find(name, "T", "ann") is line
        clock.forward(2)
        channels.sweep()
        assert channels.find(name, "T", "ann") is None
        assert speaker.told == ["drained", "lost"]

    asyncio.run(run())


def test_the_newer_of_two_simultaneous_polls_gets_the_news() -> None:
    async def run() -> None:
        line = PolledLine(SetClock())
        older = asyncio.create_task(line.news())
        await asyncio.sleep(0)
        newer = asyncio.create_task(line.news())
        assert await older == ([], 0)
        line.send_texts([b"one", b"two"])
        assert await newer == ([b"one", b"two"], 0)

    asyncio.run(run())


def test_a_poll_without_news_ends_after_a_while() -> None:
    async def run() -> None:
        clock = SetClock()
        line = PolledLine(clock)
        asked = asyncio.create_task(line.news())
        for _ in range(5):
            await asyncio.sleep(0)
        clock.forward(PATIENCE)
        assert await asked == ([], 0)

    asyncio.run(run())
