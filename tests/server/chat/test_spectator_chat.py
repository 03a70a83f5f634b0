"""Test the spectators' chat, which players can read only after the game: storage, muting, export, and deletion."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from cashbox.server.accounts import merge_store
from cashbox.server.chat import service as talk
from cashbox.server.errors import Refusal
from tests.server.conftest import channel
from tests.server.server_in_process import SetClock, seated, serving, votes
from tests.server.watching.test_who_may_watch import finish, pair
from tests.server.web.test_bad_input import problem

if TYPE_CHECKING:
    from cashbox.server.db.records import Guest as GuestRecord
    from cashbox.server.services import Services
    from tests.data_folders import Home
    from tests.server.conftest import Guest, Server

__all__ = ["votes"]


def say(guest: Guest, table: str, text: Any) -> httpx.Response:
    return guest.http.post(f"/api/tables/{table}/remarks", json={"text": text})


def texts(guest: Guest, table: str) -> list[str]:
    return [line["text"] for line in guest.get(f"/api/tables/{table}/remarks")["lines"]]


@pytest.mark.thorough
def test_players_read_the_spectator_chat_only_after_the_game(server: Server) -> None:
    ann, bob, table = pair(server)
    cleo, dora = server.guest("Cleo"), server.guest("Dora")
    path = f"/api/tables/{table}"
    with ann.live(table) as a, cleo.live(table) as c, channel(server, table, {}) as nobody:
        for live in (c, nobody):
            assert live.next("remarks") == {"type": "remarks", "remarks_from": 1, "lines": [], "muted": []}
        c.send(type="remark", id=7, text="  She has\tthe bear.")
        assert c.next("said") == {"type": "said", "id": 7, "n": 1}
        for live, mine in ((c, True), (nobody, False)):
            (line,) = live.next("remarks")["lines"]
            told = line["n"], line["name"], line["text"], line["guest"], line["mine"]
            assert told == (1, "Cleo", "She has the bear.", True, mine)
        assert say(dora, table, "She has not.").json() == {"n": 2}
        assert c.next("remarks")["remarks_from"] == 2
        # The players see none of it, and the numbers of their own messages don't reveal it.
        for answer in (ann.http.get(f"{path}/remarks"), say(ann, table, "What?")):
            problem(answer, 403, "players-wait")
        a.send(type="remark", id=1, text="What?")
        assert a.next("refused")["code"] == "players-wait"
        assert ann.http.post(f"{path}/chat", json={"text": "Hm."}).json() == {"n": 1}
        assert not [one for one in a.kept if one["type"] == "remarks"]
        problem(httpx.post(f"{server.url}{path}/remarks", json={"text": "?"}), 401, "no-guest")
        problem(say(cleo, table, "x" * 501), 400, "too-long")
        problem(say(cleo, table, "\u200b"), 400, "nothing-said")
        finish(ann, bob, table)
        assert [line["text"] for line in a.next("remarks")["lines"]] == ["She has the bear.", "She has not."]
        assert say(ann, table, "I had.").status_code == 201
        assert c.next("remarks")["lines"][0]["name"] == "Ann"
    assert texts(bob, table) == texts(cleo, table) == ["She has the bear.", "She has not.", "I had."]


def test_a_spectator_is_muted_by_the_number_of_a_message(server: Server) -> None:
    ann, _, table = pair(server)
    cleo, dora = server.guest("Cleo"), server.guest("Dora")
    path = f"/api/tables/{table}/remarks/mute"
    say(dora, table, "one")
    say(cleo, table, "two")
    with cleo.live(table) as live:
        live.next("remarks")
        muted = cleo.post(path, {"n": 1, "on": True})
        assert [line["text"] for line in muted["lines"]] == ["two"]
        assert muted["muted"] == [{"n": 1, "name": "Dora"}]
        assert live.next("remarks") == muted
        say(dora, table, "three")
        assert live.next("remarks") == {
            "type": "remarks",
            "remarks_from": 3,
            "lines": [],
            "muted": [{"n": 3, "name": "Dora"}],
        }
        assert texts(dora, table) == ["one", "two", "three"]
        assert len(cleo.post(path, {"n": 3, "on": False})["lines"]) == 3
    problem(cleo.http.post(path, json={"n": 2, "on": True}), 409, "not-to-mute")
    problem(cleo.http.post(path, json={"n": 9, "on": True}), 409, "not-to-mute")
    problem(ann.http.post(path, json={"n": 1, "on": True}), 403, "players-wait")


async def table_with_spectator_chat(services: Services, votes: str) -> tuple[Any, GuestRecord, GuestRecord]:
    table, _ = await seated(services, votes, "Ann", "Bob")
    cleo, dora = [(await services.guests.add(name))[0] for name in ("Cleo", "Dora")]
    for guest, text in ((cleo, "mine"), (dora, "hers")):
        await table.chat.spectators.say(table.record, guest, text)
    await table.chat.spectators.mute(dora, 1, on=True)
    return table, cleo, dora


@pytest.mark.thorough
def test_a_spectators_messages_are_rate_limited(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            table, cleo, dora = await table_with_spectator_chat(services, votes)
            for _ in range(talk.BURST - 1):
                await table.chat.spectators.say(table.record, cleo, "again")
            refused = ""
            try:
                await table.chat.spectators.say(table.record, cleo, "again")
            except Refusal as refusal:
                refused = refusal.code
            assert refused == "too-fast"
            await table.chat.spectators.say(table.record, dora, "I may.")

    asyncio.run(run())


@pytest.mark.slow
def test_spectator_messages_are_exported_and_deleted_with_the_guest(home: Home, votes: str) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            table, cleo, _ = await table_with_spectator_chat(services, votes)
            text = b"".join([piece async for piece in services.own_data.pieces(cleo, "")])
            (one,) = json.loads(text)["tables"]
            assert [line["text"] for line in one["said_watching"]] == ["mine"]
            assert "hers" not in text.decode()
            await services.erasing.guest(cleo.id)
            assert [line.text for line in table.chat.spectators.messages_for(None).lines] == ["hers"]
            assert table.chat.spectators.number == 2
        assert home.rows("SELECT count(*) FROM remarks") == [(1,)]
        assert home.rows("SELECT count(*) FROM mutes") == [(0,)]
        assert not home.faults()

    asyncio.run(run())


@pytest.mark.slow
def test_spectator_messages_move_to_the_account_of_a_guest(home: Home, votes: str) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            table, cleo, dora = await table_with_spectator_chat(services, votes)
            done = await services.store.writer.do(
                lambda connection: merge_store.merge(connection, cleo.id, dora.id, lambda _: False)
            )
            assert done.tables == [table.record.id]
            assert home.rows("SELECT DISTINCT guest FROM remarks") == [(dora.id,)]
            again = await services.store.table(table.record.id)
            assert again is not None
            assert [line.text for line in again.remarks] == ["mine", "hers"]

    asyncio.run(run())
