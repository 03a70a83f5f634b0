"""Offers that `steady` makes to `steady` in CASH: python -m bench.offers --mode advanced --seats 4 --games 50.

It says how many offers there are per game, how many are accepted or repeated, and how many a player makes in a turn at
most. With `--play-out N`, every N-th accepted offer is played out from the true state, once accepted and once
declined, to see what each side gains.
"""

from __future__ import annotations

import argparse
from collections import Counter
from math import sqrt
from statistics import stdev
from typing import Any

from bench.predator import Truth
from cashbox import bots
from cashbox.engine.bot import decide
from cashbox.engine.chance import SeededChance
from cashbox.engine.seats import seats_of
from cashbox.games.cash import actions as act
from cashbox.games.cash.game import load
from cashbox.games.cash.options import UNATTENDED

PLAYOUTS = 100
"""Playouts of an accepted offer."""


class Offers:
    """Counts the offers of some games. in_turn: by game, round, turn, and maker; again: offers that a player makes a
    second time in a round; gains: by accepted offer, the shares of a win that its maker and its partner gain."""

    def __init__(self, mode: str, seats: int, play_out: int = 0) -> None:
        self.mode = mode
        self.seats = seats
        self.play_out = play_out
        self.game: Any = load()
        self.truth = Truth(self.game, seats, to_end=False)
        self.games = self.made = self.accepted = self.again = 0
        self.in_turn = Counter[Any]()
        self.gains: list[tuple[float, float]] = []

    def play(self, seed: int) -> None:
        """Play one game."""
        game, chance = self.game, SeededChance(seed)
        state = game.start(game.check_options({**UNATTENDED, "mode": self.mode}, self.seats), self.seats, chance)
        players = [bots.make("steady", game, seat, chance) for seat in range(self.seats)]
        before: set[Any] = set()
        self.games += 1
        while due := game.due(state):
            seat = seats_of(due)[0]
            action = decide(players[seat], game, state, game.legal(state, seat))
            if state.offer is not None and not state.offer.counter:
                if action == act.PROPOSE:
                    offer = _offer(state)
                    self.made += 1
                    self.again += offer in before
                    before.add(offer)
                    self.in_turn[seed, state.round, state.turns, state.offer.maker] += 1
                elif action == act.ACCEPT:
                    self.accepted += 1
                    if self.play_out and self.accepted % self.play_out == 0:
                        self.gains.append(self._gained(state))
            game.play(state, seat, action, chance)

    def _gained(self, state: Any) -> tuple[float, float]:
        """Play an offer out that is about to be accepted."""
        maker, partner = state.offer.maker, state.offer.partner
        found: list[list[float]] = []
        for luck in range(PLAYOUTS):
            shares = []
            for answer in (act.ACCEPT, act.DECLINE):
                copy = self.game.clone(state)
                self.game.play(copy, partner, answer, SeededChance(luck))
                shares.append(self.truth.results(copy, luck))
            found.append([with_it - without for with_it, without in zip(*shares, strict=True)])
        mean = [sum(some) / PLAYOUTS for some in zip(*found, strict=True)]
        return mean[maker], mean[partner]

    def summary(self) -> str:
        """Return a line."""
        said = (
            f"{self.mode}, {self.seats} players, {self.games} games: {self.made / self.games:.1f} offers per game,"
            f" {self.accepted / max(1, self.made):.1%} of {self.made} accepted, {self.again} repeated, at most"
            f" {max(self.in_turn.values(), default=0)} in a turn"
        )
        if len(self.gains) > 1:
            for who, gains in zip(("maker", "partner"), zip(*self.gains, strict=True), strict=True):
                mean = sum(gains) / len(gains)
                error = stdev(gains) / sqrt(len(gains))
                said += f"; the {who} gains {mean:+.3f} ± {1.96 * error:.3f} wins in {len(gains)} trades"
        return said


def _offer(state: Any) -> tuple[Any, ...]:
    """Return what makes an offer the same as another one in a game."""
    offer, face = state.offer, state.content.face
    firms = [tuple(face[card] for card in cards) for cards in (offer.give_firm, offer.ask_firm)]
    named = tuple(face[card] for card in offer.give_named), tuple(offer.ask_named)
    return state.round, offer.maker, offer.partner, *firms, *named


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description="Count the offers that bots of CASH make.")
    parser.add_argument("--mode", default="standard", choices=("standard", "advanced"))
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--play-out", type=int, default=0, metavar="N", help="play every N-th accepted offer out")
    given = parser.parse_args()
    offers = Offers(given.mode, given.seats, given.play_out)
    for seed in range(given.games):
        offers.play(seed)
        if seed % 10 == 9 or seed == given.games - 1:
            print(offers.summary(), flush=True)


if __name__ == "__main__":
    main()
