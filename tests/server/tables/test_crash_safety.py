"""Test crash safety: shown states survive kills, restarts, and full disks, and a second server is refused."""

from __future__ import annotations

import contextlib
import json
import random
import threading
import time
from typing import TYPE_CHECKING

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.data_folders import Home
from tests.server.conftest import WAIT, Server

if TYPE_CHECKING:
    from pathlib import Path

    from tests.server.conftest import Guest

pytestmark = pytest.mark.slow

KILLS = 6


class Player(threading.Thread):
    """A player who plays at one table after another and records what was acknowledged and shown."""

    def __init__(self, guest: Guest, seed: int) -> None:
        super().__init__(daemon=True)
        self.guest = guest
        self.rand = random.Random(seed)
        self.acked: dict[str, int] = {}
        self.shown: dict[str, list[str]] = {}
        self.sees = threading.Event()
        """Set when a state was shown."""

    def run(self) -> None:
        ends = (ConnectionClosed, InvalidHandshake, OSError, httpx.HTTPError, AssertionError, TimeoutError)
        with contextlib.suppress(*ends):  # the server is killed at any moment, even while the connection opens
            while True:
                self.play(self.guest.table("me", "random", "steady", options={"rounds": 4}))

    def play(self, table: str) -> None:
        with self.guest.live(table) as live:
            while True:
                message = live.receive()
                if message["type"] == "ack":
                    self.acked[table] = self.acked.get(table, 0) + 1
                if message["type"] != "state":
                    continue
                log = self.shown.setdefault(table, [])
                log[message["log_from"] :] = [line["text"] for line in message["log"]]
                self.sees.set()
                if message["outcome"]:
                    return
                if message["legal"]:
                    action = self.rand.choice(message["legal"])["action"]
                    live.send(type="act", id=1, at=message["mark"], actions=[action])


def journals(home: Home) -> dict[str, list[int]]:
    """Return the seat of each entry in every stored journal."""
    found: dict[str, list[int]] = {}
    assert home.faults() == []
    for table, number, body in home.rows("SELECT table_id, number, body FROM entries ORDER BY table_id, number"):
        seats = found.setdefault(table, [])
        assert number == len(seats)
        seats.append(json.loads(body).get("seat", -1))
    return found


@pytest.mark.databases
def test_nothing_acknowledged_or_shown_is_lost_when_the_server_is_killed(own_server: Server) -> None:
    rand = random.Random(9)
    known: list[tuple[Guest, str, list[str]]] = []
    for turn in range(KILLS):
        players = [Player(own_server.guest(f"Player {n}"), turn * 10 + n) for n in range(3)]
        for player in players:
            player.start()
        assert all(player.sees.wait(WAIT) for player in players)
        time.sleep(rand.uniform(0.1, 0.8))
        own_server.kill()
        for player in players:
            player.join(10)
        on_disk = journals(own_server.home)
        for player in players:
            for table, acked in player.acked.items():
                assert on_disk[table].count(0) >= acked
            known.extend((player.guest, table, log) for table, log in player.shown.items())
        own_server.start()
    assert len(known) > KILLS
    for guest, table, log in known:
        state = guest.get(f"/api/tables/{table}/state")
        # Bots continue by themselves, but the lines shown before stay the same.
        assert [line["text"] for line in state["log"]][: len(log)] == log
    unfinished = [(guest, table) for guest, table, _ in known if not guest.get(f"/api/tables/{table}/state")["outcome"]]
    for guest, table in unfinished[-3:]:
        Player(guest, 1).play(table)
        assert guest.get(f"/api/tables/{table}")["table"]["status"] == "over"


def test_a_table_is_unchanged_after_a_kill(own_server: Server) -> None:
    ann, bob = own_server.guest("Ann"), own_server.guest("Bob")
    table = ann.table("me", "open", options={"rich": True})
    bob.sit(table)
    with ann.live(table) as a, bob.live(table) as b:
        b.state()
        a.act(a.state(), 1)
        b.act(b.state())
        a.state()
        a.act(a.state())
        mark = a.act(a.state())["mark"]
    before = [guest.http.get(f"/api/tables/{table}/state").content for guest in (ann, bob)]
    own_server.kill()
    own_server.start()
    assert [guest.http.get(f"/api/tables/{table}/state").content for guest in (ann, bob)] == before
    ann.post(f"/api/tables/{table}/undo", {"at": mark, "steps": None})
    own_server.kill()
    own_server.start()
    state = ann.get(f"/api/tables/{table}/state?since={mark}")
    assert state["view"]["purse"] == [3, 3]
    assert state["log"][-1]["text"] == "You begin."
    assert state["log_from"] == 0


@pytest.mark.thorough
def test_bots_continue_when_the_server_is_back(home: Home) -> None:
    server = Server(home, CASHBOX_BOT_DELAY="300")
    server.start()
    ann = server.guest()
    ann.table("steady", "random")
    server.kill()
    server.settings["CASHBOX_BOT_DELAY"] = "0"
    server.start()
    until = time.monotonic() + 90
    # No one opens the table: listing it does not load it.
    while ann.get("/api/tables?which=mine")["tables"][0]["table"]["status"] != "over":
        assert time.monotonic() < until
        time.sleep(0.05)
    server.end()


def test_actions_on_a_full_disk_are_refused_with_a_reason(own_server: Server) -> None:
    ann, bob = own_server.guest("Ann"), own_server.guest("Bob")
    table = ann.table("me", "open", options={"rich": True})
    bob.sit(table)
    with ann.live(table) as live:
        state = live.state()
        with own_server.no_room():
            refused = live.act(state)
            assert (refused["type"], refused["code"]) == ("refused", "disk-full")
            body = {"actions": [{"type": "bid", "high": True}]}
            answer = ann.http.post(f"/api/tables/{table}/act", json=body)
            assert (answer.status_code, answer.json()["code"]) == (507, "disk-full")
            made = ann.http.post("/api/tables", json={"game": "coins", "seats": [{"kind": "me"}, {"kind": "open"}]})
            assert made.status_code == 507
            assert bob.http.post("/api/guests", json={"name": "Cora", "token": True}).status_code == 507
            assert ann.http.get("/").status_code == 200
            time.sleep(1.1)
            assert ann.get("/ready", 503)["code"] == "not-ready"
            assert ann.get("/health")["status"] == "ok"
            assert ann.get(f"/api/tables/{table}/state") == state
        done = live.act(state)
        assert done["type"] == "ack"
    assert ann.get("/ready") == {"status": "ok"}
    own_server.kill()
    own_server.start()
    assert ann.get(f"/api/tables/{table}/state")["mark"] == done["mark"]
    assert len(ann.get("/api/tables?which=mine")["tables"]) == 1
    assert "Traceback" not in own_server.log.read_text()


@pytest.mark.thorough
def test_bots_wait_while_the_disk_is_full(own_server: Server) -> None:
    ann = own_server.guest("Ann")
    table = ann.table("me", "steady")
    with ann.live(table) as live:
        live.state()
        live.state()
        # The person's action is the last one that fits on the disk.
        live.act(ann.get(f"/api/tables/{table}/state"))
        with own_server.no_room():
            time.sleep(0.5)
        while not live.next("state")["legal"]:
            pass


def test_a_stopping_server_closes_channels_and_logs_no_traceback(own_server: Server) -> None:
    ann = own_server.guest()
    table = ann.table("me", "steady")
    with ann.live(table) as live:
        live.state()
        assert own_server.stop() == 0
        with pytest.raises(ConnectionClosed) as closed:
            live.next("nothing of the kind")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1012
    assert "Traceback" not in own_server.log.read_text()
    own_server.start()
    assert ann.get(f"/api/tables/{table}/state")["legal"]


@pytest.mark.thorough
@pytest.mark.sqlite
def test_a_port_in_use_ends_the_start_in_one_line(own_server: Server, tmp_path: Path) -> None:
    other = Server(Home(tmp_path / "other"))
    other.port = own_server.port
    ended = other.run()
    assert ended.returncode == 2
    assert str(own_server.port) in ended.stderr
    assert len(ended.stderr.splitlines()) == 1
    assert not other.home.folder.exists()


@pytest.mark.thorough
@pytest.mark.sqlite
def test_a_second_server_on_the_same_folder_is_refused(own_server: Server, tmp_path: Path) -> None:
    other = Server(Home(tmp_path / "other"))
    other.home = own_server.home
    ended = other.run()
    assert ended.returncode == 2
    assert "Another server is already using" in ended.stderr
    assert len(ended.stderr.splitlines()) == 1
    own_server.kill()
    own_server.start()


@pytest.mark.few(2, usual=2)
@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("CASHBOX_PORT", "http", "port"),
        ("CASHBOX_PORT", "70000", "65535"),
        ("CASHBOX_URL", "example.org", "complete URL"),
        ("CASHBOX_HOST", "256.1.1.1", "256.1.1.1"),
        ("CASHBOX_HOME", "/proc/nowhere", "/proc/nowhere"),
        ("CASHBOX_BOT_DELAY", "soon", "CASHBOX_BOT_DELAY"),
        ("CASHBOX_REVEAL", "3601", "CASHBOX_REVEAL must be a number from 0 to 3600"),
    ],
)
def test_an_invalid_setting_ends_the_start_with_a_reason(tmp_path: Path, name: str, value: str, says: str) -> None:
    ended = Server(Home(tmp_path), **{name: value}).run()
    assert ended.returncode == 2
    assert says.lower() in ended.stderr.lower()
    assert "Traceback" not in ended.stderr


def test_a_file_that_is_not_a_database_ends_the_start_with_a_reason(tmp_path: Path) -> None:
    server = Server(Home(tmp_path))
    server.home.folder.mkdir()
    (server.home.folder / "cashbox.db").write_bytes(b"This is a shopping list, not a database." * 100)
    ended = server.run()
    assert ended.returncode == 2
    assert "can't be used" in ended.stderr
    assert "Traceback" not in ended.stderr


@pytest.mark.thorough
def test_a_damaged_table_is_reported_and_other_tables_still_work(own_server: Server) -> None:
    ann = own_server.guest()
    broken, sound = ann.table("me", "steady"), ann.table("me", "steady")
    for table in (broken, sound):
        with ann.live(table) as live:
            live.act(live.state())
    own_server.stop()
    change = "UPDATE entries SET body = $1 WHERE table_id = $2 AND number = $3"
    for number, body in own_server.home.rows("SELECT number, body FROM entries WHERE table_id = $1", broken):
        own_server.home.rows(change, body.replace(b"bid", b"lie"), broken, number)
    own_server.start()
    answer = ann.http.get(f"/api/tables/{broken}/state")
    assert answer.status_code == 500
    assert answer.json()["code"] == "damaged-table"
    assert ann.get(f"/api/tables/{sound}/state")["log"]
    assert len(ann.get("/api/tables?which=mine")["tables"]) == 2
    assert "Traceback" not in own_server.log.read_text()


@pytest.mark.thorough
def test_bots_continue_despite_damage_at_other_tables(own_server: Server) -> None:
    ann = own_server.guest()
    *broken, sound = tables = [ann.table("me", "sleepy") for _ in range(5)]
    for table in tables:
        with ann.live(table) as live:
            live.act(live.state())
    own_server.kill()
    home, count = own_server.home, "SELECT count(*) FROM entries WHERE table_id = $1"
    damages: tuple[tuple[str, *tuple[bytes, ...]], ...] = (
        ("UPDATE entries SET body = $2 WHERE number = 1 AND table_id = $1", b"\xff\x00"),
        ("DELETE FROM entries WHERE number = 0 AND table_id = $1",),
        ("UPDATE tables SET settings = 'none' WHERE id = $1",),
        ("UPDATE tables SET secret = $2 WHERE id = $1", b"\x00"),
    )
    assert home.rows(count, sound) == [(2,)]
    for table, (damage, *values) in zip(broken, damages, strict=True):
        home.rows(damage, table, *values)
    own_server.start()
    until = time.monotonic() + WAIT
    while home.rows(count, sound) == [(2,)]:
        assert time.monotonic() < until
        time.sleep(0.05)
    for table in broken:
        answer = ann.http.get(f"/api/tables/{table}")
        assert (answer.status_code, answer.json()["code"]) == (500, "damaged-table")
    listed = {one["table"]["id"] for one in ann.get("/api/tables?which=mine")["tables"]}
    assert listed == {sound, broken[0], broken[1], broken[3]}
    assert "Traceback" not in own_server.log.read_text()
