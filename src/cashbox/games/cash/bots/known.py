"""What one seat knows about a table, as counts taken from its view: cheap to copy and to change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.games.cash import vocabulary as v

if TYPE_CHECKING:
    from cashbox.games.cash.content import Content
    from cashbox.games.cash.view.view import Firm, SeatView

IDS: Final = (
    "trading-license", "stop-trading", "cash-5000", "cash-10000", "cash-25000", "cash-50000", "cash-75000",
    "cash-150000", "economy-cover", "basic-cover", "total-cover", "investigation-corruption", "investigation-insider",
    "investigation-laundering", "investigation-organised", "acquittal-corruption", "acquittal-insider",
    "acquittal-laundering", "acquittal-organised", "settlement", "dividend-yield", "premium-earnings",
    "venture-capital", "takeover", "market-crash", "global-recession", "bankruptcy", "broker", "banker", "taxman",
)  # fmt: skip
"""The faces of the deck that the judge was trained on, in order."""


class Side:
    """One player. cash: the uninsured cards of each value, lowest value first. firm: dollars of insured cash. hand: the
    known number of each face; size: the number of cards. probe: the investigation's face, -1 for none."""

    def __init__(self) -> None:
        self.seat = 0
        self.capital = 0
        self.license = False
        self.probe = -1
        self.taxman = False
        self.lost = 0
        self.extra = 0
        self.ventures = 0
        self.size = 0
        self.insured = 0
        self.cash: list[int] = []
        self.hand: list[int] = []

    def copy(self) -> Side:
        """Return an independent copy."""
        other = Side()
        other.seat, other.capital, other.license, other.probe = self.seat, self.capital, self.license, self.probe
        other.taxman, other.lost, other.extra = self.taxman, self.lost, self.extra
        other.ventures, other.size, other.insured = self.ventures, self.size, self.insured
        other.cash, other.hand = self.cash[:], self.hand[:]
        return other

    def lowest(self) -> int:
        """Return the index of the lowest uninsured cash, -1 without any."""
        for k, count in enumerate(self.cash):
            if count:
                return k
        return -1

    def highest(self) -> int:
        """Return the index of the highest uninsured cash, -1 without any."""
        for k in range(len(self.cash) - 1, -1, -1):
            if self.cash[k]:
                return k
        return -1

    def worth(self, values: list[int]) -> int:
        """Return the dollars of the cash on the firm, doubled or not."""
        total = self.insured
        for k, count in enumerate(self.cash):
            if count:
                total += count * values[k]
        return total * 2 if self.ventures else total

    def drop(self, face: int) -> None:
        """Remove a card, known or not, from the hand."""
        self.size -= 1
        if self.hand[face]:
            self.hand[face] -= 1


class Known:
    """Everything that the seat knows. own: the seat itself; rivals: the others, clockwise. unseen: by face, the number
    of cards in unknown places. costs: by face, the cost of holding it at the end."""

    def __init__(self, content: Content, own: Side, rivals: list[Side]) -> None:
        self.content = content
        self.own = own
        self.rivals = rivals
        self.seats = len(rivals) + 1
        self.target = 0
        self.last = False
        self.turn = 0
        self.deck = 0
        self.costs: list[int] = []
        self.unseen: list[int] = []

    def copy(self) -> Known:
        """Return a copy with independent players that shares the immutable parts."""
        other = Known(self.content, self.own.copy(), [rival.copy() for rival in self.rivals])
        other.target, other.last, other.turn, other.deck = self.target, self.last, self.turn, self.deck
        other.costs, other.unseen = self.costs, self.unseen
        return other

    def line(self) -> int:
        """Return what the seat would score if the round ended now, before The Taxman."""
        own, content = self.own, self.content
        held = bears = doubled = 0
        for face, count in enumerate(own.hand):
            if count:
                if content.is_cash[face]:
                    held += count * self.costs[face]
                else:
                    bears += count * self.costs[face]
                    doubled |= content.doubles[face]
        return own.worth(content.values) - held - (bears * 2 if doubled else bears)


# -- from a view -----------------------------------------------------------------------------------------------


def known_of(view: SeatView, content: Content) -> Known:
    """Collect what a seat knows from its view."""
    assert view.mine is not None
    own = _side(view.players[view.seat], view.seat, content)
    around = [(view.seat + k) % view.seats for k in range(1, view.seats)]
    known = Known(content, own, [_side(view.players[seat], seat, content) for seat in around])
    known.target = view.rules.target
    known.last = 0 < view.rules.max_rounds <= view.round
    known.turn, known.deck = view.turn, view.deck
    known.costs = [content.value[k] if content.is_cash[k] else content.held[k] for k in range(content.faces)]
    for face, option in enumerate(content.by_option):
        if option:
            known.costs[face] = view.rules.recession
    for face in view.mine.hand:
        own.hand[face] += 1
    for shown in view.mine.shown:
        hand = known.rivals[(shown.seat - view.seat) % view.seats - 1].hand
        for face in shown.cards:
            hand[face] += 1
    known.unseen = _unseen(view, known)
    if view.pending is not None and view.phase == "target":
        own.drop(view.pending.card)  # it counts as used
    for face in view.mine.chosen:
        own.drop(face)
    return known


def _side(firm: Firm, seat: int, content: Content) -> Side:
    side = Side()
    side.seat, side.capital, side.license, side.probe = seat, firm.capital, firm.license, firm.probe
    side.taxman, side.lost, side.extra = firm.taxman, firm.lost, firm.extra
    side.ventures, side.size, side.insured = firm.ventures, firm.hand, firm.tabled
    side.cash = [0] * len(content.values)
    for face in firm.cash:
        side.cash[content.values.index(content.value[face])] += 1
        side.insured -= content.value[face]
    side.hand = [0] * content.faces
    return side


def _unseen(view: SeatView, known: Known) -> list[int]:
    """Count, by face, the cards that are neither open nor known to be in a hand."""
    left = known.content.copies[:]
    license_ = known.content.doing(v.LIE)[0]
    for face in view.dump:
        left[face] -= 1
    for firm in view.players:
        if firm.license:
            left[license_] -= 1
        if firm.probe >= 0:
            left[firm.probe] -= 1
        for face in firm.cash:
            left[face] -= 1
        for policy in firm.policies:
            left[policy.card] -= 1
            for face in policy.cash:
                left[face] -= 1
        for asset in firm.assets:
            left[asset.card] -= 1
    for side in (known.own, *known.rivals):
        for face, count in enumerate(side.hand):
            left[face] -= count
    return [max(0, count) for count in left]
