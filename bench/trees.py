"""Search in trees over information sets, beside the halving that `expert` does: python -m bench.trees [--games N].

IT's all in the game, since there playouts cost little and search brings most. Both try the same things at the decision
itself, on the same samples, and play on as `steady` does. The tree goes on below: where the seat decides again in the
same round, it has a node for what it has done since, with the choices that `steady` prices best; which one is tried
there is settled by UCB1 among those that this sample allows, and a node counts how often each was allowed (Cowling,
Powley and Whitehouse's single observer). What others do is no choice of the tree's: they play like `steady` in both.

A deal is played from every seat, one searcher against the other, or each against `steady` at tables of four.
"""

from __future__ import annotations

import argparse
from math import log, sqrt
from time import monotonic, process_time
from typing import TYPE_CHECKING, Any, Final

from bench.beliefs import Figures
from cashbox import games
from cashbox.bots.search import Budget, ExpertBot
from cashbox.engine.bot import Bot, decide, samples_of
from cashbox.engine.chance import SeededChance
from cashbox.games.consultants.bots import choice
from cashbox.games.consultants.bots.guide import ConsultantsGuide
from cashbox.games.consultants.bots.playing import play_on
from cashbox.games.consultants.bots.worth import Worth
from cashbox.games.consultants.state import WORK
from cashbox.lab.simulate.table import seat_bots

if TYPE_CHECKING:
    from collections.abc import Sequence

    import msgspec

    from cashbox.engine.chance import Chance
    from cashbox.engine.game import Game
    from cashbox.games.consultants.state import State

KINDS: Final = ("tree", "halving", "steady")


class Node:
    """Where the seat decides. arms: what may be tried, the most promising first; tried, worth: by arm, how often it
    was, and the sum of what came of it; allowed: how often a sample allowed it; below: the nodes after each."""

    def __init__(self, arms: list[int]) -> None:
        self.arms = arms
        self.tried = [0] * len(arms)
        self.worth = [0.0] * len(arms)
        self.allowed = [0] * len(arms)
        self.below: list[Node | None] = [None] * len(arms)

    def pick(self, legal: Sequence[int], bold: float) -> int:
        """Return the arm to try in a sample that allows these actions, -1 if it allows none."""
        best, most = -1, 0.0
        for k, arm in enumerate(self.arms):
            if arm not in legal:
                continue
            self.allowed[k] += 1
            if not self.tried[k]:
                return k
            value = self.worth[k] / self.tried[k] + bold * sqrt(log(self.allowed[k]) / self.tried[k])
            if best < 0 or value > most:
                best, most = k, value
        return best


class TreeBot(Bot):
    """See the module. deep: how many decisions of its own a way through the tree has at most; wide: arms of a node
    below the first."""

    name = "tree"
    needs_samples = True

    def __init__(self, game: Game[Any], seat: int, chance: Chance, given: argparse.Namespace) -> None:
        super().__init__(game, seat, chance)
        self.guide = ConsultantsGuide(game, seat)
        self.given = given

    def choose(self, view: msgspec.Struct | None, legal: list[int]) -> int:
        """See `Bot.choose`."""
        assert view is not None
        assert self.samples is not None
        root = Node([one.action for one in self.guide.tries(view, legal)])
        dealt: list[State] = []
        for number in range(self.given.playouts if len(root.arms) > 1 else 0):
            if len(dealt) < self.guide.samples:
                dealt.append(self.guide.ready(self.samples(self.chance)))
            self._walk(root, self.game.clone(dealt[number % len(dealt)]), legal)
        return root.arms[max(range(len(root.arms)), key=root.tried.__getitem__)]

    def _walk(self, root: Node, s: State, legal: list[int]) -> None:
        """One way through the tree and on to the end of the game."""
        luck = self.chance.draw(1 << 50)
        flow, light, begun = self.guide.flow, self.guide.lights[s.seats], s.round
        way: list[tuple[Node, int]] = []
        node, chance = root, SeededChance(luck + begun)
        while True:
            arm = node.pick(legal, self.given.bold)
            if arm < 0:
                action = light.choose(s, self.seat)
                break
            way.append((node, arm))
            action = node.arms[arm]
            if len(way) == self.given.deep:
                break
            flow.play(s, self.seat, action, chance)
            while s.due and s.round == begun and not (s.due >> self.seat & 1 and s.phase == WORK):
                owing = (s.due & -s.due).bit_length() - 1
                flow.play(s, owing, light.choose(s, owing), chance)
            if not s.due or s.round != begun:
                action = -1
                break
            legal = flow.legal(s, self.seat)
            below = node.below[arm]
            if below is None:
                below = node.below[arm] = Node(self._arms(s, legal))
            node = below
        if action >= 0:
            play_on(flow, light, s, self.seat, action, luck)
        elif s.due:
            owing = (s.due & -s.due).bit_length() - 1
            play_on(flow, light, s, owing, light.choose(s, owing), luck)
        found = self.guide.worth(s)
        for one, arm in way:
            one.tried[arm] += 1
            one.worth[arm] += found

    def _arms(self, s: State, legal: list[int]) -> list[int]:
        worth = Worth(self.game.glimpse(s, self.seat), self.guide.steady.content, heed=True)
        return sorted(legal, key=lambda action: -choice.value_of(worth, action))[: self.given.wide]


def played(kinds: Sequence[str], number: int, given: argparse.Namespace) -> tuple[list[int], list[float]]:
    """Return the scores of a deal, and by seat the processor time of its decisions."""
    game, seats = games.load("consultants"), len(kinds)
    chance = SeededChance(number)
    state = game.start(game.check_options(game.about.unattended, seats), seats, chance)
    bots = seat_bots(game, ["steady"] * seats, 1, number)
    for seat, kind in enumerate(kinds):
        if kind == "tree":
            bots[seat] = TreeBot(game, seat, SeededChance(number), given)
        elif kind == "halving":
            bots[seat] = ExpertBot(game, seat, SeededChance(number), Budget(given.playouts))
    spent = [0.0] * seats
    while due := game.due(state):
        seat = (due & -due).bit_length() - 1
        legal = game.legal(state, seat)
        action = legal[0]
        if len(legal) > 1:
            began = process_time()
            bots[seat].samples = samples_of(game, state, seat)
            action = decide(bots[seat], game, state, legal)
            spent[seat] += process_time() - began
        game.play(state, seat, action, chance)
    outcome = game.outcome(state)
    assert outcome is not None
    return list(outcome.scores), spent


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description="Search in trees beside halving.")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--first", type=int, default=0, help="the number of the first deal")
    parser.add_argument("--seats", type=int, default=2, choices=(2, 3, 4))
    parser.add_argument("--one", default="tree", choices=KINDS)
    parser.add_argument("--others", default="halving", choices=KINDS)
    parser.add_argument("--playouts", type=int, default=240)
    parser.add_argument("--deep", type=int, default=3)
    parser.add_argument("--wide", type=int, default=5)
    parser.add_argument("--bold", type=float, default=0.1)
    parser.add_argument("--minutes", type=float, default=1e6, help="begin no deal later than that")
    given = parser.parse_args()
    figures, until = Figures(), monotonic() + 60 * given.minutes
    for number in range(given.first, given.first + given.games // given.seats):
        if monotonic() > until:
            break
        for seat in range(given.seats):
            kinds = [given.others] * given.seats
            kinds[seat] = given.one
            scores, spent = played(kinds, number, given)
            others = [*scores[:seat], *scores[seat + 1 :]]
            level = others.count(scores[seat]) + 1 if scores[seat] == max(scores) else 0
            figures.add(f"won by {given.one}", number, 1 / level if level else 0.0)
            figures.add("dollars ahead of the best other", number, float(scores[seat] - max(others)))
            figures.add("seconds a game", number, spent[seat])
            figures.add("seconds a game of another", number, (sum(spent) - spent[seat]) / (given.seats - 1))
    print(f"{given.one} against {given.others}, {given.seats} players, n={given.playouts}, {given.deep} deep")
    figures.show()


if __name__ == "__main__":
    main()
