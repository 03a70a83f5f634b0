"""Many games between bots, on as many processes as wanted, with the same results for any number of them.

Each game's chance comes from the run's seed and the game's number alone, so it does not matter which process plays it.
"""

from __future__ import annotations

import hashlib
import math
import os
import signal
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

import msgspec

from cashbox import bots as all_bots
from cashbox import games as all_games
from cashbox.engine.chance import SeededChance
from cashbox.engine.game import SPECTATOR, GameError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from concurrent.futures import Future

    from cashbox.engine.bot import Bot
    from cashbox.engine.chance import Chance
    from cashbox.engine.game import Game
    from cashbox.engine.measure import Measures, Observer

MOST_GAMES: Final = 10**9
MOST_WORKERS: Final = 256

_LARGEST_CHUNK: Final = 16
"""Games that one process plays before it reports."""

_CHUNKS_AHEAD: Final = 4
"""Chunks in hand for each process, so that none waits for the slowest."""

Look = Callable[[msgspec.Struct], Any]
"""Takes what a spectator sees when a game is over, gives what a report wants to keep of it. A module's own function,
so that other processes find it."""


class Played(msgspec.Struct, frozen=True):
    """One game that was played to its end.

    number: from 0. bots: by seat, which of the run's bots sat there. scores: by seat. winners: seats that share the
    win. actions: all that were taken; decisions: those with at least two legal answers. note: what `look` kept, or the
    observer's `Facts`. others: scores of opponents that have no seat, by name.
    """

    number: int
    bots: tuple[int, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    actions: int
    decisions: int
    note: Any = None
    others: dict[str, int] = {}


class BotResult(msgspec.Struct, frozen=True):
    """How one of the run's bots did. wins: a win shared by k seats counts as 1/k. mean, sd (of a sample), min and max
    are of its scores."""

    bot: str
    wins: float
    mean: float
    sd: float
    min: int
    max: int


class OtherResult(msgspec.Struct, frozen=True):
    """How an opponent without a seat did: mean, sd (of a sample), min and max of its scores."""

    name: str
    mean: float
    sd: float
    min: int
    max: int


class Result(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a run went. A decision has at least two legal answers. seats: by bot, in the order they were given. others:
    opponents without a seat, left out of the JSON where there are none."""

    game: str
    games: int
    decisions: int
    seconds: float
    games_per_second: float
    decisions_per_second: float
    seats: tuple[BotResult, ...]
    others: tuple[OtherResult, ...] = ()


class Plan(msgspec.Struct, frozen=True):
    """What a run plays. bots: names, one for each seat. options: complete, as `Game.check_options` returns them."""

    game: str
    games: int
    bots: tuple[str, ...]
    seed: int
    options: dict[str, Any]


class Observed(msgspec.Struct, frozen=True):
    """That the games of a run are watched by the game's own observers. by_lot: see `Setting`."""

    by_lot: int = 0


def plan(
    game_id: str, games: int, bots: Sequence[str], seed: int = 0, options: Mapping[str, Any] | None = None
) -> Plan:
    """A run that can be played. bots: names, one for each seat. GameError with the sentence that says why this one
    cannot."""
    rules = all_games.load(game_id)
    if not 1 <= games <= MOST_GAMES:
        raise GameError("bad-number", f"The number of games is from 1 to {MOST_GAMES}, not {games}.")
    for name in bots:
        all_bots.check(game_id, name)
    complete = rules.check_options({**rules.about.unattended, **(options or {})}, len(bots))
    return Plan(game_id, games, tuple(bots), seed, complete)


def simulate(run: Plan, workers: int = 1, progress: Callable[[Played], None] | None = None) -> Result:
    """Play many games and sum them up.

    In game k bot i sits at seat (i + k) % seats. The same run gives the same results for any number of workers, but
    for the seconds. progress: is told of every game. GameError as `stream`.
    """
    start = time.perf_counter()
    tally = Tally(run)
    for played in stream(run, workers):
        tally.add(played)
        if progress is not None:
            progress(played)
    return tally.result(time.perf_counter() - start)


def stream(
    run: Plan, workers: int = 1, look: Look | None = None, *, observed: Observed | None = None, first: int = 0
) -> Iterator[Played]:
    """The games of a run as they end, in the order of their numbers, from number `first` on. GameError for a bad number
    of workers.

    observed: each game is watched by an observer of its own, if the game brings any, in the process that plays it.
    """
    if not 1 <= workers <= MOST_WORKERS:
        raise GameError("bad-number", f"The number of workers is from 1 to {MOST_WORKERS}, not {workers}.")
    if workers == 1:
        return _chunk(Table(run, look, observed), range(first, run.games))
    return _stream_from_processes(run, workers, look, observed, first)


def default_workers() -> int:
    """One process for each processor that may be used."""
    return min(MOST_WORKERS, len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1)


def seed_of(run_seed: int, number: int, what: str) -> int:
    """A seed of 64 bits for one purpose in one game of a run."""
    return int.from_bytes(hashlib.sha256(f"{run_seed}/{number}/{what}".encode()).digest()[:8], "big")


def seat_bots(game: Game[Any], names: Sequence[str], run_seed: int, number: int = 0) -> list[Bot]:
    """The bots of one game of a run, each with a stream of its own. names: by seat."""
    return [
        all_bots.make(name, game, seat, SeededChance(seed_of(run_seed, number, f"seat {seat}")))
        for seat, name in enumerate(names)
    ]


def play_out(
    game: Game[Any], state: Any, bots: Sequence[Bot], chance: Chance, observer: Observer | None = None
) -> tuple[int, int]:
    """Play a state to its end with the bots by seat; how many actions that took, and how many of them were decisions.

    observer: is told of each action before it is taken. An action without an alternative is taken without asking.
    RuntimeError where the game does not end within its bound or leads nowhere, or where a bot picks what it was not
    offered.
    """
    due, legal, play, view = game.due, game.legal, game.play, game.view
    choose = [bot.choose for bot in bots]
    needs_view = [bot.needs_view for bot in bots]
    decisions = 0
    for actions in range(game.bound + 1):
        mask = due(state)
        if not mask:
            return actions, decisions
        seat = (mask & -mask).bit_length() - 1
        choices = legal(state, seat)
        if len(choices) > 1:
            decisions += 1
            action = choose[seat](view(state, seat) if needs_view[seat] else None, choices)
            if action not in choices:
                raise RuntimeError(f"the bot {bots[seat].name} picked {action}, which was not offered to it")
        elif choices:
            action = choices[0]
        else:
            raise RuntimeError(f"seat {seat} owes a decision and has nothing legal after {actions} actions")
        if observer is not None:
            observer.before(state, seat, action)
        play(state, seat, action, chance)
    raise RuntimeError(f"the game did not end within {game.bound} actions")


class Table:
    """Where the games of a run are played one after the other."""

    def __init__(self, run: Plan, look: Look | None, observed: Observed | None = None) -> None:
        self.run = run
        self.look = look
        self.by_lot = observed.by_lot if observed is not None else 0
        self.measures: Measures | None = all_games.own_measures(run.game) if observed is not None else None
        self.game = all_games.load(run.game)

    def play(self, number: int) -> Played:
        """Play one game of the run."""
        run, game = self.run, self.game
        seats = len(run.bots)
        sitting = tuple((seat - number) % seats for seat in range(seats))
        bots = seat_bots(game, [run.bots[i] for i in sitting], run.seed, number)
        chance = SeededChance(seed_of(run.seed, number, "table"))
        state = game.start(run.options, seats, chance)
        observer = None
        if self.measures is not None:
            observer = self.measures.watch(game, seats)
            if self.by_lot:
                lots = [SeededChance(seed_of(run.seed, number, f"lots {seat}")) for seat in range(seats)]
                bots = [self.measures.by_lot(bot, self.by_lot, lot) for bot, lot in zip(bots, lots, strict=True)]
        actions, decisions = play_out(game, state, bots, chance, observer)
        outcome = game.outcome(state)
        if outcome is None:
            raise RuntimeError("nobody owes a decision and the game is not over")
        note: Any = self.look(game.view(state, SPECTATOR)) if self.look is not None else None
        if observer is not None:
            note = observer.ended(state)
        return Played(number, sitting, outcome.scores, outcome.winners, actions, decisions, note, outcome.others)


class Scores:
    """Sums up scores in whole numbers, so that no order of adding them changes the result."""

    def __init__(self) -> None:
        self.count = 0
        self._sum = 0
        self._squares = 0
        self.least = 0
        self.most = 0

    def add(self, score: int) -> None:
        """One more score."""
        self.least = min(self.least, score) if self.count else score
        self.most = max(self.most, score) if self.count else score
        self.count += 1
        self._sum += score
        self._squares += score * score

    def mean(self) -> float:
        """The mean, 0 of none."""
        return round(self._sum / self.count, 6) if self.count else 0.0

    def sd(self) -> float:
        """The standard deviation of a sample, 0 of fewer than two."""
        n = self.count
        return round(math.sqrt(Fraction(n * self._squares - self._sum**2, n * (n - 1))), 6) if n > 1 else 0.0


class Tally:
    """Sums up the games of a run; no order of adding them changes the result."""

    def __init__(self, run: Plan) -> None:
        self.run = run
        self.games = 0
        self.decisions = 0
        self._wins = [Fraction(0) for _ in run.bots]
        self._scores = [Scores() for _ in run.bots]
        self._others: dict[str, Scores] = {}

    def add(self, played: Played) -> None:
        """One more game."""
        self.games += 1
        self.decisions += played.decisions
        for seat in played.winners:
            self._wins[played.bots[seat]] += Fraction(1, len(played.winners))
        for bot, score in zip(played.bots, played.scores, strict=True):
            self._scores[bot].add(score)
        for name, score in played.others.items():
            self._others.setdefault(name, Scores()).add(score)

    def result(self, seconds: float) -> Result:
        """What there is so far, played in so many seconds."""
        return Result(
            game=self.run.game,
            games=self.games,
            decisions=self.decisions,
            seconds=round(seconds, 3),
            games_per_second=round(self.games / seconds, 2),
            decisions_per_second=round(self.decisions / seconds, 1),
            seats=tuple(
                BotResult(bot, round(float(wins), 6), found.mean(), found.sd(), found.least, found.most)
                for bot, wins, found in zip(self.run.bots, self._wins, self._scores, strict=True)
            ),
            others=tuple(
                OtherResult(name, found.mean(), found.sd(), found.least, found.most)
                for name, found in self._others.items()
            ),
        )


def _chunk(table: Table, numbers: Sequence[int]) -> Iterator[Played]:
    return map(table.play, numbers)


_table: Table | None = None
"""The table of this process, where it is one of several."""


def _sit_down(run: Plan, look: Look | None, observed: Observed | None) -> None:
    """Prepare a process of a run; an interrupt is for the one that started it."""
    global _table
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _table = Table(run, look, observed)


def _play_chunk(numbers: range) -> list[Played]:
    assert _table is not None
    return list(_chunk(_table, numbers))


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Put an interrupt off: a process that is just being started would be left behind, and waited for without end."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _stream_from_processes(
    run: Plan, workers: int, look: Look | None, observed: Observed | None, begin: int
) -> Iterator[Played]:
    size = max(1, min(_LARGEST_CHUNK, (run.games - begin) // (workers * 8)))
    pool = ProcessPoolExecutor(max_workers=workers, initializer=_sit_down, initargs=(run, look, observed))
    ahead: deque[Future[list[Played]]] = deque()
    try:
        for first in range(begin, run.games, size):
            with _undisturbed():
                ahead.append(pool.submit(_play_chunk, range(first, min(first + size, run.games))))
            if len(ahead) > _CHUNKS_AHEAD * workers:
                yield from ahead.popleft().result()
        while ahead:
            yield from ahead.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)
