"""Very many games on a cluster of this machine, of which a worker is killed again and again; the same games in one
process for comparison, and the memory of the process that hands them out."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Final

import msgspec

from cashbox.lab import simulate as lab
from tests.extra_game_folders import among_the_games

if TYPE_CHECKING:
    from collections.abc import Callable

GAMES: Final = Path(__file__).resolve().parents[2] / "tests" / "extra_games"
WORKERS: Final = 4
STEPS: Final = 100
"""How often the counts are printed during the run."""

WARM: Final = 10
"""After so many of these steps the memory is measured for the first time."""


def megabytes() -> float:
    """Measure this process, which gives out the games and is the scheduler, too."""
    pages = int(Path("/proc/self/statm").read_text("utf-8").split()[1])
    return round(pages * os.sysconf("SC_PAGE_SIZE") / 1e6, 1)


class Killer:
    """Kills one worker of a cluster after the other, with some seconds in between."""

    def __init__(self, address: str, seconds: float) -> None:
        from distributed import Client

        self._client = Client(address, set_as_default=False)
        self._seconds = seconds
        self._last = monotonic()
        self.killed = 0

    def perhaps(self) -> None:
        """Kill a worker if it is time and all are running."""
        if monotonic() - self._last < self._seconds or len(self._client.nthreads()) < WORKERS:
            return
        victim = sorted(self._client.run(os.getpid, on_error="ignore").values())[0]
        os.kill(victim, signal.SIGKILL)
        self.killed += 1
        self._last = monotonic()

    def end(self) -> None:
        """Disconnect from the cluster."""
        self._client.close()


def same(one: lab.Result, other: lab.Result) -> bool:
    """Check whether two results differ only in their times."""
    timeless = {"seconds": 0.0, "games_per_second": 0.0, "decisions_per_second": 0.0}
    return msgspec.structs.replace(one, **timeless) == msgspec.structs.replace(other, **timeless)


async def campaign(number: int, seed: int, add: Callable[[dict[str, float]], None], seconds: float = 20.0) -> None:
    """So many games of the tiny game. seconds: between two kills."""
    await asyncio.to_thread(play, number, seed, add, seconds)  # the scheduler would wait for a loop that is busy


def play(number: int, seed: int, add: Callable[[dict[str, float]], None], seconds: float) -> None:
    """Do the same in a thread without a loop."""
    os.environ["CASHBOX_GAMES"] = str(GAMES)
    with among_the_games(GAMES):
        run = lab.plan("coins", number, ["greedy", "random", "random"], seed)
        tally, step, before = lab.Tally(run), max(1, number // STEPS), 0.0
        with lab.open_cluster(lab.LOCAL, WORKERS) as crew:
            killer = Killer(crew.address, seconds)
            for expected, played in enumerate(lab.stream(run, crew)):
                tally.add(played)
                lost = played.number != expected
                if lost or tally.games % step == 0:
                    killer.perhaps()
                    add({"games": step, "lost": lost})
                if tally.games == WARM * step:
                    before = megabytes()
            after = megabytes()
            killer.end()
        alone = lab.simulate(run)
    add(
        {
            "killed": killer.killed,
            "lost": number - tally.games,
            "judged otherwise": not same(tally.result(1.0), alone),
            "megabytes before": before,
            "megabytes after": after,
        }
    )
