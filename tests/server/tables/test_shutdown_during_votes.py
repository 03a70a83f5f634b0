"""Test handshakes in progress when the server ends, and votes in progress when a game ends."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
import uvloop

from cashbox.server.ops.socket import CloseTable
from cashbox.server.tables.registry import Registry
from tests.data_folders import Home
from tests.server.raw_clients import LocalServer
from tests.server.server_in_process import SetClock, seated, serving, settled, votes
from tests.server.tables_with_absent_players import take_action
from tests.server.web.test_connection_deadlines import UPGRADE, status, watching

if TYPE_CHECKING:
    from pathlib import Path

    from tests.server.raw_clients import RawConnection

__all__ = ["votes"]


@pytest.mark.slow
def test_a_handshake_during_a_shutdown_is_asked_to_retry(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def run() -> None:
        server = LocalServer(Home(tmp_path))
        late: list[RawConnection] = []
        async with server.open():
            (await watching(server)).writer.close()
            table, ended = Registry.table, asyncio.Event()

            async def slow(self: Registry, table_id: str) -> object:
                await ended.wait()
                return await table(self, table_id)

            monkeypatch.setattr(Registry, "table", slow)
            late.append(await server.connect(UPGRADE % server.table))
            await settled()
            asyncio.get_running_loop().call_later(1, ended.set)
        answer = await late[0].rest()
        assert status(answer) == 503
        assert b"retry-after" in answer
        assert b'"code":"stopping"' in answer
        assert answer.count(b"HTTP/1.1") == 1

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(run())
    assert not caplog.records


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize("how", ["operator", "over"])
def test_votes_end_with_the_game(home: Home, votes: str, how: str) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            table, (ann, _) = await seated(services, votes, "Ann", "Bob", lapse=0, options={"rounds": 1})
            await services.departures.call_off(table, ann, on=True)
            if how == "operator":
                await services.admin_commands.obey(CloseTable("op", table.record.id))
            while table.record.status == "playing":
                await take_action(table, (table.due & -table.due).bit_length() - 1, -1)
            assert table.record.status in ("closed", "over")
            assert not table.record.votes
            assert home.rows("SELECT votes FROM tables") == [("[]",)]

    asyncio.run(run())
