"""Hours of ordinary play: tables are created, played to the end by people and bots, and left; memory stays flat."""

from __future__ import annotations

import asyncio
import random
import statistics
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bench.campaigns.house import House
from bench.campaigns.players import compare, table

if TYPE_CHECKING:
    from collections.abc import Callable

    from bench.campaigns.players import Player

TABLES: Final = 6
"""The number of tables in play at any time."""

SAMPLES: Final = 300
"""The number of memory measurements."""


async def campaign(minutes: float, game: str, seed: int, heard: Callable[[dict[str, float]], None]) -> None:
    """So long. heard: gets what was played, and the median memory of the middle third and of the last."""
    with tempfile.TemporaryDirectory(prefix="cashbox-soak-", ignore_cleanup_errors=True) as folder:
        house = House(Path(folder))
        await house.start()
        rand = random.Random(f"soak {seed}")
        everybody: list[Player] = []

        async def keep_playing() -> None:
            while True:
                players = await table(house, game, rand)
                everybody.extend(players)
                await asyncio.gather(*(player.play() for player in players))

        playing = [asyncio.ensure_future(keep_playing()) for _ in range(TABLES)]
        memory = []
        for _ in range(SAMPLES):
            await asyncio.sleep(minutes * 60 / SAMPLES)
            memory.append(house.megabytes())
        for one in playing:
            one.cancel()
        ended = await asyncio.gather(*playing, return_exceptions=True)
        faults = sum(1 for one in ended if not isinstance(one, asyncio.CancelledError))
        found = compare(everybody, house.deeds())
        heard(
            {
                "minutes": minutes,
                "tables": len({player.table for player in everybody}),
                "acknowledged": found.acknowledged,
                "lost": found.lost,
                "tracebacks": house.tracebacks() + faults,
                "megabytes middle third": statistics.median(memory[SAMPLES // 3 : 2 * SAMPLES // 3]),
                "megabytes last third": statistics.median(memory[2 * SAMPLES // 3 :]),
            }
        )
        await house.stop()
