"""Test the daily puzzle of a game: where it comes from, that everyone gets the same one, and how answers count."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import msgspec
import pytest

from cashbox.server.analysis.store import StoredAnalysis, keep_analysis
from cashbox.server.clock import DAY
from cashbox.server.errors import Refusal
from cashbox.server.ops.upkeep import drop_tables
from cashbox.server.puzzles.service import AGAIN, DailyPuzzles, date_of
from cashbox.server.replays.worker import Answer, Question, Shelf
from tests.extra_game_folders import among_the_games
from tests.server.practice.test_practice import ANALYSIS
from tests.server.server_in_process import SetClock, serving
from tests.server.social.test_profiles import finished
from tests.server.social.test_ratings import account
from tests.server.web.test_bad_input import problem

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from cashbox.server.db.records import Guest
    from cashbox.server.puzzles.wire import DailyPuzzle
    from cashbox.server.services import Services
    from tests.data_folders import Home
    from tests.server.conftest import Server

ALLOWED: dict[str, Any] = {"watching": "public", "rated": True, "puzzles": True}


async def analyzed(services: Services, players: list[Guest], **settings: Any) -> str:
    """Play a game with these settings to its end and store an analysis."""
    table = await finished(services, "coins", players, **settings)
    row = StoredAnalysis("quick", True, msgspec.json.encode(ANALYSIS), 0)
    await services.store.writer.do(partial(keep_analysis, table=table, one=row))
    return table


def replayed_here(services: Services) -> None:
    """Replay in this process, since other processes don't have the tiny games."""
    shelf, replays = Shelf(), services.replays

    async def answered(game: Any, question: Question, _: str) -> Answer:
        asked = question
        while (answer := shelf.answer(asked)).wants:
            asked = await replays._with(game, question, answer)
        return answer

    replays._answered = answered  # type: ignore[assignment, method-assign]


def inside(home: Home, test: Callable[[Services, SetClock, list[Guest]], Awaitable[None]]) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            replayed_here(services)
            await test(services, clock, [await account(services, "Ann"), await account(services, "Bob")])

    with among_the_games(Path(__file__).parents[1] / "games"):
        asyncio.run(run())


async def today(puzzles: DailyPuzzles) -> DailyPuzzle:
    found = await puzzles.today("coins", None)
    assert found is not None
    return found


async def assert_no_puzzle(services: Services) -> None:
    assert await DailyPuzzles(services.store, services.replays).today("coins", None) is None


@pytest.mark.slow
def test_puzzles_come_only_from_rated_public_games_whose_tables_allow_them(home: Home) -> None:
    async def test(services: Services, clock: SetClock, players: list[Guest]) -> None:
        for refusing in (
            {"puzzles": False}, {"rated": False}, {"watching": "link"}, {"open_hands": False}, {"analysis": False},
        ):  # fmt: skip
            await analyzed(services, players, **ALLOWED | refusing)
        await finished(services, "coins", players, **ALLOWED)  # without an analysis
        await assert_no_puzzle(services)
        table = await analyzed(services, players, **ALLOWED)
        found = await today(DailyPuzzles(services.store, services.replays))
        moment = msgspec.json.decode(found.moment)
        past = await services.replays.past(table, None)
        assert past is not None
        seen = await services.replays.moments(past, None, str(found.seat), "test", moment["n"], 1)
        assert moment == msgspec.json.decode(seen)
        assert (found.day, found.seats, found.choices) == (date_of(int(clock.now() // DAY)), 2, ["pass", "buy", "sell"])
        assert (found.choice, found.solution) == (None, None)
        for name in (b"Ann", b"Bob", table.encode()):
            assert name not in msgspec.json.encode(found)
        await services.store.writer.do(partial(drop_tables, tables=[table]))
        await assert_no_puzzle(services)

    inside(home, test)


@pytest.mark.slow
def test_everyone_gets_the_same_puzzle_and_a_new_one_each_day(home: Home) -> None:
    async def test(services: Services, clock: SetClock, players: list[Guest]) -> None:
        await assert_no_puzzle(services)
        assert await services.puzzles.today("coins", None) is None
        tables = [await analyzed(services, players, **ALLOWED) for _ in range(2)]
        assert await services.puzzles.today("coins", None) is None  # the server does not search again at once
        clock.forward(AGAIN)
        first = await today(services.puzzles)
        # The puzzle is the same in another process, and after more games are added.
        tables.append(await analyzed(services, players, **ALLOWED))
        for other in (services.puzzles, DailyPuzzles(services.store, services.replays)):
            assert await other.today("coins", players[0]) == first
        days = {first.day}
        for _ in range(2 * len(tables) - 1):
            clock.forward(DAY)
            days.add((await today(services.puzzles)).day)
        assert len(days) == 2 * len(tables)
        clock.forward(DAY)
        await assert_no_puzzle(services)  # each decision becomes a puzzle only once

    inside(home, test)


@pytest.mark.slow
def test_the_first_answer_of_each_person_counts(home: Home) -> None:
    async def test(services: Services, clock: SetClock, players: list[Guest]) -> None:
        await analyzed(services, players, **ALLOWED)
        ann, bob = players
        puzzles = services.puzzles
        date = (await today(puzzles)).day
        wrong = await puzzles.solve("coins", ann, date, 0)
        assert (wrong.asked, wrong.found, wrong.choice) == (1, 0, 0)
        assert wrong.solution is not None
        assert wrong.solution.verdict == "worse"
        again = await puzzles.solve("coins", ann, date, 2)
        assert (again.asked, again.found, again.choice) == (1, 0, 0)
        assert await puzzles.today("coins", ann) == again
        right = await puzzles.solve("coins", bob, date, 1)
        assert (right.asked, right.found) == (2, 1)
        assert right.solution is not None
        assert right.solution.verdict == "nearly"
        for other, choice in ((date, 3), (date_of(int(clock.now() // DAY) - 1), 0)):
            with pytest.raises(Refusal, match="This isn't today's puzzle"):
                await puzzles.solve("coins", bob, other, choice)

    inside(home, test)


def test_a_day_number_converts_to_a_date() -> None:
    assert [date_of(0), date_of(20785)] == ["1970-01-01", "2026-11-28"]


def test_daily_puzzles_work_over_http(server: Server) -> None:
    path = f"{server.url}/api/puzzles/coins"
    assert httpx.get(path).json() is None
    ann = server.guest("Ann")
    problem(ann.http.post("/api/puzzles/coins", json={"day": "2026-11-28", "choice": 0}), 404, "no-such-puzzle")
    problem(httpx.get(f"{server.url}/api/puzzles/chess"), 404, "unknown-game")
    assert 'href="/puzzles/coins"' in httpx.get(f"{server.url}/puzzles").text
    assert "Daily puzzle: Coins" in httpx.get(f"{server.url}/puzzles/coins").text
