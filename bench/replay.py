"""The cost of replays, and for whom: python -m bench.replay [ENTRIES] [PEOPLE] [SECONDS].

Makes two finished games with that many entries, starts `cashbox serve` there, and asks over HTTP: the first opening,
jumps anywhere in the game, and what comes next in one answer. Wanted: a jump in under 100 ms. Then a table of two is
played, 20 actions a second: alone; while that many people step through the games, one step a second each, as the page
does that fetches 16 at a time; and while as many ask for the next step as soon as the last one has come, who are told
to come again where there is no room. Told is how soon an action is acknowledged.
"""

from __future__ import annotations

import asyncio
import random
import sys
import tempfile
from collections import Counter, deque
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Final

import uvloop

from bench.server_load import Load, Seat, Server, in_parallel, offer, waiting
from cashbox.engine.chance import SeededChance
from cashbox.engine.seats import seats_of
from cashbox.server.db.store import Store
from cashbox.server.services import Services
from cashbox.server.settings import Settings
from cashbox.server.wire import NewTable, SeatWish, Sit

if TYPE_CHECKING:
    from cashbox.server.tables.live import LiveTable

GAMES: Final = {"envelopes": 2, "cash": 4}
"""What is looked back at, with so many players."""

JUMPS: Final = 200
RATE: Final = 20.0


async def made(home: Path, entries: int) -> list[tuple[str, int]]:
    """Tables whose games have so many entries, and were called off then; with the number of the last entry."""
    services = Services(Settings(home=home), Store(home), "http://localhost")
    await services.start()
    found = []
    try:
        for game, players in GAMES.items():
            guests = [(await services.guests.add(f"Player {seat}"))[0] for seat in range(players)]
            wishes = [SeatWish("me"), *(SeatWish("open") for _ in guests[1:])]
            table = await services.registry.make(guests[0], NewTable(game, wishes, lapse=0))
            for guest in guests[1:]:
                await services.registry.sit(table, guest, Sit())
            await play(table, entries)
            for guest in guests:
                if table.record.status == "playing":
                    await services.departures.call_off(table, guest, on=True)
            found.append((table.record.id, table.number))
    finally:
        await services.stop()
    return found


async def play(table: LiveTable, entries: int) -> None:
    """At random, taking back every fourth step that can be."""
    chance, match = SeededChance(1), table.running()
    while table.due and match.number < entries:
        due = seats_of(match.due())
        seat = due[chance.draw(len(due))]
        if match.can_undo(seat) and not chance.draw(2):
            await table.undo(seat, 1)
        else:
            legal = match.legal(seat)
            await table.act(seat, [match.game.encode(legal[chance.draw(len(legal))])])


class Stepper:
    """A person who watches a replay, on one connection. counts: answers by status; waits: seconds."""

    def __init__(self, port: int, token: str, games: list[tuple[str, int]], seed: int) -> None:
        self._port = port
        self._token = token
        self._games = games
        self._rand = random.Random(seed)
        self.counts: Counter[int] = Counter()
        self.waits: list[float] = []

    async def step(self, until: float, many: int) -> None:
        """Ask again and again. many: steps in one answer, looked at for a second each; 0: one, and on at once."""
        table, last = self._rand.choice(self._games)
        n = self._rand.randrange(last)
        reader, writer = asyncio.StreamReader(), None
        await asyncio.sleep(self._rand.random() * (many or 0.5))
        while perf_counter() < until:
            n = (n + (many or 1)) % last
            if many or writer is None:
                # The server has closed the old connection meanwhile.
                reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
            start = perf_counter()
            status, again = await self._get(reader, writer, f"/api/tables/{table}/replay/{n}?eyes=0&many={many}")
            self.counts[status] += 1
            if status == 200:
                self.waits.append(perf_counter() - start)
            if many:
                writer.close()
            await asyncio.sleep(again or many)

    async def _get(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, path: str) -> tuple[int, float]:
        head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\nAuthorization: Bearer {self._token}\r\n\r\n"
        writer.write(head.encode())
        answer = await reader.readuntil(b"\r\n\r\n")
        fields = dict(line.split(b": ", 1) for line in answer.lower().split(b"\r\n")[1:-2])
        await reader.readexactly(int(fields[b"content-length"]))
        return int(answer[9:12]), float(fields.get(b"retry-after", b"0"))


async def jumps(server: Server, games: list[tuple[str, int]]) -> None:
    """Measure the first opening, and steps anywhere."""
    rand = random.Random(2)
    for game, (table, last) in zip(GAMES, games, strict=True):
        at = f"/api/tables/{table}/replay"
        start = perf_counter()
        answer = await server.http.get(at)
        first, size = perf_counter() - start, len(answer.content)
        taken: dict[str, list[float]] = {"?eyes=0": [], "?eyes=all": [], "?eyes=0&many=16": []}
        for eyes, times in taken.items():
            for _ in range(JUMPS):
                start = perf_counter()
                answer = await server.http.get(f"{at}/{rand.randrange(last)}{eyes}")
                times.append(perf_counter() - start)
                answer.raise_for_status()
        print(f"{game}, {last} entries; all steps and the log: {size / 1024:,.0f} KB")
        print(f"  first opening            {first * 1e3:.0f} ms")
        start = perf_counter()
        await server.http.get(at)
        print(f"  the same again           {(perf_counter() - start) * 1e3:.0f} ms")
        print(f"  a jump, one's own eyes   {waiting(taken['?eyes=0'])}; wanted: under 100 ms")
        print(f"  a jump, every hand       {waiting(taken['?eyes=all'])}")
        print(f"  16 steps at once         {waiting(taken['?eyes=0&many=16'])}")


async def beside(server: Server, games: list[tuple[str, int]], people: int, seconds: float) -> None:
    """Measure a table in play, alone and alongside people who watch replays."""
    load, able = Load(), deque[Seat]()
    tokens: list[str] = []

    async def token() -> None:
        tokens.append((await server.post("/api/guests", {"name": "Looker", "token": True}))["token"])

    await in_parallel([token] * people)
    for who, many in ((0, 0), (people, 16), (people, 0)):
        able.clear()
        seats = await server.table(load, 2, able.append)
        load.clear()
        until = perf_counter() + seconds
        steppers = [Stepper(server.port, tokens[k], games, k) for k in range(who)]
        stepping = asyncio.gather(*(one.step(until, many) for one in steppers))
        computed = server.processor()
        _, behind = await offer(able, RATE, seconds)
        computed = server.processor() - computed
        await stepping
        for seat in seats:
            seat.socket.close()
        counts = sum((one.counts for one in steppers), Counter[int]())
        how = f"{who:,} people step, {'once a second each' if many else 'each as fast as it may'}"
        print(how if who else "nobody looks back")
        print(f"  acknowledged after       {waiting(load.latencies)}")
        print(f"  this client's own lag    {waiting(behind)} (counted above)")
        print(f"  the server computes      {100 * computed / seconds:.0f} % of a processor")
        if who:
            told = ", ".join(f"{status}: {many / seconds:.0f} a second" for status, many in sorted(counts.items()))
            print(f"  answers                  {told}; {waiting([w for one in steppers for w in one.waits])}")


async def main(entries: int, people: int, seconds: float) -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory(prefix="cashbox-replay-") as folder:
        games = await made(Path(folder), entries)
        server = Server("envelopes", Path(folder))
        try:
            await server.wait()
            await jumps(server, games)
            await beside(server, games, people, seconds)
        finally:
            await server.close()


if __name__ == "__main__":
    given = [int(text) for text in sys.argv[1:4]]
    uvloop.run(main(*given, *(2000, 1000, 15)[len(given) :]))
