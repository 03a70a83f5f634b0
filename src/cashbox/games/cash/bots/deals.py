"""Offers: which to accept, and the few that it makes itself, each good for both sides by its own reckoning."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.games.cash import actions as act
from cashbox.games.cash import vocabulary as v
from cashbox.games.cash.bots import sight as eyes
from cashbox.games.cash.bots import turn
from cashbox.games.cash.bots.holding import Holding, holding
from cashbox.games.cash.options import OFFERS

if TYPE_CHECKING:
    from cashbox.games.cash.bots.sight import Sight
    from cashbox.games.cash.eyes.glimpse import Offer

_ENOUGH: Final = 2_000.0
"""Dollars that a swap has to bring."""
_UNSEEN: Final = -9_000.0
"""What a card given face down does for who gets it."""
_LICENSE: Final = 35_000.0
_RARE: Final = 8_000.0
_COMMON: Final = 3_000.0
"""What any other card does for a rival: a license, a rare card, one of those that there are many of."""
_FREQUENT: Final = frozenset((v.INSURE, v.INVESTIGATE, v.ACQUIT, v.SETTLE))

# -- answering -----------------------------------------------------------------------------------------------------


def answer(sight: Sight, legal: list[int]) -> int:
    """Accept what brings more than it costs, counting what it brings the other; else decline."""
    offer = sight.view.offer
    assert offer is not None
    if act.ACCEPT not in legal:
        return act.DECLINE
    return act.ACCEPT if gain(sight, offer) >= _ENOUGH else act.DECLINE


def choose(sight: Sight, legal: list[int]) -> int:
    """Of what was asked for face down, the card that is missed least."""
    offer = sight.view.offer
    assert offer is not None
    left = sight.hand[:]
    for face in (*offer.ask_named, *offer.chosen):
        left.remove(face)
    faces = [action - act.CHOOSE for action in legal if action >= act.CHOOSE]
    return act.CHOOSE + turn.least(holding(sight, left), faces)


def gain(sight: Sight, offer: Offer) -> float:
    """Dollars that accepting an offer brings its partner, less what the maker's gain is worth to him."""
    after = holding(sight, sight.hand)
    before = after.worth()
    for face in offer.ask_named:
        after.hand.remove(face)
    give_away(after, offer.ask_firm)
    blind = 0.0
    for _ in range(offer.ask_hidden):
        face = turn.least(after, after.hand)
        after.hand.remove(face)
        blind += favour(sight, offer.maker, face)
    after.hand += offer.give_named + offer.give_firm
    after.blanks += offer.give_hidden
    theirs = blind - _UNSEEN * offer.give_hidden
    theirs += sum([favour(sight, offer.maker, face) for face in offer.ask_named + offer.ask_firm])
    theirs -= sum([favour(sight, offer.maker, face) for face in offer.give_named])
    theirs -= sum([loss(sight, offer.maker, face) for face in offer.give_firm])
    return after.worth() - before - sight.weight[offer.maker] * theirs


def give_away(holding: Holding, faces: list[int]) -> None:
    """Cards leave the firm."""
    for face in faces:
        if v.TAX in holding.sight.content.does[face]:
            holding.taxman = False
        elif holding.sight.content.doubles[face]:
            holding.ventures -= 1
        else:
            holding.cash.remove(face)


def favour(sight: Sight, seat: int, face: int) -> float:
    """What a card that comes to a rival's hand brings him."""
    firm, content = sight.view.players[seat], sight.content
    does = content.does[face]
    if content.is_cash[face]:
        barred = not firm.license or firm.probe >= 0
        return content.value[face] * (-0.2 if barred else 0.5)
    if content.held[face]:
        return -0.6 * sight.held[face]
    if v.LIE in does:
        return 0.0 if firm.license else _LICENSE
    if firm.probe >= 0 and (v.SETTLE in does or face == sight.deck.acquittal(firm.probe)):
        return eyes.HINDERED
    if content.doubles[face]:
        return max(0.0, firm.tabled - 25_000.0)
    return _RARE if _FREQUENT.isdisjoint(does) else _COMMON


def loss(sight: Sight, seat: int, face: int) -> float:
    """What a rival loses with a card of his firm."""
    firm = sight.view.players[seat]
    if sight.content.doubles[face]:
        return float(firm.tabled)
    return sight.content.value[face] * (1.6 if firm.ventures else 0.8)


# -- making one ----------------------------------------------------------------------------------------------------


class Deal:
    """A swap of one card for one, both named: of the maker's hand or firm, for one of the partner's hand."""

    def __init__(self, give: int, from_firm: bool, ask: int) -> None:
        self.give = give
        self.from_firm = from_firm
        self.ask = ask


def begin(sight: Sight, legal: list[int]) -> int:
    """Begin an offer, -1 where none is worth everybody's time: one a turn at most, every other time round."""
    view = sight.view
    if legal[-1] < act.OFFER or view.turn // view.seats % 2:
        return -1
    if any(firm.offers < OFFERS for seat, firm in enumerate(view.players) if seat != sight.seat):
        return -1
    first = view.turn // view.seats // 2
    for k in range(sight.seats):
        seat = (sight.seat + 1 + first + k) % sight.seats
        if act.OFFER + seat in legal and deal_for(sight, seat) is not None:
            return act.OFFER + seat
    return -1


def build(sight: Sight, legal: list[int]) -> int:
    """The next part of the offer in hand; where it is not one of its own, the quickest way to an end."""
    offer = sight.view.offer
    assert offer is not None
    deal = None if offer.counter else deal_for(sight, offer.partner)
    if act.DECLINE in legal:
        return act.DECLINE
    if deal is not None and not offer.give_named and not offer.give_firm:
        return (act.GIVE_FIRM if deal.from_firm else act.GIVE_NAMED) + deal.give
    if deal is not None and not offer.ask_named:
        return act.ASK_NAMED + deal.ask
    if act.PROPOSE in legal:
        return act.PROPOSE
    return act.ASK_HIDDEN if act.ASK_HIDDEN in legal else legal[0]


def deal_for(sight: Sight, seat: int) -> Deal | None:
    """A swap with that opponent that should please both, None without one."""
    deal = _plea(sight) or _rescue(sight, seat)
    if deal is None or not sight.view.players[seat].hand:
        return None
    after = holding(sight, sight.hand)
    before = after.worth()
    if deal.from_firm:
        give_away(after, [deal.give])
    else:
        after.hand.remove(deal.give)
    after.hand.append(deal.ask)
    theirs = favour(sight, seat, deal.give) - favour(sight, seat, deal.ask)
    if theirs < 0 or after.worth() - before - sight.weight[seat] * theirs < _ENOUGH:
        return None
    return deal


def _plea(sight: Sight) -> Deal | None:
    """10,000 to 50,000 for the acquittal that ends the seat's own investigation."""
    if sight.me.probe < 0 or not sight.me.license:
        return None
    ask = sight.deck.acquittal(sight.me.probe)
    if ask < 0 or holding(sight, sight.hand).can_clear():
        return None
    value, is_cash = sight.content.value, sight.content.is_cash
    for cash, from_firm in ((sight.hand, False), (sight.me.cash, True)):
        fit = [face for face in cash if 10_000 <= value[face] <= 50_000 and is_cash[face]]
        if fit:
            return Deal(min(fit, key=value.__getitem__), from_firm, ask)
    return None


def _rescue(sight: Sight, seat: int) -> Deal | None:
    """What the other needs before anything else of his takes effect, for cash that he cannot table till then."""
    firm = sight.view.players[seat]
    if not firm.license:
        need = sight.deck.license
    elif firm.probe >= 0:
        need = sight.deck.acquittal(firm.probe)
    else:
        return None
    if sight.deck.price < 0 or need not in sight.hand or not sight.me.license:
        return None
    return Deal(need, False, sight.deck.price)
