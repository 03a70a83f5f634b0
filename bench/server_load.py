"""How much one server bears: actions a second with nobody waiting for anybody, and how soon an action is acknowledged.

Starts `cashbox serve` on a fresh folder and plays at random over the live channel, from this process.
1. 16 tables of two; each seat acts as soon as it may: acknowledged actions a second. An acknowledgement means on disk.
2. 200 tables of four, each seat with a live channel; 300 actions a second are offered, whether or not the server keeps
   up. Latency runs from the moment when an action was due to be sent to its acknowledgement, so that a server that
   falls behind cannot hide it.
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
import msgspec
import uvloop
from websockets.asyncio.client import ClientConnection, connect

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine

MOST_AT_ONCE = 16
"""Requests in hand while tables are made."""


class Choice(msgspec.Struct):
    """One entry of the legal list."""

    action: msgspec.Raw


class Message(msgspec.Struct):
    """What matters here of anything the server sends."""

    type: str
    mark: str = ""
    code: str = ""
    legal: list[Choice] = []
    outcome: dict[str, Any] | None = None


decode = msgspec.json.Decoder(Message).decode


class Load:
    """What is counted while tables are played. latencies: seconds, of acknowledged actions since `clear`."""

    def __init__(self) -> None:
        self.rand = random.Random(30)
        self.clear()

    def clear(self) -> None:
        """Count from nothing."""
        self.latencies: list[float] = []
        self.refused: Counter[str] = Counter()
        self.bytes = 0


class Seat:
    """One guest at one table with a live channel. It may act when `choices` is not empty."""

    def __init__(self, load: Load, socket: ClientConnection, ready: Callable[[Seat], None]) -> None:
        self.load = load
        self.socket = socket
        self.ready = ready
        self.over = asyncio.Event()
        self.mark = ""
        self.choices: list[Choice] = []
        self.due_since = 0.0
        self.pending = False

    def act(self, since: float) -> Coroutine[Any, Any, None]:
        """Send one random legal action, to be awaited. since: when it was due to be sent."""
        choices = self.choices
        action = bytes(choices[int(self.load.rand.random() * len(choices))].action).decode()
        self.choices = []
        self.pending = True
        self.due_since = since
        return self.socket.send(f'{{"type":"act","id":1,"at":"{self.mark}","actions":[{action}]}}')

    async def read(self) -> None:
        """Take in what the server sends, until the channel closes."""
        load = self.load
        with contextlib.suppress(Exception):
            async for text in self.socket:
                load.bytes += len(text)
                message = decode(text)
                if message.type == "state":
                    self.mark = message.mark
                    self.choices = message.legal
                    if message.outcome is not None:
                        self.over.set()
                elif message.type == "ack":
                    self.pending = False
                    load.latencies.append(perf_counter() - self.due_since)
                    # The state that shows what was done comes after this.
                    self.choices = []
                elif message.type == "refused":
                    self.pending = False
                    load.refused[message.code] += 1
                if self.choices and not self.pending:
                    self.ready(self)
        self.over.set()


class Server:
    """A server of its own on a fresh folder, and how to make tables on it."""

    def __init__(self, game: str, home: Path) -> None:
        self.game = game
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        command = [sys.executable, "-m", "cashbox.cli", "serve", "--port", str(self.port), "--home", str(home)]
        environment = os.environ | {"CASHBOX_URL": "", "CASHBOX_QUOTAS": "off"}
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=environment)
        limits = httpx.Limits(max_connections=MOST_AT_ONCE)
        self.http = httpx.AsyncClient(base_url=f"http://127.0.0.1:{self.port}", limits=limits, timeout=60)

    async def wait(self) -> None:
        """Until it can serve."""
        for _ in range(200):
            with contextlib.suppress(httpx.TransportError):
                if (await self.http.get("/health")).status_code == 200:
                    return
            if self.process.poll() is not None:
                break
            await asyncio.sleep(0.1)
        raise SystemExit("The server does not start.")

    def processor(self) -> float:
        """Seconds that the server has computed so far, bots not counted; 0 where the system does not tell."""
        try:
            fields = Path(f"/proc/{self.process.pid}/stat").read_text("utf-8").rpartition(")")[2].split()
        except OSError:
            return 0.0
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    async def close(self) -> None:
        """Stop it."""
        await self.http.aclose()
        self.process.terminate()
        self.process.wait(timeout=30)

    async def post(self, path: str, body: dict[str, Any], token: str = "") -> dict[str, Any]:
        """The answer to a request that must succeed."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        answer = await self.http.post(path, json=body, headers=headers)
        if answer.is_error:
            raise SystemExit(f"POST {path}: {answer.status_code} {answer.text}")
        found: dict[str, Any] = answer.json()
        return found

    async def table(self, load: Load, seats: int, ready: Callable[[Seat], None]) -> list[Seat]:
        """A table with a guest on every seat, each with a live channel; play has started."""
        tokens = [
            (await self.post("/api/guests", {"name": f"Guest {k}", "token": True}))["token"] for k in range(seats)
        ]
        wanted = [{"kind": "me"}, *({"kind": "open"} for _ in range(seats - 1))]
        body = {"game": self.game, "seats": wanted, "listed": False}
        made = await self.post("/api/tables", body, tokens[0])
        table = made["table"]["id"]
        for token in tokens[1:]:
            await self.post(f"/api/tables/{table}/sit", {"seat": None}, token)
        return [await self._live(load, table, token, ready) for token in tokens]

    async def _live(self, load: Load, table: str, token: str, ready: Callable[[Seat], None]) -> Seat:
        channel = await connect(
            f"ws://127.0.0.1:{self.port}/api/tables/{table}/live",
            additional_headers={"Authorization": f"Bearer {token}"},
            compression=None,
            max_size=None,
            ping_interval=None,
            proxy=None,
        )
        return Seat(load, channel, ready)


@contextlib.asynccontextmanager
async def serving(game: str, home: str | None) -> AsyncIterator[Server]:
    """A server on a folder that is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="cashbox-load-", dir=home) as folder:
        server = Server(game, Path(folder))
        try:
            await server.wait()
            yield server
        finally:
            await server.close()


async def in_parallel(jobs: list[Callable[[], Awaitable[None]]]) -> None:
    """Do all, a few at a time."""
    gate = asyncio.Semaphore(MOST_AT_ONCE)

    async def one(job: Callable[[], Awaitable[None]]) -> None:
        async with gate:
            await job()

    await asyncio.gather(*(one(job) for job in jobs))


async def throughput(server: Server, tables: int, rounds: int, seconds: float) -> None:
    """Every seat acts as soon as it may; a table that is over is followed by a new one."""
    load = Load()
    going = True
    sending: set[asyncio.Task[None]] = set()

    def at_once(seat: Seat) -> None:
        if going:
            task = asyncio.ensure_future(seat.act(perf_counter()))
            sending.add(task)
            task.add_done_callback(sending.discard)

    async def keep_playing() -> None:
        while True:
            seats = await server.table(load, 2, at_once)
            readers = [asyncio.ensure_future(seat.read()) for seat in seats]
            await seats[0].over.wait()
            await asyncio.gather(*(seat.socket.close() for seat in seats))
            await asyncio.gather(*readers)

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
    await asyncio.gather(*sending, return_exceptions=True)
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
    """So many actions a second are offered, evenly, at tables of four with a live channel for each seat."""
    load = Load()
    able: deque[Seat] = deque()
    seats: list[Seat] = []
    readers: list[asyncio.Task[None]] = []

    async def place() -> None:
        made = await server.table(load, 4, able.append)
        seats.extend(made)
        readers.extend(asyncio.ensure_future(seat.read()) for seat in made)

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
    print(f"  acknowledged after       {waiting(load.latencies)}; wanted: p99 at most 50 ms")
    computed = server.processor() - before
    print(f"  server's computing       {computed / max(1, len(load.latencies)) * 1e3:.2f} ms an action")
    print(f"  this client's own lag    {waiting(behind)} (counted above); moments without a seat to act: {short}")
    complain(load)
    await asyncio.gather(*(seat.socket.close() for seat in seats))
    await asyncio.gather(*readers)


async def offer(able: deque[Seat], rate: float, seconds: float) -> tuple[int, list[float]]:
    """Send actions on time; how often no seat could act, and by how much each was sent late."""
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
        await able.popleft().act(due)
    return short, late


def waiting(seconds: list[float]) -> str:
    """Median, 99th percentile and longest of some times."""
    if len(seconds) < 2:
        return "nothing"
    cuts = statistics.quantiles(seconds, n=100, method="inclusive")
    return f"p50 {cuts[49] * 1e3:.1f} ms, p99 {cuts[98] * 1e3:.1f} ms, longest {max(seconds) * 1e3:.1f} ms"


def complain(load: Load) -> None:
    """Print what was refused."""
    if load.refused:
        print(f"  refused                  {', '.join(f'{code} {n}' for code, n in load.refused.items())}")


async def measure(given: argparse.Namespace) -> None:
    """Both measurements, each on a server of its own."""
    async with serving(given.game, given.home) as server:
        await throughput(server, 16, given.rounds, given.seconds)
    async with serving(given.game, given.home) as server:
        await latency(server, 200, 300, given.seconds * given.rounds / 2)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="How much one server bears.")
    parser.add_argument("--game", default="envelopes")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=5.0, help="how long a round is")
    parser.add_argument("--home", help="where the server's folder is made; by default where temporary files go")
    given = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    uvloop.run(measure(given))


if __name__ == "__main__":
    main()
