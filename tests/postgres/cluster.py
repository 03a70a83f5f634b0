"""Run a real PostgreSQL in its own temporary folder, independent of others on the machine."""

from __future__ import annotations

import contextlib
import ctypes
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

WAIT: Final = 60.0
_DEBIAN: Final = Path("/usr/lib/postgresql")
_USER: Final = "postgres"
"""Whom Debian's package makes. PostgreSQL refuses to run as root."""

_PARENT_DEATH_SIGNAL: Final = 1

_QUICK: Final = {"fsync": "off", "full_page_writes": "off", "synchronous_commit": "off"}


def binaries() -> Path:
    """The folder of PostgreSQL's server programs. RuntimeError where there is none."""
    places = sorted(_DEBIAN.glob("*/bin"), key=lambda place: float(place.parent.name), reverse=True)
    if told := shutil.which("pg_config"):
        places.insert(0, Path(subprocess.check_output([told, "--bindir"], text=True).strip()))
    for place in places:
        if (place / "initdb").exists() and (place / "postgres").exists():
            return place
    raise RuntimeError("PostgreSQL's server is not installed (on Debian: package postgresql); `make test` installs it.")


def _ends_with_us() -> None:
    """Linux ends this process when the thread that started it is gone, however that ended."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PARENT_DEATH_SIGNAL, signal.SIGQUIT)


class Cluster:
    """Listens on a port of its own and on a socket in its folder.

    durable: whether what is committed outlives a power cut, which takes its time.
    """

    def __init__(self, *, durable: bool = False) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="cashbox-postgres-"))
        self.process: subprocess.Popen[bytes] | None = None
        self._data = self.folder / "data"
        self._settings = {} if durable else _QUICK
        self._password = secrets.token_hex(16)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        try:
            self._make()
        except BaseException:
            self.close()
            raise

    def url(self, database: str = "postgres") -> str:
        """The address of a database in it."""
        return f"postgresql://cashbox:{self._password}@127.0.0.1:{self.port}/{database}"

    def start(self) -> None:
        until = time.monotonic() + WAIT
        while not self._ready():
            if time.monotonic() > until:
                raise RuntimeError("PostgreSQL did not start:\n" + (self.folder / "log").read_text())
            # What a killed one leaves behind ends by itself, and is in the way until then.
            if self.process is None or self.process.poll() is not None:
                self.process = self._launch()
            time.sleep(0.02)

    def stop(self) -> None:
        """As an operator would: connections are closed, nothing is lost."""
        self._end(signal.SIGINT)

    def kill(self) -> None:
        """As a power cut would."""
        self._end(signal.SIGKILL)

    def close(self) -> None:
        """It and its folder are gone."""
        self._end(signal.SIGQUIT)
        shutil.rmtree(self.folder, ignore_errors=True)

    def _end(self, how: signal.Signals) -> None:
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(WAIT)

    def _make(self) -> None:
        password = self.folder / "password"
        password.write_text(self._password)
        if os.geteuid() == 0:
            shutil.chown(self.folder, _USER)
            shutil.chown(password, _USER)
        # Text is sorted as most databases are told to, not byte by byte as in SQLite: no one may count on either.
        words = ["--encoding=UTF8", "--locale=C", "--locale-provider=icu", "--icu-locale=en"]
        access = ["--username=cashbox", "--auth=scram-sha-256", f"--pwfile={password}"]
        made = subprocess.run(
            [binaries() / "initdb", "--no-sync", "--pgdata", self._data, *words, *access],
            capture_output=True,
            text=True,
            check=False,
            **self._as_its_user(),
        )
        if made.returncode:
            raise RuntimeError("PostgreSQL's folder could not be made:\n" + made.stdout + made.stderr)

    def _launch(self) -> subprocess.Popen[bytes]:
        settings = self._settings | {
            "listen_addresses": "127.0.0.1",
            "port": str(self.port),
            "unix_socket_directories": str(self.folder),
            "max_connections": "400",
        }
        given = [f"--{name}={value}" for name, value in settings.items()]
        with (self.folder / "log").open("ab") as log:
            return subprocess.Popen(
                [binaries() / "postgres", "-D", self._data, *given],
                stdout=log,
                stderr=log,
                preexec_fn=_ends_with_us,  # noqa: PLW1509 (it takes no lock)
                **self._as_its_user(),
            )

    def _as_its_user(self) -> dict[str, Any]:
        """How its programs run: not as root, and with nothing of our environment."""
        plain: dict[str, Any] = {"cwd": self.folder, "env": {"LC_ALL": "C"}, "stdin": subprocess.DEVNULL}
        return plain | ({"user": _USER, "group": _USER, "extra_groups": []} if os.geteuid() == 0 else {})

    def _ready(self) -> bool:
        """Whether our process says so in its lock file, whose eighth line that is."""
        if self.process is None or self.process.poll() is not None:
            return False
        with contextlib.suppress(OSError, IndexError):
            lines = (self._data / "postmaster.pid").read_text().splitlines()
            return lines[0] == str(self.process.pid) and lines[7].strip() == "ready"
        return False


@contextlib.contextmanager
def running(*, durable: bool = False) -> Iterator[Cluster]:
    """A cluster that runs, for a test that stops or kills it."""
    cluster = Cluster(durable=durable)
    try:
        cluster.start()
        yield cluster
    finally:
        cluster.close()
