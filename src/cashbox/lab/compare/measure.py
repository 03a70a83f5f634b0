"""Play two versions of a game with the same luck until their differences are known, and store the counts."""

from __future__ import annotations

import hashlib
import re
import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import msgspec

from cashbox import games as all_games
from cashbox.engine.measure import Facts
from cashbox.lab import kept
from cashbox.lab.balance.counts import Counts
from cashbox.lab.compare import versions
from cashbox.lab.compare.differences import BATCHES, CHANGED, changes
from cashbox.lab.kept import PROOF
from cashbox.lab.simulate import stream, streams
from cashbox.lab.simulate.sameness import rules_content

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from cashbox.lab.compare.differences import Change
    from cashbox.lab.compare.run import Run
    from cashbox.lab.simulate import Crew, Plan, Played

_FIRST_LOOK: Final = 4 * BATCHES
_LOOK_AGAIN: Final = 1.5
_NUMBERED: Final = re.compile(r"^\d+ ")
_SAVE: Final = 10.0
"""The seconds between saves of the counts."""


Progress = Callable[[int, int], None]
"""Called with the approximate number of games per version, and the number played of both."""


class Side(msgspec.Struct):
    """One version and its counts. names: of the items that are counted. proof: see `kept.digest`. batches: game k is
    counted in batch k % BATCHES."""

    content: str
    options: dict[str, Any]
    bots: tuple[str, ...]
    by_lot: int
    edition: int | None
    names: dict[int, str] = {}
    proof: str = ""
    batches: list[Counts] = msgspec.field(default_factory=lambda: [Counts() for _ in range(BATCHES)])

    def games(self) -> int:
        """Return the number of counted games."""
        return sum(batch.games for batch in self.batches)

    def add(self, played: Played) -> None:
        """Count one more game."""
        facts = played.note
        self.batches[played.number % BATCHES].add(played, facts if isinstance(facts, Facts) else Facts())

    def total(self) -> Counts:
        """Return the counts of all batches."""
        total = Counts()
        for batch in self.batches:
            total = total.plus(batch)
        return total


class Pair(msgspec.Struct):
    """Two versions at one kind of table."""

    game: str
    seed: int
    seats: int
    a: Side
    b: Side

    @property
    def sides(self) -> tuple[Side, Side]:
        """Return both versions."""
        return self.a, self.b

    def games(self) -> int:
        """Return the number of counted games of both versions."""
        return min(side.games() for side in self.sides)

    def changes(self, within: float) -> list[Change]:
        """Return the differences so far, see `differences.changes`."""
        names = self.a.names, self.b.names
        return changes(self.a.batches, self.b.batches, names, within, odds=self.a.by_lot > 0)

    def _repr_html_(self) -> str:
        """Show what changed in a notebook."""
        from cashbox.lab import html
        from cashbox.lab.compare import report

        found = self.changes(2.0)
        head = f"{self.seats} players, {self.games():,} games of each version: {report.summary(found)}"
        changed = [change for change in found if change.answer == CHANGED]
        return html.rendered("\n".join([head, "", *report.rows(changed)]))


def compare(run: Run, crew: Crew | None = None) -> list[Pair]:
    """Play both versions at every table that is asked for.

    Args:
        run: what is asked.
        crew: who plays; by default, this process.

    Raises:
        GameError: where something cannot be played, read or written.
    """
    return [measure(run, plans, crew) for plans in versions.pairs(run)]


def measure(run: Run, plans: tuple[Plan, Plan], crew: Crew | None, heard: Progress | None = None) -> Pair:
    """Play two versions until their differences are known or the run's games are played.

    Args:
        run: what is asked.
        plans: the games of both versions, see `versions.plan`.
        crew: who plays; None for this process.
        heard: is told how far it is.

    Raises:
        GameError: where something cannot be played, read or written.
    """
    path, pair = _read(run, plans)
    goal = run.games
    for look in _looks(pair.games(), run.games):
        _play(pair, plans, look, crew, path, partial(heard, goal) if heard is not None else None)
        for side, plan in zip(pair.sides, plans, strict=True):
            side.names = names_of(side, plan)
        found = pair.changes(run.within)
        if all(change.known() for change in found if change.decides):
            break
        goal = min(run.games, max(look, round(look * _more(found))))
    return pair


def _looks(games: int, most: int) -> Iterable[int]:
    """Yield after how many games the intervals are looked at. Play stops when they are narrow, whatever they say, so
    looking often fools no one."""
    look = max(min(_FIRST_LOOK, most), min(games, most))
    while look < most:
        yield look
        look = round(look * _LOOK_AGAIN)
    yield most


def _more(found: Sequence[Change]) -> float:
    """Return by what factor more games are needed: an interval narrows with their square root."""
    return max(
        ((change.half() / change.margin) ** 2 for change in found if change.decides and change.margin), default=1.0
    )


def _play(
    pair: Pair, plans: tuple[Plan, Plan], games: int, crew: Crew | None, path: Path, heard: Callable[[int], None] | None
) -> None:
    """Play both versions up to a number of games. Played games are stored, however this ends."""
    sides = pair.sides
    wanted = [
        msgspec.structs.replace(plan, first=min(side.games(), games), games=games, workers=1)
        for plan, side in zip(plans, sides, strict=True)
    ]
    done = sum(side.games() for side in sides)
    first: list[list[Played]] = [[], []]
    saved = time.monotonic()
    try:
        for which, played in streams(wanted, crew):
            side = sides[which]
            side.add(played)
            if played.number < PROOF:
                first[which].append(played)
                side.proof = kept.digest(first[which])
            done += 1
            if heard is not None:
                heard(done)
            if time.monotonic() - saved > _SAVE:
                kept.write(path, pair)
                saved = time.monotonic()
    finally:
        kept.write(path, pair)


def _read(run: Run, plans: tuple[Plan, Plan]) -> tuple[Path, Pair]:
    """Return the file of the counts, and the stored counts of the same versions, or empty ones."""
    a, b = (_side(plan) for plan in plans)
    fresh = Pair(run.game, run.seed, len(a.bots), a, b)
    name = hashlib.sha256(msgspec.json.encode(fresh, order="deterministic")).hexdigest()[:12]
    path = run.counts / f"{run.game}-{name}.json"
    found = kept.read(path, Pair)
    if found is None or any(side.games() < PROOF for side in found.sides):
        return path, fresh
    for side, plan in zip(found.sides, plans, strict=True):
        again = stream(msgspec.structs.replace(plan, games=PROOF, workers=1))
        if kept.digest(again) != side.proof:
            return path, fresh
    return path, found


def _side(plan: Plan) -> Side:
    content = rules_content(plan.game, plan.content)
    return Side(content, plan.options, plan.bots, plan.by_lot, plan.edition)


def names_of(side: Side, plan: Plan) -> dict[int, str]:
    """Return the names of all items that a version has counted. A number that begins a name is left out: where an item
    is removed, others move up."""
    own = all_games.own_measures(plan.game)
    items = {item for batch in side.batches for item in batch.items}
    if own is None or not items:
        return {}
    game = all_games.load(plan.game, plan.content)
    names = {item: own.item_name(game, item) for item in items}
    bare = {item: _NUMBERED.sub("", name) for item, name in names.items()}
    return bare if len(set(bare.values())) == len(bare) else names
