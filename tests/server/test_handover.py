"""Two processes behind one port: whatever process a live channel comes to, one process serves all who are at a table;
and where that cannot be, any process does."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import socket
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from tests.homes import Home
from tests.postgres.databases import fresh
from tests.server.conftest import Guest, Live, Server, channel
from tests.server.patient import PatientServer
from tests.server.test_proxies import URL, Front, caddy, nginx, running

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

pytestmark = pytest.mark.slow

TOKEN = "a-token-of-the-operators"
WAIT = 120.0
"""Seconds after which something counts as never going to happen."""


class Worker(NamedTuple):
    """One of the processes. name: its id in the house; pid: in the system."""

    name: str
    pid: int


class Pair:
    """A server of two processes. kind: the program."""

    def __init__(self, home: Home, kind: type[Server] = PatientServer, **settings: str) -> None:
        self.folder = home.folder / "temporary"
        self.folder.mkdir()
        own = {"TMPDIR": str(self.folder), "CASHBOX_PROCESSES": "2", "CASHBOX_METRICS_TOKEN": TOKEN}
        self.server = kind(home, **own, **settings)

    def sockets(self) -> list[Path]:
        """Those of the processes that have tables, by their places."""
        return sorted(self.folder.glob("cashbox-*/[0-9]*-*.sock"))

    def start(self) -> None:
        self.server.start()
        soon(lambda: len(self.sockets()) == 2)

    def counted(self, name: str, **labels: str) -> dict[str, float]:
        """What each process has counted under a name."""
        found = httpx.get(f"{self.server.url}/metrics", headers={"Authorization": f"Bearer {TOKEN}"}).text
        counts = {path.stem.partition("-")[2]: 0.0 for path in self.sockets()}
        for line in found.splitlines():
            if line.startswith(f"{name}{{") and all(f'{label}="{value}"' in line for label, value in labels.items()):
                process = re.search(r'process="(\w+)"', line)
                assert process is not None
                counts[process[1]] = float(line.rpartition(" ")[2])
        return counts

    def workers(self) -> list[Worker]:
        """The processes, by their places."""
        return [Worker(path.stem.partition("-")[2], _peer(path)) for path in self.sockets()]

    def table(self, host: Guest, guest: Guest) -> str:
        name = host.table("me", "open")
        guest.sit(name)
        return name


def _peer(path: Path) -> int:
    """Who listens at a socket, 0 for nobody."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as calling:
        try:
            calling.connect(str(path))
        except OSError:
            return 0
        return int.from_bytes(calling.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 4), "little")


def _status(pid: int) -> str:
    """The letter that the system has for what a process does: T where it was stopped."""
    return Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()[0]


def soon(holds: Callable[[], bool]) -> None:
    until = time.monotonic() + WAIT
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.02)


def play(*seats: Live) -> None:
    """Whoever owes a decision takes one, and everybody sees it."""
    states = [seat.state() for seat in seats]
    which = next(number for number, state in enumerate(states) if state["legal"])
    assert seats[which].act(states[which])["type"] == "ack"


@contextlib.contextmanager
def serving(cluster: str, kind: type[Server]) -> Iterator[Pair]:
    with fresh(cluster) as database, tempfile.TemporaryDirectory(prefix="t-") as folder:
        made = Pair(Home(Path(folder), database), kind)
        try:
            made.start()
            yield made
        finally:
            made.server.end()


@pytest.fixture
def pair(cluster: str) -> Iterator[Pair]:
    with serving(cluster, PatientServer) as made:
        yield made


@pytest.fixture
def usual_pair(cluster: str) -> Iterator[Pair]:
    """A pair that waits for each other no longer than it does for people."""
    with serving(cluster, Server) as made:
        yield made


@pytest.mark.thorough
def test_all_channels_of_a_table_end_in_one_process(pair: Pair) -> None:
    ann, bob = Guest(pair.server, "Ann"), Guest(pair.server, "Bob")
    with contextlib.ExitStack() as opened:
        for _ in range(16):
            before = pair.counted("cashbox_sockets")
            table = pair.table(ann, bob)
            seats = [opened.enter_context(who.live(table)) for who in (ann, bob)]
            seats += [opened.enter_context(channel(pair.server, table, {})) for _ in range(2)]
            play(*seats[:2])
            after = pair.counted("cashbox_sockets")
            assert sorted(after[one] - before[one] for one in after) == [0, 4]
        # Both have their share of the tables, and took some that had come to the other one.
        assert min(after.values()) > 0
        assert min(pair.counted("cashbox_handovers_total", taken="yes").values()) > 0
        assert sum(pair.counted("cashbox_handovers_total", taken="no").values()) == 0
    soon(lambda: sum(pair.counted("cashbox_sockets").values()) == 0)


@pytest.mark.thorough
def test_bots_are_played_where_their_table_is(pair: Pair) -> None:
    ann = Guest(pair.server, "Ann")
    for _ in range(5):
        before = pair.counted("cashbox_sockets")
        table = ann.table("me", "random")
        with ann.live(table) as live:
            state = live.owing()
            live.act(state)
            live.owing()
            after = pair.counted("cashbox_sockets")
            (here,) = [one for one in after if after[one] > before[one]]
            asked = "SELECT process FROM claims WHERE what = $1"
            soon(lambda: pair.server.home.rows(asked, table) == [(here,)])  # noqa: B023 (called at once)
        soon(lambda: pair.counted("cashbox_sockets") == before)  # noqa: B023


@pytest.mark.thorough
def test_players_go_on_when_the_process_of_their_table_is_killed(pair: Pair) -> None:
    ann, bob = Guest(pair.server, "Ann"), Guest(pair.server, "Bob")
    tables = [pair.table(ann, bob) for _ in range(6)]
    with contextlib.ExitStack() as opened:
        for table in tables:
            play(*(opened.enter_context(who.live(table)) for who in (ann, bob)))
        killed = pair.workers()[0]
        os.kill(killed.pid, signal.SIGKILL)
        for table in tables:
            with ann.live(table) as first, bob.live(table) as second:
                play(first, second)
    soon(lambda: len({worker.pid for worker in pair.workers()} - {0, killed.pid}) == 2)
    for table in tables:
        with ann.live(table) as first, bob.live(table) as second:
            play(first, second)


@pytest.mark.thorough
def test_a_process_that_does_not_answer_keeps_nobody_waiting(usual_pair: Pair) -> None:
    pair = usual_pair
    ann, bob = Guest(pair.server, "Ann"), Guest(pair.server, "Bob")
    tables = [pair.table(ann, bob) for _ in range(8)]
    stopped = pair.workers()[1]
    os.kill(stopped.pid, signal.SIGSTOP)
    try:
        # What the stopped one accepts itself waits for it, as it would wait for any server.
        until = time.monotonic() + WAIT
        for table in tables:
            opened = None
            while opened is None:
                assert time.monotonic() < until
                with contextlib.suppress(TimeoutError):
                    address = f"ws://127.0.0.1:{pair.server.port}/api/tables/{table}/live"
                    opened = connect(address, additional_headers=ann.headers, proxy=None, open_timeout=5)
            with opened:
                assert Live(opened).state()
        assert _status(stopped.pid) == "T", "it has not gone on meanwhile"
    finally:
        os.kill(stopped.pid, signal.SIGCONT)
    soon(lambda: sum(pair.counted("cashbox_handovers_total", taken="no").values()) > 0)


@pytest.mark.thorough
def test_both_are_replaced_while_people_play(pair: Pair) -> None:
    """One after the other, and each time the new one has the place of the old one, so that no other table moves."""
    ann, bob = Guest(pair.server, "Ann"), Guest(pair.server, "Bob")
    tables = [pair.table(ann, bob) for _ in range(6)]
    old = pair.workers()
    assert pair.server.process is not None
    pair.server.process.send_signal(signal.SIGHUP)
    until = time.monotonic() + 2 * WAIT
    while {worker.name for worker in pair.workers()} & {worker.name for worker in old}:
        assert time.monotonic() < until
        for table in tables:
            # A channel may come just when a process ends, which says so, and the page connects again.
            try:
                with ann.live(table) as first, bob.live(table) as second:
                    first.state()
                    second.state()
            except InvalidStatus as refused:
                assert refused.response.status_code == 503  # noqa: PT017 (it need not be raised)
            except (ConnectionClosed, OSError):
                pass
    assert len(pair.sockets()) == 2
    assert [path.name[0] for path in pair.sockets()] == ["0", "1"]
    for table in tables:
        with ann.live(table) as first, bob.live(table) as second:
            play(first, second)


@pytest.mark.thorough
def test_processes_that_are_replaced_or_end_while_bots_play_log_no_error(usual_pair: Pair) -> None:
    """A player is not harmed by it, and an operator has nothing to look up."""
    server, ann = usual_pair.server, Guest(usual_pair.server, "Ann")

    def games_of_bots() -> None:
        for _ in range(6):
            ann.post("/api/tables", {"game": "cash", "seats": [{"kind": "bot", "bot": "random"}] * 3}, 201)

    for _ in range(3):
        old = {worker.name for worker in usual_pair.workers()}
        games_of_bots()
        assert server.process is not None
        server.process.send_signal(signal.SIGHUP)
        games_of_bots()
        soon(lambda old=old: not old & {path.stem.partition("-")[2] for path in usual_pair.sockets()})  # type: ignore[misc]
        soon(lambda: len(usual_pair.sockets()) == 2)
    games_of_bots()
    assert server.stop() == 0
    log = server.log.read_text("utf-8")
    assert "Open http" in log
    for fault in ("ERROR", "Traceback", "never retrieved"):
        assert fault not in log


@pytest.mark.thorough
def test_garbage_at_the_socket_does_no_harm(usual_pair: Pair) -> None:
    pair = usual_pair
    ann, bob = Guest(pair.server, "Ann"), Guest(pair.server, "Bob")
    reading, writing = os.pipe()
    datagram = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    sent = [[], [reading], [datagram.fileno()], [reading, writing], [reading] * 4]
    with contextlib.ExitStack() as opened:
        for path in pair.sockets():
            assert path.parent.stat().st_mode & 0o777 == 0o700
            for text in (b"x", b"GET / HTTP/1.1\r\n\r\n", b"x" * 100_000, b"\0" * 200_000):
                for files in sent:
                    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as calling:
                        calling.connect(str(path))
                        assert calling.recv(100) == b"here"
                        socket.send_fds(calling, [text], files)
            # Those who call and say nothing are many, and forgotten after a moment.
            for _ in range(80):
                calling = opened.enter_context(socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET))
                calling.setblocking(False)
                with contextlib.suppress(BlockingIOError):
                    calling.connect(str(path))
        table = pair.table(ann, bob)
        with ann.live(table) as first, bob.live(table) as second:
            play(first, second)
    before = pair.counted("cashbox_handovers_total", taken="yes")

    def handed_over() -> bool:
        with ann.live(table) as first, bob.live(table) as second:
            assert first.state()
            assert second.state()
        return pair.counted("cashbox_handovers_total", taken="yes") != before

    soon(handed_over)
    os.close(reading)
    os.close(writing)
    datagram.close()


def handshake(path: str, *headers: str) -> bytes:
    lines = [f"GET {path} HTTP/1.1", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13"]
    lines += ["Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", *headers, "", ""]
    return "\r\n".join(lines).encode()


def more(wire: socket.socket) -> bytes:
    piece = wire.recv(1 << 16)
    assert piece, "the connection has ended"
    return piece


def asked(pair: Pair, text: bytes, enough: bytes) -> bytes:
    """What comes as an answer, until that is in it or the connection ends."""
    with socket.create_connection(("127.0.0.1", pair.server.port), timeout=WAIT) as wire:
        wire.sendall(text)
        found = b""
        while enough not in found and (more := wire.recv(1 << 16)):
            found += more
        return found


@pytest.mark.thorough
def test_what_is_refused_is_refused_wherever_it_came_to(pair: Pair) -> None:
    ann = Guest(pair.server, "Ann")
    host = f"Host: 127.0.0.1:{pair.server.port}"
    path = f"/api/tables/{ann.table('me', 'open')}/live"
    for _ in range(10):
        assert asked(pair, handshake(path, host), b"\r\n\r\n").startswith(b"HTTP/1.1 101 ")
        assert b" 421 " in asked(pair, handshake(path, "Host: evil.example"), b"\r\n\r\n")
        assert b" 403 " in asked(pair, handshake(path, host, "Origin: https://evil.example"), b"\r\n\r\n")
        assert b" 404 " in asked(pair, handshake("/api/tables/none/live", host), b"\r\n\r\n")
    assert sum(pair.counted("cashbox_handovers_total", taken="yes").values()) > 0


@pytest.mark.thorough
def test_what_comes_right_after_a_handshake_is_heard(pair: Pair) -> None:
    """Also where another request was answered on the same connection before, as behind a proxy."""
    ann = Guest(pair.server, "Ann")
    host = f"Host: 127.0.0.1:{pair.server.port}"
    path = f"/api/tables/{ann.table('me', 'open')}/live"
    ping = b'{"type":"ping"}'
    frame = bytes([0x81, 0x80 | len(ping)]) + bytes(4) + ping
    for _ in range(10):
        answer = asked(pair, handshake(path, host) + frame * 3, b'"pong"')
        assert answer.startswith(b"HTTP/1.1 101 ")
        with socket.create_connection(("127.0.0.1", pair.server.port), timeout=WAIT) as wire:
            wire.sendall(f"GET /health HTTP/1.1\r\n{host}\r\n\r\n".encode())
            found = b""
            while not found.endswith(b"}"):
                found += more(wire)
            assert found.startswith(b"HTTP/1.1 200 ")
            wire.sendall(handshake(path, host) + frame)
            found = b""
            while b'"pong"' not in found:
                found += more(wire)
            assert found.startswith(b"HTTP/1.1 101 ")
    # Both at once: the first is answered first.
    both = f"GET /health HTTP/1.1\r\n{host}\r\n\r\n".encode() + handshake(path, host)
    assert b" 200 " in asked(pair, both, b"200")


@pytest.mark.thorough
def test_a_connection_counts_where_it_ends(cluster: str) -> None:
    """A guest may have so many channels at a process, and no more by coming to the other one."""
    with fresh(cluster) as database, tempfile.TemporaryDirectory(prefix="t-") as folder:
        pair = Pair(Home(Path(folder), database), CASHBOX_QUOTAS="on", CASHBOX_QUOTA_SOCKETS="3,400")
        try:
            pair.start()
            ann = Guest(pair.server, "Ann")
            table = ann.table("me", "open")
            with contextlib.ExitStack() as opened:
                for _ in range(3):
                    opened.enter_context(ann.live(table)).next("table")
                for _ in range(5):
                    with pytest.raises(InvalidStatus) as refused, ann.live(table):
                        pass
                    assert refused.value.response.status_code == 429
            soon(lambda: sum(pair.counted("cashbox_sockets").values()) == 0)
            with ann.live(table) as live:
                live.next("table")
        finally:
            pair.server.end()
        assert list(pair.folder.iterdir()) == []


@pytest.mark.thorough
@pytest.mark.parametrize("proxy", [nginx, caddy])
def test_channels_through_a_proxy_end_in_one_process_too(
    cluster: str, tmp_path: Path, proxy: Callable[[Front], tuple[list[str], dict[str, str]]]
) -> None:
    """It keeps connections to the server, on which other requests came before."""
    with fresh(cluster) as database, tempfile.TemporaryDirectory(prefix="t-") as folder:
        pair = Pair(Home(Path(folder), database), CASHBOX_URL=URL, CASHBOX_PROXIES="127.0.0.1")
        try:
            pair.start()
            front = Front(tmp_path, pair.server)
            ann, bob = Guest(pair.server, "Ann"), Guest(pair.server, "Bob")
            with running(front, *proxy(front)), front.client() as client, contextlib.ExitStack() as opened:
                for _ in range(8):
                    table = pair.table(ann, bob)
                    assert client.get(f"/t/{table}").status_code == 200
                    before = pair.counted("cashbox_sockets")
                    play(*(opened.enter_context(front.live(table, who.token)) for who in (ann, bob)))
                    after = pair.counted("cashbox_sockets")
                    assert sorted(after[one] - before[one] for one in after) == [0, 2]
                assert sum(pair.counted("cashbox_handovers_total", taken="yes").values()) > 0
        finally:
            pair.server.end()
