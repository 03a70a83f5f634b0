"""How a person plays in a house full of tables where only bots play: python -m bench.crowd [TABLES] [SECONDS].

Starts `cashbox serve` on a fresh folder, makes the tables, and plays at a table with a bot at random over the live
channel. Told are the times from an action to its acknowledgement, and from the action after which the bot is due to the
bot's own; the server's shortest pause before a bot acts is none here. Wanted: all under a second with 10,000 tables.
"""

from __future__ import annotations

import asyncio
import os
import random
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from bench.server_load import Server, in_parallel, waiting

MADE_BY = 50
"""Guests who make the tables."""


async def crowd(server: Server, tables: int) -> None:
    """So many tables where only bots play."""
    tokens = [(await server.post("/api/guests", {"name": "Host", "token": True}))["token"] for _ in range(MADE_BY)]
    body = {"game": server.game, "seats": [{"kind": "bot"}] * 3, "listed": False}

    async def make(number: int) -> None:
        await server.post("/api/tables", body, tokens[number % MADE_BY])

    start = perf_counter()
    await in_parallel([lambda number=number: make(number) for number in range(tables)])  # type: ignore[misc]
    print(f"{tables:,} tables where only bots play, made in {perf_counter() - start:.0f} s")


class Person:
    """Plays at one table with one bot, as fast as it may. acks, answers: seconds that it waited."""

    def __init__(self, channel: ClientConnection) -> None:
        self._channel = channel
        self._rand = random.Random(12)
        self.acks: list[float] = []
        self.answers: list[float] = []

    async def play(self, seconds: float) -> None:
        """Until the game is over, or so many seconds have passed."""
        until = perf_counter() + seconds
        sent = since = 0.0
        bot_due = False
        while True:
            async with asyncio.timeout(60):
                text = await self._channel.recv()
            now = perf_counter()
            message: dict[str, Any] = msgspec.json.decode(text)
            if message["type"] == "ack":
                self.acks.append(now - sent)
            elif message["type"] == "state":
                if bot_due:
                    self.answers.append(now - since)
                if message["outcome"] is not None or now > until:
                    return
                since, bot_due = now, 1 in message["due"] and not message["legal"]
                if message["legal"]:
                    action = self._rand.choice(message["legal"])["action"]
                    body = {"type": "act", "id": 1, "at": message["mark"], "actions": [action]}
                    await asyncio.sleep(0.05)
                    sent = perf_counter()
                    await self._channel.send(msgspec.json.encode(body).decode())


async def main(tables: int, seconds: float) -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory(prefix="cashbox-crowd-") as folder:
        server = Server("envelopes", Path(folder))
        try:
            await server.wait()
            await crowd(server, tables)
            token = (await server.post("/api/guests", {"name": "Ann", "token": True}))["token"]
            acks: list[float] = []
            answers: list[float] = []
            until = perf_counter() + seconds
            while perf_counter() < until:
                body = {"game": server.game, "seats": [{"kind": "me"}, {"kind": "bot"}]}
                table = (await server.post("/api/tables", body, token))["table"]["id"]
                address = f"ws://127.0.0.1:{server.port}/api/tables/{table}/live"
                headers = {"Authorization": f"Bearer {token}"}
                async with connect(address, additional_headers=headers, max_size=None, proxy=None) as channel:
                    person = Person(channel)
                    await person.play(until - perf_counter())
                acks += person.acks
                answers += person.answers
            print(f"  a person's action is acknowledged after {waiting(acks)}")
            print(f"  a bot at that table answers after       {waiting(answers)}")
        finally:
            await server.close()


if __name__ == "__main__":
    os.environ.setdefault("CASHBOX_BOT_DELAY", "0")
    asyncio.run(main(*(int(text) for text in sys.argv[1:3]), *(10_000, 60)[len(sys.argv) - 1 :]))
