"""A real server in its own process, and clients that talk to it like any program.

`server`: one on each database for the whole run of these tests. `own_server`: one for a single test, which can be
killed, stopped, and started again. Both have the tests' games and bots in addition to the real ones.
"""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import msgspec
import pytest
from websockets.sync.client import ClientConnection, connect

from tests import forked_programs as programs
from tests import logged_errors as faults
from tests import prepared_databases as ready
from tests.data_folders import Home
from tests.postgres.databases import full

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
WAIT = 60.0


class Server:
    """A server that keeps its port and home when it is started again. place: the folder for its data and log, and the
    database; port: the first port, if there are several processes."""

    def __init__(self, place: Home, **settings: str) -> None:
        self.home = Home(place.folder / "data", place.database)
        self.log = place.folder / "log"
        self.settings = settings
        self.process: programs.Program | subprocess.Popen[bytes] | None = None
        self.port = programs.free_ports(int(settings.get("CASHBOX_PROCESSES", "1")))
        self.url = f"http://127.0.0.1:{self.port}"

    @property
    def environment(self) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if not name.startswith("CASHBOX_")}
        kept["CASHBOX_COMPILED"] = "off"
        return kept | {
            "PYTHONPATH": os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]),
            "CASHBOX_GAMES": str(HERE / "games"),
            "CASHBOX_PORT": str(self.port),
            "CASHBOX_HOME": str(self.home.folder),
            "CASHBOX_DATABASE": self.home.database,
            "CASHBOX_BOT_DELAY": "0",
            "CASHBOX_QUOTAS": "off",
            **self.settings,
        }

    def start(self) -> None:
        if not self.home.database:
            ready.put(self.home.folder)
        faults.watch(self.log)
        with self.log.open("ab") as log:
            self.process = programs.start("cashbox.cli", "serve", env=self.environment, out=log.fileno())
        until = time.monotonic() + WAIT
        while time.monotonic() < until:
            with contextlib.suppress(httpx.TransportError):
                if httpx.get(f"{self.url}/health", timeout=5).status_code == 200:
                    return
            if self.process.poll() is not None:
                break
            time.sleep(0.02)
        raise RuntimeError("the server did not start:\n" + self.log.read_text())

    def run(self) -> subprocess.CompletedProcess[str]:
        """Start another server in the same place, which must end by itself."""
        return self.command("serve")

    def command(self, *arguments: object) -> subprocess.CompletedProcess[str]:
        """Run another command with the same environment."""
        return programs.run("cashbox.cli", *map(str, arguments), env=self.environment, timeout=WAIT)

    def kill(self) -> None:
        """Kill the server, like a power cut."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(WAIT)

    def end(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.stop()
        faults.read(self.log)

    @contextlib.contextmanager
    def no_room(self) -> Iterator[None]:
        """Let every write fail as on a full disk."""
        if self.home.database:
            with full(self.home.database):
                yield
            return
        assert self.process is not None
        most, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        # To the database, a limit on file sizes looks like a full disk.
        resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, (0, hard))
        try:
            yield
        finally:
            resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, (most, hard))

    def guest(self, name: str = "Ann") -> Guest:
        return Guest(self, name)


class Live:
    """A live channel. Messages that arrive while the test waits for another one are kept."""

    def __init__(self, channel: ClientConnection) -> None:
        self.channel = channel
        self.kept: list[dict[str, Any]] = []
        self.sent = 0

    def receive(self, wait: float = WAIT) -> dict[str, Any]:
        message: dict[str, Any] = msgspec.json.decode(self.channel.recv(wait))
        return message

    def next(self, *kinds: str, wait: float = WAIT) -> dict[str, Any]:
        """Return the next message of one of these types."""
        for message in self.kept:
            if message["type"] in kinds:
                self.kept.remove(message)
                return message
        until = time.monotonic() + wait
        while True:
            message = self.receive(max(0.01, until - time.monotonic()))
            if message["type"] in kinds:
                return message
            self.kept.append(message)

    def state(self, wait: float = WAIT) -> dict[str, Any]:
        """Return the next state: after an action, the state that shows it."""
        return self.next("state", wait=wait)

    def owing(self, state: dict[str, Any] | None = None) -> dict[str, Any]:
        """Return the first state, starting with the given one, that has legal actions or is the last."""
        state = state or self.state()
        while not state["legal"] and not state["outcome"]:
            state = self.state()
        return state

    def send(self, **message: Any) -> None:
        self.channel.send(msgspec.json.encode(message).decode())

    def ask(self, **message: Any) -> dict[str, Any]:
        """Send a command and wait for its reply."""
        self.sent += 1
        self.send(id=self.sent, **message)
        answer = self.next("ack", "refused", "because")
        assert answer["id"] == self.sent
        if answer["type"] == "ack":
            # Earlier states don't show the action.
            self.kept = [message for message in self.kept if message["type"] != "state"]
        return answer

    def act(self, state: dict[str, Any], which: int = 0) -> dict[str, Any]:
        return self.ask(type="act", at=state["mark"], actions=[state["legal"][which]["action"]])


class Guest:
    """A guest that is a program with a token."""

    def __init__(self, server: Server, name: str) -> None:
        self.server = server
        self.http = httpx.Client(base_url=server.url, timeout=WAIT)
        made = self.http.post("/api/guests", json={"name": name, "token": True})
        assert made.status_code == 201, made.text
        self.token: str = made.json()["token"]
        self.http.cookies.clear()
        self.headers = {"Authorization": f"Bearer {self.token}"}
        self.http.headers.update(self.headers)

    def post(self, path: str, body: Any = None, status: int = 200) -> dict[str, Any]:
        answer = self.http.post(path, json=body) if body is not None else self.http.post(path)
        assert answer.status_code == status, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def get(self, path: str, status: int = 200) -> dict[str, Any]:
        answer = self.http.get(path)
        assert answer.status_code == status, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def table(self, *seats: str, **more: Any) -> str:
        """Create a table and return its id. seats: me, open, or a bot's name."""
        wishes = [{"kind": s} if s in ("me", "open") else {"kind": "bot", "bot": s} for s in seats]
        made = self.post("/api/tables", {"game": "coins", "seats": wishes, **more}, 201)
        found: str = made["table"]["id"]
        return found

    def sit(self, table: str) -> None:
        self.post(f"/api/tables/{table}/sit", {})

    @contextlib.contextmanager
    def live(self, table: str, since: str = "", port: int = 0) -> Iterator[Live]:
        """Open the live channel of a table. port: the port of another process than the first."""
        with channel(self.server, table, self.headers, since, port) as opened:
            yield opened


@contextlib.contextmanager
def channel(server: Server, table: str, headers: dict[str, str], since: str = "", port: int = 0) -> Iterator[Live]:
    address = f"ws://127.0.0.1:{port or server.port}/api/tables/{table}/live?since={since}"
    with connect(address, additional_headers=headers, compression=None, proxy=None, max_size=None) as opened:
        yield Live(opened)


@contextlib.contextmanager
def running(place: Home, **settings: str) -> Iterator[Server]:
    server = Server(place, **settings)
    try:
        server.start()
        yield server
    finally:
        server.end()


no_errors = pytest.fixture(autouse=True)(faults.no_errors)
made_at_once = pytest.fixture(scope="package", autouse=True)(ready.made_at_once)


@pytest.fixture
def homes(home: Home, tmp_path: Path) -> tuple[Home, Home]:
    """Return two homes with one database, for two processes."""
    if not home.database:
        pytest.skip("one process at a time uses SQLite")
    return home, Home(tmp_path / "two", home.database)


@pytest.fixture(scope="package")
def server(new_home: Callable[[], AbstractContextManager[Home]]) -> Iterator[Server]:
    with new_home() as home, running(home) as server:
        yield server


@pytest.fixture
def own_server(home: Home) -> Iterator[Server]:
    with running(home) as server:
        yield server
