"""How much thinking delays people: python -m bench.thinking [--experts 4] [--rounds 6] [--seconds 10]
[--game consultants] [--pause 0.3].

Starts `cashbox serve` on a fresh folder. At 50 tables of two, people's actions are offered at an even rate; beside them
people play against an `expert` each, after a pause of 0.3 s, so that some expert thinks nearly all the time. Rounds
with and without them alternate. Wanted: with four experts, the 99th percentile of the time from when an action was due
to its acknowledgement is at most 1.5 times what it is without, or 10 ms.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
from collections import deque
from typing import TYPE_CHECKING, Any, Final

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from bench.server_load import Load, Seat, Server, in_parallel, offer, serving, waiting

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

TABLES = 50
RATE = 100.0
"""The offered rate, in actions per second."""
PAUSE: Final = 0.3
"""Seconds for which a person looks at what an expert did: as good as none for a person. With none at all, four people
and four experts make up to 160 actions a second, which the server has to do, thought over or not."""
TIMES, ENOUGH = 1.5, 0.010
"""What is wanted."""


class Opponent:
    """Someone who plays against an expert, at random and after a pause while `on` is set. thought: how many times the
    expert was waited for."""

    def __init__(self, server: Server, on: asyncio.Event, pause: float, number: int) -> None:
        self.server = server
        self.on = on
        self.pause = pause
        self.thought = 0
        self._rand = random.Random(number)

    async def play(self) -> None:
        """Play one game after the other."""
        token = (await self.server.post("/api/guests", {"name": "Ann", "token": True}))["token"]
        wishes = [{"kind": "me"}, {"kind": "bot", "bot": "expert"}]
        while True:
            body = {"game": self.server.game, "seats": wishes, "listed": False}
            table = (await self.server.post("/api/tables", body, token))["table"]["id"]
            address = f"ws://127.0.0.1:{self.server.port}/api/tables/{table}/live"
            headers = {"Authorization": f"Bearer {token}"}
            async with connect(address, additional_headers=headers, max_size=None, proxy=None) as channel:
                await self._game(channel)

    async def _game(self, channel: ClientConnection) -> None:
        while True:
            message: dict[str, Any] = msgspec.json.decode(await channel.recv())
            if message["type"] != "state":
                continue
            if message["outcome"] is not None:
                return
            if 1 in message["due"]:
                self.thought += 1
            if message["legal"]:
                await asyncio.sleep(self.pause)
                await self.on.wait()
                action = self._rand.choice(message["legal"])["action"]
                sent = {"type": "act", "id": 1, "at": message["mark"], "actions": [action]}
                await channel.send(msgspec.json.encode(sent).decode())


def p99(seconds: Sequence[float]) -> float:
    """Return the 99th percentile."""
    ordered = sorted(seconds)
    return ordered[int(len(ordered) * 0.99)] if ordered else 0.0


@contextlib.contextmanager
def before_all() -> Iterator[None]:
    """Let this process run before all others where it may, as if it were on machines of their own: else thinking would
    delay the clients, too. The server that it starts does not."""
    first = getattr(os, "SCHED_FIFO", None)
    if first is not None:
        with contextlib.suppress(OSError):
            os.sched_setscheduler(0, first | os.SCHED_RESET_ON_FORK, os.sched_param(1))
    try:
        yield
    finally:
        if first is not None:
            with contextlib.suppress(OSError):
                os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))


async def measure(
    game: str, experts: int, rounds: int, seconds: float, tables: int = TABLES, pause: float = PAUSE
) -> tuple[float, float]:
    """Print and return the 99th percentiles without thinking and with it."""
    with before_all():
        async with serving(game, None) as server:
            load = Load()
            able: deque[Seat] = deque()

            async def place() -> None:
                await server.table(load, 2, able.append)

            await place()
            await in_parallel([place] * (tables - 1))
            on = asyncio.Event()
            opponents = [Opponent(server, on, pause, number) for number in range(experts)]
            playing = [asyncio.ensure_future(one.play()) for one in opponents]
            found: dict[bool, list[float]] = {False: [], True: []}
            for number in range(2 * rounds + 2):
                (on.set if number % 2 else on.clear)()
                # Wait until thinking has finished; then the round starts.
                await asyncio.sleep(3)
                load.clear()
                await offer(able, RATE, seconds)
                await asyncio.sleep(0.5)
                if number > 1:
                    found[bool(number % 2)] += load.latencies
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
    quiet, busy = p99(found[False]), p99(found[True])
    thought = sum(one.thought for one in opponents)
    print(f"{tables} tables of two, {RATE:g} actions a second, {rounds} rounds of {seconds:g} s each way; {game}")
    print(f"  nobody thinks            acknowledged after {waiting(found[False])}")
    print(f"  {experts} experts think          acknowledged after {waiting(found[True])}")
    print(f"  they decided {thought:,} times; p99 grew to {busy / quiet:.2f} times; wanted: 1.5, or 10 ms")
    return quiet, busy


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="How much thinking delays people.")
    parser.add_argument("--game", default="consultants")
    parser.add_argument("--experts", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--pause", type=float, default=PAUSE)
    given = parser.parse_args()
    asyncio.run(measure(given.game, given.experts, given.rounds, given.seconds, pause=given.pause))


if __name__ == "__main__":
    os.environ.setdefault("CASHBOX_BOT_DELAY", "0")
    main()
