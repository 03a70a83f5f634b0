"""Test two processes on one PostgreSQL database, alone and behind a proxy, while they are killed and replaced."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import socket
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.data_folders import Home
from tests.forked_programs import free_ports
from tests.postgres.databases import fresh
from tests.server.cluster.test_proxies import URL, Front, caddy, nginx, running
from tests.server.conftest import Guest, Live, Server

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

pytestmark = [pytest.mark.slow, pytest.mark.thorough]

TOKEN = "a-token-of-the-operators"
WAIT = 120.0
"""Seconds until a test gives up waiting."""

TRIES = 3
"""The number of connection attempts a page may need while processes are replaced."""

PROXIES = [nginx, caddy]


class Pair(Server):
    """A server with two processes."""

    def __init__(self, place: Home, **settings: str) -> None:
        super().__init__(place, CASHBOX_PROCESSES="2", CASHBOX_METRICS_TOKEN=TOKEN, **settings)
        self.ports = [self.port, self.port + 1]

    def start(self) -> None:
        super().start()
        soon(lambda: len(self.workers()) == 2)

    def workers(self) -> set[int]:
        """Return the ids of the worker processes."""
        assert self.process is not None
        found = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text("utf-8").split()
        commands = {int(pid): _command(int(pid)) for pid in found}
        return {pid for pid, command in commands.items() if b"spawn_main" in command}

    def sockets(self) -> Counter[str]:
        """Return the number of live channels per process."""
        found = httpx.get(f"{self.url}/metrics", headers={"Authorization": f"Bearer {TOKEN}"}, timeout=WAIT).text
        counts = re.findall(r'^cashbox_sockets{process="(\w+)"} ([\d.]+)$', found, re.MULTILINE)
        assert len(counts) == 2, found
        return Counter({process: int(float(count)) for process, count in counts})

    def faults(self) -> list[str]:
        """Return signs of errors in the log."""
        log = self.log.read_text("utf-8")
        assert "Open http" in log
        return [fault for fault in ("ERROR", "Traceback", "never retrieved") if fault in log]


def _command(pid: int) -> bytes:
    """Return the command line of a process, empty if it has just ended."""
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    return b""


def soon(holds: Callable[[], bool]) -> None:
    until = time.monotonic() + WAIT
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.02)


def play(*seats: Live) -> None:
    """Act at a seat that owes a decision, and wait until every seat sees it."""
    states = [seat.state() for seat in seats]
    which = next(number for number, state in enumerate(states) if state["legal"])
    assert seats[which].act(states[which])["type"] == "ack"
    for seat in seats:
        seat.state()


def reached(guest: Guest, table: str, port: int) -> bool:
    """Tell whether a page can open a table through a process."""
    try:
        with guest.live(table, port=port) as live:
            return bool(live.state()["mark"])
    except (OSError, InvalidStatus, ConnectionClosed):
        return False


def table_of(host: Guest, guest: Guest) -> str:
    name = host.table("me", "open")
    guest.sit(name)
    return name


@pytest.fixture
def pair(cluster: str, tmp_path: Path) -> Iterator[Pair]:
    with fresh(cluster) as database:
        made = Pair(Home(tmp_path, database))
        try:
            made.start()
            yield made
        finally:
            made.end()


def test_either_process_serves_any_table(pair: Pair) -> None:
    ann, bob = Guest(pair, "Ann"), Guest(pair, "Bob")
    for first, second in [(0, 1), (1, 0), (0, 0), (1, 1)]:
        table = table_of(ann, bob)
        ports = pair.ports[first], pair.ports[second]
        with ann.live(table, port=ports[0]) as one, bob.live(table, port=ports[1]) as two:
            play(one, two)
            assert sorted(pair.sockets().values()) == ([1, 1] if first != second else [0, 2])
        soon(lambda: not pair.sockets().total())


def test_bots_run_in_the_process_where_people_are_connected(pair: Pair) -> None:
    """The table may have been created through the other process."""
    ann = Guest(pair, "Ann")
    for port in pair.ports:
        table = ann.table("me", "random")
        with ann.live(table, port=port) as live:
            for _ in range(2):
                live.act(live.owing())
            asked = (
                "SELECT presence.process, claims.process FROM presence JOIN claims ON what = table_id WHERE what = $1"
            )
            soon(lambda: [one == other for one, other in pair.home.rows(asked, table)] == [True])  # noqa: B023 (at once)


def test_players_can_continue_after_a_process_is_killed(pair: Pair) -> None:
    ann, bob = Guest(pair, "Ann"), Guest(pair, "Bob")
    tables = [table_of(ann, bob) for _ in range(4)]
    with contextlib.ExitStack() as opened:
        for number, table in enumerate(tables):
            port = pair.ports[number % 2]
            play(*(opened.enter_context(who.live(table, port=port)) for who in (ann, bob)))
        before = pair.workers()
        killed = min(before)
        os.kill(killed, signal.SIGKILL)
        for table in tables:
            soon(lambda: any(reached(ann, table, port) for port in pair.ports))  # noqa: B023 (called at once)
    soon(lambda: len(pair.workers() - {killed}) == 2)
    for table in tables:
        with ann.live(table, port=pair.ports[0]) as first, bob.live(table, port=pair.ports[1]) as second:
            play(first, second)


class Page:
    """A page that reconnects at once when its channel closes. connect: opens a channel; again: counts reconnections."""

    def __init__(self, connect: Callable[[], contextlib.AbstractContextManager[Live]]) -> None:
        self._connect = connect
        self.again = 0
        self._open()

    def look(self) -> None:
        """Read all messages, and reconnect if the channel is closed."""
        try:
            while True:
                self._live.receive(0.01)
        except TimeoutError:
            pass
        except ConnectionClosed:
            self.close()
            self.again += 1
            self._open()

    def close(self) -> None:
        self._opened.close()

    def _open(self) -> None:
        """Open a channel and read the state of the game. Retry without a pause: the port must stay open while processes
        are replaced."""
        for _ in range(TRIES):
            with contextlib.ExitStack() as opened:
                try:
                    self._live = opened.enter_context(self._connect())
                    self._live.state()
                except InvalidStatus as refused:
                    assert refused.response.status_code == 503  # noqa: PT017 (it need not be raised)
                except ConnectionClosed:
                    pass
                else:
                    self._opened = opened.pop_all()
                    return
        raise AssertionError("a page could not reconnect")


def replace(pair: Pair, pages: list[Page]) -> None:
    """Replace both processes as an operator does, while pages are open."""
    old = pair.workers()
    assert pair.process is not None
    pair.process.send_signal(signal.SIGHUP)
    until = time.monotonic() + 2 * WAIT
    while pair.workers() & old or not all(page.again for page in pages):
        assert time.monotonic() < until
        for page in pages:
            page.look()
    assert len(pair.workers()) == 2
    assert [page.again for page in pages] == [1] * len(pages)


def test_both_processes_can_be_replaced_while_people_play(pair: Pair) -> None:
    ann, bob = Guest(pair, "Ann"), Guest(pair, "Bob")
    tables = [table_of(ann, bob) for _ in range(4)]
    with contextlib.ExitStack() as opened:
        pages = []
        for number, table in enumerate(tables):
            port = pair.ports[number % 2]
            for who in (ann, bob):
                pages.append(Page(lambda who=who, table=table, port=port: who.live(table, port=port)))  # type: ignore[misc]
                opened.callback(pages[-1].close)
        replace(pair, pages)
    for number, table in enumerate(tables):
        port = pair.ports[number % 2]
        with ann.live(table, port=port) as first, bob.live(table, port=port) as second:
            play(first, second)


def test_replacing_or_stopping_processes_while_bots_play_logs_no_error(pair: Pair) -> None:
    """Players lose nothing, and operators have nothing to investigate."""
    ann = Guest(pair, "Ann")

    def games_of_bots() -> None:
        for _ in range(6):
            ann.post("/api/tables", {"game": "cash", "seats": [{"kind": "bot", "bot": "random"}] * 3}, 201)

    for _ in range(3):
        old = pair.workers()
        games_of_bots()
        assert pair.process is not None
        pair.process.send_signal(signal.SIGHUP)
        games_of_bots()
        soon(lambda old=old: not old & pair.workers())  # type: ignore[misc]
    games_of_bots()
    assert pair.stop() == 0
    assert not pair.faults()


def test_a_port_in_use_is_named_in_the_error(cluster: str, tmp_path: Path) -> None:
    with fresh(cluster) as database, socket.socket() as taken:
        server = Server(Home(tmp_path, database), CASHBOX_PROCESSES="3")
        taken.bind(("127.0.0.1", server.port + 2))
        ended = server.run()
        assert ended.returncode == 2
        assert f"Port {server.port + 2} is already in use." in ended.stderr


@pytest.mark.parametrize("proxy", PROXIES)
def test_a_proxy_sends_everyone_at_a_table_to_the_same_process(
    cluster: str, tmp_path: Path, proxy: Callable[[Front], tuple[list[str], dict[str, str]]]
) -> None:
    with fresh(cluster) as database, tempfile.TemporaryDirectory(prefix="t-") as folder:
        pair = Pair(Home(Path(folder), database), CASHBOX_URL=URL, CASHBOX_PROXIES="127.0.0.1")
        try:
            pair.start()
            front = Front(tmp_path, pair.ports)
            ann, bob, cleo = (Guest(pair, name) for name in ("Ann", "Bob", "Cleo"))
            with running(front, *proxy(front)), front.client() as client, contextlib.ExitStack() as opened:
                pages = []
                for _ in range(16):
                    table = table_of(ann, bob)
                    before = pair.sockets()
                    for who in (ann, bob, cleo):
                        pages.append(Page(lambda table=table, who=who: front.live(table, who.token)))  # type: ignore[misc]
                        opened.callback(pages[-1].close)
                    after = pair.sockets()
                    assert sorted(after[one] - before[one] for one in after) == [0, 3]
                    assert client.get(f"/t/{table}").status_code == 200
                    assert client.get(f"/api/tables/{table}").status_code == 200
                assert min(after.values()) > 0, "both processes get some tables"
                replace(pair, pages)
        finally:
            pair.end()
        assert not pair.faults()


@pytest.mark.parametrize("proxy", PROXIES)
def test_a_proxy_uses_another_machine_if_one_is_down(
    tmp_path: Path, proxy: Callable[[Front], tuple[list[str], dict[str, str]]]
) -> None:
    """A port without a listener stands for the machine that is down."""
    server = Server(Home(tmp_path), CASHBOX_URL=URL, CASHBOX_PROXIES="127.0.0.1")
    try:
        server.start()
        front = Front(tmp_path, [server.port, free_ports(1)])
        ann = Guest(server, "Ann")
        with running(front, *proxy(front)), front.client() as client:
            client.headers.update(ann.headers)
            for _ in range(8):
                wish = {"game": "coins", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "random"}]}
                made = client.post("/api/tables", json=wish)
                assert made.status_code == 201, made.text
                table = made.json()["table"]["id"]
                assert client.get(f"/t/{table}").status_code == 200
                with front.live(table, ann.token) as live:
                    live.act(live.owing())
    finally:
        server.end()
