"""Test the PostgreSQL cluster of the tests: it starts when needed and ends afterwards."""

from __future__ import annotations

import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from tests.postgres import keeper
from tests.postgres.cluster import running
from tests.postgres.databases import ask, fresh

if TYPE_CHECKING:
    from pathlib import Path

    from tests.data_folders import Home


def test_each_test_has_its_own_database(cluster: str) -> None:
    with fresh(cluster, empty=True) as first, fresh(cluster, empty=True) as other:
        ask(first, "CREATE TABLE things (a int)")
        ask(first, "INSERT INTO things VALUES ($1)", 7)
        assert ask(first, "SELECT a FROM things") == [(7,)]
        assert ask(other, "SELECT 1 FROM pg_tables WHERE tablename = 'things'") == []
    name = first.rpartition("/")[2]
    assert ask(cluster, "SELECT 1 FROM pg_database WHERE datname = $1", name) == []


def test_a_database_is_asked_the_same_way_on_each_database(home: Home) -> None:
    home.rows("CREATE TABLE things (a int, b text)")
    home.rows("INSERT INTO things VALUES ($1, $2), ($3, $2)", 1, "x", 2)
    assert home.rows("SELECT a, b FROM things WHERE b = $1 ORDER BY a", "x") == [(1, "x"), (2, "x")]


@pytest.mark.thorough
def test_the_cluster_ends_when_the_run_is_killed(tmp_path: Path) -> None:
    run = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    url = keeper.shared(tmp_path, run.pid)
    assert keeper.shared(tmp_path, run.pid) == url
    run.kill()
    run.wait()
    until = time.monotonic() + 20
    while list(tmp_path.glob("*.json")) and time.monotonic() < until:
        time.sleep(0.05)
    with pytest.raises(ConnectionRefusedError):
        ask(url, "SELECT 1")


@pytest.mark.thorough
def test_committed_data_survives_a_killed_cluster() -> None:
    with running(durable=True) as cluster:
        ask(cluster.url(), "CREATE TABLE things (a int)")
        ask(cluster.url(), "INSERT INTO things VALUES (7)")
        cluster.kill()
        cluster.start()
        assert ask(cluster.url(), "SELECT a FROM things") == [(7,)]
        cluster.stop()
        cluster.start()
        assert ask(cluster.url(), "SELECT a FROM things") == [(7,)]
    assert not cluster.folder.exists()
