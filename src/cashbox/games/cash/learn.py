"""`python -m cashbox.games.cash.learn --games 12000`: train the net from self-play, with two players or as many as
`--seats` says, and write `data/learned.json`.

One seat, or all of them, play the best choice by the current net, and now and then one that is nearly as good; the
others are `steady`. After each batch of games, the net learns from all stored games: the chance of winning after a turn
should match the estimates after the following turns, and finally the result (TD(lambda)). It needs numpy, which comes
with the extra `plots`. The same seed and number of games give the same file on one machine.

`--join ONE.json TWO.json` plays nothing and writes a net whose output is the average of these, which is better than
either.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from cashbox.engine.bot import decide
from cashbox.engine.chance import SeededChance
from cashbox.games.cash.bots import value
from cashbox.games.cash.bots.judge import JUDGED, Judge
from cashbox.games.cash.bots.steady import SteadyBot
from cashbox.games.cash.game import load
from cashbox.games.cash.schooling import Pupil, School, join_nets
from cashbox.games.cash.state import PHASES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.games.cash.game import Cash

LOT: Final = 100
"""The number of games in a batch."""
KEPT: Final = 4_000
"""The number of games to store for learning."""
ALONE: Final = 80
"""The percentage of games in which one seat learns against steady; in the others, all seats do."""
LEARNED: Final = Path(__file__).parent / "data" / "learned.json"
OPTIONS: Final[tuple[dict[str, Any], ...]] = (
    *[{"mode": "quick"}] * 8, *[{"mode": "quick", "target": 1_000_000}] * 2, {"mode": "quick", "license": False},
    {"mode": "quick", "license": False, "target": 1_000_000},
)  # fmt: skip
"""The modes to play, equally often, without offers, which the net does not learn."""


class Course:
    """A training run. seats: numbers of players, equally often. copied: the number of initial games in which a new net
    only watches steady play on all seats. known: the net to start from."""

    def __init__(self, seed: int, seats: tuple[int, ...], copied: int, known: value.Net | None) -> None:
        self.game = load()
        self.rng = SeededChance(seed)
        self.seed = seed
        self.seats = seats
        self.copied = 0 if known else copied
        self.school = School(seed, known)
        self.played = 0
        self.won: list[float] = []

    def lot(self, pace: float) -> None:
        """Play a batch of games and learn from them. pace: the factor of the learning rate, from 1 down to 0."""
        judge = Judge(self.game.tables, self.school.net())
        for _ in range(LOT):
            self._play(judge)
        self.school.lesson(pace)

    def _play(self, judge: Judge) -> None:
        copies = self.played < self.copied
        seats = self.seats[self.played % len(self.seats)]
        first = self.rng.draw(seats)
        alone = not copies and self.rng.draw(100) < ALONE
        pupils = {seat: Pupil(seat) for seat in ((first,) if alone else range(seats))}
        self.played += 1
        chance = SeededChance(f"{self.seed} {self.played}")
        options = OPTIONS[self.rng.draw(len(OPTIONS))]
        play(self.game, seats, options, chance, judge, pupils, self.rng, copies=copies)
        self.school.store(list(pupils.values()), KEPT)
        if alone:
            self.won.append(pupils[first].result)

    def save(self, path: Path, before: str) -> None:
        """Write the file. `before` says how the net to start from was trained."""
        seats = " ".join(map(str, self.seats))
        how = f"python -m cashbox.games.cash.learn --seed {self.seed} --seats {seats}: {self.played} games"
        found = {"how": f"{before}; {how}" if before else how, **self.school.plain()}
        _write(path, found)

    def report(self) -> str:
        """Report the progress: the number of games, and the share of recent games against steady that were won."""
        last = self.won[-500:]
        return f"{self.played} games, {sum(last) / max(1, len(last)):.1%} of the last {len(last)} against steady won"


def play(
    game: Cash,
    seats: int,
    options: dict[str, Any],
    chance: SeededChance,
    judge: Judge,
    pupils: dict[int, Pupil],
    rng: SeededChance,
    *,
    copies: bool,
) -> None:
    """Play one game in which the pupils record what they know after their turns. With `copies`, they play like
    steady."""
    bots = [SteadyBot(game, seat, chance) for seat in range(seats)]
    state = game.start({"max_rounds": 60, "max_turns": 400, **options}, seats, chance)
    while due := game.due(state):
        seat = (due & -due).bit_length() - 1
        legal = game.legal(state, seat)
        if seat in pupils and len(legal) > 1 and PHASES[state.phase] in JUDGED:
            told = decide(bots[seat], game, state, legal) if copies else -1
            action = pupils[seat].choose(judge, game.view(state, seat), legal, state, rng, told)
        else:
            action = decide(bots[seat], game, state, legal)
        before = state.round
        game.play(state, seat, action, chance)
        if state.round != before and game.due(state):
            for pupil in pupils.values():
                pupil.record_capitals(state)
    outcome = game.outcome(state)
    assert outcome is not None
    for seat, pupil in pupils.items():
        pupil.result = 1 / len(outcome.winners) if seat in outcome.winners else 0.0


def join(paths: Sequence[Path], out: Path) -> None:
    """Write a net whose output is the average of the nets in these files."""
    each = [path.read_bytes() for path in paths]
    how = "; and ".join(str(json.loads(data)["how"]) for data in each)
    _write(out, {"how": f"joined: {how}", **join_nets([value.read(data) for data in each])})


def _write(path: Path, found: dict[str, Any]) -> None:
    path.write_text(json.dumps(found, separators=(",", ":")), encoding="utf-8")


def main(words: list[str] | None = None) -> None:
    """Run the command. `words` are its arguments, by default from the command line."""
    parser = argparse.ArgumentParser(description="Train the net that judges positions in CASH.")
    parser.add_argument("--games", type=int, default=12_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--seats", type=int, nargs="+", default=[2], help="the numbers of players to train with, one after another"
    )
    parser.add_argument("--copied", type=int, default=300, help="the number of games in which the net only watches")
    parser.add_argument("--go-on", action="store_true", help="continue from the net in the file (use a different seed)")
    parser.add_argument("--out", type=Path, default=LEARNED)
    parser.add_argument(
        "--join", type=Path, nargs="+", metavar="FILE", help="combine these nets into one without playing"
    )
    given = parser.parse_args(words)
    if given.join:
        join(given.join, given.out)
        return
    data = given.out.read_bytes() if given.go_on else b""
    course = Course(given.seed, tuple(given.seats), given.copied, value.read(data) if data else None)
    before = str(json.loads(data)["how"]) if data else ""
    while course.played < given.games:
        course.lot(1 - course.played / given.games)
        course.save(given.out, before)
        sys.stderr.write(f"{course.report()}\n")


if __name__ == "__main__":
    main()
