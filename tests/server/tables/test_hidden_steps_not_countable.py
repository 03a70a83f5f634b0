"""Test that hidden steps can't be counted from messages, their sizes, times, or lists."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from cashbox import games
from cashbox.engine.frames import Feed
from cashbox.engine.game import SPECTATOR
from cashbox.engine.seats import seats_of
from cashbox.server import wire
from cashbox.server.chat import wire as chat_wire
from cashbox.server.tables import wire as table_wire
from tests.server.conftest import Guest, channel
from tests.server.server_in_process import SetClock, seated, serving, settled, until

if TYPE_CHECKING:
    from cashbox.server.services import Services
    from cashbox.server.tables.live import LiveTable
    from tests.data_folders import Home
    from tests.server.conftest import Server

BUILDING = ("offer", "give-hidden", "undo", "offer", "undo", "offer", "give-hidden", "ask-hidden")
"""What a player of CASH does and undoes before others see an offer."""


def form(state: dict[str, Any], kind: str) -> dict[str, Any]:
    found: dict[str, Any] = next(one["action"] for one in state["legal"] if one["action"]["type"] == kind)
    return found


def do(guest: Guest, table: str, kind: str) -> None:
    address = f"/api/tables/{table}"
    state = guest.get(f"{address}/state")
    if kind == "undo":
        guest.post(f"{address}/undo", {"at": state["mark"], "steps": None})
    else:
        guest.post(f"{address}/act", {"at": state["mark"], "actions": [form(state, kind)]})


def test_the_steps_of_building_an_offer_are_sent_to_no_one_else(server: Server) -> None:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    table = ann.table("me", "open", game="cash")
    bob.sit(table)
    (seat,) = ann.get(f"/api/tables/{table}/state")["due"]
    maker, other = ((ann, bob), (bob, ann))[seat]
    with other.live(table) as theirs, channel(server, table, {}) as watching:
        before = [live.state() for live in (theirs, watching)]
        shown = [other.get(f"/api/tables/{table}/{path}") for path in ("state", "log")]
        for kind in BUILDING:
            do(maker, table, kind)
            assert [other.get(f"/api/tables/{table}/{path}") for path in ("state", "log")] == shown
        for live in (theirs, watching):
            live.send(type="ping")
            assert live.next("state", "pong")["type"] == "pong"
        do(maker, table, "propose")
        after = [live.state() for live in (theirs, watching)]
    for old, new in zip(before, after, strict=True):
        assert new["log_from"] == len(old["log"])
        assert len(new["log"]) == 1


async def move(table: LiveTable, kind: str) -> None:
    """Take an action of a given kind as the current player."""
    match = table.running()
    (seat,) = seats_of(match.due())
    if kind == "undo":
        await table.undo(seat, None)
    else:
        await table.act(seat, [form(msgspec.json.decode(table.state(seat, "")), kind)])


async def times(services: Services, table: LiveTable, guest: Any) -> tuple[int, int, int]:
    """Return when a table last changed, according to the table, and to the list from memory and from the database."""
    (listed,) = await services.registry.tables_of(guest)
    kept = services.registry._tables.pop(table.record.id)
    (stored,) = await services.registry.tables_of(guest)
    services.registry._tables[table.record.id] = kept
    return table.as_table().changed, listed.table.changed, stored.table.changed


@pytest.mark.slow
def test_the_time_of_the_last_change_ignores_hidden_steps(home: Home) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            table, (ann, _) = await seated(services, "cash", "Ann", "Bob", lapse=0)
            began = int(clock.now())
            for kind in BUILDING:
                clock.forward(10)
                await move(table, kind)
                assert await times(services, table, ann) == (began,) * 3
            assert services.registry.sweep() == 0
            clock.forward(10)
            await move(table, "propose")
            assert await times(services, table, ann) == (int(clock.now()),) * 3
            del services.registry._tables[table.record.id]
            again = await services.registry.table(table.record.id)
            assert again is not table
            assert again.as_table().changed == int(clock.now())

    asyncio.run(run())


@pytest.mark.slow
def test_a_bots_hidden_steps_are_sent_as_one_message(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is sent while a bot builds an offer, and the finished offer takes the time of one step."""

    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            plan, game, joined = ["offer", "give-hidden", "ask-hidden", "propose"], games.load("cash"), asyncio.Event()

            async def think(at: Any, *_: object) -> int:
                await joined.wait()
                kind = plan.pop(0) if plan else await asyncio.Future()
                legal: list[int] = at.legal
                return next(action for action in legal if game.encode(action)["type"] == kind)

            monkeypatch.setattr(services.thinking, "decide", think)
            monkeypatch.setattr(services.bots, "_delay", 5.0)
            guest, _ = await services.guests.add("Ann")
            wish = wire.NewTable("cash", [wire.SeatWish("bot", "random")] * 2)
            table = await services.registry.make(guest, wish)
            feed = Feed(SPECTATOR)
            news: list[bytes] = []

            class Listening:
                seat: int | None = None
                guest: None = None

                def poke(self) -> None:
                    found = table.news(feed)
                    if found is not None:
                        news.append(found)

            table.join(Listening())
            joined.set()
            await settled()
            assert table.running().number == 0
            clock.forward(5)
            await until(lambda: table.running().number == 4)
            await settled()
            assert len(news) == 2
            assert len(msgspec.json.decode(news[1], type=table_wire.State).log) == 1

    asyncio.run(run())


def test_no_numeric_field_counts_journal_entries() -> None:
    """Every number that is sent must be on the list of harmless ones."""
    known = {"seat", "seats", "due", "muted", "lines", "chat_from", "n", "at", "made", "changed", "watchers", "lapse"}
    known |= {"log_from", "can_undo", "id", "format", "withheld", "kept", "nth", "nudged", "turn", "absence", "closes"}
    known |= {"away", "delay", "acted", "options", "max_spectators"}
    sent = (
        table_wire.State,
        table_wire.Log,
        wire.TableAnswer,
        wire.TableList,
        table_wire.Acted,
        table_wire.Ack,
        chat_wire.Chat,
        chat_wire.Said,
    )
    schemas = msgspec.json.schema_components(sent)[1]
    for name in ("State", "Log", "Table", "SeatInfo", "Acted", "Ack", "ChatLine", "Chat", "Said", "LogLine", "You"):
        for field, kind in schemas[name]["properties"].items():
            if re.search(r'"(integer|number)"', msgspec.json.encode(kind).decode()):
                assert field in known, f"{name}.{field}"
