"""`python -m bench.predator --mode advanced --positions 100`: looks for bad trades that bots accept, and
measures what they cost.

In positions from games of a level, it makes one rival of the player on turn offers of all shapes, each of which takes
more than it gives. It plays the accepted ones out from the true state, once accepted and once declined, with the same
luck, until it is clear whether a trade costs more than `BAD`. After a trading round, all cards are dealt again, so
capital alone says how likely a player is to win, and a playout may end there. With `--to-end`, it goes to the end of
the game.
"""

from __future__ import annotations

import argparse
import sys
from itertools import islice
from math import exp
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from cashbox import bots
from cashbox.bots.search import mean_of
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
"""Accepted offers of a position that are played out, the most lopsided ones."""
APART: Final = 25
"""One turn in so many is a position."""
BAD: Final = 0.03
"""A trade is bad if it costs more than this of the chance to win."""
BATCH: Final = 50
SURE: Final = 2.5
"""After so many playouts each time, it stops if the cost is clear of `BAD` by so many standard errors. These are more
than two, because it looks several times."""
STEEPNESS: Final = {"standard": 2.8, "advanced": 3.6}
"""By mode: between two rounds, a player with the target in capital more than another is e to the power of this times as
likely to win. It is what told best who won in 120 games of three `steady` each."""


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


class Cost(NamedTuple):
    """What a trade costs, as a part of the chance to win, with its standard error. words: what the trade was."""

    mean: float
    error: float
    words: str

    def verdict(self) -> int:
        """Return 1 if the trade is clearly bad, -1 if it clearly is not, 0 if that is open."""
        return (self.mean - SURE * self.error > BAD) - (self.mean + SURE * self.error < BAD)


class Finding(NamedTuple):
    """What a position came to. accepted: offers that the rival accepted; costs: of those that were played out."""

    accepted: int
    costs: tuple[Cost, ...] = ()


# -- positions and offers --------------------------------------------------------------------------------------------


def positions(game: Cash, mode: str, seats: int, seed: int, level: str = "steady") -> Iterator[Position]:
    """Choose positions from games of a level, without end."""
    number = 0
    while True:
        number += 1
        chance = SeededChance(f"predator {seed} {number}")
        options = game.check_options({**UNATTENDED, "mode": mode}, seats)
        state = game.start(options, seats, chance)
        players = [bots.make(level, game, seat, chance) for seat in range(seats)]
        while due := game.due(state):
            seat = seats_of(due)[0]
            legal = game.legal(state, seat)
            if state.phase == ACT and legal[-1] >= act.OFFER and not chance.draw(APART):
                rivals = [action - act.OFFER for action in legal if action >= act.OFFER]
                yield Position(game.clone(state), seat, rivals[chance.draw(len(rivals))])
            game.play(state, seat, _answer(game, state, seat, players[seat]), chance)


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


def _answer(game: Cash, state: State, seat: int, bot: Bot) -> int:
    bot.samples = samples_of(game, state, seat)
    return decide(bot, game, state, game.legal(state, seat))


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
    """Plays positions out from their true state, all seats like `steady`. to_end: of the game, not only of the trading
    round."""

    def __init__(self, game: Cash, seats: int, *, to_end: bool = True) -> None:
        self.to_end = to_end
        self.game = game
        self._position: Position | None = None
        self._declined: dict[int, float] = {}
        """The rival's result in that position without a trade, by luck."""
        self.players = [SteadyBot(game, seat, SeededChance(0)) for seat in range(seats)]

    def won(self, position: Position, trade: Trade | None, luck: int) -> float:
        """Play one game out after a trade, or after declining the same offer. Returns the rival's share of the win."""
        game, state = self.game, self.game.clone(position.state)
        chance = SeededChance(luck)
        if trade is not None:
            for action in (act.OFFER + position.rival, *trade.parts, act.PROPOSE):
                game.play(state, position.maker, action, chance)
            for action in trade.answers:
                game.play(state, position.rival, action, chance)
        return self.results(state, luck)[position.rival]

    def results(self, state: State, luck: int) -> list[float]:
        """Play a state out, and return each player's share of the win. The state changes."""
        game, chance = self.game, SeededChance(luck)
        luck <<= 32
        begun, now = state.round, -1
        while (due := game.due(state)) and (self.to_end or state.round == begun):
            if now != state.round << 16 | state.turns:
                now = state.round << 16 | state.turns
                chance = SeededChance(luck + now)
            seat = seats_of(due)[0]
            legal = game.legal(state, seat)
            action = legal[0] if len(legal) == 1 else decide(self.players[seat], game, state, legal)
            game.play(state, seat, action, chance)
        outcome = game.outcome(state)
        if outcome is None:
            return odds(state)
        return [1 / len(outcome.winners) if seat in outcome.winners else 0.0 for seat in range(state.seats)]

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


def odds(state: State) -> list[float]:
    """Return the chance of each player to win between two trading rounds."""
    steepness = STEEPNESS[state.rules.mode] / state.rules.target
    weights = [exp(steepness * player.capital) for player in state.players]
    return [weight / sum(weights) for weight in weights]


def find(truth: Truth, position: Position, bot: Bot, rng: SeededChance, playouts: int) -> Finding:
    """Find what the offers cost that a rival accepts in one position."""
    tried = [accepted(truth.game, position, draw_offer(position, rng), bot) for _ in range(OFFERS)]
    trades = sorted([trade for trade in tried if trade is not None], key=lambda trade: -trade.taken)
    return Finding(len(trades), tuple(cost_of(truth, position, trade, playouts) for trade in trades[:SCREENED]))


def cost_of(truth: Truth, position: Position, trade: Trade, playouts: int) -> Cost:
    """Play a trade out until it is clear whether it is bad, or so many times at most."""
    words, costs = in_words(truth.game, position, trade), list[float]()
    while True:
        costs += truth.costs(position, trade, len(costs), min(BATCH, playouts - len(costs)))
        found = Cost(*mean_of(costs), words)
        if found.verdict() or len(costs) >= playouts:
            return found


def in_words(game: Cash, position: Position, trade: Trade) -> str:
    """Describe a trade and the rival's position."""
    rival = position.state.players[position.rival]
    stands = "under investigation" if rival.probe >= 0 else "licensed" if rival.license >= 0 else "without a license"
    given = [game.text(action) for action in (*trade.parts, *trade.answers[1:])]
    return f"{stands}: {', '.join(given)}"


# -- the command -----------------------------------------------------------------------------------------------------


def summary(found: list[Finding]) -> str:
    """Write one row of a table."""
    costs = [cost for one in found for cost in one.costs]
    bad = sum(any(cost.verdict() > 0 for cost in one.costs) for one in found)
    unclear = sum(cost.verdict() == 0 for cost in costs)
    mean = sum(cost.mean for cost in costs) / max(1, len(costs))
    most = max((cost.mean for cost in costs), default=0.0)
    return (
        f"{len(found)} positions, {len(found) * OFFERS:,} offers, {sum(one.accepted for one in found)} lopsided offers"
        f" accepted in {sum(one.accepted > 0 for one in found)} positions. They cost {mean:+.3f} wins on average,"
        f" {most:+.3f} at most, and clearly more than {BAD} in {bad} positions. {unclear} of {len(costs)} costs are not"
        f" clear."
    )


def main(words: list[str] | None = None) -> None:
    """Run the command. `words` are its arguments, by default those of the command line."""
    parser = argparse.ArgumentParser(description="Look for bad trades that a CASH bot accepts.")
    parser.add_argument("--mode", default="standard", choices=("standard", "advanced"))
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--positions", type=int, default=500)
    parser.add_argument("--playouts", type=int, default=400, help="the most playouts of each accepted offer")
    parser.add_argument("--level", default="steady", help="the level that plays and answers")
    parser.add_argument("--to-end", action="store_true", help="play to the end of the game, not only of the round")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--three", action="store_true", help="only count offers of one named card for three face-down cards"
    )
    given = parser.parse_args(words)
    game: Any = load()
    truth = Truth(game, given.seats, to_end=given.to_end)
    rivals = [bots.make(given.level, game, seat, SeededChance(0)) for seat in range(given.seats)]
    source = islice(positions(game, given.mode, given.seats, given.seed, given.level), given.positions)
    if given.three:
        sold = [yes for one in source for yes in three_for_one(game, one, rivals[one.rival])]
        sys.stdout.write(f"{given.mode}, {given.seats} players: {sum(sold)} of {len(sold)} offers accepted\n")
        return
    found, rng = list[Finding](), SeededChance(given.seed)
    for number, position in enumerate(source, 1):
        found.append(find(truth, position, rivals[position.rival], rng, given.playouts))
        for cost in found[-1].costs:
            sys.stderr.write(f"{number}: {cost.mean:+.3f} ± {2 * cost.error:.3f}, {cost.words}\n")
    sys.stdout.write(f"{given.mode}, {given.seats} players, {given.level}: {summary(found)}\n")


if __name__ == "__main__":
    main()
