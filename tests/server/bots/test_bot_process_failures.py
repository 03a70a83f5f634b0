"""Test bot processes that hang or have ended, and what happens to the decisions they were asked for."""

from __future__ import annotations

import asyncio
import os
import secrets
import signal
from typing import TYPE_CHECKING, Any

import pytest
import uvloop

from cashbox.server.bots import thinking
from cashbox.server.bots.turns import Rank
from cashbox.server.clock import Clock
from tests.server.bots.test_thinking import decided, position, serve, table_of, traps
from tests.server.server_in_process import serving, until

if TYPE_CHECKING:
    from cashbox.server.services import Services
    from cashbox.server.workers import WorkerPool
    from tests.data_folders import Home

__all__ = ["traps"]


@pytest.fixture
def no_random_action(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fail the test if an action is taken at random because no bot answered."""
    monkeypatch.setattr(secrets, "choice", lambda _: pytest.fail("no bot decided"))


async def killed(pool: WorkerPool[Any, Any], *, seen: bool) -> int:
    """Kill the idle processes of a pool and return how many. seen: wait until the server has noticed."""
    processes = [worker.process for worker in pool._workers]
    for process in processes:
        os.kill(process.pid, signal.SIGKILL)
    if seen:
        await until(lambda: all(process.returncode is not None for process in processes))
    return len(processes)


@pytest.mark.thorough
@pytest.mark.usefixtures("no_random_action")
def test_a_hanging_bot_process_is_replaced_and_asked_again(
    home: Home, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def run() -> None:
        async with serving(home, Clock(), bot_workers=1) as services:
            table = await table_of(services, "traps", "steady", rounds=4)
            last = table.running().legal(0)[-1]
            assert await decided(services, table, "steady") == last
            (worker,) = services.thinking.quick._workers
            os.kill(worker.process.pid, signal.SIGSTOP)
            monkeypatch.setattr(services.thinking, "_seconds", 10.0)
            assert await decided(services, table, "steady") == last
            assert caplog.text.count("it took more than 10 seconds") == 1

    uvloop.run(run())


@pytest.mark.thorough
@pytest.mark.usefixtures("no_random_action")
@pytest.mark.parametrize("bot", ["steady", "sharp"])
def test_idle_processes_that_ended_are_asked_nothing(home: Home, caplog: pytest.LogCaptureFixture, bot: str) -> None:
    async def work(services: Services) -> None:
        table = await table_of(services, "traps", "steady", rounds=4)
        await asyncio.gather(*(decided(services, table, "steady") for _ in range(20)))
        await decided(services, table, "sharp")
        thinking = services.thinking
        for pool in thinking.pools:
            assert await killed(pool, seen=True) or pool is thinking.advisers
        assert await decided(services, table, bot) in table.running().legal(0)
        assert not caplog.text

    serve(home, work)


@pytest.mark.thorough
def test_a_players_hint_request_is_retried_when_a_process_has_ended(
    home: Home, caplog: pytest.LogCaptureFixture
) -> None:
    async def work(services: Services) -> None:
        table = await table_of(services, "traps", "steady", rounds=4)
        at = position(table)
        assert await services.thinking.ranked(at, "sharp", 3, Rank.PEOPLE)
        assert await killed(services.thinking.advisers, seen=False) == 1
        assert await services.thinking.ranked(at, "sharp", 3, Rank.PEOPLE)
        assert caplog.text.count("its process ended") <= 1

    serve(home, work)


@pytest.mark.thorough
def test_a_hint_request_that_hangs_is_logged(
    home: Home, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(thinking, "OVERTIME", 1.0)

    async def work(services: Services) -> None:
        table = await table_of(services, "traps", "steady", rounds=1)
        at = position(table)
        assert await services.thinking.ranked(at, "sharp", 3, Rank.PEOPLE) == []
        assert "the sharp bot didn't answer in a game of traps: it took more than" in caplog.text

    serve(home, work)


@pytest.mark.thorough
def test_a_random_action_is_taken_and_logged_when_no_bot_answers(
    home: Home, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def work(services: Services) -> None:
        table = await table_of(services, "traps", "steady", rounds=4)
        monkeypatch.setattr(services.thinking, "_seconds", 0.0)
        assert await decided(services, table, "steady") in table.running().legal(0)
        assert "no traps bot answered, so one of the legal actions is taken at random" in caplog.text

    serve(home, work)
