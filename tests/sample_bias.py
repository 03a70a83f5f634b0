"""Check that samples are not biased toward the truth.

Samples of the true state and of a state that the seat cannot tell from it must be indistinguishable.
"""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from cashbox import bots, games
from cashbox.engine.chance import SeededChance
from cashbox.engine.seats import seats_of, viewer_mask
from tests.chi_squared import FALSE_ALARM, apart, holm

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from cashbox.engine.chance import Chance
    from cashbox.engine.game import Game

    Dealer = Callable[[Any, int], Callable[[Any], Any]]
    """What deals samples of a state to a seat (-1: a spectator)."""
    Places = Counter[tuple[str, int]]

OPTIONS: Final[dict[str, dict[str, Any]]] = {
    "cash": {"mode": "standard", "max_rounds": 2, "max_turns": 90},
    "consultants": {"mode": "real"},
    "envelopes": {"mode": "standard"},
}


def _cash(s: Any) -> Iterator[tuple[str, list[int]]]:
    of = s.content.face
    yield "deck", [of[card] for card in s.deck]
    for seat, p in enumerate(s.players):
        yield f"hand {seat}", [of[card] for card in p.hand]


def _consultants(s: Any) -> Iterator[tuple[str, list[int]]]:
    of = s.content.kind
    yield "seniors", [of[card] for card in s.seniors]
    yield "principals", [of[card] for card in s.principals]
    for seat, p in enumerate(s.players):
        yield f"hand {seat}", [of[card] for card in p.hand]


def _envelopes(s: Any) -> Iterator[tuple[str, list[int]]]:
    yield "deck", s.deck + s.under
    for seat, p in enumerate(s.players):
        yield f"hand {seat}", p.hand
        yield f"stash {seat}", p.stash


HIDDEN: Final = {"cash": _cash, "consultants": _consultants, "envelopes": _envelopes}


def places(game: str, state: Any) -> Places:
    """How many cards of each kind are where."""
    return Counter((place, kind) for place, kinds in HIDDEN[game](state) for kind in kinds)


def positions(name: str, seats: int, count: int, seed: int, every: int) -> Iterator[tuple[Game[Any], Any, int]]:
    """States of games, with the seat (-1: a spectator) that looks. Half of the choices are steady's, the others of any
    type that is legal, so that all sorts of cards change hands."""
    game = games.load(name)
    chance = SeededChance(f"{name} {seats} {seed}")
    steady = [bots.make("steady", game, seat, chance) for seat in range(seats)]
    state, steps = None, 0
    while count:
        if state is None or game.outcome(state) is not None:
            state = game.start(game.check_options(OPTIONS[name], seats), seats, chance)
        due = seats_of(game.due(state))
        seat = due[chance.draw(len(due))]
        legal = game.legal(state, seat)
        action = steady[seat].choose(game.view(state, seat), legal) if chance.draw(2) else _any(game, legal, chance)
        game.play(state, seat, action, chance)
        steps += 1
        if steps % every == 0 and game.outcome(state) is None:
            count -= 1
            yield game, state, chance.draw(seats + 1) - 1


def _any(game: Game[Any], legal: list[int], chance: Chance) -> int:
    by_type: dict[str, list[int]] = {}
    for action in legal:
        by_type.setdefault(game.encode(action)["type"], []).append(action)
    some = by_type[sorted(by_type)[chance.draw(len(by_type))]]
    return some[chance.draw(len(some))]


def dealer(game: Game[Any]) -> Dealer:
    """The sampler of a game."""
    return lambda state, viewer: game.sampler(state, viewer_mask(viewer))


class Leaning:
    """What is found at some positions. tests: by position and what is counted, how likely so great a difference is;
    lean: the sum of the differences in how well samples agree with the truth, and its variance."""

    def __init__(self, game: str, samples: int) -> None:
        self.game = game
        self.samples = samples
        self.tests: dict[Any, float] = {}
        self.lean = 0.0
        self.variance = 0.0

    def add(self, key: object, state: Any, viewer: int, deals: Dealer) -> None:
        """Samples of a true state and as many of another one are compared."""
        other = deals(state, viewer)(SeededChance(f"{key} other"))
        true = places(self.game, state)
        found = []
        for which, start in enumerate((state, other)):
            chance = SeededChance(f"{key} {which}")
            deal = deals(start, viewer)
            found.append([places(self.game, deal(chance)) for _ in range(self.samples)])
        for place in sorted(set().union(*found[0], *found[1])):
            counts = [Counter(one[place] for one in some) for some in found]
            if len(counts[0] | counts[1]) > 1:
                self.tests[key, place] = apart(*counts)
        agree = [[(one & true).total() for one in some] for some in found]
        self.tests[key, "agreement"] = apart(*[Counter(some) for some in agree])
        for sign, some in zip((1, -1), agree, strict=True):
            mean = sum(some) / len(some)
            self.lean += sign * mean
            self.variance += sum((one - mean) ** 2 for one in some) / (len(some) - 1) / len(some)

    def faults(self, alarm: float = FALSE_ALARM) -> dict[Any, float]:
        """The tests that fail. alarm: how likely any of them does though nothing is wrong."""
        away = abs(self.lean) / math.sqrt(2 * self.variance) if self.variance else 0.0
        return holm({**self.tests, "lean": math.erfc(away)}, alarm)


def campaign(name: str, seats: int, count: int, samples: int, seed: int = 1, every: int = 37) -> Leaning:
    """Some positions of a game, so many samples of each truth and of each other state."""
    found = Leaning(name, samples)
    for k, (game, state, viewer) in enumerate(positions(name, seats, count, seed, every)):
        found.add(k, state, viewer, dealer(game))
    return found
