"""Test replays: they show what was sent, to those who can see it, from a process that may be killed."""

from __future__ import annotations

import asyncio
import os
import signal
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from cashbox.engine.chance import SeededChance
from cashbox.engine.game import SPECTATOR
from cashbox.server.errors import Refusal
from cashbox.server.replays.worker import REPLAYER
from cashbox.server.tables.seating import close
from cashbox.server.tables.settings import DELAY
from cashbox.server.wire import NewTable, SeatWish, Sit
from tests.server.cluster.test_two_processes import both, homes
from tests.server.replayed_tables import Game, Sent, moments, standing, story
from tests.server.server_in_process import SetClock, Watcher, seated, serving
from tests.server.watching.test_delayed_watching import late_of, sent, some_step

if TYPE_CHECKING:
    from cashbox.server.services import Services
    from cashbox.server.tables.live import LiveTable
    from tests.data_folders import Home

__all__ = ["homes"]

BRIEF: dict[str, Any] = {"options": {"max_rounds": 1, "max_turns": 6}}
GAMES = ("envelopes", "cash", "consultants")


def numbers_in(value: Any) -> list[int]:
    """Return every number in some JSON."""
    if isinstance(value, dict):
        return [n for one in value.values() for n in numbers_in(one)]
    if isinstance(value, list):
        return [n for one in value for n in numbers_in(one)]
    return [value] if isinstance(value, int) and not isinstance(value, bool) else []


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize("game", GAMES)
def test_the_replay_of_a_running_game_shows_exactly_what_a_viewer_was_sent(home: Home, game: str) -> None:
    """This holds for every viewer and message. No number reveals the journal's entries, some of which are hidden."""

    async def run() -> None:
        async with serving(home, SetClock()) as services:
            table, (ann, bob) = await seated(services, game, "Ann", "Bob", lapse=0)
            played, chance, counted = Game(table), SeededChance(len(game)), []
            for _ in range(2):
                await played.play(chance, 40)
                for guest in (ann, bob, None):
                    mine = played.sent[table.viewer(guest)]
                    told = await story(services, table.record.id, guest)
                    shown = await moments(services, table.record.id, guest, told["last"])
                    assert shown == [head + b',"hands":null' for head in mine.heads]
                    assert [standing(told["log"], n) for n in range(len(shown))] == mine.logs
                    assert told["may"] == [told["eyes"]]
                    parts = {name: told[name] for name in ("last", "steps", "chapters", "log", "talk")}
                    assert max(numbers_in(parts)) <= max(len(mine.heads) - 1, len(told["log"]))
                    counted.append(len(mine.heads))
            assert table.record.status == "playing"
            if game != "consultants":  # in that game, everything shows
                assert min(counted[3:]) < table.number + 1

    asyncio.run(run())


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize("game", ["cash", "consultants"])
def test_the_replay_of_a_finished_game_shows_every_entry_as_it_was(home: Home, game: str) -> None:
    """This holds for every point of view, also on a server that never had the table in memory."""

    async def run() -> None:
        async with serving(home, SetClock()) as services:
            table, guests = await seated(services, game, "Ann", "Bob", lapse=0, **(BRIEF if game == "cash" else {}))
            played = Game(table)
            await played.play(SeededChance(1))
            assert table.record.status == "over"
        async with serving(home, SetClock()) as services:
            for guest in (guests[0], None):
                for viewer in played.viewers:
                    eyes = "watcher" if viewer == SPECTATOR else str(viewer)
                    told = await story(services, table.record.id, guest, eyes)
                    assert told["last"] == len(played.at[viewer]) - 1 == table.number
                    assert told["may"] == ["0", "1", "watcher", "all"]
                    if guest is None:
                        shown = await moments(services, table.record.id, guest, told["last"], eyes)
                        assert shown == [head + b',"hands":null' for head in played.at[viewer]]
            last = played.sent[0]
            told = await story(services, table.record.id, guests[0])
            assert (told["eyes"], told["table"]["status"], told["you"]["seat"]) == ("0", "over", 0)
            assert standing(told["log"], told["last"]) == last.logs[-1]
            hands = [msgspec.json.decode(b"{" + played.at[seat][-1] + b"}")["view"] for seat in range(2)]
            every = await moments(services, table.record.id, None, told["last"], "all")
            assert msgspec.json.decode(b"{" + every[-1] + b"}")["hands"] == hands
            assert not services.registry.in_memory

    asyncio.run(run())


@pytest.mark.thorough
def test_delayed_spectators_can_replay_only_what_they_have_seen(home: Home) -> None:
    async def run() -> None:
        clock, chance = SetClock(), SeededChance(2)
        async with serving(home, clock) as services:
            table, (ann, _) = await seated(services, "consultants", "Ann", "Bob", watching="delayed", lapse=0)
            late = late_of(table)
            table.join(Watcher())
            await late.ready()
            with pytest.raises(Refusal, match="there is no replay yet"):
                await story(services, table.record.id, None)
            played, behind = Game(table), Sent(SPECTATOR)
            for _ in range(40):
                clock.forward(9)
                behind.take(sent(table, behind.feed))
                await some_step(table, chance)
                played.note()
            clock.forward(1)
            behind.take(sent(table, behind.feed))
            seen, own = behind.heads, played.sent[0].heads
            for guest, heads in ((None, seen), (ann, own), (None, seen)):
                told = await story(services, table.record.id, guest)
                shown = await moments(services, table.record.id, guest, told["last"])
                assert shown == [head + b',"hands":null' for head in heads]
            assert 3 < len(seen) < len(played.sent[SPECTATOR].heads)
            await played.play(chance)
            assert table.record.status == "over"
            assert (await story(services, table.record.id, None))["may"] == ["watcher"]
            assert (await story(services, table.record.id, ann))["may"] == ["0", "1", "watcher", "all"]
            clock.forward(DELAY + 2)
            assert (await story(services, table.record.id, None))["last"] == table.number

    asyncio.run(run())


async def finished(services: Services, *names: str, **more: Any) -> tuple[LiveTable, list[Any]]:
    table, guests = await seated(services, "cash", *names, lapse=0, **BRIEF, **more)
    await Game(table).play(SeededChance(3))
    assert table.record.status == "over"
    return table, guests


async def refused(services: Services, table: LiveTable, guest: Any, eyes: str = "") -> tuple[int, str]:
    """Return the status and code with which both requests are refused."""
    told = []
    for ask in (story(services, table.record.id, guest, eyes), moments(services, table.record.id, guest, 0, eyes)):
        with pytest.raises(Refusal) as error:
            await ask
        told.append((error.value.status, error.value.code))
    assert told[0] == told[1]
    return told[0]


@pytest.mark.thorough
def test_points_of_view_are_allowed_by_game_state_hands_and_privacy(home: Home) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            host, stranger = [(await services.guests.add(name))[0] for name in ("Hal", "Cleo")]
            running, (ann, _) = await seated(services, "cash", "Ann", "Bob", lapse=0)
            for guest, eyes in ((ann, "1"), (ann, "watcher"), (ann, "all"), (None, "0"), (stranger, "all")):
                assert await refused(services, running, guest, eyes) == (409, "not-over")
            assert await refused(services, running, ann, "2") == (404, "no-such-seat")
            closed_hands, (ann, _) = await finished(services, "Ann", "Bob", open_hands=False)
            assert (await story(services, closed_hands.record.id, stranger))["may"] == ["watcher"]
            for eyes in ("0", "all"):
                assert await refused(services, closed_hands, stranger, eyes) == (403, "players-only")
                await story(services, closed_hands.record.id, ann, eyes)
            assert await refused(services, closed_hands, ann, "63") == (404, "no-such-seat")
            private, (ann, _) = await finished(services, "Ann", "Bob", watching="nobody")
            for guest in (stranger, None, host):
                assert await refused(services, private, guest) == (404, "no-such-table")
            assert len((await story(services, private.record.id, ann, "all"))["may"]) == 4

    asyncio.run(run())


@pytest.mark.thorough
def test_a_private_games_host_without_a_seat_sees_no_hands(home: Home) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            host, ann, bob = [(await services.guests.add(name))[0] for name in ("Hal", "Ann", "Bob")]
            wish = NewTable("cash", [SeatWish("open"), SeatWish("open")], lapse=0, watching="nobody", **BRIEF)
            table = await services.registry.make(host, wish)
            for guest in (ann, bob):
                await services.registry.sit(table, guest, Sit())
            await Game(table).play(SeededChance(3))
            assert (await story(services, table.record.id, host))["may"] == ["watcher"]
            assert await refused(services, table, host, "0") == (403, "players-only")

    asyncio.run(run())


@pytest.mark.thorough
def test_the_replay_of_a_closed_table_shows_players_what_they_were_sent(home: Home) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            table, (ann, bob) = await seated(services, "cash", "Ann", "Bob", lapse=0)
            played = Game(table)
            await played.play(SeededChance(1), 20)
            for guest in (ann, bob):
                await services.departures.call_off(table, guest, on=True)
            assert table.record.status == "closed"
            told = await story(services, table.record.id, bob)
            assert (told["table"]["status"], told["eyes"], told["may"]) == ("closed", "1", ["1"])
            shown = await moments(services, table.record.id, bob, told["last"], "1")
            assert set(shown) <= {head + b',"hands":null' for head in played.at[1]}
            assert shown[-1] == played.at[1][-1] + b',"hands":null'
            for who, eyes in ((None, "1"), (ann, "1"), (ann, "all"), (bob, "watcher")):
                assert await refused(services, table, who, eyes) == (409, "not-over")
            waiting = await services.registry.make(ann, NewTable("cash", [SeatWish("me"), SeatWish("open")]))
            await services.registry.change(waiting, lambda record: close(record, "operator"))
            assert await refused(services, waiting, ann) == (409, "closed")

    asyncio.run(run())


@pytest.mark.thorough
def test_a_replay_shows_chat_at_its_step_to_those_who_can_read_it(home: Home) -> None:
    async def run() -> None:
        clock, chance = SetClock(), SeededChance(4)
        async with serving(home, clock) as services:
            table, (ann, bob) = await seated(services, "consultants", "Ann", "Bob", lapse=0)
            played, said = Game(table), list[tuple[int, str, int]]()
            for text in ("one", "two", "three"):
                clock.forward(10)
                await played.play(chance, 3)
                clock.forward(10)
                await table.chat.say(table.record, (ann, bob)[len(said) % 2], text)
                said.append((len(played.sent[0].heads) - 1, text, int(clock.now())))
            told = await story(services, table.record.id, ann)
            assert [(line["n"], line["text"], line["at"]) for line in told["talk"]] == said
            assert [line["name"] for line in told["talk"]] == ["Ann", "Bob", "Ann"]
            await table.chat.mute(table.record, ann, 1, on=True)
            await played.play(chance)
            for guest, texts in (
                (ann, ["one", "three"]),
                (bob, ["one", "two", "three"]),
                (None, ["one", "two", "three"]),
            ):
                told = await story(services, table.record.id, guest)
                assert [line["text"] for line in told["talk"]] == texts
            assert told["table"]["status"] == "over"
            assert told["talk"][0]["n"] == 3

    asyncio.run(run())


# -- processes ------------------------------------------------------------------------------------------------------


def pid_of(services: Services) -> int:
    (worker,) = services.replays.workers._workers
    return worker.process.pid


@pytest.mark.thorough
def test_a_replay_survives_a_killed_process(home: Home) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            table, _ = await finished(services, "Ann", "Bob")
            before = await story(services, table.record.id, None)
            os.kill(pid_of(services), signal.SIGKILL)
            assert await story(services, table.record.id, None) == before
            os.kill(pid_of(services), signal.SIGSTOP)
            asked = asyncio.create_task(story(services, table.record.id, None))
            await asyncio.sleep(0.05)
            assert not asked.done()
            os.kill(pid_of(services), signal.SIGKILL)
            assert await asked == before
            assert services.replays.workers.load.started == 3

    asyncio.run(run())


@pytest.mark.thorough
def test_a_replay_is_refused_if_its_process_keeps_dying(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            table, _ = await finished(services, "Ann", "Bob")
            with monkeypatch.context() as patch:
                gone = replace(REPLAYER, name="this_module:NONE")
                patch.setattr(services.replays.workers, "_program", gone)
                assert await refused(services, table, None) == (503, "no-replay")
            await story(services, table.record.id, None)

    asyncio.run(run())


@pytest.mark.thorough
def test_the_replay_of_a_damaged_game_is_refused_with_the_entry(home: Home) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            table, _ = await finished(services, "Ann", "Bob")
        # The first action, which may also be the last one.
        home.rows("UPDATE entries SET body = $2 WHERE number = 1 AND table_id = $1", table.record.id, b'{"n":1}')
        async with serving(home, SetClock()) as services:
            with pytest.raises(Refusal, match=r"can't be replayed: .*[Ee]ntry 1 .*\.") as error:
                await story(services, table.record.id, None)
            assert (error.value.status, error.value.code) == (500, "damaged-table")
            other, _ = await finished(services, "Ann", "Bob")
            await story(services, other.record.id, None)

    asyncio.run(run())


@pytest.mark.thorough
def test_replays_are_the_same_through_another_process(homes: tuple[Home, Home]) -> None:
    async def work(one: Services, two: Services) -> None:
        table, (ann, _) = await seated(one, "cash", "Ann", "Bob", lapse=0, **BRIEF)
        played, chance = Game(table), SeededChance(3)
        for most in (30, 1000):
            await played.play(chance, most)
            for guest in (ann, None):
                first, second = [await story(services, table.record.id, guest) for services in (one, two)]
                for told in (first, second):
                    told["table"].pop("watchers"), told["table"].pop("seats")
                assert first == second
                both_shown = [await moments(at, table.record.id, guest, first["last"]) for at in (one, two)]
                assert both_shown[0] == both_shown[1]
        assert table.record.status == "over"

    both(homes, work, SetClock())
