"""Keep one PostgreSQL cluster for all processes of a test run, in its own process that ends with the run.

The first test that needs the cluster starts it. The keeper ends when it is told to or when the first process of the
run is gone. As a program: python -m tests.postgres.keeper OWNER NOTE.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from tests.postgres.cluster import WAIT, running
from tests.postgres.databases import make_template

_ROOT: Final = Path(__file__).parents[2]
_NOTE: Final = "postgres.json"


class Note(NamedTuple):
    """What the keeper tells once the cluster is there. url: where to ask for databases."""

    keeper: int
    url: str


def shared(run: Path, owner: int) -> str:
    """Where the run's cluster can be asked for databases. run: the folder of the whole run; owner: its first process's
    id."""
    note = run / _NOTE
    with (run / "postgres.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not note.exists():
            _start(note, owner)
    return _read(note).url


def end(run: Path) -> None:
    """The run's cluster, if there is one, is gone."""
    note = run / _NOTE
    if not note.exists():
        return
    os.kill(_read(note).keeper, signal.SIGTERM)
    until = time.monotonic() + WAIT
    while note.exists() and time.monotonic() < until:
        time.sleep(0.02)


def _start(note: Path, owner: int) -> None:
    told = note.with_suffix(".log")
    with told.open("wb") as log:
        # Ctrl+C is for the tests; what it needs to end in order stands until they have.
        keeper = subprocess.Popen(
            [sys.executable, "-m", "tests.postgres.keeper", str(owner), note],
            cwd=_ROOT,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    while not note.exists():
        if keeper.poll() is not None:
            raise RuntimeError("PostgreSQL is not there for the tests:\n" + told.read_text())
        time.sleep(0.02)


def _read(note: Path) -> Note:
    return msgspec.json.decode(note.read_bytes(), type=Note)


def _wait_for(process: int) -> None:
    """Until a process that is not our own has ended."""
    with contextlib.suppress(ProcessLookupError):
        if hasattr(os, "pidfd_open"):
            # It has ended, too, where no one has asked yet how.
            select.select([os.pidfd_open(process)], [], [])
            return
        while True:
            os.kill(process, 0)
            time.sleep(0.2)


def main(owner: int, note: Path) -> None:
    """Keep a cluster for as long as the owner is there."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    try:
        with running() as cluster:
            make_template(cluster.url())
            written = note.with_suffix(".new")
            written.write_bytes(msgspec.json.encode(Note(os.getpid(), cluster.url())))
            written.rename(note)
            _wait_for(owner)
    finally:
        note.unlink(missing_ok=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]))
