"""The bot that lives off other players' bad trades: a yardstick for how bots answer offers, for simulations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from cashbox.games.cash import actions as act
from cashbox.games.cash.bots import deals
from cashbox.games.cash.bots.sight import Sight
from cashbox.games.cash.bots.steady import SteadyBot
from cashbox.games.cash.options import OFFERS
from cashbox.games.cash.rules.offers import wares
from cashbox.games.cash.view.glimpse import Glimpse, Offer

if TYPE_CHECKING:
    from collections.abc import Callable

    from cashbox.engine.chance import Chance
    from cashbox.engine.game import Game
    from cashbox.games.cash.state import State

_SAMPLES: Final = 6
_DRAWN: Final = 60
"""Samples of the hidden cards, and offers that it thinks about for each rival."""


def offered(state: State, maker: int, rival: int, draw: Callable[[int], int]) -> list[int]:
    """Draw the parts of an offer, with 1 or 2 cards given and 1 to 3 asked for: in any of the three ways, or one time
    in two all of them face down."""
    of = state.content.face
    mine, theirs = state.players[maker], state.players[rival]
    parts = []
    given = [(act.GIVE_NAMED, mine.hand), (act.GIVE_HIDDEN, mine.hand), (act.GIVE_FIRM, wares(mine))]
    asked = [(act.ASK_NAMED, theirs.hand), (act.ASK_HIDDEN, []), (act.ASK_FIRM, wares(theirs))]
    asked = asked[1:2] if draw(2) else asked
    for count, ways in ((1 + draw(2), given), (1 + draw(3), asked)):
        left = {way: cards[:] for way, cards in ways}
        for _ in range(count):
            way, cards = ways[draw(len(ways))]
            if way == act.ASK_HIDDEN:
                parts.append(way)
            elif cards and left[way]:
                card = left[way].pop(draw(len(left[way])))
                parts.append(way + of[card])
    return parts


class PredatorBot(SteadyBot):
    """Plays like `steady`, but makes each rival, once a turn, the most lopsided offer that it should accept.

    It knows how `steady` answers, and tries its offers on samples of the hidden cards.
    """

    name = "predator"
    needs_samples = True

    def __init__(self, game: Game[Any], seat: int, chance: Chance) -> None:
        super().__init__(game, seat, chance)
        self._parts: list[int] = []
        """What is still to be put into the offer that it began."""

    def _choose(self, view: Glimpse, legal: list[int]) -> int:
        if view.phase == "act":
            for rival in range(view.seats):
                if act.OFFER + rival in legal and view.players[rival].offers == OFFERS:
                    self._parts = self._worst_for(rival)
                    if self._parts:
                        return act.OFFER + rival
            return super()._choose(view, [action for action in legal if action < act.OFFER])
        if view.phase == "build" and view.offer is not None and not view.offer.counter and self._parts:
            part = self._parts.pop(0)
            if part in legal:
                return part
        return super()._choose(view, legal)

    def _worst_for(self, rival: int) -> list[int]:
        """Find the offer that takes most from a rival, on average over the samples; empty where none is accepted."""
        assert self.samples is not None
        states = [self.samples(self.chance) for _ in range(_SAMPLES)]
        asked = [Asked(self, state, rival) for state in states]
        found: list[tuple[float, list[int]]] = []
        for number in range(_DRAWN):
            parts = offered(states[number % _SAMPLES], self.seat, rival, self.chance.draw)
            taken = sum([one.taken(parts) for one in asked], 0.0)
            if taken > 0:
                found.append((taken, parts))
        found.sort(key=lambda one: -one[0])
        return next(([*parts, act.PROPOSE] for _, parts in found if self._legal(states[0], rival, parts)), [])

    def _legal(self, sample: State, rival: int, parts: list[int]) -> bool:
        """Whether the rules allow an offer."""
        state = self.game.clone(sample)
        for action in (act.OFFER + rival, *parts, act.PROPOSE):
            if action not in self.game.legal(state, self.seat):
                return False
            self.game.play(state, self.seat, action, self.chance)
        return True


class Asked:
    """A rival in a sample, who answers like `steady`."""

    def __init__(self, bot: PredatorBot, state: State, rival: int) -> None:
        self.maker = bot.seat
        self.rival = Sight(bot.game.glimpse(state, rival), bot.deck)
        self.mine = Sight(bot.game.glimpse(state, bot.seat), bot.deck)

    def taken(self, parts: list[int]) -> float:
        """What an offer takes from the rival, by list price; 0 if it declines or if the maker would lose by it."""
        offer = Offer(self.maker, self.rival.seat, False, [], [], [], [], 0, 0, [])
        hidden: list[int] = []
        for part in parts:
            if part == act.ASK_HIDDEN:
                offer.ask_hidden += 1
            elif part >= act.ASK_NAMED:
                offer.ask_named.append(part - act.ASK_NAMED)
            elif part >= act.ASK_FIRM:
                offer.ask_firm.append(part - act.ASK_FIRM)
            elif part >= act.GIVE_HIDDEN:
                offer.give_hidden += 1
                hidden.append(part - act.GIVE_HIDDEN)
            elif part >= act.GIVE_NAMED:
                offer.give_named.append(part - act.GIVE_NAMED)
            else:
                offer.give_firm.append(part - act.GIVE_FIRM)
        if any(hidden.count(face) + offer.give_named.count(face) > self.mine.hand.count(face) for face in hidden):
            return 0.0
        left = self.rival.hand[:]
        for face in offer.ask_named:
            if face not in left:
                return 0.0
            left.remove(face)
        if len(left) < offer.ask_hidden or deals.gain(self.rival, offer) < deals.enough(self.rival):
            return 0.0
        asked = offer.ask_named + offer.ask_firm
        for _ in range(offer.ask_hidden):
            asked.append(deals.cheapest(self.rival, left, left))
            left.remove(asked[-1])
        given = offer.give_named + offer.give_firm + hidden
        return max(0.0, self._listed(asked) - self._listed(given)) if self._gains(offer, hidden, asked) else 0.0

    def _gains(self, offer: Offer, hidden: list[int], asked: list[int]) -> bool:
        """Whether the maker gains by a trade in its own eyes."""
        hand = self.mine.hand[:]
        for face in offer.give_named + hidden:
            hand.remove(face)
        new = asked[: len(offer.ask_named)] + asked[len(offer.ask_named) + len(offer.ask_firm) :]
        gain = deals.hand_price(self.mine, hand + new) - deals.hand_price(self.mine, self.mine.hand)
        gain += sum([deals.ware_price(self.mine, self.rival.seat, face) for face in offer.ask_firm], 0.0)
        return gain > sum([deals.ware_price(self.mine, self.maker, face) for face in offer.give_firm], 0.0)

    def _listed(self, faces: list[int]) -> float:
        return sum([deals.list_price(self.rival.content, face) for face in faces], 0.0)
