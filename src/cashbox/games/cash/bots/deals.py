"""Offers: which to accept, which to make, and how to answer one that asks for too much.

A card's worth in a trade is its `price`: its value to a player once the license or the acquittal that it needs is
there. So a player without a license keeps its 75,000, and no one gives three cards for one that helps a little.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.games.cash import actions as act
from cashbox.games.cash import vocabulary as v
from cashbox.games.cash.bots import sight as eyes
from cashbox.games.cash.options import HAND, OFFERS

if TYPE_CHECKING:
    from cashbox.games.cash.bots.sight import Sight
    from cashbox.games.cash.content import Content
    from cashbox.games.cash.view.glimpse import Offer

_ENOUGH: Final = 2_000.0
_CLEARLY: Final = 20_000.0
_GIFT: Final = 25_000.0
"""The least gain in dollars: of a trade; of a counteroffer for its maker, who has just declined; of a trade between two
players, where one's gain is the other's loss."""
_UNSEEN: Final = -20_000.0
_ANY: Final = -6_000.0
"""The price of a card that a player offers face down, so probably an unwanted one, and of the one that it gives when
asked for any card."""
_SHORT: Final = 7_500.0
"""The cost of giving one more card than one receives: it is missing until the next hand check, and its replacement is
random. Two of them cost eight times as much: people hardly ever trade three cards for one."""
_LITTLE: Final = 5_000.0
"""The seat may offer a card that is worth at most this to it."""
_LICENSE: Final = 35_000.0
_FREE: Final = 40_000.0
_SPARE: Final = 500.0
"""Prices: a license for a player without one; a card that ends its investigation; a second copy of a card of which one
is enough."""
_HELD: Final = 0.6
_TABLED: Final = 0.7
"""The expected value of a dollar in hand, and of an uninsured dollar on a firm."""
_SAVED: Final = 0.35
_COVER: Final = 0.2
"""What insurance saves per uninsured dollar, and its worth while there is nothing to insure."""
_LIST: Final = {
    v.LIE: 3_000.0, v.STOP: 15_000.0, v.INVESTIGATE: 7_000.0, v.ACQUIT: 3_000.0, v.SETTLE: 4_000.0, v.EXTRA: 20_000.0,
    v.DOUBLE: 25_000.0, v.TAKEOVER: 4_000.0, v.TAX: 8_000.0, v.TAKE: 8_000.0,
}  # fmt: skip
"""The list prices by effect."""
_CYCLE: Final = 3
"""The number of offers to a player before the same card of the firm may be offered again."""
_EARLY: Final = 1
"""The number of turns per player in which hands are still mostly as dealt."""
_ONCE: Final = frozenset((v.LIE, v.ACQUIT, v.SETTLE, v.DOUBLE, v.TAX))
"""Effects that are needed only once. A second Stop Trading is still kept from the others."""

# -- the worth of cards --------------------------------------------------------------------------------------------


def list_price(content: Content, face: int) -> float:
    """Price a card for a player with no special need of it."""
    if content.is_cash[face]:
        return _HELD * content.value[face]
    if content.held[face]:
        return -_HELD * content.held[face]
    if content.limit[face]:
        return _COVER * content.limit[face]
    return max([_LIST.get(word, 0.0) for word in content.does[face]], default=0.0)


def price(sight: Sight, seat: int, face: int, gone: int = 0) -> float:
    """Price a card in a player's hand, based on the public firm. gone: dollars on the firm that the player gives away,
    so Venture Capital will not double them."""
    firm, content = sight.view.players[seat], sight.content
    found = list_price(content, face)
    if content.doubles[face]:
        return _SPARE if firm.ventures else max(found, float(firm.tabled - gone - content.fee[face]))
    if content.limit[face]:
        fit = [content.value[cash] for cash in firm.cash if content.value[cash] <= content.limit[face]]
        return max(found, _SAVED * max(fit, default=0))
    if not firm.license and v.LIE in content.does[face]:
        return _LICENSE
    return found + _FREE if frees(sight, seat, face) else found


def frees(sight: Sight, seat: int, face: int) -> bool:
    """Check whether a card ends a player's investigation."""
    firm, does = sight.view.players[seat], sight.content.does[face]
    if firm.probe < 0:
        return False
    return face == sight.deck.acquittal(firm.probe) or v.CLEAR in does or (v.SETTLE in does and bool(firm.cash))


def hand_price(sight: Sight, hand: list[int], gone: int = 0) -> float:
    """Price a hand of the seat's own: one copy of some cards is enough, and so is one way out of an investigation.
    gone: see `price`."""
    content = sight.content
    total = 0.0
    seen, free = 0, False
    for face in hand:
        found = price(sight, sight.seat, face, gone)
        if frees(sight, sight.seat, face):
            found -= _FREE if free else 0.0
            free = True
        if seen >> face & 1 and not _ONCE.isdisjoint(content.does[face]):
            found = min(found, _SPARE)
        seen |= 1 << face
        total += found
    return total


def ware_price(sight: Sight, seat: int, face: int) -> float:
    """Price a tradable card of a firm."""
    firm, content = sight.view.players[seat], sight.content
    if content.doubles[face]:
        return float(max(firm.tabled, _LIST[v.DOUBLE])) if firm.ventures == 1 else _SPARE
    return _TABLED * content.value[face] * (2 if firm.ventures else 1) if content.is_cash[face] else _LIST[v.TAX]


def cheapest(sight: Sight, hand: list[int], faces: list[int]) -> int:
    """Return the face that is worth the least to a hand."""
    best, most = -1, 0.0
    for face in dict.fromkeys(faces):
        left = hand[:]
        left.remove(face)
        found = hand_price(sight, left)
        if best < 0 or found > most:
            best, most = face, found
    return best


def enough(sight: Sight) -> float:
    """Return the least gain that a trade must bring."""
    return _ENOUGH if sight.seats > 2 else _GIFT


# -- answering -----------------------------------------------------------------------------------------------------


def answer(sight: Sight, legal: list[int]) -> int:
    """Accept an offer that brings more than it costs, counting the other's gain; otherwise ask for something better."""
    offer = sight.view.offer
    assert offer is not None
    if act.ACCEPT in legal and gain(sight, offer) >= enough(sight):
        return act.ACCEPT
    return act.COUNTER if act.COUNTER in legal and counter(sight, offer.maker) is not None else act.DECLINE


def choose_face_down_card(sight: Sight, legal: list[int]) -> int:
    """Choose the least valuable card to give face down."""
    offer = sight.view.offer
    assert offer is not None
    left = sight.hand[:]
    for face in (*offer.ask_named, *offer.chosen):
        left.remove(face)
    return act.CHOOSE + cheapest(sight, left, [action - act.CHOOSE for action in legal if action >= act.CHOOSE])


def gain(sight: Sight, offer: Offer) -> float:
    """Return the partner's gain in dollars from accepting an offer, minus what the maker's gain costs the partner."""
    seat, maker = sight.seat, offer.maker
    hand = sight.hand[:]
    for face in offer.ask_named:
        hand.remove(face)
    given = offer.ask_named + offer.ask_firm
    for _ in range(offer.ask_hidden):
        face = cheapest(sight, hand, hand)
        hand.remove(face)
        given = [*given, face]
    value = sight.content.value
    lost = sum([value[face] for face in offer.give_firm])
    theirs = sum([price(sight, maker, face, lost) for face in given], 0.0)
    theirs -= sum([price(sight, maker, face) for face in offer.give_named], 0.0)
    theirs -= sum([ware_price(sight, maker, face) for face in offer.give_firm], 0.0)
    received = len(offer.give_named) + len(offer.give_firm) + offer.give_hidden
    gone = sum([value[face] for face in offer.ask_firm])
    mine = hand_price(sight, hand + offer.give_named + offer.give_firm, gone) - hand_price(sight, sight.hand)
    mine -= sum([ware_price(sight, seat, face) for face in offer.ask_firm], 0.0)
    # A card that comes face down may be as bad as the worst one that goes.
    unseen = min([_UNSEEN, *[price(sight, seat, face) for face in given]])
    mine += unseen * offer.give_hidden - _SHORT * max(0, len(given) - received) ** 3
    return mine - sight.weight[maker] * (theirs - unseen * offer.give_hidden)


# -- making an offer
# ----------------------------------------------------------------------------------------------------


class Deal:
    """A swap of one of the maker's cards for one of the partner's. from_own, from_firm: whether they come from the firm
    instead of the hand. worth: the maker's expected gain."""

    def __init__(self, give: int, from_own: bool, ask: int, from_firm: bool) -> None:
        self.give = give
        self.from_own = from_own
        self.ask = ask
        self.from_firm = from_firm
        self.worth = 0.0


def begin(sight: Sight, legal: list[int]) -> int:
    """Start an offer, -1 if none is worthwhile: one every other time around, to each opponent in turn."""
    view = sight.view
    times = view.turn // view.seats
    if legal[-1] < act.OFFER or times % 2:
        return -1
    if any(firm.offers < OFFERS for seat, firm in enumerate(view.players) if seat != sight.seat):
        return -1
    seat = (sight.seat + 1 + times // 2 % (view.seats - 1)) % view.seats
    return act.OFFER + seat if act.OFFER + seat in legal and deal_with(sight, seat) is not None else -1


def build(sight: Sight, legal: list[int]) -> int:
    """Choose the next part of the current offer. If it is not the bot's own plan, finish it as quickly as possible."""
    offer = sight.view.offer
    assert offer is not None
    deal = counter(sight, offer.partner) if offer.counter else deal_with(sight, offer.partner)
    if deal is not None:
        give = (act.GIVE_FIRM if deal.from_own else act.GIVE_NAMED) + deal.give
        ask = (act.ASK_FIRM if deal.from_firm else act.ASK_NAMED) + deal.ask
        if not offer.give_named and not offer.give_firm and give in legal:
            return give
        if not offer.ask_named and not offer.ask_firm and ask in legal:
            return ask
        if act.PROPOSE in legal:
            return act.PROPOSE
    for action in (act.DECLINE, act.PROPOSE, act.ASK_HIDDEN):
        if action in legal:
            return action
    return legal[0]


def counter(sight: Sight, seat: int) -> Deal | None:
    """Find the best counteroffer to an offer that is not good enough: a swap for a card that the player is known to
    have."""
    found = [deal for deal in _deals(sight, seat, _known(sight, seat), extra=0) if not deal.from_own]
    return found[0] if found and found[0].worth >= _CLEARLY else None


def deal_with(sight: Sight, seat: int) -> Deal | None:
    """Find the best swap that should also suit the other player, None if there is none."""
    extra = 1 if sight.view.players[seat].hand >= HAND else 0
    found = _deals(sight, seat, _known(sight, seat) + _guessed(sight, seat), extra)
    return found[0] if found else None


Ask = tuple[int, bool, float]
"""What to ask for: the face, whether it is on the firm, and how likely it is there."""


def _known(sight: Sight, seat: int) -> list[Ask]:
    """List the cards that a player is known to have."""
    cash: list[Ask] = [(face, True, 1.0) for face in dict.fromkeys(sight.view.players[seat].cash)]
    return cash + [(face, False, 1.0) for face in dict.fromkeys(sight.view.shown[seat])]


def _guessed(sight: Sight, seat: int) -> list[Ask]:
    """List what the seat needs most and, from a player without a license, cash that it may have been dealt."""
    deck, content, firm = sight.deck, sight.content, sight.view.players[seat]
    wanted = [deck.acquittal(sight.me.probe)] if sight.me.probe >= 0 else []
    wanted += [] if sight.me.license else [deck.license]
    wanted += [deck.price] if not firm.license and sight.view.turn <= _EARLY * sight.seats else []
    hand = firm.hand - len(sight.view.shown[seat])
    return [(face, False, 1.0 - (1.0 - content.copies[face] / content.size) ** hand) for face in wanted if face >= 0]


def _deals(sight: Sight, seat: int, asks: list[Ask], extra: int) -> list[Deal]:
    """List all swaps that should suit both, best first. extra: face-down cards that must be added to one of the firm so
    that the partner's hand is not too large."""
    found = []
    before, content = hand_price(sight, sight.hand), sight.content
    cost, least = _weight_of_me(sight, seat), enough(sight)
    for give, from_own in _gives(sight, before):
        if not from_own and give in sight.view.revealed[seat]:
            continue  # a player who knows of a card has seen it in an offer, and may ask for it
        left = sight.hand[:]
        if not from_own:
            left.remove(give)
        lost = ware_price(sight, sight.seat, give) if from_own else 0.0
        gone = content.value[give] if from_own else 0
        for ask, from_firm, chance in asks:
            mine = hand_price(sight, [*left, ask], gone) - before - lost
            theirs = price(sight, seat, give, content.value[ask] if from_firm else 0)
            theirs -= ware_price(sight, seat, ask) if from_firm else price(sight, seat, ask)
            if from_firm:
                mine += _ANY * extra
                theirs -= _SHORT * extra
            if ask != give and theirs - cost * mine >= least and mine - sight.weight[seat] * theirs >= least:
                found.append(Deal(give, from_own, ask, from_firm))
                found[-1].worth = chance * mine
    found.sort(key=_by_worth)
    return found


def _gives(sight: Sight, before: float) -> list[tuple[int, bool]]:
    """List what the seat may offer: the face, and whether it is on the firm.

    Cash is offered for what it needs, and otherwise cards that are worth little to it. A card that ends the round is
    never offered.
    """
    content = sight.content
    found = []
    for face in dict.fromkeys(sight.hand):
        left = sight.hand[:]
        left.remove(face)
        spare = before - hand_price(sight, left) <= _LITTLE and not content.held[face]
        if (spare or content.is_cash[face]) and v.STOP not in content.does[face]:
            found.append((face, False))
    if sight.me.probe >= 0:
        times = sight.view.turn // sight.seats // (2 * sight.seats - 2)  # the number of offers to each opponent so far
        found += [(face, True) for k, face in enumerate(dict.fromkeys(sight.me.cash)) if k == times % _CYCLE]
    return found


def _weight_of_me(sight: Sight, seat: int) -> float:
    """Return what a dollar for this seat costs another player, from that player's point of view."""
    rivals = [capital for other, capital in enumerate(sight.capital) if other != seat]
    return eyes.weight(sight.seats, leads=sight.capital[sight.seat] >= max(rivals))


def _by_worth(deal: Deal) -> float:
    return -deal.worth
