"""Games of `expert` with several kinds of samples: python -m bench.beliefs_match GAME ONE OTHER.

ONE and OTHER are plain, weighed (`bench.beliefs`), shown (all that the other holds), or steady, which does not search.
Two play each deal twice, from either seat.
"""

from __future__ import annotations

import argparse
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from bench.beliefs import Figures, drawn, latest, weights_of
from bench.explained import GAMES, Decided
from cashbox import games
from cashbox.bots.search import Budget, ExpertBot
from cashbox.engine.bot import decide, samples_of
from cashbox.engine.chance import SeededChance
from cashbox.lab.simulate.table import seat_bots

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cashbox.engine.chance import Chance

KINDS: Final = ("plain", "weighed", "shown", "steady")
BOTH: Final = 0b11


class Table:
    """A game of two. kinds: by seat."""

    def __init__(self, game_id: str, kinds: Sequence[str], given: argparse.Namespace) -> None:
        self.game = games.load(game_id)
        self.told = GAMES[game_id](self.game)
        self.kinds = kinds
        self.given = given

    def play(self, number: int) -> tuple[int, ...]:
        """Return the scores of a deal."""
        game = self.game
        chance, made_up = SeededChance(number), SeededChance(number + 1)
        state = game.start(game.check_options(game.about.unattended, 2), 2, chance)
        plain = seat_bots(game, ["steady"] * 2, 1, number)
        experts = [ExpertBot(game, seat, SeededChance(number), Budget(self.given.playouts)) for seat in range(2)]
        past: list[Decided] = []
        while due := game.due(state):
            seat = (due & -due).bit_length() - 1
            legal = game.legal(state, seat)
            action = legal[0]
            if len(legal) > 1:
                if self.kinds[seat] == "steady":
                    action = decide(plain[seat], game, state, legal)
                else:
                    experts[seat].samples = self._dealer(self.kinds[seat], state, seat, past, made_up)
                    action = decide(experts[seat], game, state, legal)
                if self.told.tells(state):
                    past.append(Decided(game.clone(state), seat, legal, action))
            game.play(state, seat, action, chance)
        outcome = game.outcome(state)
        assert outcome is not None
        return tuple(outcome.scores)

    def _dealer(
        self, kind: str, state: Any, seat: int, past: Sequence[Decided], chance: Chance
    ) -> Callable[[Any], Any]:
        if kind == "plain":
            return samples_of(self.game, state, seat)
        if kind == "shown":
            return self.game.sampler(state, BOTH)
        deal = self.game.sampler(state, 1 << seat)
        samples = [deal(chance) for _ in range(self.given.samples)]
        logs = self.told.logs(state, seat, latest(past, self.given.last), samples)
        return drawn(self.game, samples, weights_of(logs, 1.0), chance)


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description="Games of expert with samples of several kinds.")
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("one", choices=KINDS)
    parser.add_argument("other", choices=KINDS)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--first", type=int, default=0, help="the number of the first deal")
    parser.add_argument("--minutes", type=float, default=1e6, help="begin no deal later than that")
    parser.add_argument("--playouts", type=int, default=60)
    parser.add_argument("--samples", type=int, default=60, help="how many are weighed")
    parser.add_argument("--last", type=int, default=4, help="how many decisions of the other count; 0: all")
    given = parser.parse_args()
    figures, until = Figures(), monotonic() + 60 * given.minutes
    for number in range(given.first, given.first + given.games // 2):
        if monotonic() > until:
            break
        for seat in range(2):
            kinds = [given.other, given.other]
            kinds[seat] = given.one
            scores = Table(given.game, kinds, given).play(number)
            ahead = scores[seat] - scores[1 - seat]
            figures.add(f"won by {given.one} against {given.other}", number, (ahead > 0) + 0.5 * (ahead == 0))
            figures.add("ahead", number, float(ahead))
    print(f"{given.game}, expert:n={given.playouts}")
    figures.show()


if __name__ == "__main__":
    main()
