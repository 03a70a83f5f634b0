"""Searches the numbers of a content or of options for a version that reaches its goals.

Every version is played on the same seeds. Where there are few, all are; otherwise CMA-ES with margin chooses them, in
generations, around those that came closest. What is found is played again on other seeds, because the best of many is
partly the luckiest.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable
from itertools import product
from typing import TYPE_CHECKING, Any, Final

import msgspec

from cashbox import games as all_games
from cashbox.engine.game import GameError
from cashbox.lab import kept
from cashbox.lab import simulate as lab
from cashbox.lab.balance import measure as reports
from cashbox.lab.balance.counts import Counts
from cashbox.lab.compare.versions import usual_seats
from cashbox.lab.simulate.options import read_options
from cashbox.lab.simulate.sameness import make_of
from cashbox.lab.tune import goals as asked_for
from cashbox.lab.tune.numbers import changed, chosen_options, read

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from cashbox.lab.balance.stats import Interval
    from cashbox.lab.tune.numbers import Number
    from cashbox.lab.tune.settings import Run

FINAL: Final = 4
"""The factor of games for the best version and the current one at the end, on other seeds."""
_OTHER_SEEDS: Final = 10**6
_UNPLAYABLE: Final = 1e6
_SIGMA: Final = 0.25
"""The initial spread of versions around the current one, as a fraction of the ranges."""

Values = tuple[int, ...]
Progress = Callable[[int], None]
"""Called with the number of additional games played."""


class Version(msgspec.Struct):
    """One version that was played. figures: of the goals. loss: see `goals.loss`. fault: why it cannot be played."""

    values: Values
    figures: list[Interval]
    loss: float
    fault: str = ""


class Played(msgspec.Struct):
    """The stored versions of a search: their counts, by their values and purpose."""

    counts: dict[str, Counts] = {}


class Search:
    """One search."""

    def __init__(self, run: Run, content: dict[str, Any] | None = None, crew: lab.Crew | None = None) -> None:
        """Check the settings.

        Args:
            run: what is asked.
            content: of the variant to start from; by default, the game's own.
            crew: the processes that play.

        Raises:
            GameError: where it cannot be played.
        """
        self.run = run
        self.crew = crew
        self.goals = [asked_for.read(text) for text in run.goal]
        self.original = all_games.load(run.game, content).content
        usual = reports.settings(run.game)
        self.noted = {grouping for setting in usual for grouping in setting.noted}
        seats = usual_seats(run.game, run.mode) if run.seats is None else run.seats
        options = read_options(
            all_games.about_game(run.game), (f"mode={run.mode}",) * bool(run.mode) + tuple(run.option)
        )
        bots = [run.bot or usual[0].bot] * seats
        plan = lab.plan(run.game, run.games, bots, run.seed, options, run.workers, content)
        self.plan = msgspec.structs.replace(plan, observed=True)
        about = all_games.about_game(run.game)
        self.numbers = numbers = [read(about, self.original, plan.options, text) for text in run.number]
        if len({number.path for number in numbers}) < len(numbers):
            raise GameError("bad-parameter", "You gave the same number twice.")
        self.path, self.played = self._read(run.counts)
        count = math.prod(len(number.values()) for number in numbers)
        self.optimizer = _optimizer(numbers, run.seed) if count > run.tries else None

    def now(self) -> Values:
        """Return the current values."""
        return tuple(number.now for number in self.numbers)

    def versions(self, heard: Progress | None = None) -> Iterator[Version]:
        """Play one version after the other, and yield each. The current one is the first."""
        current = self.play(self.now(), heard)
        if current.fault:
            raise GameError("bad-content", current.fault)
        yield current
        if self.optimizer is None:
            for values in product(*(number.values() for number in self.numbers)):
                if values != self.now():
                    yield self.play(values, heard)
        else:
            yield from self._generations(self.optimizer, heard)

    def play(self, values: Values, heard: Progress | None = None, *, final: bool = False) -> Version:
        """Play one version, or look up its stored counts.

        Args:
            values: by number.
            heard: is told of the games.
            final: play more games, on other seeds.
        """
        content, options = changed(self.original, self.numbers, values), chosen_options(self.numbers, values)
        try:
            rules = all_games.load(self.run.game, content)
            options = rules.check_options({**self.plan.options, **options}, len(self.plan.bots))
        except GameError as error:
            return Version(values, [], _UNPLAYABLE, str(error))
        games = self.plan.games * (FINAL if final else 1)
        key = f"{'final ' if final else ''}{' '.join(map(str, values))}"
        counts = self.played.counts.get(key)
        if counts is None:
            seed = self.plan.seed + _OTHER_SEEDS if final else self.plan.seed
            plan = msgspec.structs.replace(self.plan, games=games, seed=seed, content=content, options=options)
            counts = self._count(plan, heard)
            self.played.counts[key] = counts
            kept.write(self.path, self.played)
        elif heard is not None:
            heard(games)
        figures = [asked_for.figure(counts, self.noted, goal.figure) for goal in self.goals]
        return Version(values, figures, asked_for.loss(self.goals, figures))

    def _count(self, plan: lab.Plan, heard: Progress | None) -> Counts:
        counts = Counts()
        for played in lab.stream(plan, self.crew):
            asked_for.count(counts, played)
            if heard is not None:
                heard(1)
        return counts

    def _generations(self, optimizer: Any, heard: Progress | None) -> Iterator[Version]:
        """Yield the versions that the optimizer requests; a repeated one is played only once."""
        seen = {self.now()}
        asked = 0
        while len(seen) < self.run.tries and asked < 10 * self.run.tries:
            told = []
            for _ in range(optimizer.population_size):
                point, raw = optimizer.ask()
                values = tuple(
                    number.least + round(float(x) * (len(number.values()) - 1)) * number.step
                    for number, x in zip(self.numbers, point, strict=False)
                )
                version = self.play(values, heard if values not in seen else None)
                told.append((raw, version.loss))
                asked += 1
                if values not in seen:
                    seen.add(values)
                    yield version
            optimizer.tell(told)

    def _read(self, folder: Path) -> tuple[Path, Played]:
        """Return the file of the versions, and the versions stored for the same rules, bots, and games."""
        make = make_of(self.run.game)
        plan = msgspec.structs.replace(self.plan, workers=1)
        ways = [(number.part, number.way) for number in self.numbers]
        name = hashlib.sha256(repr((make, plan, ways)).encode()).hexdigest()[:12]
        path = folder / f"{self.run.game}-{name}.json"
        return path, kept.read(path, Played) or Played()


def _optimizer(numbers: Sequence[Number], seed: int) -> Any:
    """CMA-ES on numbers from 0 to 1, from the current values on.

    Raises:
        GameError: `not-installed`.
    """
    try:
        import numpy as np
        from cmaes import CMAwM
    except ImportError:
        sentence = "A search needs cmaes. Install it: pip install 'cashbox[tune]'."
        raise GameError("not-installed", sentence) from None
    spans = [len(number.values()) - 1 for number in numbers]
    both = zip(numbers, spans, strict=True)
    middle = [min(max((number.now - number.least) / number.step / span, 0.0), 1.0) for number, span in both]
    steps = [1 / span for span in spans]
    if len(numbers) == 1:  # the optimizer needs two dimensions
        middle, steps = [*middle, 0.5], [*steps, 0.0]
    bounds = np.array([[0.0, 1.0]] * len(middle))
    return CMAwM(mean=np.array(middle), sigma=_SIGMA, bounds=bounds, steps=np.array(steps), seed=seed)
