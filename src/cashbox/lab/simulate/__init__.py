"""Many games between bots, on as many processes as wanted, with the same results for any number of them.

A `Plan` says all that there is to say of a run, and goes from the command line to the processes that play.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from cashbox.lab.simulate.plan import MOST_GAMES, Look, Plan, default_workers, plan
from cashbox.lab.simulate.processes import stream_from_processes
from cashbox.lab.simulate.results import BotResult, OtherResult, Played, Result, Tally
from cashbox.lab.simulate.table import Table, play_out, seat_bots

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = [
    "MOST_GAMES", "BotResult", "Look", "OtherResult", "Plan", "Played", "Result", "Tally", "default_workers", "plan",
    "play_out", "seat_bots", "simulate", "stream",
]  # fmt: skip


def simulate(run: Plan, progress: Callable[[Played], None] | None = None) -> Result:
    """Play many games and sum them up.

    In game k bot i sits at seat (i + k) % seats. The same run gives the same results for any number of workers, but
    for the seconds. progress: is told of every game.
    """
    start = time.perf_counter()
    tally = Tally(run)
    for played in stream(run):
        tally.add(played)
        if progress is not None:
            progress(played)
    return tally.result(time.perf_counter() - start)


def stream(run: Plan) -> Iterator[Played]:
    """The games of a run as they end, in the order of their numbers."""
    if run.workers == 1:
        return map(Table(run).play, range(run.first, run.games))
    return stream_from_processes(run)
