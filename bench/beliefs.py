"""Whether it helps to weigh samples by how well `steady` explains what others did: python -m bench.beliefs GAME.

    python -m bench.beliefs consultants --seats 2 --games 20 --every 13          # how likely the truth is
    python -m bench.beliefs consultants --seats 2 --games 20 --every 13 --gain   # and what `expert` makes of it

`steady` plays itself, the case in which its choices explain most. At every so manieth decision samples are dealt as
for a bot that searches. A sample says what the others held at each of their decisions (`bench/explained.py`); it weighs
as much as it makes likely what they did, if they choose as `steady` does in four cases of five and otherwise anything.

The first measure is the logarithm of how likely the samples make what each of the others truly holds, in nats a hand;
weights count in full, by their square root and by their fourth root, since few samples stay alive in full. Of the
weighed likelihood, one part in twenty is the plain one.

With --gain the choices of `expert` with plain samples, with weighed ones and with samples that show all that the
others hold are judged by playouts of the truth, with the same luck: by how much the other choices are worth more than
that with plain samples, in the guide's measure from 0 (lost) to 1 (won). No weights can do better than to show all
that is held, so that is a bound of what there is to gain. The choice with plain samples, made another time, shows how
much is luck.
"""

from __future__ import annotations

import argparse
from math import exp, log, sqrt
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from bench.explained import GAMES, Decided, Explained
from cashbox import games
from cashbox.bots.search import Budget, Comparison, ExpertBot, guide_of
from cashbox.engine.bot import decide
from cashbox.engine.chance import SeededChance
from cashbox.lab.simulate.table import seat_bots

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from cashbox.engine.chance import Chance
    from cashbox.engine.game import Game

POWERS: Final = (1.0, 0.5, 0.25)
"""The exponents of the likelihood."""
PLAIN: Final = 0.05
"""How much of the plain samples is mixed in."""


class Figures:
    """Means with their intervals of 95%, by name, of numbers that come game by game: what stands in one game hangs
    together."""

    def __init__(self) -> None:
        self.found: dict[str, dict[int, list[float]]] = {}

    def add(self, name: str, number: int, value: float) -> None:
        """Add a number of a game."""
        self.found.setdefault(name, {}).setdefault(number, []).append(value)

    def interval(self, name: str) -> tuple[float, float, int]:
        """Return the mean, half of its interval, and the number of values."""
        groups = list(self.found[name].values())
        count = sum(map(len, groups))
        mean = sum(map(sum, groups)) / count
        off = sum((sum(some) - mean * len(some)) ** 2 for some in groups)
        few = len(groups) / max(1, len(groups) - 1)
        return mean, 1.96 * sqrt(off * few) / count, count

    def show(self) -> None:
        """Print a line for each."""
        for name in self.found:
            mean, half, count = self.interval(name)
            print(f"  {name:44} {mean:9.4f} ± {half:.4f}   ({count})", flush=True)


def positions(
    game: Game[Any], told: Explained, seats: int, number: int, every: int, bot: str = "steady"
) -> Iterator[tuple[Any, int, list[int], list[Decided]]]:
    """Play a game of `steady` against itself, and yield every so manieth decision worth a search: the state, whose
    it is, the legal list, and what was decided before."""
    options = game.check_options(game.about.unattended, seats)
    chance = SeededChance(number)
    state = game.start(options, seats, chance)
    bots = seat_bots(game, [bot] * seats, 1, number)
    past: list[Decided] = []
    count = number % every
    while due := game.due(state):
        seat = (due & -due).bit_length() - 1
        legal = game.legal(state, seat)
        action = legal[0]
        if len(legal) > 1:
            if told.searched(state, legal):
                count += 1
                if count % every == 0 and past:
                    yield state, seat, legal, past
            action = decide(bots[seat], game, state, legal)
            if told.tells(state):
                past.append(Decided(game.clone(state), seat, legal, action))
        game.play(state, seat, action, chance)


def latest(past: Sequence[Decided], last: int) -> list[Decided]:
    """Return the last few decisions of each seat, 0 for all."""
    seats = {one.seat for one in past}
    kept = {id(one) for seat in seats for one in [one for one in past if one.seat == seat][-last:]}
    return [one for one in past if id(one) in kept]


def weights_of(logs: Sequence[float], power: float) -> list[float]:
    """Weights that add up to 1."""
    most = max(logs)
    raw = [exp(power * (one - most)) for one in logs]
    total = sum(raw)
    return [one / total for one in raw]


def drawn(game: Game[Any], samples: Sequence[Any], weights: Sequence[float], chance: Chance) -> Callable[[Any], Any]:
    """Return a dealer that picks a sample by its weight."""

    def deal(_: Any) -> Any:
        at, left = 0, chance.draw(1 << 30) / (1 << 30)
        while at < len(weights) - 1 and left >= weights[at]:
            left -= weights[at]
            at += 1
        return game.clone(samples[at])

    return deal


def score(held: Sequence[Sequence[int]], truth: Sequence[int], weights: Sequence[float] | None) -> float:
    """Score how likely the samples make the truth: the sum of the logarithms over all questions about a hand."""
    found = 0.0
    for at, true in enumerate(truth):
        alike = [number for number, one in enumerate(held) if one[at] == true]
        plain = (len(alike) + 0.5) / (len(held) + 1)
        likely = plain if weights is None else PLAIN * plain + (1 - PLAIN) * sum(weights[number] for number in alike)
        found += log(likely)
    return found


class Measured:
    """What is measured of a game."""

    def __init__(self, game_id: str, given: argparse.Namespace) -> None:
        self.game: Game[Any] = games.load(game_id)
        self.told = GAMES[game_id](self.game)
        self.given = given
        self.figures = Figures()
        self.played = 0

    def play(self) -> None:
        """Play all games, or those that start in time."""
        until = monotonic() + 60 * self.given.minutes
        for number in range(self.given.first, self.given.first + self.given.games):
            if monotonic() > until:
                break
            self.played += 1
            given = self.given
            for state, seat, legal, past in positions(
                self.game, self.told, given.seats, number, given.every, given.bot
            ):
                chance = SeededChance(number)
                deal = self.game.sampler(state, 1 << seat)
                samples = [deal(chance) for _ in range(self.given.samples)]
                logs = self.told.logs(state, seat, latest(past, self.given.last), samples)
                self._likely(number, state, seat, samples, logs)
                if self.given.gain:
                    self._gain(number, state, seat, legal, samples, logs)

    def _likely(self, number: int, state: Any, seat: int, samples: list[Any], logs: list[float]) -> None:
        for other in range(self.given.seats):
            if other == seat:
                continue
            truth = self.told.holds(state, other)
            held = [self.told.holds(one, other) for one in samples]
            if all(one == truth for one in held):
                self.figures.add("known already, of all", number, 1.0)
                continue
            self.figures.add("known already, of all", number, 0.0)
            plain = score(held, truth, None)
            self.figures.add("nats, plain samples", number, plain)
            for power in POWERS:
                weights = weights_of(logs, power)
                self.figures.add(
                    f"more with weights to the power {power:g}", number, score(held, truth, weights) - plain
                )
        for power in POWERS:
            alive = 1 / sum(one * one for one in weights_of(logs, power))
            self.figures.add(f"samples alive of {len(samples)}, power {power:g}", number, alive)

    # -- gain ----------------------------------------------------------------------------------------------

    def _gain(
        self, number: int, state: Any, seat: int, legal: list[int], samples: list[Any], logs: list[float]
    ) -> None:
        """Return the value of choices made with other samples."""
        game, chance = self.game, SeededChance(number + 1)
        weights = weights_of(logs, self.given.power)
        view = game.view(state, seat)
        all_hands = (1 << self.given.seats) - 1

        def known(_: Any) -> Any:
            return game.sampler(state, all_hands)(chance)

        weighed = drawn(game, samples, weights, chance)
        plain = drawn(game, samples, [1 / len(samples)] * len(samples), chance)
        chosen = [self._chosen(view, seat, legal, deal, number) for deal in (plain, weighed, known, plain)]
        if chosen[0] < 0:
            return
        guide = guide_of(game, seat)
        tries = guide.tries(view, legal)
        worth = dict.fromkeys(chosen, 0.0)
        if len(worth) > 1:
            for _ in range(self.given.judges):
                true, luck = guide.ready(known(None)), chance.draw(1 << 50)
                for k in worth:
                    worth[k] += guide.playout(game.clone(true), tries[k], luck) / self.given.judges
        for name, k in zip(("weighed", "all shown", "plain, another time"), chosen[1:], strict=True):
            self.figures.add(f"worth more: {name}", number, worth[k] - worth[chosen[0]])
            self.figures.add(f"chosen otherwise: {name}", number, float(k != chosen[0]))

    def _chosen(self, view: Any, seat: int, legal: list[int], deal: Any, number: int) -> int:
        """Return the number of the try that `expert` takes, -1 if it has no choice."""
        bot = ExpertBot(self.game, seat, SeededChance(number), Budget(self.given.playouts))
        bot.samples = deal
        compared = Comparison(bot, view, legal)
        return compared.tries.index(compared.best()) if len(compared.tries) > 1 else -1


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Whether it helps to weigh samples by how well steady explains them.")
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--minutes", type=float, default=1e6, help="begin no game later than that")
    parser.add_argument("--every", type=int, default=13, help="which decisions are looked at")
    parser.add_argument("--bot", default="steady", help="who plays; what is done is explained by steady all the same")
    parser.add_argument("--last", type=int, default=0, help="how many decisions of each of the others count; 0: all")
    parser.add_argument("--samples", type=int, default=200)
    parser.add_argument("--gain", action="store_true", help="judge the choices of expert, too")
    parser.add_argument("--power", type=float, default=1.0, help="how the likelihood counts for expert")
    parser.add_argument("--playouts", type=int, default=240)
    parser.add_argument("--judges", type=int, default=200)
    given = parser.parse_args()
    measured = Measured(given.game, given)
    measured.play()
    print(
        f"{given.game}, {given.seats} players, {measured.played} games of {given.bot} from {given.first} on, "
        f"{given.samples} samples, last decisions: {given.last or 'all'}"
    )
    measured.figures.show()


if __name__ == "__main__":
    main()
