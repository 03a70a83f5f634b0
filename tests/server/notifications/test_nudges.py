"""Test nudges: reminders to a player that the others are waiting."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from cashbox.server.errors import Refusal
from cashbox.server.rematch.service import record_nudge
from cashbox.server.tables import seating
from tests.server.server_in_process import SetClock, Watcher, seated, serving, votes

if TYPE_CHECKING:
    from cashbox.server.db.records import Guest
    from cashbox.server.services import Services
    from cashbox.server.tables.live import LiveTable
    from tests.data_folders import Home
    from tests.server.conftest import Server

__all__ = ["votes"]


async def nudge(services: Services, table: LiveTable, guest: Guest, seat: int) -> None:
    now = int(services.store.clock.now())
    await services.registry.change(table, lambda record: record_nudge(record, guest, seat, table.due, now))


@pytest.mark.slow
def test_a_player_who_owes_a_decision_can_be_nudged_once_an_hour(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            table, (ann, bob) = await seated(services, votes, "Ann", "Bob", lapse=0)
            await table.act(0, [{"type": "bid", "high": False}])
            watcher = Watcher(1)
            table.join(watcher)
            poked = watcher.poked
            with pytest.raises(Refusal, match="own seat"):
                await nudge(services, table, bob, 1)
            with pytest.raises(Refusal, match="isn't waiting for Ann"):
                await nudge(services, table, bob, 0)
            with pytest.raises(Refusal, match="no seat 7"):
                await nudge(services, table, ann, 7)
            eve, _ = await services.guests.add("Eve")
            with pytest.raises(Refusal, match="Only players at this table"):
                await nudge(services, table, eve, 1)
            assert watcher.poked == poked
            await nudge(services, table, ann, 1)
            assert table.as_table().seats[1].nudged == int(clock.now())
            assert watcher.poked > poked
            clock.forward(300)
            with pytest.raises(Refusal, match=r"Bob was nudged 5 minutes ago.* in 55 minutes") as refused:
                await nudge(services, table, ann, 1)
            assert (refused.value.status, refused.value.retry_after) == (429, 3300)
            clock.forward(3300)
            await nudge(services, table, ann, 1)
            await services.registry.change(table, lambda record: seating.let_bot_stand_in(record, 1, "random", "host"))
            clock.forward(3600)
            with pytest.raises(Refusal, match="There is no person in that seat"):
                await nudge(services, table, ann, 1)

    asyncio.run(run())


def test_a_nudge_over_http_shows_at_the_table_and_in_the_list_of_tables(server: Server) -> None:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    table = ann.table("me", "open")
    bob.sit(table)
    ann.post(f"/api/tables/{table}/act", {"actions": [{"type": "bid", "high": False}]})
    with bob.live(table) as live:
        answer = ann.post(f"/api/tables/{table}/nudge", {"seat": 1})
        while (told := live.next("table")["table"]["seats"][1]["nudged"]) is None:
            pass
    assert told == answer["table"]["seats"][1]["nudged"] > 0
    (mine,) = [one for one in bob.get("/api/tables?which=mine")["tables"] if one["table"]["id"] == table]
    assert mine["table"]["seats"][1]["nudged"] == told
    assert ann.post(f"/api/tables/{table}/nudge", {"seat": 1}, 429)["code"] == "nudged"
    assert bob.post(f"/api/tables/{table}/nudge", {"seat": 0}, 409)["code"] == "not-to-nudge"
    assert ann.post(f"/api/tables/{table}/nudge", {"seat": 99}, 400)["code"] == "malformed"


def test_a_rematch_can_be_requested_and_declined_over_http(server: Server) -> None:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    table = ann.table("me", "open", options={"rounds": 1})
    assert ann.post(f"/api/tables/{table}/again", {}, 409)["code"] == "not-over"
    bob.sit(table)
    with bob.live(table) as live:
        while ann.get(f"/api/tables/{table}")["table"]["status"] == "playing":
            for guest in (ann, bob):
                legal = guest.get(f"/api/tables/{table}/state")["legal"]
                if legal:
                    guest.post(f"/api/tables/{table}/act", {"actions": [legal[-1]["action"]]})
        while live.next("table")["table"]["status"] != "over":
            pass
        then = ann.post(f"/api/tables/{table}/again", {}, 201)["table"]["id"]
        while live.next("table")["table"]["then"] != then:
            pass
    asked = bob.get(f"/api/tables/{then}")
    assert asked["you"] == {"seat": None, "host": False, "kept": 1, "told": "", "banned": ""}
    assert bob.post(f"/api/tables/{then}/decline", {})["you"]["kept"] is None
    assert bob.post(f"/api/tables/{then}/decline", {}, 409)["code"] == "not-asked"
    series = bob.get(f"/api/tables/{then}/series")
    assert (series["nth"], series["counted"], [game["table"] for game in series["games"]]) == (2, 1, [table])


def test_the_finality_request_tells_whether_actions_can_be_undone(server: Server) -> None:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    table = ann.table("me", "open", options={"rich": True})
    bob.sit(table)

    def final(guest: object, *types: str) -> bool:
        forms = [{"type": one, **({"high": True} if one == "bid" else {})} for one in types]
        answer: bool = guest.post(f"/api/tables/{table}/finality", {"actions": forms})["final"]  # type: ignore[attr-defined]
        return answer

    before = ann.get(f"/api/tables/{table}/state")
    assert final(ann, "bid") is False
    assert ann.get(f"/api/tables/{table}/state") == before
    ann.post(f"/api/tables/{table}/act", {"actions": [{"type": "bid", "high": True}]})
    # The last choice reveals all choices.
    assert final(bob, "bid") is True
    bob.post(f"/api/tables/{table}/act", {"actions": [{"type": "bid", "high": False}]})
    assert (final(ann, "store"), final(ann, "pass"), final(ann, "draw"), final(ann, "store", "pass")) == (
        False, True, True, True
    )  # fmt: skip
    assert bob.post(f"/api/tables/{table}/finality", {"actions": [{"type": "pass"}]}, 409)["code"] == "not-legal"
    eve = server.guest("Eve")
    assert eve.post(f"/api/tables/{table}/finality", {"actions": [{"type": "pass"}]}, 403)["code"] == "not-your-seat"
