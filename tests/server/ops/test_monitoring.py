"""Test monitoring: liveness, readiness, and metrics."""

from __future__ import annotations

import asyncio
import re
import sqlite3
import time
from typing import TYPE_CHECKING

import httpx
import pytest

from cashbox.server.errors import Refusal
from tests.data_folders import Home
from tests.server.conftest import WAIT, Server
from tests.server.server_in_process import SetClock, seated, serving, until, votes

if TYPE_CHECKING:
    from pathlib import Path


__all__ = ["votes"]

TOKEN = "a-token-of-the-operators"


def numbers(text: str) -> dict[str, float]:
    """Return every sample by its name and labels."""
    return {line.rsplit(" ", 1)[0]: float(line.rsplit(" ", 1)[1]) for line in text.splitlines() if line[:1] != "#"}


@pytest.mark.slow
def test_readiness_reflects_the_state_of_the_database(home: Home, votes: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            await services.check()

            async def broken() -> None:
                raise sqlite3.OperationalError("attempt to write a readonly database")

            with monkeypatch.context() as patched:
                patched.setattr(services.store, "probe", broken)
                await services.check()  # the last result still counts
                clock.forward(2)
                both = await asyncio.gather(services.check(), services.check(), return_exceptions=True)
                assert [one.code for one in both if isinstance(one, Refusal)] == ["not-ready"] * 2
            await services.check()
            monkeypatch.setattr(type(services.store.writer), "alive", property(lambda _: False))
            with pytest.raises(Refusal, match="its writer has stopped"):
                await services.check()

    asyncio.run(run())


@pytest.mark.slow
def test_metrics_count_actions_and_tables(home: Home, votes: str) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            table, _ = await seated(services, votes, "Ann", "Bob")
            match = table.running()
            before = numbers(services.metrics.text().decode())
            seat = (match.due() & -match.due()).bit_length() - 1
            form = match.game.encode(match.legal(seat)[0])
            await table.act(seat, [form])
            await until(lambda: services.store.writer.queue == 0)
            after = numbers(services.metrics.text().decode())
            assert before.get('cashbox_actions_total{by="person"}', 0) == 0
            assert after['cashbox_actions_total{by="person"}'] == 1
            for stage in ("propose", "write"):
                assert after[f'cashbox_stage_seconds_count{{stage="{stage}"}}'] == 1
            assert after["cashbox_tables_in_memory"] == 1
            assert after["cashbox_sockets"] == after["cashbox_writer_queue"] == 0

    asyncio.run(run())


@pytest.mark.thorough
def test_metrics_are_shown_only_with_the_token(home: Home, request: pytest.FixtureRequest) -> None:
    server = Server(home, CASHBOX_METRICS_TOKEN=TOKEN)
    request.addfinalizer(server.end)
    server.start()
    ann = server.guest()
    table = ann.table("me", "steady")
    headers = {"Authorization": f"Bearer {TOKEN}"}
    with ann.live(table) as live:
        live.act(live.state())
        assert live.ask(type="act", actions=[{"type": "nonsense"}])["type"] == "refused"
        live.owing()
        found = httpx.get(f"{server.url}/metrics", headers=headers)
    assert found.headers["content-type"].startswith("text/plain")
    shown = numbers(found.text)
    assert shown['cashbox_actions_total{by="person"}'] >= 1
    assert shown['cashbox_actions_total{by="bot"}'] >= 1
    assert shown['cashbox_stage_seconds_count{stage="show"}'] >= 1
    assert shown["cashbox_sockets"] == 1
    assert shown["cashbox_bot_workers_started"] >= 1
    assert any(re.fullmatch(r'cashbox_refusals_total\{code="[a-z-]+"\}', name) for name in shown)
    assert shown["process_resident_memory_bytes"] > 1e6
    for wrong in ({}, {"Authorization": "Bearer of-nothing"}, {"Authorization": TOKEN}):
        assert httpx.get(f"{server.url}/metrics", headers=wrong).status_code == 404


@pytest.mark.slow
def test_metrics_are_off_without_a_token(server: Server) -> None:
    assert httpx.get(f"{server.url}/metrics").status_code == 404
    assert httpx.get(f"{server.url}/metrics", headers={"Authorization": "Bearer None"}).status_code == 404


def test_a_metrics_token_that_is_too_short_is_refused(tmp_path: Path) -> None:
    ended = Server(Home(tmp_path), CASHBOX_METRICS_TOKEN="short").run()
    assert ended.returncode == 2
    assert "CASHBOX_METRICS_TOKEN must have at least 16 characters" in ended.stderr


@pytest.mark.thorough
def test_a_server_with_a_full_disk_is_alive_but_not_ready(own_server: Server) -> None:
    assert httpx.get(f"{own_server.url}/ready").status_code == 200
    with own_server.no_room():
        time.sleep(1.1)
        answer = httpx.get(f"{own_server.url}/ready", timeout=WAIT)
        assert (answer.status_code, answer.json()["code"]) == (503, "not-ready")
        assert "disk is full" in answer.json()["message"]
        assert httpx.get(f"{own_server.url}/health").status_code == 200
    assert httpx.get(f"{own_server.url}/ready").status_code == 200
