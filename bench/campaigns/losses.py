"""Kills, full disks, and broken connections: everything acknowledged must be on disk, in order."""

from __future__ import annotations

import asyncio
import contextlib
import random
import tempfile
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from bench.campaigns.house import WAIT, House
from bench.campaigns.players import Player, compare, table
from bench.campaigns.shared import SharedHouse

if TYPE_CHECKING:
    from collections.abc import Callable

    Counts = dict[str, float]
    Heard = Callable[[Counts], None]

TABLES = 4
"""The number of tables in each round."""

BUSY = 20
"""What is acknowledged in a round before anything goes wrong."""

AWAY = 3.0
"""The maximum seconds without a connection during a restart."""

ROUNDS = 25
"""The rounds in one data folder, so that comparing stays fast."""


async def campaign(kind: str, game: str, rounds: int, seed: int, heard: Heard) -> None:
    """So many rounds of a kind. heard: gets the counts of each round, to be added up."""
    done = 0
    while done < rounds:
        with tempfile.TemporaryDirectory(prefix="cashbox-campaign-", ignore_cleanup_errors=True) as folder:
            house = _house(kind, Path(folder))
            await house.start()
            players: list[Player] = []
            for _ in range(min(ROUNDS, rounds - done)):
                rand = random.Random(f"{kind} {seed} {done}")
                players = [player for player in players if not player.over]
                for _ in range(TABLES - len({player.table for player in players})):
                    players += await table(house, game, rand)
                counts = await _ROUNDS[kind](house, players, rand)
                heard({**counts, "tracebacks": house.tracebacks()})
                done += 1
            await house.stop()
            if isinstance(house, SharedHouse):
                await asyncio.to_thread(house.check)
                house.close()


def _house(kind: str, folder: Path) -> House:
    return SharedHouse(folder) if kind in ("processes", "database", "restarts") else House(folder)


async def _kills(house: House, players: list[Player], rand: random.Random) -> Counts:
    """Kill the server while everyone plays, and start it again."""
    before = sum(len(player.acked) for player in players)
    playing = await _under_way(players, before)
    await asyncio.sleep(rand.uniform(0.0, 1.0))
    house.kill()
    await asyncio.gather(*playing)
    counts = _counted(house, players, before)
    await house.start()
    return {"kills": 1, **counts}


async def _full(house: House, players: list[Player], rand: random.Random) -> Counts:
    """Fill the disk for a while, and maybe kill the server meanwhile."""
    before = sum(len(player.acked) for player in players)
    refused = sum(player.refused for player in players)
    playing = await _under_way(players, before)
    house.starve(full=True)
    await asyncio.sleep(rand.uniform(0.2, 0.6))
    if rand.random() < 0.5:
        house.starve(full=False)
        await asyncio.sleep(rand.uniform(0.2, 0.6))
    house.kill()
    await asyncio.gather(*playing)
    counts = _counted(house, players, before)
    await house.start()
    return {"full": 1, "refused": sum(player.refused for player in players) - refused, **counts}


async def _cut(house: House, players: list[Player], rand: random.Random) -> Counts:
    """Break connections at any message, and let players reconnect, until the time is up."""
    before = sum(len(player.acked) for player in players)
    cuts = sum(player.cuts for player in players)
    until = asyncio.get_running_loop().time() + rand.uniform(0.5, 1.5)

    async def come_and_go(player: Player) -> None:
        while asyncio.get_running_loop().time() < until and not player.over:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(player.play(0.05), 2.0)

    await asyncio.gather(*(come_and_go(player) for player in players))
    await asyncio.sleep(0.2)  # what was on its way is on disk
    return {"cuts": sum(player.cuts for player in players) - cuts, **_counted(house, players, before)}


async def _under_way(players: list[Player], before: int) -> list[asyncio.Task[None]]:
    """Players who play, once they really do. before: what was acknowledged to them so far."""
    playing = [asyncio.create_task(player.play()) for player in players]
    async with asyncio.timeout(WAIT):
        while sum(len(player.acked) for player in players) < before + BUSY:  # noqa: ASYNC110 (no one tells of it)
            await asyncio.sleep(0.01)
    return playing


async def _processes(house: House, players: list[Player], rand: random.Random) -> Counts:
    """Kill one of two processes while everyone plays; its players reconnect to the other one."""
    assert isinstance(house, SharedHouse)
    return {"killed": 1, **await _survived(house, players, partial(house.kill_one, rand), rand)}


async def _restarts(house: House, players: list[Player], rand: random.Random) -> Counts:
    """Replace both processes, one after the other, while everyone plays."""
    assert isinstance(house, SharedHouse)
    for player in players:
        player.away = 0.0
    counts = await _survived(house, players, house.restart, rand)
    longest = max(player.away for player in players)
    return {"restarts": 1, "away too long": float(longest > AWAY), **counts}


async def _database(house: House, players: list[Player], rand: random.Random) -> Counts:
    """Kill the database while everyone plays, and start it again."""
    assert isinstance(house, SharedHouse)
    return {"crashes": 1, **await _survived(house, players, house.kill_database, rand)}


async def _survived(house: House, players: list[Player], kill: Callable[[], None], rand: random.Random) -> Counts:
    """Check that everyone can continue, until as much has been acknowledged after the kill as before."""
    before = sum(len(player.acked) for player in players)
    going = True

    async def play(player: Player) -> None:
        while going and not player.over:
            await player.play()
            await asyncio.sleep(0.05)

    def acked() -> int:
        return sum(len(player.acked) for player in players) - before

    playing = [asyncio.create_task(play(player)) for player in players]
    try:
        async with asyncio.timeout(WAIT):
            while acked() < BUSY:  # noqa: ASYNC110 (no one tells of it)
                await asyncio.sleep(0.01)
            await asyncio.sleep(rand.uniform(0.0, 0.5))
            await asyncio.to_thread(kill)
            at = acked()
            while acked() < at + BUSY and not all(player.over for player in players):  # noqa: ASYNC110
                await asyncio.sleep(0.01)
    finally:
        going = False
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    await asyncio.sleep(0.2)  # what was on its way is on disk
    return _counted(house, players, before)


def _counted(house: House, players: list[Player], before: int) -> Counts:
    deeds = house.deeds()
    found = compare(players, deeds)
    for player in players:
        # What was found now, lost or not, is not found again.
        player.acked = list(deeds.get((player.table, player.seat), []))
    return {"acknowledged": found.acknowledged - before, "lost": found.lost}


_ROUNDS = {
    "kills": _kills,
    "full": _full,
    "cut": _cut,
    "processes": _processes,
    "database": _database,
    "restarts": _restarts,
}
