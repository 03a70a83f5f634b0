"""Analyze a finished game, moment by moment.

Each entry of the journal that stands changes every seat's chance of winning. The change is divided:

    change = drawn + hidden + effect

- `effect`: what the action gains over what `steady` would have done, as far as the acting seat could know.
- `drawn`: the result of the draws, compared with all possible results.
- `hidden`: the rest. The hidden cards were not what the acting seat had to expect.

Luck is drawn + hidden. If everyone plays like `steady`, the chances are a martingale: their changes are all luck, and
zero on average. So start + luck + effects of one's own decisions + effects of the others' = result, exactly.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from cashbox import games
from cashbox.analysis.decisions import Decision
from cashbox.analysis.results import Analysis, AnalyzedMoment
from cashbox.analysis.summary import summaries
from cashbox.analysis.values import Values
from cashbox.bots.search import guide_of
from cashbox.engine.chance import ScriptedChance, SeededChance
from cashbox.engine.game import SPECTATOR, GameError
from cashbox.engine.match import Match

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from cashbox.engine.journal import Journal

MOST_ENTRIES: Final = 5_000
"""A game with more entries than this takes too long to analyze."""
CHECKS: Final = 2
"""How many samples to play to check whether an action of `steady` reveals anything."""


class Effort(NamedTuple):
    """The number of playouts in an analysis: for each value, for each search, and for each comparison."""

    values: int
    search: int
    compare: int


EFFORTS: Final = {"quick": Effort(100, 60, 60), "deep": Effort(500, 300, 300)}
"""By name; a game's guide multiplies them (`Guide.effort`)."""


class Played(NamedTuple):
    """An entry that stands. state: after it; no one changes it."""

    n: int
    seat: int
    action: int
    by: str
    drew: bool
    state: Any


class Analyzer:
    """Analyzes one game, step by step. The steps do not depend on each other's randomness, so an interrupted analysis
    continues where it stopped, with the same result.

    Args:
        journal: Of a game that is over.
        effort: A name in `EFFORTS`.
        seed: Of the playouts.

    Raises:
        GameError: "not-over", "too-long"; and what `games.load_for` and `Match.replay` raise.
    """

    def __init__(self, journal: Journal, effort: str = "quick", seed: str = "") -> None:
        self.journal = journal
        self.game = games.load_for(journal)
        self.effort = effort
        self.seed = seed
        match = Match.replay(self.game, journal)
        if not match.over:
            raise GameError("not-over", "This game isn't over. Only finished games can be analyzed.")
        if match.number > MOST_ENTRIES:
            raise GameError(
                "too-long", f"This game has {match.number:,} steps. Games of up to {MOST_ENTRIES:,} can be analyzed."
            )
        self.seats = journal.header.seats
        self.began = Match.replay(self.game, journal, 0).state
        self.played = list(_standing(match))
        self._guide = guide_of(self.game, 0)
        self._counts = Effort(*(max(1, round(count * self._guide.effort)) for count in EFFORTS[effort]))
        self._values = Values(self.game, self.seats, self._counts.values, seed)

    @property
    def total(self) -> int:
        """The number of steps: one for each moment, and one for the start."""
        return len(self.played) + 2

    def steps(self, done: Iterable[AnalyzedMoment] = ()) -> Iterator[AnalyzedMoment]:
        """Analyze moment by moment.

        Args:
            done: Moments of an earlier run, in order, from the first on.

        Yields:
            The moments that are left. The first has n = -1 and the chances before the deal.
        """
        known = list(done)
        if not known:
            start = self._values.before_deal(self.journal.header.options)
            known.append(AnalyzedMoment(-1, SPECTATOR, start.chances, margins=start.margins))
            yield known[0]
        if len(known) == 1:
            known.append(self._dealt(0, self.began, known[0]))
            yield known[1]
        before, last = self.began, known[-1]
        for number, one in enumerate(self.played):
            if number + 2 >= len(known):
                last = self._moment(before, one, last)
                yield last
            before = one.state

    def whole(self, moments: list[AnalyzedMoment]) -> Analysis:
        """Combine all moments. moments: as from `steps`."""
        header = self.journal.header
        result = self._values.read(self.played[-1].state if self.played else self.began).chances
        start = moments[0].chances
        return Analysis(
            game=header.game,
            edition=header.edition,
            content_hash=header.content_hash,
            players=header.players,
            effort=self.effort,
            seed=self.seed,
            unit=self._values.guides[0].unit,
            start=start,
            moments=moments[1:],
            seats=summaries(start, result, moments[1:], self._guide),
            grades=dict(self._guide.grades),
            grade_unit="percentage point" if self._guide.judges else self._guide.unit,
        )

    def _dealt(self, n: int, state: Any, last: AnalyzedMoment) -> AnalyzedMoment:
        """Analyze the deal or a redeal, which is all luck. last: the moment before it."""
        value = self._values.of(state)
        drawn = _minus(value.chances, last.chances)
        return AnalyzedMoment(n, SPECTATOR, value.chances, margins=value.margins, drawn=drawn)

    def _moment(self, before: Any, one: Played, last: AnalyzedMoment) -> AnalyzedMoment:
        """Analyze one entry. last: the moment before it."""
        if one.seat == SPECTATOR:
            return self._dealt(one.n, one.state, last)
        judged = None
        if len(self.game.legal(before, one.seat)) > 1:
            decision = Decision(self._values, before, one.seat, one.action, f"{self.seed} {one.n}")
            judged = decision.judge(self._counts.search, self._counts.compare)
        plain = judged is None or one.action == self._values.plain(before, one.seat)
        by_luck = one.drew or self._reveals(before, one)
        if plain and not by_luck:
            return AnalyzedMoment(one.n, one.seat, last.chances, one.by, last.margins, judged=judged)
        value = self._values.of(one.state)
        # The expected value of the action, before anything was drawn.
        expected = last.chances
        if not plain:
            expected = self._values.of(before, one.action, one.seat).chances if by_luck else value.chances
        effect = judged.effect if judged is not None and judged.effect else (0.0,) * self.seats
        hidden = _minus(_minus(expected, last.chances), effect)
        drawn = _minus(value.chances, expected)
        return AnalyzedMoment(
            one.n, one.seat, value.chances, one.by, value.margins, drawn if any(drawn) else (),
            hidden if any(hidden) else (), judged,
        )  # fmt: skip

    def _reveals(self, before: Any, one: Played) -> bool:
        """Return whether an action without draws shows a seat something that no seat knew."""
        if self.game.outcome(one.state) is not None:
            return True
        sampler = self.game.sampler(before, (1 << self.seats) - 1)
        chance = SeededChance(f"{self.seed} {one.n} reveals")
        seen = self._seen(one.state)
        for _ in range(CHECKS):
            sample = sampler(chance)
            self.game.play(sample, one.seat, one.action, chance)
            if self._seen(sample) != seen:
                return True
        return False

    def _seen(self, state: Any) -> bytes:
        views = self.game.views(state)
        return msgspec.json.encode([views(seat) for seat in range(self.seats)])


def _standing(match: Match[Any]) -> Iterator[Played]:
    """Replay the entries of a match that were not undone, each with the state after it."""
    game, journal = match.game, match.journal
    following = Match.replay(game, journal, 0)
    state = game.clone(following.state)
    for entry in journal.entries[1:]:
        following.follow(entry)
        if entry.undo or not match.records[entry.n].stands:
            continue
        if entry.anew:
            state = following.state
            yield Played(entry.n, SPECTATOR, -1, entry.by, True, state)
            continue
        action = game.decode(entry.do or {})
        state = game.clone(state)
        game.play(state, entry.seat, action, ScriptedChance(entry.chance))
        yield Played(entry.n, entry.seat, action, entry.by, bool(entry.chance), state)


def _minus(one: tuple[float, ...], other: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(first - second for first, second in zip(one, other, strict=True))
