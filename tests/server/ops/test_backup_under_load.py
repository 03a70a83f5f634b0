"""Test that a server in use can be backed up, checked, restored elsewhere, and continued."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from tests.data_folders import Home
from tests.postgres.databases import fresh
from tests.server.conftest import WAIT, Server
from tests.server.tables.test_crash_safety import Player, journals

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.slow

PLAYERS = 4
BACKUPS = 4


@pytest.fixture
def elsewhere(own_server: Server, cluster: str, tmp_path: Path) -> Iterator[Home]:
    """Create an empty home: in PostgreSQL if the server uses SQLite, and vice versa."""
    (tmp_path / "other").mkdir()
    if own_server.home.database:
        yield Home(tmp_path / "other")
        return
    with fresh(cluster, empty=True) as url:
        yield Home(tmp_path / "other", url)


def cashbox(server: Server, *arguments: object) -> subprocess.CompletedProcess[str]:
    return server.command(*arguments)


@pytest.mark.thorough
def test_a_backup_has_every_entry_acknowledged_before_it(
    own_server: Server, elsewhere: Home, tmp_path: Path, request: pytest.FixtureRequest
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
        until = time.monotonic() + WAIT
        while all(player.acked == before for player, before in zip(players, acked, strict=True)):
            assert time.monotonic() < until, "no one kept playing"
            time.sleep(0.02)
    assert compared > 100
    checked = cashbox(own_server, "check", folder / "cashbox.db", "--workers", 1)
    assert checked.returncode == 0, checked.stdout
    beside = cashbox(own_server, "check", "--workers", 1)
    assert beside.returncode == 0, beside.stdout
    assert all(player.is_alive() for player in players)
    refused = cashbox(own_server, "restore", folder / "cashbox.db", "--force")
    assert refused.returncode == 2
    assert ("is using the database" if own_server.home.database else "already using") in refused.stderr
    own_server.kill()
    other = Server(elsewhere)
    request.addfinalizer(other.end)
    other.port, other.url = own_server.port, own_server.url
    put = cashbox(other, "restore", folder / "cashbox.db")
    assert put.returncode == 0, put.stderr
    assert journals(other.home) == kept
    other.start()
    table = max(acked[0], key=lambda one: acked[0][one])
    assert players[0].guest.get(f"/api/tables/{table}/state")["view"]


@pytest.mark.thorough
def test_a_killed_servers_data_can_be_backed_up(own_server: Server, tmp_path: Path) -> None:
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


@pytest.mark.thorough
def test_a_used_server_can_move_to_another_database_and_continue(
    own_server: Server, elsewhere: Home, request: pytest.FixtureRequest
) -> None:
    players = [Player(own_server.guest(f"Player {n}"), n) for n in range(PLAYERS)]
    for player in players:
        player.start()
    time.sleep(1.0)
    other = Server(elsewhere)
    request.addfinalizer(other.end)
    other.port, other.url = own_server.port, own_server.url
    target = other.home.database or other.home.folder
    refused = cashbox(own_server, "move", "--to", target)
    assert refused.returncode == 2
    assert len(refused.stderr.splitlines()) == 1
    assert all(player.is_alive() for player in players)
    own_server.kill()
    for player in players:
        player.join(WAIT)
    until = time.monotonic() + WAIT
    while (moved := cashbox(own_server, "move", "--to", target)).returncode and time.monotonic() < until:
        # A killed server counts as running for a few seconds.
        assert "A server is using the database" in moved.stderr
        time.sleep(0.2)
    assert moved.returncode == 0, moved.stderr
    kept = journals(other.home)
    assert kept == journals(own_server.home)
    for player in players:
        for table, count in player.acked.items():
            assert kept[table].count(0) >= count
    other.start()
    for player in players:
        again = Player(player.guest, 7)
        again.start()
        table = max(player.acked, key=lambda one: player.acked[one])
        assert player.guest.get(f"/api/tables/{table}/state")["view"]
        while not again.acked:
            assert again.is_alive()
            time.sleep(0.02)
