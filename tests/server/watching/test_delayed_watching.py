"""Test watching with a delay: spectators get exactly what was sent then, and nothing newer."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING

import msgspec
import pytest

from cashbox.engine.chance import SeededChance
from cashbox.engine.frames import Feed
from cashbox.engine.game import SPECTATOR
from cashbox.engine.match import Match
from cashbox.engine.seats import seats_of
from cashbox.server.errors import Refusal
from cashbox.server.rematch import service as rematch_service
from cashbox.server.rematch.service import record_nudge, standing
from cashbox.server.rematch.wire import Again
from cashbox.server.tables.settings import DELAY, GameClock
from cashbox.server.watching.audience import DelayedTable
from cashbox.server.wire import NewTable, SeatWish, Sit
from tests.server.server_in_process import SetClock, Watcher, seated, serving, until, votes

if TYPE_CHECKING:
    from collections.abc import Callable

    from cashbox.server.db.records import Guest
    from cashbox.server.services import Services
    from cashbox.server.tables.live import LiveTable
    from tests.data_folders import Home

__all__ = ["votes"]

STEP = 7.0
"""Seconds between two decisions."""


def late_of(table: LiveTable) -> DelayedTable:
    found = table.seen_by(None)
    assert isinstance(found, DelayedTable)
    return found


async def some_step(table: LiveTable, chance: SeededChance) -> None:
    """Take a random action, or undo, as a seat that owes a decision."""
    match = table.running()
    due = seats_of(match.due())
    seat = due[chance.draw(len(due))]
    if match.can_undo(seat) and not chance.draw(4):
        await table.undo(seat, None)
        return
    legal = match.legal(seat)
    await table.act(seat, [match.game.encode(legal[chance.draw(len(legal))])])


def sent(table: LiveTable, feed: Feed) -> bytes:
    """Return what a spectator's client is sent now, b"" for nothing."""
    seen = table.seen_by(None)
    return seen.news(feed) or b"" if seen.match is not None else b""


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize("game", ["envelopes", "cash", "consultants", "votes"])
def test_a_delayed_spectator_gets_the_same_messages_later(home: Home, votes: str, game: str) -> None:
    """The delayed stream is the live stream, shifted by the delay, with nothing added."""

    async def run() -> None:
        clock, chance = SetClock(), SeededChance(len(game))
        async with serving(home, clock) as services:
            await playing(services, clock, game, chance, 60)

    asyncio.run(run())


async def playing(services: Services, clock: SetClock, game: str, chance: SeededChance, most: int) -> None:
    table, _ = await seated(services, game, "Ann", "Bob", watching="delayed", lapse=0)
    late = late_of(table)
    table.join(Watcher())
    await late.ready()
    early, behind = Feed(SPECTATOR), Feed(SPECTATOR)
    then: list[tuple[float, bytes]] = [(clock.now(), table.news(early) or b"")]
    got: list[tuple[float, bytes]] = []
    began = clock.now()
    last = began + most * STEP + DELAY

    def take(news: bytes) -> None:
        if news:
            got.append((clock.now(), news))

    while clock.now() <= last:
        clock.forward(1.0)
        take(sent(table, behind))
        if (clock.now() - began) % STEP == 0 and table.due and clock.now() < last - DELAY:
            before = late.version
            await some_step(table, chance)
            then.append((clock.now(), table.news(early) or b""))
            # Nothing that happens at the table shows yet.
            assert (late.version, sent(table, behind)) == (before, b"")
    expected = [(at + DELAY, news) for at, news in then if news and at + DELAY <= clock.now()]
    assert got == expected
    assert len(expected) > 10


@pytest.mark.slow
def test_a_delayed_game_is_first_replayed_in_a_thread(home: Home, votes: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that continues another one may begin with thousands of entries."""
    replay, threads = Match.replay, []

    def recorded(*args: object) -> Match[object]:
        threads.append(threading.current_thread())
        return replay(*args)  # type: ignore[arg-type]

    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            table, _ = await seated(services, votes, "Ann", "Bob", watching="delayed", lapse=0)
            table.join(Watcher())
            await table.audience.ready(None)
            late = late_of(table)
            assert late.match is None
            monkeypatch.setattr(Match, "replay", recorded)
            clock.forward(DELAY + 1)
            await until(lambda: late.match is not None)
            assert threading.main_thread() not in threads

    asyncio.run(run())


@pytest.mark.slow
def test_changes_hidden_from_spectators_send_no_delayed_message(home: Home, votes: str) -> None:
    """No message comes after the delay either, although each change stores the players' clocks again."""

    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            time = GameClock("live", step=60, bank=3600)
            table, (ann, bob) = await seated(services, votes, "Ann", "Bob", watching="delayed", lapse=0, clock=time)
            table.join(Watcher())
            await table.audience.ready(None)
            clock.forward(DELAY + 2)
            feed = Feed(SPECTATOR)
            first = msgspec.json.decode(sent(table, feed))
            assert [one["seat"] for one in first["clocks"]] == [0, 1]
            await services.departures.leave(table, bob, last=False)
            clock.forward(20)
            await services.departures.take_back(table, bob)
            await services.registry.change(
                table, lambda record: record_nudge(record, ann, 1, table.due, int(clock.now()))
            )
            clock.forward(10)
            assert sent(table, feed) == b""
            clock.forward(DELAY + 2)
            assert sent(table, feed) == b""

    asyncio.run(run())


def all_that_shows(table: LiveTable, services: Services) -> list[bytes]:
    """Return everything that a stranger can get about a table."""
    seen = table.seen_by(None)
    found = [seen.answer(None), _refused(seen.journal)]
    found += [_refused(lambda: seen.state(SPECTATOR, "")), _refused(lambda: seen.log(SPECTATOR, ""))]
    found += [msgspec.json.encode(table.chat.messages_for(seen.record, None, upto=seen.line))]
    return found


def _refused(ask: Callable[[], bytes]) -> bytes:
    try:
        return ask()
    except Refusal as refused:
        return f"{refused.code} {refused}".encode()


async def lists(services: Services, host: Guest) -> list[bytes]:
    """Return the lists of tables for people who don't play there."""
    registry = services.registry
    found = [await registry.lists.to_watch("", None), await registry.tables_of(host), await registry.open(None)]
    return [msgspec.json.encode(one) for one in found]


async def table_with_host(services: Services, votes: str, **more: object) -> tuple[LiveTable, Guest, list[Guest]]:
    """Create a table whose host has no seat, and return it with the host and the players."""
    host, ann, bob = [(await services.guests.add(name))[0] for name in ("Hal", "Ann", "Bob")]
    wish = NewTable(votes, [SeatWish("open"), SeatWish("open")], lapse=0, watching="delayed", **more)  # type: ignore[arg-type]
    table = await services.registry.make(host, wish)
    for guest in (ann, bob):
        await services.registry.sit(table, guest, Sit())
    return table, host, [ann, bob]


@pytest.mark.thorough
def test_nothing_reveals_the_end_of_a_delayed_game_early(home: Home, votes: str) -> None:
    """The same holds for moves, chat, presence, votes, nudges, and the rematch."""

    async def run() -> None:
        clock, chance = SetClock(), SeededChance(3)
        async with serving(home, clock) as services:
            table, host, (ann, bob) = await table_with_host(services, votes)
            await table.audience.ready(None)
            clock.forward(DELAY + 2)
            table.join(Watcher())
            await table.audience.ready(None)
            before = all_that_shows(table, services), await lists(services, host)
            playing = Watcher(0, ann)
            table.join(playing)
            await table.chat.say(table.record, ann, "It is as good as over.")
            await services.registry.change(
                table, lambda record: record_nudge(record, ann, 1, table.due, int(clock.now()))
            )
            await services.departures.call_off(table, bob, on=True)
            while table.due:
                await some_step(table, chance)
            table.part(playing)
            assert table.record.status == "over"
            then = await rematch_service.create_rematch(
                services.registry, services.store, table, ann, Again(), "random"
            )
            assert then.record.settings.listed
            ended = clock.now()
            while clock.now() < ended + DELAY:
                assert (all_that_shows(table, services), await lists(services, host)) == before
                told = await standing(services.store, then.record, host)
                assert [game.outcome for game in told.games] == [None]
                clock.forward(10)
            clock.forward(2)
            seen = table.seen_by(None)
            assert seen is table
            assert b'"status":"over"' in seen.answer(None)
            assert seen.journal(None).endswith(b"\n")
            assert [game.outcome for game in (await standing(services.store, then.record, host)).games] != [None]
            assert len(table.chat.messages_for(seen.record, None, upto=seen.line).lines) == 1

    asyncio.run(run())
