"""`python -m cashbox.games.cash.predator --mode advanced --positions 500`: look for bad trades that bots accept, and
measure what they cost.

The rivals answer like `steady`, as bots of all levels do. In positions from games of `steady`, it makes one rival of
the active player offers of all kinds that take more than they give. It plays the accepted ones out a few times, picks
the worst, and plays that one out many more times from the true state, once accepted and once declined, with the same
luck. So a result says what the rival lost, and picking among noisy figures does not make it look worse than it is.
"""

from __future__ import annotations

import argparse
import sys
from itertools import islice
from math import sqrt
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from cashbox.engine.bot import decide, samples_of
from cashbox.engine.chance import SeededChance
from cashbox.engine.seats import seats_of
from cashbox.games.cash import actions as act
from cashbox.games.cash.bots.deals import list_price
from cashbox.games.cash.bots.predator import Side, draw_bid
from cashbox.games.cash.bots.steady import SteadyBot
from cashbox.games.cash.game import load
from cashbox.games.cash.options import UNATTENDED
from cashbox.games.cash.rules.offers import wares
from cashbox.games.cash.state import ACT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cashbox.engine.bot import Bot
    from cashbox.games.cash.game import Cash
    from cashbox.games.cash.state import Player, State

OFFERS: Final = 60
"""The number of offers in each position."""
SCREENED: Final = 6
"""The number of accepted offers in a position to play out a few times: the most lopsided ones."""
APART: Final = 25
"""One turn in this many is used as a position."""
BAD: Final = 0.03
"""A trade is bad if it costs more than this of the chance of winning."""


class Position(NamedTuple):
    """A true state in which `maker` is the active player and may make `rival` an offer."""

    state: State
    maker: int
    rival: int


class Trade(NamedTuple):
    """An accepted offer. parts: the actions that build it; answers: the rival's actions, ACCEPT first. taken: the list
    price of the rival's loss, in dollars."""

    parts: list[int]
    answers: list[int]
    taken: float


class Finding(NamedTuple):
    """What a position came to. accepted: offers that the rival accepted. cost: of the worst, as a part of the chance to
    win, with its standard error. words: a description of the worst one; empty if no offer was accepted."""

    accepted: int
    cost: float = 0.0
    error: float = 0.0
    words: str = ""


# -- positions and offers --------------------------------------------------------------------------------------------


def positions(game: Cash, mode: str, seats: int, seed: int) -> Iterator[Position]:
    """Yield positions from games of `steady`, endlessly."""
    number = 0
    while True:
        number += 1
        chance = SeededChance(f"predator {seed} {number}")
        options = game.check_options({**UNATTENDED, "mode": mode}, seats)
        state = game.start(options, seats, chance)
        players = [SteadyBot(game, seat, chance) for seat in range(seats)]
        while due := game.due(state):
            seat = seats_of(due)[0]
            legal = game.legal(state, seat)
            if state.phase == ACT and legal[-1] >= act.OFFER and not chance.draw(APART):
                rivals = [action - act.OFFER for action in legal if action >= act.OFFER]
                yield Position(game.clone(state), seat, rivals[chance.draw(len(rivals))])
            game.play(state, seat, decide(players[seat], game, state, legal), chance)


def draw_offer(position: Position, rng: SeededChance) -> list[int]:
    """Draw the parts of an offer."""
    of, players = position.state.content.face, position.state.players
    mine, theirs = [
        Side([of[card] for card in one.hand], [of[card] for card in wares(one)])
        for one in (players[position.maker], players[position.rival])
    ]
    return draw_bid(mine, theirs, rng.draw).parts()


def accepted(game: Cash, position: Position, parts: list[int], bot: Bot) -> Trade | None:
    """Make an offer. Returns None if it is not legal, gives as much as it takes, or is declined."""
    state = made(game, position, parts)
    if state is None:
        return None
    chance, rival = SeededChance(0), position.rival
    before = _listed(state, state.players[rival])
    answers: list[int] = []
    while state.offer is not None:
        answers.append(_answer(game, state, rival, bot))
        if answers[-1] in (act.DECLINE, act.COUNTER):
            return None
        game.play(state, rival, answers[-1], chance)
    taken = before - _listed(state, state.players[rival])
    return Trade(parts, answers, taken) if taken > 0 else None


def made(game: Cash, position: Position, parts: list[int]) -> State | None:
    """Make an offer. Returns the state in which the rival answers it, None if it is not legal."""
    state, chance = game.clone(position.state), SeededChance(0)
    for action in (act.OFFER + position.rival, *parts, act.PROPOSE):
        if action not in game.legal(state, position.maker):
            return None
        game.play(state, position.maker, action, chance)
    return state


def _answer(game: Cash, state: State, rival: int, bot: Bot) -> int:
    bot.samples = samples_of(game, state, rival)
    return decide(bot, game, state, game.legal(state, rival))


def three_for_one(game: Cash, position: Position, bot: Bot) -> list[bool]:
    """Offer each card of the maker's hand by name for three face-down cards. Returns the accepted offers."""
    state = position.state
    faces = sorted({state.content.face[card] for card in state.players[position.maker].hand})
    offers = [made(game, position, [act.GIVE_NAMED + face, *[act.ASK_HIDDEN] * 3]) for face in faces]
    return [_answer(game, one, position.rival, bot) == act.ACCEPT for one in offers if one is not None]


def _listed(state: State, player: Player) -> float:
    """Return the list price of a hand and of a firm's tradable cards."""
    return sum(list_price(state.content, state.content.face[card]) for card in player.hand + wares(player))


# -- the cost of a trade ----------------------------------------------------------------------------------------------


class Truth:
    """Plays positions out from their true state with `steady` at all seats."""

    def __init__(self, game: Cash, seats: int) -> None:
        self.game = game
        self._position: Position | None = None
        self._declined: dict[int, float] = {}
        """The rival's result in that position without a trade, by luck."""
        self.players = [SteadyBot(game, seat, SeededChance(0)) for seat in range(seats)]

    def won(self, position: Position, trade: Trade | None, luck: int) -> float:
        """Play one game out after a trade, or after declining the same offer. Returns the rival's share of the win."""
        game, state = self.game, self.game.clone(position.state)
        chance = SeededChance(luck)
        luck <<= 32
        if trade is not None:
            for action in (act.OFFER + position.rival, *trade.parts, act.PROPOSE):
                game.play(state, position.maker, action, chance)
            for action in trade.answers:
                game.play(state, position.rival, action, chance)
        now = -1
        while due := game.due(state):
            if now != state.round << 16 | state.turns:
                now = state.round << 16 | state.turns
                chance = SeededChance(luck + now)
            seat = seats_of(due)[0]
            legal = game.legal(state, seat)
            action = legal[0] if len(legal) == 1 else decide(self.players[seat], game, state, legal)
            game.play(state, seat, action, chance)
        outcome = game.outcome(state)
        assert outcome is not None
        return 1 / len(outcome.winners) if position.rival in outcome.winners else 0.0

    def costs(self, position: Position, trade: Trade, first: int, count: int) -> list[float]:
        """Return the cost of a trade for the rival in each of `count` playouts, as fractions of a win."""
        return [self._without(position, luck) - self.won(position, trade, luck) for luck in range(first, first + count)]

    def _without(self, position: Position, luck: int) -> float:
        """Return the rival's result without a trade, played out once for all offers in a position."""
        if self._position is not position:
            self._position, self._declined = position, {}
        if luck not in self._declined:
            self._declined[luck] = self.won(position, None, luck)
        return self._declined[luck]


def find(truth: Truth, position: Position, bot: Bot, rng: SeededChance, screen: int, playouts: int) -> Finding:
    """Find the worst offer that a rival accepts in one position."""
    tried = [accepted(truth.game, position, draw_offer(position, rng), bot) for _ in range(OFFERS)]
    trades = sorted([trade for trade in tried if trade is not None], key=lambda trade: -trade.taken)
    if not trades:
        return Finding(0)
    few = trades[:SCREENED]
    worst = max(few, key=lambda trade: sum(truth.costs(position, trade, 0, screen)))
    costs = truth.costs(position, worst, screen, playouts)
    mean = sum(costs) / playouts
    error = sqrt(sum((cost - mean) ** 2 for cost in costs) / max(1, playouts - 1) / playouts)
    return Finding(len(trades), mean, error, in_words(truth.game, position, worst))


def in_words(game: Cash, position: Position, trade: Trade) -> str:
    """Describe a trade and the rival's position."""
    rival = position.state.players[position.rival]
    stands = "under investigation" if rival.probe >= 0 else "licensed" if rival.license >= 0 else "without a license"
    given = [game.text(action) for action in (*trade.parts, *trade.answers[1:])]
    return f"{stands}: {', '.join(given)}"


# -- the command -----------------------------------------------------------------------------------------------------


def summary(found: list[Finding]) -> str:
    """Write one row of a table."""
    some = [one for one in found if one.words]
    bad = sum(one.cost > BAD for one in some)
    surely = sum(one.cost - 2 * one.error > BAD for one in some)
    mean = sum(one.cost for one in some) / max(1, len(some))
    offers = sum(one.accepted for one in found)
    return (
        f"{len(found)} positions, {len(found) * OFFERS:,} offers, {offers} lopsided offers accepted in {len(some)}"
        f" positions. The worst one costs {mean:+.3f} wins on average, and more than {BAD} in {bad} (by 2"
        f" standard errors in {surely})."
    )


def main(words: list[str] | None = None) -> None:
    """Run the command. `words` are its arguments, by default those of the command line."""
    parser = argparse.ArgumentParser(description="Look for bad trades that a CASH bot accepts.")
    parser.add_argument("--mode", default="standard", choices=("standard", "advanced"))
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--positions", type=int, default=500)
    parser.add_argument(
        "--screen", type=int, default=40, help="the number of playouts used to find the worst offer in a position"
    )
    parser.add_argument("--playouts", type=int, default=400, help="the number of playouts used to evaluate that offer")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--three", action="store_true", help="only count offers of one named card for three face-down cards"
    )
    given = parser.parse_args(words)
    game: Any = load()
    truth, found = Truth(game, given.seats), []
    if given.three:
        some = islice(positions(game, given.mode, given.seats, given.seed), given.positions)
        sold = [yes for one in some for yes in three_for_one(game, one, truth.players[one.rival])]
        sys.stdout.write(f"{given.mode}, {given.seats} players: {sum(sold)} of {len(sold)} offers accepted\n")
        return
    source, rng = positions(game, given.mode, given.seats, given.seed), SeededChance(given.seed)
    for number in range(given.positions):
        position = next(source)
        found.append(find(truth, position, truth.players[position.rival], rng, given.screen, given.playouts))
        if found[-1].words:
            sys.stderr.write(f"{number + 1}: {found[-1].cost:+.3f} ± {2 * found[-1].error:.3f}, {found[-1].words}\n")
    sys.stdout.write(f"{given.mode}, {given.seats} players: {summary(found)}\n")


if __name__ == "__main__":
    main()
