"""Many games between bots, on as many processes or machines as wanted, with the same results for any number of them.

A `Plan` says all that there is to say of a run, and goes from the command line to the processes that play. Where
several play, they are a `Crew`: processes of this machine by `Plan.workers`, or a cluster that the caller has opened.
"""

from __future__ import annotations

import time
from contextlib import closing
from typing import TYPE_CHECKING

from cashbox.lab.simulate.cluster import LOCAL, open_cluster
from cashbox.lab.simulate.crew import Crew, streams_from
from cashbox.lab.simulate.plan import MOST_GAMES, Look, Plan, checked_workers, default_workers, plan
from cashbox.lab.simulate.processes import processes
from cashbox.lab.simulate.results import BotResult, OtherResult, Played, Result, Tally
from cashbox.lab.simulate.table import Table, play_out, seat_bots

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence

__all__ = [
    "LOCAL", "MOST_GAMES", "BotResult", "Crew", "Look", "OtherResult", "Plan", "Played", "Result", "Tally",
    "checked_workers", "default_workers", "open_cluster", "plan", "play_out", "seat_bots", "simulate", "stream",
    "streams",
]  # fmt: skip


def simulate(run: Plan, progress: Callable[[Played], None] | None = None, crew: Crew | None = None) -> Result:
    """Play many games and sum them up.

    In game k bot i sits at seat (i + k) % seats. The same run gives the same results for any number of workers, but
    for the seconds. progress: is told of every game. crew: see `stream`.
    """
    start = time.perf_counter()
    tally = Tally(run)
    for played in stream(run, crew):
        tally.add(played)
        if progress is not None:
            progress(played)
    return tally.result(time.perf_counter() - start)


def stream(run: Plan, crew: Crew | None = None) -> Iterator[Played]:
    """Yield the games of a run as they end, in the order of their numbers. `crew` plays them; by default this process,
    or as many others as the run names."""
    with closing(streams([run], crew)) as several:
        yield from (played for _, played in several)


def streams(runs: Sequence[Plan], crew: Crew | None = None) -> Generator[tuple[int, Played]]:
    """Yield the games of several runs, one run after the other, each with the number of its run. By default as many
    processes play as any run names."""
    workers = max((run.workers for run in runs), default=1)
    if crew is not None:
        yield from streams_from(crew, runs)
    elif workers == 1:
        for which, run in enumerate(runs):
            table = Table(run)
            yield from ((which, table.play(number)) for number in range(run.first, run.games))
    else:
        with processes(workers) as several:
            yield from streams_from(several, runs)
