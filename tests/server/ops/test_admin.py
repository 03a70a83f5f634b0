"""Test `cashbox admin`, with and without a running server."""

from __future__ import annotations

import json
import stat
from typing import TYPE_CHECKING

import pytest

from tests.data_folders import Home
from tests.server.conftest import Server

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow


def admin(server: Server, *arguments: str, status: int = 0) -> str:
    """Run a command and return its output, or its one-line error."""
    ended = server.command("admin", *arguments)
    assert ended.returncode == status, ended.stderr
    if status:
        assert len(ended.stderr.splitlines()) == 1
        return ended.stderr
    return ended.stdout


def test_players_see_when_an_operator_closes_their_table(home: Home, request: pytest.FixtureRequest) -> None:
    # Longer than the path of a socket can be.
    server = Server(Home(home.folder / ("a folder with a long name " * 4).strip(), home.database))
    server.log.parent.mkdir()
    request.addfinalizer(server.end)
    server.start()
    ann = server.guest("Ann")
    table = ann.table("me", "steady", name="The late table")
    listed = json.loads(admin(server, "tables", "--json"))
    assert [(row["id"], row["status"], row["players"]) for row in listed] == [(table, "playing", ["Ann", "Bruno"])]
    assert "The late table" in admin(server, "tables")
    if server.home.database:
        assert not (server.home.folder / "operator.sock").exists()
    else:
        assert stat.S_IMODE((server.home.folder / "operator.sock").stat().st_mode) == 0o600
    with ann.live(table) as live:
        state = live.state()
        assert table in admin(server, "close", table)
        while live.next("table")["table"]["status"] != "closed":
            pass
        closed = live.next("state")
        while closed["legal"]:
            closed = live.next("state")
        assert closed["prompt"] == "The server's operator closed this table."
        assert live.act(state)["code"] == "closed"
    assert "already closed" in admin(server, "close", table, status=2)
    server.stop()
    assert not (server.home.folder / "operator.sock").exists()


@pytest.mark.thorough
def test_admin_commands_work_without_a_running_server(own_server: Server) -> None:
    ann = own_server.guest("Ann")
    ann.post("/api/me/recovery", status=201)
    table, other = ann.table("me", "open"), ann.table("me", "open")
    own_server.kill()
    assert table in admin(own_server, "delete", table)
    assert "no table" in admin(own_server, "delete", table, status=2)
    assert "was closed" in admin(own_server, "close", other)
    (guest,) = json.loads(admin(own_server, "guests", "--json"))
    assert (guest["name"], guest["account"]) == ("Ann", True)
    assert "Ann; 1 tables, an account" in admin(own_server, "guests")
    assert "a former player" in admin(own_server, "delete-guest", guest["id"])
    told = [row["what"] for row in json.loads(admin(own_server, "audit", "--json"))]
    assert told == ["delete-guest", "close", "delete"]
    assert "delete-guest" in admin(own_server, "audit")
    assert admin(own_server, "guests") == ""
    own_server.start()
    assert ann.get(f"/api/tables/{other}", 401)["code"] == "unknown-token"
    bob = own_server.guest("Bob")
    assert bob.get(f"/api/tables/{table}", 404)["code"] == "no-such-table"
    assert bob.get(f"/api/tables/{other}")["table"]["status"] == "closed"


@pytest.mark.thorough
def test_an_invalid_admin_command_is_refused_in_one_line(own_server: Server) -> None:
    assert "`finished` must be at least 0." in admin(own_server, "retention", "--finished", "-1", status=2)
    # An id can begin with a hyphen.
    assert "no table -p4-Zz" in admin(own_server, "close", "-p4-Zz", "--home", str(own_server.home.folder), status=2)
    assert "no table -p4-Zz" in admin(own_server, "delete", "--home", str(own_server.home.folder), "-p4-Zz", status=2)
    assert "no guest" in admin(own_server, "delete-guest", "nobody", status=2)


@pytest.mark.thorough
@pytest.mark.sqlite
def test_an_unreachable_server_is_reported(own_server: Server, tmp_path: Path) -> None:
    assert "no cashbox data" in admin(own_server, "tables", "--home", str(tmp_path / "none"), status=2)
    (own_server.home.folder / "operator.sock").unlink()
    assert "already using" in admin(own_server, "tables", status=2)
