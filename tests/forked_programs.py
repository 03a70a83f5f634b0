"""Start the program `cashbox` quickly in separate processes: copies of one that has imported everything.

Importing takes longer than most of what tests have such a process do. `start` and `run` do what `subprocess.Popen` and
`subprocess.run` do for `python -m MODULE ARGUMENTS`. They use those directly if a system can't watch processes by
descriptors, and for several processes that serve together, since these start each other. As a program, `python -m
tests.forked_programs` is the original that is copied: it makes one copy for each order on its standard input, a socket.
"""

from __future__ import annotations

import atexit
import contextlib
import gc
import importlib
import os
import random
import runpy
import selectors
import signal
import socket
import subprocess
import sys
import tempfile
import time
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

if TYPE_CHECKING:
    from collections.abc import Mapping

_ROOT: Final = Path(__file__).resolve().parents[1]
_GAMES: Final = "CASHBOX_GAMES"
_NOT_COPIED: Final = ("CASHBOX_PROCESSES", "CASHBOX_COMPILED")
"""Who sets these is about how processes start."""

_USED: Final = (
    "alembic.command", "asyncpg", "cashbox.cli.admin", "cashbox.games.cash.game", "cashbox.games.consultants.game",
    "cashbox.games.envelopes.game", "cashbox.server.app", "cashbox.server.main", "cashbox.server.cluster.processes",
    "cashbox.server.db.sqlite", "cashbox.server.db.postgres", "httptools", "markdown_it",
    "multiprocessing.connection", "sqlalchemy.dialects.postgresql.asyncpg", "sqlalchemy.dialects.sqlite.pysqlite",
    "uvicorn.lifespan.on", "uvicorn.logging", "uvicorn.main", "uvicorn.protocols.http.httptools_impl",
    "uvicorn.protocols.websockets.websockets_sansio_impl", "uvloop",
)  # fmt: skip
"""What servers and commands import."""


def free_ports(count: int) -> int:
    """Return the first of so many ports in a row that no one uses. Clients get theirs from a higher range."""
    while True:
        first = random.randrange(20_000, 32_000)
        with contextlib.ExitStack() as probes, contextlib.suppress(OSError):
            for port in range(first, first + count):
                probes.enter_context(socket.socket()).bind(("127.0.0.1", port))
            return first


class _Order(NamedTuple):
    """A process that is wanted; with it comes where its output and its errors go to."""

    module: str
    arguments: list[str]
    environment: dict[str, str]
    folder: str


class Program:
    """A process, to be asked and told what a `subprocess.Popen` can be."""

    def __init__(self, order: _Order, out: int, err: int) -> None:
        ours, theirs = socket.socketpair()
        with theirs:
            told = msgspec.json.encode(order)
            socket.send_fds(_source(), [len(told).to_bytes(4, "big")], [theirs.fileno(), out, err])
            ours.sendall(told)
        self._line = ours
        self.args = order.arguments
        self.pid = self._hear(None)
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """How it ended, None while it has not."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.wait(0)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """How it ended. subprocess.TimeoutExpired where it has not after so many seconds."""
        if self.returncode is None:
            self.returncode = self._hear(timeout)
            self._line.close()
        return self.returncode

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def _hear(self, timeout: float | None) -> int:
        self._line.settimeout(timeout)
        try:
            said = self._line.recv(8)
        except (BlockingIOError, TimeoutError):
            raise subprocess.TimeoutExpired(self.args, timeout or 0) from None
        if not said:
            raise RuntimeError("What programs are copied from has ended.")
        return int.from_bytes(said, "big", signed=True)


def start(
    module: str, *arguments: str, env: Mapping[str, str], out: int, cwd: Path | None = None
) -> Program | subprocess.Popen[bytes]:
    """A process that goes on. out: the file for output and errors."""
    if _copied(env):
        return Program(_Order(module, list(arguments), dict(env), str(cwd or Path.cwd())), out, out)
    command = [sys.executable, "-m", module, *arguments]
    return subprocess.Popen(command, env=dict(env), cwd=cwd, stdin=subprocess.DEVNULL, stdout=out, stderr=out)


def run(
    module: str, *arguments: str, env: Mapping[str, str], timeout: float, cwd: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """A process that ends by itself, with its output and its errors."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        order = _Order(module, list(arguments), dict(env), str(cwd or Path.cwd()))
        program = Program(order, out.fileno(), err.fileno()) if _copied(env) else _plain(order, out, err)
        try:
            status = program.wait(timeout)
        except subprocess.TimeoutExpired:
            program.kill()
            raise
        said = []
        for file in (out, err):
            file.seek(0)
            said.append(file.read().decode())
    return subprocess.CompletedProcess(arguments, status, *said)


def _plain(order: _Order, out: Any, err: Any) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", order.module, *order.arguments]
    return subprocess.Popen(
        command, env=order.environment, cwd=order.folder, stdin=subprocess.DEVNULL, stdout=out, stderr=err
    )


def _copied(env: Mapping[str, str]) -> bool:
    return hasattr(os, "pidfd_open") and all(env.get(name) == os.environ.get(name) for name in _NOT_COPIED)


@cache
def _source() -> socket.socket:
    """The line to what this process's programs are copied from, which ends when this process does."""
    ours, theirs = socket.socketpair()
    with theirs:
        source = subprocess.Popen(
            [sys.executable, "-m", "tests.forked_programs"], cwd=_ROOT, stdin=theirs.fileno(), start_new_session=True
        )

    def end() -> None:
        ours.close()
        source.wait()

    atexit.register(end)
    return ours


class _Copies:
    """The copies that have been made, and the one that is told how each ended."""

    def __init__(self, orders: socket.socket) -> None:
        self._orders = orders
        self._waiting = selectors.DefaultSelector()
        self._waiting.register(orders, selectors.EVENT_READ)

    def serve(self) -> _Order | None:
        """Make copies; returns in each with its order, and with None when there are no more orders."""
        while True:
            for key, _ in self._waiting.select():
                if key.fileobj is self._orders:
                    order = self._next()
                    if order is None or isinstance(order, _Order):
                        return order
                else:
                    self._ended(key)

    def _next(self) -> _Order | bool | None:
        """The order in a copy, True in what it was made of; None when there are no more."""
        size, files, _, _ = socket.recv_fds(self._orders, 4, 3)
        if not size:
            self._end_all()
            return None
        line = socket.socket(fileno=files[0])
        told = line.recv(int.from_bytes(size, "big"), socket.MSG_WAITALL)
        pid = os.fork()
        if not pid:
            self._forget()
            line.close()
            for file, number in ((os.open(os.devnull, os.O_RDONLY), 0), (files[1], 1), (files[2], 2)):
                os.dup2(file, number)
                os.close(file)
            return msgspec.json.decode(told, type=_Order)
        for file in files[1:]:
            os.close(file)
        line.sendall(pid.to_bytes(8, "big", signed=True))
        self._waiting.register(os.pidfd_open(pid), selectors.EVENT_READ, (pid, line))
        return True

    def _ended(self, key: selectors.SelectorKey) -> None:
        pid, line = key.data
        self._waiting.unregister(key.fileobj)
        os.close(key.fd)
        _, status = os.waitpid(pid, 0)
        with line, contextlib.suppress(OSError):
            line.sendall(os.waitstatus_to_exitcode(status).to_bytes(8, "big", signed=True))

    def _end_all(self) -> None:
        for key in self._waiting.get_map().values():
            if key.data:
                os.kill(key.data[0], signal.SIGKILL)

    def _forget(self) -> None:
        """A copy has nothing of the others."""
        for key in self._waiting.get_map().values():
            if key.data:
                os.close(key.fd)
                key.data[1].close()
        self._waiting.close()
        self._orders.detach()


def _become(order: _Order) -> None:
    """As `python -m` would."""
    os.environ.clear()
    os.environ.update(order.environment)
    os.chdir(order.folder)
    time.tzset()
    games = importlib.import_module("cashbox.games")
    games.__path__[1:] = [str(Path(one).absolute()) for one in os.environ.get(_GAMES, "").split(os.pathsep) if one]
    sys.argv[1:] = order.arguments
    runpy.run_module(order.module, run_name="__main__", alter_sys=True)


def main() -> None:
    """Make copies for as long as there are orders."""
    for name in _USED:
        importlib.import_module(name)
    gc.collect()
    gc.freeze()
    order = _Copies(socket.socket(fileno=0)).serve()
    if order is not None:
        _become(order)


if __name__ == "__main__":
    main()
