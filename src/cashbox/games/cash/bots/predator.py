"""A bot that exploits other players' bad trades, to measure how bots answer offers in simulations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from cashbox.games.cash import actions as act
from cashbox.games.cash import vocabulary as v
from cashbox.games.cash.bots import deals
from cashbox.games.cash.bots.sight import Sight
from cashbox.games.cash.bots.steady import SteadyBot
from cashbox.games.cash.options import HAND, OFFERS
from cashbox.games.cash.view.glimpse import Glimpse, Offer

if TYPE_CHECKING:
    from collections.abc import Callable

    from cashbox.engine.chance import Chance
    from cashbox.engine.game import Game
    from cashbox.games.cash.view.glimpse import Firm

_GUESSES: Final = 4
_DRAWN: Final = 40
"""The number of guessed hands, and of offers to consider, per rival and turn."""


class Bid:
    """An offer, by the faces of its cards. give_firm, give_named, give_hidden: of the maker. ask_firm, ask_named: of
    the partner; ask_hidden: the number of further face-down cards."""

    def __init__(self) -> None:
        self.give_firm: list[int] = []
        self.give_named: list[int] = []
        self.give_hidden: list[int] = []
        self.ask_firm: list[int] = []
        self.ask_named: list[int] = []
        self.ask_hidden = 0

    def given(self) -> int:
        """Count the cards of the maker."""
        return len(self.give_firm) + len(self.give_named) + len(self.give_hidden)

    def asked_of_hand(self) -> int:
        """Count the cards of the partner's hand."""
        return len(self.ask_named) + self.ask_hidden

    def parts(self) -> list[int]:
        """Return the actions that build the offer."""
        return [
            *[act.GIVE_FIRM + face for face in self.give_firm],
            *[act.GIVE_NAMED + face for face in self.give_named],
            *[act.GIVE_HIDDEN + face for face in self.give_hidden],
            *[act.ASK_FIRM + face for face in self.ask_firm],
            *[act.ASK_NAMED + face for face in self.ask_named],
            *[act.ASK_HIDDEN] * self.ask_hidden,
        ]

    def seen_by(self, maker: int, partner: int) -> Offer:
        """Return the offer as the partner sees it."""
        hidden = len(self.give_hidden)
        return Offer(
            maker, partner, False, self.give_firm, self.ask_firm, self.give_named, self.ask_named, hidden,
            self.ask_hidden, [],
        )  # fmt: skip


class Side(NamedTuple):
    """The faces that one side of an offer can give, from its hand and from its firm."""

    hand: list[int]
    firm: list[int]


def draw_bid(mine: Side, theirs: Side, draw: Callable[[int], int]) -> Bid:
    """Draw an offer that gives 1 or 2 cards and asks for 1 to 3: half of the time all face down, otherwise in any of
    the three ways."""
    bid, hand = Bid(), mine.hand[:]
    gives = ((bid.give_named, hand), (bid.give_hidden, hand), (bid.give_firm, mine.firm[:]))
    for _ in range(1 + draw(2)):
        put, cards = gives[draw(3)]
        if cards:
            put.append(cards.pop(draw(len(cards))))
    count = 1 + draw(3)
    if draw(2):
        bid.ask_hidden = count
        return bid
    asks = ((bid.ask_named, theirs.hand[:]), (bid.ask_firm, theirs.firm[:]))
    for _ in range(count):
        way = draw(3)
        if way == len(asks):
            bid.ask_hidden += 1
        elif asks[way][1]:
            put, cards = asks[way]
            put.append(cards.pop(draw(len(cards))))
    return bid


class PredatorBot(SteadyBot):
    """Plays like `steady`, but makes each rival, once per turn, the most lopsided offer that it should accept.

    It knows how `steady` answers, and tests its offers on guesses of the rival's hand: the known cards, and random
    others.
    """

    name = "predator"

    def __init__(self, game: Game[Any], seat: int, chance: Chance) -> None:
        super().__init__(game, seat, chance)
        self._parts: list[int] = []
        """The remaining parts of the offer that it is building."""
        self._turn = (0, 0)
        self._asked: set[int] = set()
        """The rivals for whom it has already looked for an offer this turn."""

    def _choose(self, view: Glimpse, legal: list[int]) -> int:
        if view.phase == "act":
            if self._turn != (view.round, view.turn):
                self._turn, self._asked = (view.round, view.turn), set()
            for rival in range(view.seats):
                if act.OFFER + rival in legal and view.players[rival].offers == OFFERS and rival not in self._asked:
                    self._asked.add(rival)
                    self._parts = self._worst_for(view, rival)
                    if self._parts:
                        return act.OFFER + rival
            return super()._choose(view, [action for action in legal if action < act.OFFER])
        if view.phase == "build" and view.offer is not None and not view.offer.counter and self._parts:
            part = self._parts.pop(0)
            if part in legal:
                return part
        return super()._choose(view, legal)

    def _worst_for(self, view: Glimpse, rival: int) -> list[int]:
        """Find the offer that takes the most from a rival, on average over the guesses; empty if none is accepted."""
        mine = Sight(view, self.deck)
        rivals = [Asked(mine, Sight(self._guess(mine, rival), self.deck)) for _ in range(_GUESSES)]
        firms = [self._wares(view.players[seat]) for seat in (self.seat, rival)]
        best: list[int] = []
        most = 0.0
        for number in range(_DRAWN):
            theirs = Side(rivals[number % _GUESSES].rival.hand, firms[1])
            bid = draw_bid(Side(view.hand, firms[0]), theirs, self.chance.draw)
            if bid.given() and bid.given() - bid.asked_of_hand() + view.players[rival].hand <= HAND:
                taken = sum([one.loss_from(bid) for one in rivals], 0.0)
                if taken > most:
                    best, most = [*bid.parts(), act.PROPOSE], taken
        return best

    def _guess(self, mine: Sight, rival: int) -> Glimpse:
        """Guess a rival's view: its known cards, and random others of the deck, in its hand."""
        view, content = mine.view, mine.content
        firm = view.players[rival]
        hand = view.shown[rival][:]
        deck = [face for face, copies in enumerate(content.copies) for _ in range(copies)]
        seen = [*view.hand, *[face for shown in view.shown for face in shown]]
        for face in [*seen, *[face for one in view.players for face in one.cash]]:
            if face in deck:
                deck.remove(face)
        while len(hand) < firm.hand:
            hand.append(deck.pop(self.chance.draw(len(deck))))
        total = firm.tabled * (2 if firm.ventures else 1) - int(sum([mine.held[face] for face in hand]))
        shown = [view.revealed[rival] if seat == self.seat else [] for seat in range(view.seats)]
        return Glimpse(
            rival, view.seats, view.round, view.turn, "answer", view.rules, view.players, sorted(hand), [], total,
            shown, [[] for _ in range(view.seats)], -1, None,
        )  # fmt: skip

    def _wares(self, firm: Firm) -> list[int]:
        """List a firm's tradable cards."""
        doing = self.deck.content.doing
        taxman = doing(v.TAX) if firm.taxman else []
        return [*firm.cash, *doing(v.DOUBLE)[:1] * firm.ventures, *taxman]


class Asked:
    """A rival as the maker of an offer imagines it. It answers like `steady`."""

    def __init__(self, mine: Sight, rival: Sight) -> None:
        self.mine = mine
        self.rival = rival
        self._spare: list[int] = []

    def loss_from(self, bid: Bid) -> float:
        """Return what an offer takes from the rival, by list price, 0 if it declines or the maker would lose."""
        left = self.rival.hand[:]
        for face in bid.ask_named:
            if face not in left:
                return 0.0
            left.remove(face)
        if len(left) < bid.ask_hidden:
            return 0.0
        given = bid.give_named + bid.give_firm + bid.give_hidden
        hidden = self._given_away(left, bid.ask_hidden)
        taken = self._listed(bid.ask_named + bid.ask_firm + hidden) - self._listed(given)
        # The cheapest checks come first.
        if taken <= 0 or not self._gains(bid, bid.ask_named + hidden):
            return 0.0
        offer = bid.seen_by(self.mine.seat, self.rival.seat)
        return taken if deals.gain(self.rival, offer) >= deals.enough(self.rival) else 0.0

    def _given_away(self, hand: list[int], count: int) -> list[int]:
        """Return the cards that the rival gives face down. The cheapest of its whole hand are computed once."""
        whole = len(hand) == len(self.rival.hand)
        if whole and len(self._spare) >= count:
            return self._spare[:count]
        left, found = hand[:], []
        for _ in range(count):
            found.append(deals.cheapest(self.rival, left, left))
            left.remove(found[-1])
        if whole:
            self._spare = found
        return found

    def _gains(self, bid: Bid, new: list[int]) -> bool:
        """Return whether the maker gains from a trade by its own estimate. new: cards that it receives in hand."""
        hand = self.mine.hand[:]
        for face in bid.give_named + bid.give_hidden:
            hand.remove(face)
        gain = deals.hand_price(self.mine, hand + new) - deals.hand_price(self.mine, self.mine.hand)
        gain += sum([deals.ware_price(self.mine, self.rival.seat, face) for face in bid.ask_firm], 0.0)
        return gain > sum([deals.ware_price(self.mine, self.mine.seat, face) for face in bid.give_firm], 0.0)

    def _listed(self, faces: list[int]) -> float:
        return sum([deals.list_price(self.rival.content, face) for face in faces], 0.0)
