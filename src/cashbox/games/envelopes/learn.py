"""`python -m cashbox.games.envelopes.learn`: learn from self-play of `steady` how many stars a player will still score,
and write `data/outlook.json`, with which the search bot rates months.

For each kind of table and each month, it is a ridge regression of the future stars on the features of
`bots/outlook.py`. The same seed and numbers of games give the same file, which has the weights, the names of the
features, and how each kind of table was learned.
"""

from __future__ import annotations

import argparse
import json
import sys
from operator import mul
from pathlib import Path
from statistics import pstdev
from typing import TYPE_CHECKING, Any, Final

from cashbox.engine.chance import SeededChance
from cashbox.games.envelopes import game as envelopes
from cashbox.games.envelopes.bots.by_source import SOURCES, scored
from cashbox.games.envelopes.bots.forecast import read_weights
from cashbox.games.envelopes.bots.guide import ASKED
from cashbox.games.envelopes.bots.mind import Mind
from cashbox.games.envelopes.bots.outlook import NAMES, outlook
from cashbox.games.envelopes.bots.tables import tables_of
from cashbox.games.envelopes.phases import DRAFT
from cashbox.games.envelopes.view.glimpse import glimpse

if TYPE_CHECKING:
    from cashbox.engine.game import Game

WRITTEN: Final = Path(__file__).parent / "data" / "outlook.json"
TABLES: Final = (("standard", 2), ("standard", 3), ("standard", 4))
ONLINE: Final = (("online", 2), ("online", 3), ("online", 4))
"""The kinds of tables to learn for bots, and for hints alone. For others, playouts go to the end: against Bubba, where
the game of one player is fast, that is 20 to 30 stars better."""
RIDGE: Final = 30.0
"""The ridge penalty of every weight, in games."""


class Regression:
    """Least squares over rows that are not stored."""

    def __init__(self) -> None:
        self.count = 0
        self.products = [[0.0] * len(NAMES) for _ in NAMES]
        self.towards = [[0.0] * len(NAMES) for _ in SOURCES]

    def add(self, row: list[float], results: list[float]) -> None:
        """Add one row with its result by source."""
        self.count += 1
        for i, x in enumerate(row):
            if x:
                for towards, result in zip(self.towards, results, strict=True):
                    towards[i] += x * result
                products = self.products[i]
                for j, y in enumerate(row):
                    products[j] += x * y

    def total(self) -> list[float]:
        """Compute the weights for the sum of all sources."""
        return self.weights([sum(some) for some in zip(*self.towards, strict=True)])

    def weights(self, towards: list[float]) -> list[float]:
        """Compute the weight of each number. Weights of uninformative numbers stay near 0; the first one is not
        penalized."""
        n = max(1, self.count)
        means = self.products[0]
        spread = [max(1e-6, self.products[i][i] / n - (means[i] / n) ** 2) for i in range(len(NAMES))]
        rows = [[*self.products[i], towards[i]] for i in range(len(NAMES))]
        for i in range(1, len(NAMES)):
            rows[i][i] += RIDGE * spread[i]
        rows[0][0] += 1e-9
        return solve(rows)


def solve(rows: list[list[float]]) -> list[float]:
    """Solve linear equations. The last number of each row is the right-hand side."""
    size = len(rows)
    for k in range(size):
        best = max(range(k, size), key=lambda i: abs(rows[i][k]))
        rows[k], rows[best] = rows[best], rows[k]
        for i in range(k + 1, size):
            part = rows[i][k] / rows[k][k]
            if part:
                rows[i] = [a - part * b for a, b in zip(rows[i], rows[k], strict=True)]
    found = [0.0] * size
    for k in reversed(range(size)):
        found[k] = (rows[k][size] - sum(rows[k][j] * found[j] for j in range(k + 1, size))) / rows[k][k]
    return found


def play_game(game: Game[Any], mode: str, seats: int, seed: int) -> list[tuple[int, list[float], list[float]]]:
    """Play one game, and return, for each month and player, the features at its beginning and the future stars by
    source."""
    chance = SeededChance(seed)
    state = game.start(game.check_options({"mode": mode}, seats), seats, chance)
    tables = tables_of(state.content).priced(state.value)
    minds = [Mind(tables) for _ in range(seats)]
    seen: list[tuple[int, int, list[float], list[float]]] = []
    month = -1
    while due := state.due:
        if state.month != month and state.phase == DRAFT:
            month = state.month
            seen += [(month, seat, scored(p), outlook(state, seat, tables)) for seat, p in enumerate(state.players)]
        seat = (due & -due).bit_length() - 1
        legal = game.legal(state, seat)
        game.play(state, seat, legal[0] if len(legal) == 1 else minds[seat].choose(glimpse(state, seat), legal), chance)
    ends = [scored(p) for p in state.players]
    return [
        (month, row, [end - now for end, now in zip(ends[seat], before, strict=True)])
        for month, seat, before, row in seen
    ]


def learn_weights(game: Game[Any], mode: str, seats: int, count: int, seed: int) -> list[Regression]:
    """Learn one kind of table, by month. The last tenth of the games measures the fit."""
    months = [Regression() for _ in range(12)]
    unseen: list[tuple[int, list[float], float]] = []
    for number in range(count):
        rows = play_game(game, mode, seats, seed + number)
        if number >= count - count // 10:
            unseen += [(month, row, sum(stars)) for month, row, stars in rows]
        else:
            for month, row, stars in rows:
                months[month].add(row, stars)
    for month, row in enumerate(one.total() for one in months):
        fits = [(stars, sum(map(mul, row, seen))) for at, seen, stars in unseen if at == month]
        missed = [stars - fit for stars, fit in fits]
        spread = pstdev([stars for stars, _ in fits]) if fits else 0.0
        told = f"{mode} {seats}, month {month}: off by {pstdev(missed or [0.0]):.1f} of {spread:.1f} stars\n"
        sys.stdout.write(told)
    return months


def by_source(months: list[Regression]) -> list[list[list[float]]]:
    """Return the weights of each source by month, nothing for months in which no playout of a hint ends."""
    return [
        [[round(weight, 3) for weight in month.weights(towards)] for towards in month.towards] if at >= ASKED else []
        for at, month in enumerate(months)
    ]


def read_learned(path: Path) -> dict[str, Any]:
    """Read the earlier weights for the same features, so that kinds of tables can be learned one by one."""
    if path.exists() and read_weights(data := path.read_bytes()):
        read: dict[str, Any] = json.loads(data)
        return read
    return {"how": {}, "names": list(NAMES), "weights": {}, "sources": {}}


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(
        description="Learn how many stars players of Envelopes of Cash score from each month on."
    )
    parser.add_argument("--games", type=int, default=600, help="games for each kind of table")
    parser.add_argument("--seed", type=int, default=18)
    parser.add_argument("--out", type=Path, default=WRITTEN)
    parser.add_argument("--only", default="", help="the only kind of table to learn, such as standard:2")
    given = parser.parse_args()
    game = envelopes.load()
    written = read_learned(given.out)
    for mode, seats in TABLES + ONLINE:
        kind = f"{mode}:{seats}"
        if given.only in ("", kind):
            command = f"python -m cashbox.games.envelopes.learn --games {given.games} --seed {given.seed}"
            written["how"][kind] = command
            months = learn_weights(game, mode, seats, given.games, given.seed * 1_000_000)
            if (mode, seats) in TABLES:
                written["weights"][kind] = [[round(weight, 5) for weight in month.total()] for month in months]
            written["sources"][kind] = by_source(months)
            given.out.write_text(json.dumps(written, indent=0) + "\n", "utf-8")


if __name__ == "__main__":
    main()
