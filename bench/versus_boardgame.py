"""The server beside boardgame.io's, its closest peer: accepted actions a second, and what they cost in computing.

16 tables of two are played at a time, at random, every seat on a connection of its own; a player acts as soon as it is
its turn and it has seen that. Where a table is over, one that was made before goes on, so that making tables and
connections is not measured. The contestants take turns, round by round, each on a fresh folder:

- boardgame.io in production mode with its FlatFile store. It answers before it has written, writes without fsync, and
  writes a match's whole state and its whole log each time: an action that was shown may be lost with the process.
- boardgame.io with its InMemory store: nothing is kept.
- cashbox on SQLite: no one hears of an action that is not on disk (WAL, synchronous=FULL).

The game is the same on both sides: Tulips of `examples/`, and its rules in bench/boardgame/tulips.cjs, which
send no legal lists, labels, prompts or sentences, and keep nothing to be undone (`disableUndo`). Its players are
socket.io clients without boardgame.io's own client on top, which would play every action once more. Envelopes of Cash
is measured besides. What one action costs is the processor time of the server's processes alone, which other work on
the machine changes less than the actions a second. Where PostgreSQL is installed, cashbox plays on one too, with
one, two and four processes, each time on a database of its own in a cluster that is made for it and asks the disk
(fsync). All of a table's players go to the same process, as through a proxy.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from tests.forked_programs import free_ports
from tests.postgres import databases
from tests.postgres.cluster import Cluster
from tests.postgres.cluster import running as running_cluster

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

HERE = Path(__file__).parent
PEER = HERE.parent / ".node" / "peer" / "node_modules"
TABLES_AHEAD = 48
"""Tables made for the first look at how fast a contestant is."""


class Contestant(msgspec.Struct, frozen=True):
    """A server with players. server, players: commands, where {port} and {home} stand for its port and its folder.
    ready: a path that answers 200 once it serves. length: about how many actions a table takes."""

    name: str
    server: Sequence[str]
    players: Sequence[str]
    ready: str
    length: int
    environment: Mapping[str, str] = {}


OPTIONS = {"lots": 12, "purse": 15}
"""The longest game of Tulips there is."""


def peer(name: str, *folder: str) -> Contestant:
    """boardgame.io. folder: where the FlatFile store writes; in memory without one."""
    return Contestant(
        name,
        ["node", str(HERE / "boardgame" / "server.cjs"), "{port}", *folder],
        ["node", str(HERE / "boardgame" / "players.cjs"), "{port}", *map(str, OPTIONS.values())],
        "/games",
        33,
        {"NODE_PATH": str(PEER), "NODE_ENV": "production"},
    )


def ours(name: str, game: str, processes: int = 1, environment: Mapping[str, str] = {}) -> Contestant:
    """Our own server."""
    options = OPTIONS if game == "tulips" else {}
    settings = {"CASHBOX_URL": "", "CASHBOX_QUOTAS": "off", "CASHBOX_GAMES": str(HERE.parent / "examples" / "games")}
    serve = [sys.executable, "-m", "cashbox.cli", "serve", "--port", "{port}", "--home", "{home}"]
    serve += ["--processes", str(processes)]
    return Contestant(
        name,
        serve,
        [sys.executable, "-m", "bench.players", game, "{port}", json.dumps(options), str(processes)],
        "/health",
        33 if game == "tulips" else 250,
        {**settings, **environment},
    )


CONTESTANTS = (
    peer("boardgame.io, file", "{home}"),
    peer("boardgame.io, memory"),
    ours("cashbox, SQLite", "tulips"),
    ours("cashbox, SQLite: Envelopes", "envelopes"),
)


def on_postgresql(cluster: Cluster) -> list[Contestant]:
    """Our own server on databases of a cluster, with one, two and four processes."""
    found = []
    for count, more in {1: "", 2: ", two processes", 4: ", four processes"}.items():
        database = f"house{count}"
        databases.ask(cluster.url(), f"CREATE DATABASE {database}")
        environment = {"CASHBOX_DATABASE": cluster.url(database)}
        found.append(ours(ON_POSTGRESQL + more, "tulips", count, environment))
    return found


MOST_PROCESSES = 4
"""Of a contestant, each with a port of its own."""

RIVALS = {CONTESTANTS[0].name: 6.0, CONTESTANTS[1].name: 1.0}
"""How many times as many actions of Tulips as these our server should bear on SQLite."""

ON_POSTGRESQL = "cashbox, PostgreSQL"

RIVALS_THERE = {CONTESTANTS[0].name: 3.0, ON_POSTGRESQL: 1.0}
"""The same on PostgreSQL."""


class Rates(msgspec.Struct):
    """What was measured, by round. cost: seconds of processor time an action."""

    rate: list[float] = []
    cost: list[float] = []


class Running:
    """A contestant at work."""

    def __init__(self, contestant: Contestant, home: str) -> None:
        self.contestant = contestant
        self.rates = Rates()
        self.port = free_ports(MOST_PROCESSES)
        self._environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)} | dict(contestant.environment)
        self._home = home
        self._players: subprocess.Popen[str] | None = None
        self._ready = 0
        self.server = subprocess.Popen(
            self._command(contestant.server), env=self._environment, stdout=subprocess.DEVNULL
        )

    def warm_up(self) -> None:
        """Begin to play, and see how fast it is."""
        address = f"http://127.0.0.1:{self.port}{self.contestant.ready}"
        for _ in range(300):
            with contextlib.suppress(OSError), urllib.request.urlopen(address):
                break
            time.sleep(0.1)
        command = self._command(self.contestant.players)
        pipe = subprocess.PIPE
        self._players = subprocess.Popen(command, env=self._environment, stdin=pipe, stdout=pipe, text=True)
        self._prepare(TABLES_AHEAD)
        self.play(2.0)

    def play(self, seconds: float) -> None:
        """One round."""
        rate = statistics.median(self.rates.rate) if self.rates.rate else 0.0
        self._prepare(max(16, int(rate * seconds * 1.3 / self.contestant.length) + 16 - self._ready))
        before = computed(self.server.pid)
        played = self._tell({"seconds": seconds})
        cost = computed(self.server.pid) - before
        self._ready = self._prepare(0)
        if played["actions"]:
            self.rates.rate.append(played["actions"] / played["seconds"])
            self.rates.cost.append(cost / played["actions"])

    def close(self) -> None:
        """Stop it."""
        for process in (self._players, self.server):
            if process is not None:
                process.terminate()
                process.wait(timeout=30)

    def _prepare(self, tables: int) -> int:
        ready: int = self._tell({"tables": tables})["ready"]
        return ready

    def _tell(self, what: dict[str, float]) -> dict[str, Any]:
        assert self._players is not None
        assert self._players.stdin is not None
        assert self._players.stdout is not None
        self._players.stdin.write(f"{json.dumps(what)}\n")
        self._players.stdin.flush()
        line = self._players.stdout.readline()
        if not line:
            raise SystemExit(f"The players of {self.contestant.name} have failed.")
        found: dict[str, Any] = json.loads(line)
        return found

    def _command(self, parts: Sequence[str]) -> list[str]:
        return [part.replace("{port}", str(self.port)).replace("{home}", self._home) for part in parts]


def computed(pid: int) -> float:
    """Seconds that a process and those that it started have computed."""
    parents: dict[int, int] = {}
    times: dict[int, int] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            fields = (folder / "stat").read_text("utf-8").rpartition(")")[2].split()
            parents[int(folder.name)] = int(fields[1])
            times[int(folder.name)] = int(fields[11]) + int(fields[12])
    total = 0
    for one in times:
        above = one
        while above not in (pid, 0):
            above = parents.get(above, 0)
        total += times[one] if above == pid else 0
    return total / os.sysconf("SC_CLK_TCK")


@contextlib.contextmanager
def running(contestants: Sequence[Contestant], home: str | None) -> Iterator[list[Running]]:
    """All of them at work, each with a folder that is gone afterwards."""
    with contextlib.ExitStack() as held:
        found = []
        for contestant in contestants:
            folder = held.enter_context(tempfile.TemporaryDirectory(prefix="cashbox-versus-", dir=home))
            one = Running(contestant, folder)
            held.callback(one.close)
            found.append(one)
        yield found


def report(found: Sequence[Running], rounds: int, seconds: float) -> None:
    """Print what was measured."""
    print(f"Tulips, 16 tables of two, {rounds} rounds of {seconds:g} s in turn, median (least to most)")
    for one in found:
        rate, cost = one.rates.rate[1:], one.rates.cost[1:]
        print(
            f"  {one.contestant.name:34} {statistics.median(rate):7,.0f} actions a second "
            f"({min(rate):,.0f} to {max(rate):,.0f}), {statistics.median(cost) * 1e3:.3f} ms of computing each"
        )
    rates = {one.contestant.name: one.rates for one in found}
    for one in found:
        name = one.contestant.name
        for rival, wanted in (RIVALS_THERE if name.startswith(ON_POSTGRESQL) else RIVALS).items():
            if rival in rates and name not in {rival, *RIVALS} and one.contestant.length == 33:
                faster = paired(one.rates.rate, rates[rival].rate)
                cheaper = paired(rates[rival].cost, one.rates.cost)
                print(
                    f"  {one.contestant.name}: {faster:.2f} times as many as {rival} (wanted: {wanted:g}); "
                    f"an action costs {1 / cheaper:.2f} times as much"
                )
    print(f"  load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")


def paired(mine: Sequence[float], theirs: Sequence[float]) -> float:
    """Return the median ratio, round by round, without the first."""
    return statistics.median(a / b for a, b in zip(mine[1:], theirs[1:], strict=True))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="The server beside boardgame.io's.")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=4.0, help="how long a round is")
    parser.add_argument("--only", default="", help="contestants whose name has this in it")
    parser.add_argument("--home", help="where the servers' folders are made; by default where temporary files go")
    given = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    if not PEER.is_dir():
        raise SystemExit("The peer is not there; make bench installs it.")
    with contextlib.ExitStack() as held:
        all_of = list(CONTESTANTS)
        try:
            all_of += on_postgresql(held.enter_context(running_cluster(durable=True)))
        except RuntimeError as error:
            print(f"{error} The contest is held without it.")
        contestants = [one for one in all_of if given.only in one.name]
        found = held.enter_context(running(contestants, given.home))
        for one in found:
            one.warm_up()
        for _ in range(given.rounds):
            for one in found:
                one.play(given.seconds)
        report(found, given.rounds, given.seconds)


if __name__ == "__main__":
    main()
