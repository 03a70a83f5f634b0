"""Test practice: which of a player's mistakes become puzzles, for whom, and how their choices are judged."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import msgspec
import pytest

from cashbox.analysis.results import Analysis, AnalyzedMoment, Choice, Judged, SeatSummary
from cashbox.server.analysis.store import StoredAnalysis, keep_analysis
from cashbox.server.errors import Refusal
from cashbox.server.practice.service import practice, solve
from tests.extra_game_folders import among_the_games
from tests.server.server_in_process import SetClock, seated, serving
from tests.server.tables_with_absent_players import play_to_end
from tests.server.web.test_bad_input import problem

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from cashbox.server.services import Services
    from cashbox.server.tables.live import LiveTable
    from tests.data_folders import Home
    from tests.server.conftest import Server

CHOICES = (
    Choice(1, "pass", 0.12, {"from cards": 3.0}),
    Choice(2, "buy", 0.004, {"from cards": 0.2}),
    Choice(3, "sell"),
)
BLUNDER = Judged(3, "pass", "sell", 3, 0.12, 0.01, 4.0, {"from cards": 3.0}, choices=CHOICES)
OLDER = Judged(3, "wait", "buy", 2, 0.3, 0.01, None, {"from taxes": 2.0})
"""A decision in the format of older analyses, without choices."""


def seat(*costliest: int) -> SeatSummary:
    return SeatSummary(0.5, 0, 0, 0, 0, 0.5, 2, len(costliest), 0.1, costliest)


ANALYSIS = Analysis(
    game="coins", edition=1, content_hash="", players=(), effort="quick", seed="", unit="star", start=(0.5, 0.5),
    moments=[
        AnalyzedMoment(1, 0, (0.5, 0.5), judged=BLUNDER),
        AnalyzedMoment(2, 1, (0.5, 0.5), judged=BLUNDER),
        AnalyzedMoment(3, 0, (0.5, 0.5), judged=OLDER),
        AnalyzedMoment(4, 0, (0.5, 0.5), judged=BLUNDER),
    ],
    seats=[seat(3, 1), seat(2)],
)  # fmt: skip


async def store(services: Services, table: LiveTable, *, whole: bool = True) -> None:
    row = StoredAnalysis("quick", whole, msgspec.json.encode(ANALYSIS if whole else []), 0)
    await services.store.writer.do(partial(keep_analysis, table=table.record.id, one=row))


def inside(home: Home, test: Callable[[Services], Awaitable[None]]) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            await test(services)

    with among_the_games(Path(__file__).parents[1] / "games"):
        asyncio.run(run())


def test_only_a_players_own_costliest_decisions_become_puzzles(home: Home) -> None:
    async def test(services: Services) -> None:
        table, (ann, bob) = await seated(services, "coins", "Ann", "Bob")
        await store(services, table)
        assert (await practice(services.store, ann)).puzzles == []  # the game isn't over yet
        await play_to_end(table)
        found = await practice(services.store, ann)
        assert [(one.n, one.seat) for one in found.puzzles] == [(3, 0), (1, 0)]
        assert found.games == {"coins": 2}
        assert found.puzzles[1].choices == ["pass", "buy", "sell"]
        assert found.puzzles[0].choices == ["buy", "wait"]
        assert [one.n for one in (await practice(services.store, bob)).puzzles] == [2]
        assert (await practice(services.store, ann, "cash")).puzzles == []
        stranger, _ = await services.guests.add("Cleo")
        assert (await practice(services.store, stranger)).puzzles == []

        forbidding, others = await seated(services, "coins", "Dan", "Eve", analysis=False)
        await play_to_end(forbidding)
        half, guests = await seated(services, "coins", "Fay", "Gus")
        await play_to_end(half)
        await store(services, forbidding)
        await store(services, half, whole=False)
        for guest in (others[0], guests[0]):
            assert (await practice(services.store, guest)).puzzles == []

    inside(home, test)


def test_a_choice_is_judged_and_explained(home: Home) -> None:
    async def test(services: Services) -> None:
        table, (ann, bob) = await seated(services, "coins", "Ann", "Bob")
        await play_to_end(table)
        await store(services, table)
        found = [await solve(services.store, ann, table.record.id, 1, choice) for choice in range(3)]
        assert [one.verdict for one in found] == ["worse", "nearly", "best"]
        why = "About 3 more stars from cards."
        assert (found[0].best, found[0].played, found[0].why) == (2, 0, [why, "", why])
        assert found[0].losses == [0.12, 0.004, 0.0]
        older = await solve(services.store, ann, table.record.id, 3, 1)
        assert (older.verdict, older.best, older.losses) == ("worse", 0, [0.0, 0.3])
        for guest, n, choice in ((ann, 1, 3), (ann, 2, 0), (ann, 4, 0), (bob, 1, 0)):
            with pytest.raises(Refusal) as refused:
                await solve(services.store, guest, table.record.id, n, choice)
            assert refused.value.code == "no-such-puzzle"

    inside(home, test)


def test_practice_puzzles_work_over_http(server: Server) -> None:
    ann = server.guest("Ann")
    assert ann.get("/api/me/practice") == {"puzzles": [], "games": {}}
    problem(ann.http.post("/api/me/practice/none/1", json={"choice": 0}), 404, "no-such-puzzle")
    problem(ann.http.post("/api/me/practice/none/1", json={"choice": -1}), 400, "malformed")
    assert "Your costliest decisions become puzzles here." in ann.http.get("/practice").text
    assert "Practice: Coins" in ann.http.get("/practice/coins").text
    problem(httpx.get(f"{server.url}/api/me/practice"), 401, "no-guest")
