"""A house that is being played in: copied, checked, put back elsewhere and gone on with."""

from __future__ import annotations

import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from tests.homes import Home
from tests.server.conftest import WAIT, Server
from tests.server.test_stands import Player, journals

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

PLAYERS = 4
BACKUPS = 4


def cashbox(server: Server, *arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "cashbox.cli", *map(str, arguments)]
    return subprocess.run(
        command, env=server.environment, capture_output=True, text=True, timeout=WAIT, check=False
    )  # fmt: skip


def test_a_backup_has_every_entry_that_was_acknowledged_before_it(
    own_server: Server, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    players = [Player(own_server.guest(f"Player {n}"), n) for n in range(PLAYERS)]
    for player in players:
        player.start()
    compared = 0
    for turn in range(BACKUPS):
        time.sleep(0.5)
        acked = [dict(player.acked) for player in players]
        folder = tmp_path / f"copy {turn}"
        folder.mkdir()
        made = cashbox(own_server, "backup", folder / "cashbox.db")
        assert made.returncode == 0, made.stderr
        kept = journals(Home(folder))
        for one in acked:
            for table, count in one.items():
                assert kept[table].count(0) >= count
                compared += count
        assert any(player.acked != before for player, before in zip(players, acked, strict=True)), "nobody played on"
    assert compared > 100
    checked = cashbox(own_server, "check", folder / "cashbox.db", "--workers", 1)
    assert checked.returncode == 0, checked.stdout
    beside = cashbox(own_server, "check", "--workers", 1)
    assert beside.returncode == 0, beside.stdout
    assert all(player.is_alive() for player in players)
    refused = cashbox(own_server, "restore", folder / "cashbox.db", "--force")
    assert refused.returncode == 2
    assert "already using" in refused.stderr
    own_server.kill()
    other = Server(Home(tmp_path / "other"))
    request.addfinalizer(other.end)
    other.port, other.url = own_server.port, own_server.url
    assert cashbox(other, "restore", folder / "cashbox.db").returncode == 0
    assert journals(other.home) == kept
    other.start()
    table = max(acked[0], key=lambda one: acked[0][one])
    assert players[0].guest.get(f"/api/tables/{table}/state")["view"]


def test_a_killed_house_can_be_copied_as_it_was_left(own_server: Server, tmp_path: Path) -> None:
    ann = own_server.guest()
    table = ann.table("me", "open")
    own_server.guest("Bob").sit(table)
    with ann.live(table) as live:
        live.act(live.state())
    own_server.kill()
    (tmp_path / "copy").mkdir()
    assert cashbox(own_server, "backup", tmp_path / "copy" / "cashbox.db").returncode == 0
    assert journals(Home(tmp_path / "copy")) == {table: [-1, 0]}
    own_server.start()
