"""How much one server bears: actions a second with no one waiting for anyone, and how soon an action is acknowledged.

Starts `cashbox serve` on a fresh folder and plays at random over the live channel, from this process.
1. 16 tables of two; each seat acts as soon as it may: acknowledged actions a second. An acknowledgement means on disk.
2. 200 tables of four, each seat with a live channel; 800 actions a second are offered, whether or not the server keeps
   up. Latency runs from the moment when an action was due to be sent to its acknowledgement, so that a server that
   falls behind cannot hide it.
3. As many tables of four as make 10,000 live channels, and 50 actions a second; the server's memory by channel.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import resource
import socket
import statistics
import subprocess
import sys
import tempfile
from collections import Counter, deque
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

import httpx
import uvloop

from bench.lean import Choice, LeanSocket, decode

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

MOST_AT_ONCE = 16
"""The number of concurrent requests while tables are created."""


class Load:
    """The figures counted while tables are played. latencies: seconds, of acknowledged actions since `clear`."""

    def __init__(self) -> None:
        self.rand = random.Random(30)
        self.clear()

    def clear(self) -> None:
        """Reset the counts."""
        self.latencies: list[float] = []
        self.refused: Counter[str] = Counter()
        self.bytes = 0


class Seat:
    """A guest at a table with a live channel. It may act if `choices` is not empty."""

    socket: LeanSocket

    def __init__(self, load: Load, ready: Callable[[Seat], None]) -> None:
        self.load = load
        self.ready = ready
        self.over = asyncio.Event()
        self.mark = ""
        self.choices: list[Choice] = []
        self.due_since = 0.0
        self.pending = False

    def act(self, since: float) -> None:
        """Send one random legal action. since: when it was due to be sent."""
        choices = self.choices
        action = bytes(choices[int(self.load.rand.random() * len(choices))].action)
        self.choices = []
        self.pending = True
        self.due_since = since
        self.socket.send(b'{"type":"act","id":1,"at":"%b","actions":[%b]}' % (self.mark.encode(), action))

    def hear(self, text: bytes) -> None:
        """Process the server's messages."""
        load = self.load
        load.bytes += len(text)
        message = decode(text)
        if message.type == "state":
            self.mark = message.mark
            self.choices = message.legal
            if message.over:
                self.over.set()
        elif message.type == "ack":
            self.pending = False
            load.latencies.append(perf_counter() - self.due_since)
            # The state that shows the action comes after this.
            self.choices = []
        elif message.type == "refused":
            self.pending = False
            load.refused[message.code] += 1
        if self.choices and not self.pending:
            self.ready(self)


class Server:
    """A separate server on a new folder, with methods to create tables."""

    def __init__(self, game: str, home: Path) -> None:
        self.game = game
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        command = [sys.executable, "-m", "cashbox.cli", "serve", "--port", str(self.port), "--home", str(home)]
        environment = os.environ | {"CASHBOX_URL": "", "CASHBOX_QUOTAS": "off", "CASHBOX_SOCKETS": "20000"}
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=environment)
        limits = httpx.Limits(max_connections=MOST_AT_ONCE)
        self.tokens: list[str] = []
        self.http = httpx.AsyncClient(base_url=f"http://127.0.0.1:{self.port}", limits=limits, timeout=60)

    async def wait(self) -> None:
        """Wait until it is ready."""
        for _ in range(200):
            with contextlib.suppress(httpx.TransportError):
                if (await self.http.get("/health")).status_code == 200:
                    return
            if self.process.poll() is not None:
                break
            await asyncio.sleep(0.1)
        raise SystemExit("The server does not start.")

    def processor(self) -> float:
        """Return the server's processor seconds so far, without bots; 0 if the system does not report them."""
        try:
            fields = Path(f"/proc/{self.process.pid}/stat").read_text("utf-8").rpartition(")")[2].split()
        except OSError:
            return 0.0
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> int:
        """Return the server's memory in bytes; 0 if the system does not report it."""
        try:
            lines = Path(f"/proc/{self.process.pid}/status").read_text("utf-8").splitlines()
        except OSError:
            return 0
        return 1024 * next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))

    async def close(self) -> None:
        """Stop the server."""
        await self.http.aclose()
        self.process.terminate()
        self.process.wait(timeout=30)

    async def post(self, path: str, body: dict[str, Any], token: str = "") -> dict[str, Any]:
        """Return the answer to a request that must succeed."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        answer = await self.http.post(path, json=body, headers=headers)
        if answer.is_error:
            raise SystemExit(f"POST {path}: {answer.status_code} {answer.text}")
        found: dict[str, Any] = answer.json()
        return found

    async def table(self, load: Load, seats: int, ready: Callable[[Seat], None]) -> list[Seat]:
        """Start a table with a guest on every seat, each with a live channel."""
        while len(self.tokens) < seats:
            made = await self.post("/api/guests", {"name": f"Guest {len(self.tokens)}", "token": True})
            self.tokens.append(made["token"])
        tokens = self.tokens[:seats]
        wanted = [{"kind": "me"}, *({"kind": "open"} for _ in range(seats - 1))]
        body = {"game": self.game, "seats": wanted, "listed": False}
        made = await self.post("/api/tables", body, tokens[0])
        table = made["table"]["id"]
        for token in tokens[1:]:
            await self.post(f"/api/tables/{table}/sit", {"seat": None}, token)
        found = []
        for token in tokens:
            seat = Seat(load, ready)
            seat.socket = await LeanSocket.connect(self.port, f"/api/tables/{table}/live", token, seat.hear)
            found.append(seat)
        return found


@contextlib.asynccontextmanager
async def serving(game: str, home: str | None) -> AsyncIterator[Server]:
    """Start a server on a temporary folder."""
    with tempfile.TemporaryDirectory(prefix="cashbox-load-", dir=home) as folder:
        server = Server(game, Path(folder))
        try:
            await server.wait()
            yield server
        finally:
            await server.close()


async def in_parallel(jobs: list[Callable[[], Awaitable[None]]]) -> None:
    """Run all, a few at a time."""
    gate = asyncio.Semaphore(MOST_AT_ONCE)

    async def one(job: Callable[[], Awaitable[None]]) -> None:
        async with gate:
            await job()

    await asyncio.gather(*(one(job) for job in jobs))


async def throughput(server: Server, tables: int, rounds: int, seconds: float) -> None:
    """Measure the throughput: every seat acts as soon as it may, and a new table follows each finished one."""
    load = Load()
    going = True

    def at_once(seat: Seat) -> None:
        if going:
            seat.act(perf_counter())

    async def keep_playing() -> None:
        while True:
            seats = await server.table(load, 2, at_once)
            await seats[0].over.wait()
            for seat in seats:
                seat.socket.close()

    places = [asyncio.ensure_future(keep_playing()) for _ in range(tables)]
    await asyncio.sleep(3)
    rates: list[float] = []
    waits: list[float] = []
    before = server.processor()
    for _ in range(rounds):
        load.clear()
        start = perf_counter()
        await asyncio.sleep(seconds)
        rates.append(len(load.latencies) / (perf_counter() - start))
        waits += load.latencies
    computed = server.processor() - before
    going = False
    for place in places:
        place.cancel()
    await asyncio.gather(*places, return_exceptions=True)
    print(f"{tables} tables of two, as fast as they may, {rounds} rounds of {seconds:g} s, median (least to most)")
    print(
        f"  durable actions a second {statistics.median(rates):,.0f} ({min(rates):,.0f} to {max(rates):,.0f}); "
        "wanted: at least 1,500"
    )
    print(f"  acknowledged after       {waiting(waits)}")
    print(f"  server's computing       {computed / max(1, len(waits)) * 1e3:.2f} ms an action")
    complain(load)


async def latency(server: Server, tables: int, rate: float, seconds: float) -> None:
    """Measure the latency of actions at an even rate at tables of four with a live channel for each seat."""
    load = Load()
    able: deque[Seat] = deque()
    seats: list[Seat] = []

    async def place() -> None:
        seats.extend(await server.table(load, 4, able.append))

    await place()
    empty = server.memory()
    await in_parallel([place] * tables)
    for measured in (3.0, seconds):
        load.clear()
        before = server.processor()
        short, behind = await offer(able, rate, measured)
        await asyncio.sleep(1)
    print(
        f"{tables} tables of four with {len(seats)} live channels, {rate:g} actions a second offered for {seconds:g} s"
    )
    print(
        f"  acknowledged             {len(load.latencies):,}, {load.bytes / 1e6 / (seconds + 1):,.1f} MB a second sent"
    )
    print(f"  acknowledged after       {waiting(load.latencies)}")
    computed = server.processor() - before
    print(f"  server's computing       {computed / max(1, len(load.latencies)) * 1e3:.2f} ms an action")
    print(
        f"  server's memory          {(server.memory() - empty) / len(seats) / 1024:.1f} KB a channel, table included"
    )
    print(f"  this client's own lag    {waiting(behind)} (counted above); moments without a seat to act: {short}")
    complain(load)
    for seat in seats:
        seat.socket.close()
    await asyncio.gather(*(seat.socket.closed for seat in seats))


async def offer(able: deque[Seat], rate: float, seconds: float) -> tuple[int, list[float]]:
    """Send actions on time. Returns how often no seat could act, and the delay of each action."""
    start = perf_counter()
    short = 0
    late: list[float] = []
    for k in range(int(rate * seconds)):
        due = start + k / rate
        if (left := due - perf_counter()) > 0:
            await asyncio.sleep(left)
        while able and (able[0].pending or not able[0].choices):
            able.popleft()
        if not able:
            short += 1
            continue
        late.append(perf_counter() - due)
        able.popleft().act(due)
    return short, late


def waiting(seconds: list[float]) -> str:
    """Format the median, the 99th percentile, and the maximum of some times."""
    if len(seconds) < 2:
        return "nothing"
    cuts = statistics.quantiles(seconds, n=100, method="inclusive")
    return f"p50 {cuts[49] * 1e3:.1f} ms, p99 {cuts[98] * 1e3:.1f} ms, longest {max(seconds) * 1e3:.1f} ms"


def complain(load: Load) -> None:
    """Print the refused actions."""
    if load.refused:
        print(f"  refused                  {', '.join(f'{code} {n}' for code, n in load.refused.items())}")


async def measure(given: argparse.Namespace) -> None:
    """Run each measurement on a separate server."""
    long = given.seconds * given.rounds / 2
    async with serving(given.game, given.home) as server:
        await throughput(server, 16, given.rounds, given.seconds)
    async with serving(given.game, given.home) as server:
        print("wanted: p99 at most 30 ms, at most 0.5 ms of computing")
        await latency(server, 200, 800, long)
    async with serving(given.game, given.home) as server:
        print("wanted: p99 at most 100 ms, at most 20 KB a channel")
        await latency(server, given.channels // 4, 50, long)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="How much one server bears.")
    parser.add_argument("--game", default="envelopes")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=5.0, help="how long a round is")
    parser.add_argument("--channels", type=int, default=10_000, help="how many stand open in the last measurement")
    parser.add_argument("--home", help="where the server's folder is made; by default where temporary files go")
    given = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    uvloop.run(measure(given))


if __name__ == "__main__":
    main()
