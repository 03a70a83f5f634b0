"""Plays at random over the live channel: python -m bench.players GAME PORT OPTIONS [PROCESSES].

Several processes have a port each, PORT and those after it; a table's seats all go to the same one, as through a proxy.

Does what it is told on standard input, a line of JSON each, and answers with another, as bench/boardgame/players.cjs:
    {"tables": n}   makes so many tables of two more, with both seats connected -> {"ready": how many wait to be played}
    {"seconds": s}  plays 16 at a time for so long, or until none is left -> {"actions": n, "seconds": s}
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
from time import perf_counter
from typing import Any
from zlib import crc32

import httpx
import uvloop

from bench.lean import Choice, LeanSocket, decode

AT_ONCE = 16


class Players:
    """All players on one server."""

    def __init__(self, game: str, port: int, options: dict[str, Any], processes: int) -> None:
        self.game = game
        self.port = port
        self.processes = processes
        self.options = options
        self.http = httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60)
        self.tokens: list[str] = []
        self.fresh: list[Table] = []
        self.playing: set[Table] = set()
        self.finished: list[Table] = []
        self.rand = random.Random(16)
        self.going = False
        self.actions = 0
        self.ended = asyncio.Event()

    async def post(self, path: str, body: dict[str, Any], token: str = "") -> dict[str, Any]:
        """Return the answer to a request that must succeed."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        answer = await self.http.post(path, json=body, headers=headers)
        answer.raise_for_status()
        found: dict[str, Any] = answer.json()
        return found

    async def prepare(self, tables: int) -> dict[str, Any]:
        """Create tables; connections to finished ones are closed."""
        for table in self.finished:
            for seat in table.seats:
                seat.socket.close()
        self.finished.clear()
        while len(self.tokens) < 2:
            made = await self.post("/api/guests", {"name": f"Player {len(self.tokens)}", "token": True})
            self.tokens.append(made["token"])
        for start in range(0, tables, AT_ONCE):
            await asyncio.gather(*(self._make() for _ in range(min(AT_ONCE, tables - start))))
        return {"ready": len(self.fresh)}

    async def play(self, seconds: float) -> dict[str, Any]:
        """Play."""
        self.ended.clear()
        start = perf_counter()
        self.actions = 0
        self.going = True
        for table in [*self.playing]:
            table.go()
        while len(self.playing) < AT_ONCE and self.fresh:
            self.fresh.pop().go()
        try:
            async with asyncio.timeout(seconds):
                await self.ended.wait()
        except TimeoutError:
            pass
        self.going = False
        return {"actions": self.actions, "seconds": perf_counter() - start}

    async def _make(self) -> None:
        seats = [{"kind": "me"}, {"kind": "open"}]
        body = {"game": self.game, "seats": seats, "listed": False, "options": self.options}
        made = await self.post("/api/tables", body, self.tokens[0])
        name = made["table"]["id"]
        await self.post(f"/api/tables/{name}/sit", {"seat": None}, self.tokens[1])
        table = Table(self)
        port = self.port + crc32(name.encode()) % self.processes
        for token in self.tokens:
            seat = Seat(table)
            seat.socket = await LeanSocket.connect(port, f"/api/tables/{name}/live", token, seat.hear)
            table.seats.append(seat)
        for seat in table.seats:
            await seat.synced.wait()
        self.fresh.append(table)


class Table:
    """One table."""

    def __init__(self, players: Players) -> None:
        self.players = players
        self.seats: list[Seat] = []

    def go(self) -> None:
        """Start or continue."""
        self.players.playing.add(self)
        for seat in self.seats:
            seat.act()

    def over(self) -> None:
        """Start the next table."""
        players = self.players
        if self not in players.playing:
            return
        players.playing.discard(self)
        players.finished.append(self)
        if players.fresh:
            players.fresh.pop().go()
        else:
            players.ended.set()


class Seat:
    """A player at a table, who may act if `choices` is not empty."""

    socket: LeanSocket

    def __init__(self, table: Table) -> None:
        self.table = table
        self.choices: list[Choice] = []
        self.mark = ""
        self.pending = False
        self.synced = asyncio.Event()

    def hear(self, text: bytes) -> None:
        """Process the server's messages."""
        message = decode(text)
        if message.type == "state":
            self.mark, self.choices = message.mark, message.legal
            self.synced.set()
            if message.over:
                self.table.over()
            else:
                self.act()
        elif message.type == "ack":
            self.pending = False
            self.table.players.actions += 1
            # The state that shows the action comes after this.
            self.choices = []
        elif message.type == "refused":
            self.pending = False
            if message.code != "stale":
                raise SystemExit(text.decode())
            self.act()

    def act(self) -> None:
        """Take a random legal action if possible."""
        players, choices = self.table.players, self.choices
        if not players.going or not choices or self.pending or self.table not in players.playing:
            return
        self.pending = True
        action = bytes(choices[int(players.rand.random() * len(choices))].action)
        self.socket.send(b'{"type":"act","id":1,"at":"%b","actions":[%b]}' % (self.mark.encode(), action))


async def main(game: str, port: str, options: str, processes: str = "1") -> None:
    """Process commands until the input ends."""
    players = Players(game, int(port), json.loads(options), int(processes))
    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        asked = json.loads(line)
        answer = await (players.prepare(asked["tables"]) if "tables" in asked else players.play(asked["seconds"]))
        sys.stdout.write(f"{json.dumps(answer)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    uvloop.run(main(*sys.argv[1:]))
