"""`python -m cashbox.games.cash.learn --games 12000`: learns what a table is worth from games that it plays itself, and
writes `data/learned.json`.

One or all seats play what is best by what is known so far, and now and then something that is nearly as good; the
others are `steady`. After each lot of games the nets learn from all games that are kept: the chance to win after a turn
should be what it is found to be after the next ones, and in the end whether the game was won (TD(lambda)). It needs
numpy, which the extra `plots` brings. The same seed and number of games give the same file on one machine.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from cashbox.engine.bot import decide
from cashbox.engine.chance import SeededChance
from cashbox.games.cash.bots import SteadyBot, value
from cashbox.games.cash.bots.judge import JUDGED, Judge
from cashbox.games.cash.game import load
from cashbox.games.cash.schooling import Pupil, School
from cashbox.games.cash.state import PHASES

if TYPE_CHECKING:
    from cashbox.games.cash.game import Cash

LOT: Final = 100
"""Games between two lessons."""
KEPT: Final = 1_500
"""Games that are learned from."""
ALONE: Final = 80
"""The percentage of games in which one seat learns, against steady; in the others all do."""
COPIED: Final = 300
"""Games of each kind in which new pupils, on all seats, play like steady and only look on."""
LEARNED: Final = Path(__file__).parent / "data" / "learned.json"
OTHERS: Final = (4, 4, 4, 4, 4, 4, 3, 5, 6)
"""Tables of more than two players, each as often."""
OPTIONS: Final[tuple[dict[str, Any], ...]] = (
    *[{"mode": "quick"}] * 8, *[{"mode": "quick", "target": 1_000_000}] * 2, {"mode": "quick", "license": False},
    {"mode": "quick", "license": False, "target": 1_000_000},
)  # fmt: skip
"""What is played, each as often; without offers, which are not learned."""


class Course:
    """All that is learned. many: the percentage of games with more than two players."""

    def __init__(self, seed: int, many: int, known: list[value.Net] | None) -> None:
        self.game = load()
        self.rng = SeededChance(seed)
        self.seed = seed
        self.many = many
        self.known = known is not None
        few, many = known or (None, None)
        self.schools = [School(value.FEW, seed, few), School(value.MANY, seed, many)]
        self.played = [0, 0]
        self.won: list[list[float]] = [[], []]

    def lot(self, pace: float) -> None:
        """Plays some games and learns from them. pace: of learning, from 1 down to 0."""
        judge = Judge(self.game.tables, [school.net() for school in self.schools])
        for _ in range(LOT):
            which = int(self.rng.draw(100) < self.many)
            seats = OTHERS[self.rng.draw(len(OTHERS))] if which else 2
            self._play(judge, which, seats)
        for school in self.schools:
            school.lesson(pace)

    def _play(self, judge: Judge, which: int, seats: int) -> None:
        alone = self.rng.draw(100) < ALONE
        first = self.rng.draw(seats)
        copies = not self.known and self.played[which] < COPIED
        learning = [first] if alone and not copies else range(seats)
        pupils = {seat: Pupil(seat, value.rivals_of(seats)) for seat in learning}
        self.played[which] += 1
        chance = SeededChance(f"{self.seed} {which} {self.played[which]}")
        play(self.game, seats, OPTIONS[self.rng.draw(len(OPTIONS))], chance, judge, pupils, self.rng, copies=copies)
        self.schools[which].keep(list(pupils.values()), KEPT)
        if alone and not copies:
            self.won[which].append(pupils[first].result)

    def save(self, path: Path) -> None:
        """Writes the file."""
        few, many = self.played
        how = f"python -m cashbox.games.cash.learn --seed {self.seed}: {few} games of two, {many} of more players"
        nets = [school.plain() for school in self.schools]
        path.write_text(json.dumps({"how": how, "nets": nets}, separators=(",", ":")), encoding="utf-8")

    def told(self) -> str:
        """How it goes: games and, of the last ones against steady, the share that was won."""
        parts = []
        for name, played, won in zip(("two", "more"), self.played, self.won, strict=True):
            last = won[-500:]
            parts.append(f"{name}: {played} games, won {sum(last) / max(1, len(last)):.1%}")
        return "; ".join(parts)


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
    """One game; the pupils note what they know after their turns. copies: they play as steady does."""
    bots = [SteadyBot(game, seat, chance) for seat in range(seats)]
    state = game.start({**options, "max_rounds": 60, "max_turns": 400}, seats, chance)
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
                pupil.round_over(state)
    outcome = game.outcome(state)
    assert outcome is not None
    for seat, pupil in pupils.items():
        pupil.result = 1 / len(outcome.winners) if seat in outcome.winners else 0.0


def main(words: list[str] | None = None) -> None:
    """The command. words: what it is given, by default on the command line."""
    parser = argparse.ArgumentParser(description="Learns what a table of CASH is worth.")
    parser.add_argument("--games", type=int, default=12_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--many", type=int, default=75, help="percentage of games with more than two players")
    parser.add_argument("--go-on", action="store_true", help="begin with what the file holds; take another seed")
    parser.add_argument("--out", type=Path, default=LEARNED)
    given = parser.parse_args(words)
    known = value.read(given.out.read_bytes()) if given.go_on else None
    course = Course(given.seed, given.many, known)
    while sum(course.played) < given.games:
        course.lot(1 - sum(course.played) / given.games)
        course.save(given.out)
        sys.stderr.write(f"{course.told()}\n")


if __name__ == "__main__":
    main()
