"""Bidding for the Starting Player Chain, from the second month on.

Source: V10 "Optional Variant Rules: Bidding for the Starting Player Chain"; RULINGS A5.23. The auctioneer sits left of
the current holder and does not bid; the others bid clockwise from the auctioneer's left, and a pass is final.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.facts import Change, Description, Facts, change
from cashbox.engine.phrases import plural
from cashbox.engine.state import note, with_value
from cashbox.engine.verbs import Phase, Verb
from cashbox.games.envelopes import actions as act
from cashbox.games.envelopes.content import Content
from cashbox.games.envelopes.phases import AUCTION, REFRESH
from cashbox.games.envelopes.state import State, clockwise
from cashbox.games.envelopes.text.events import event_kind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.engine.chance import Chance

BID: Final = event_kind(lambda e: f"{e.name} bids {plural(e[0], 'buck')}." if e[0] else f"{e.name} passes.")
AUCTION_OPENS: Final = event_kind(lambda e: f"{e.name} puts the Starting Player Chain up for auction.")
CHAIN_SOLD: Final = event_kind(lambda e: f"{e.name} buys the chain for {plural(e[0], 'buck')}.", headline=True)
CHAIN_PAID: Final = event_kind(
    lambda e: f"{e.name} gets {plural(e[0], 'buck')} for it.",
    lambda e: f"You get {plural(e[0], 'buck')} for the chain." if e.own else "",
)
CHAIN_KEPT: Final = event_kind(
    lambda e: f"{e.name} keeps the chain for {plural(e[0], 'buck')}." if e[0] else f"{e.name} gets the chain for free."
)


def auctioneer(s: State) -> int:
    """Return the auctioneer: the seat to the left of the chain's holder."""
    return clockwise(s, s.chain)


def open_bids(s: State) -> None:
    """Start an auction; players without a buck are out from the start."""
    s.bids = [0] * s.seats
    s.out = 1 << auctioneer(s)
    s.current = auctioneer(s)
    s.phase = AUCTION
    s.due = 0
    s.window += 1
    note(s, AUCTION_OPENS, s.current)


def high_bidder(s: State) -> int:
    """Return the seat with the highest bid, -1 if there is none."""
    best = max(s.bids)
    return s.bids.index(best) if best else -1


def bidders(s: State) -> list[int]:
    """List everyone except the auctioneer, in bidding order."""
    first = auctioneer(s)
    return [(first + k) % s.seats for k in range(1, s.seats)]


def least(s: State) -> int:
    """Return the lowest bid that is allowed now."""
    return max(s.bids) + 1


def most(s: State, seat: int) -> int:
    """Return the highest bid that a seat may make."""
    return min(s.players[seat].bucks, act.MOST_BID)


def price(s: State) -> int:
    """Return what the highest bidder pays: one more than the best bid of another, or the only bid."""
    bids = sorted(s.bids, reverse=True)
    return bids[1] + 1 if bids[1] else bids[0]


def price_to_keep(s: State) -> int:
    """Return what the auctioneer pays to keep the chain: one less than the best bid."""
    return max(0, max(s.bids) - 1)


def price_of(s: State, seat: int, bid: int) -> int:
    """Return the price of a bid if no one bids more and the auctioneer sells."""
    others = max(bids for other, bids in enumerate(s.bids) if other != seat)
    return others + 1 if others else bid


def deciding(s: State) -> bool:
    """Check whether the bids are over and the auctioneer must sell or keep."""
    return s.current == auctioneer(s)


class _InAuction(Verb[State, Content]):
    """A verb of the auction."""

    def explain_elsewhere(self, s: State, seat: int, k: int) -> str:
        return "" if s.rules.auction else "This table has no auction for the Starting Player Chain."


class Bid(_InAuction):
    """Bid this many bucks; 0 is a pass, which is final."""

    kind = "bid"
    otherwise = "You can only bid during the auction for the Starting Player Chain, between months."

    def do(self, s: State, seat: int, k: int, chance: Chance) -> None:
        s.due = 0
        s.window += 1
        note(s, BID, seat, k)
        if k:
            s.bids = with_value(s.bids, seat, k)
        else:
            s.out |= 1 << seat

    def describe(self, s: State, seat: int, k: int) -> Description:
        """Describe a bid. Known: "price", the price if no one bids more and the chain is sold; "left", the bucks left
        then."""
        if not k:
            return Description("Pass")
        cost = price_of(s, seat, k)
        left = s.players[seat].bucks - cost
        label = f"Bid {plural(k, 'buck')} (if you get the chain, you pay {cost} and have {left} left)"
        return Description(label, Facts(known={"price": cost, "left": left}))

    def explain(self, s: State, seat: int, k: int) -> str:
        if deciding(s):
            return "The bidding is over. Sell the chain or keep it."
        bucks = s.players[seat].bucks
        if k > bucks:
            return f"You only have {plural(bucks, 'buck')}."
        return f"Bid more than the highest bid, which is {plural(max(s.bids), 'buck')}."


class _Close(_InAuction):
    """A decision of the auctioneer after the bidding."""

    otherwise = "The auctioneer sells or keeps the chain when the bidding is over."

    def explain(self, s: State, seat: int, k: int) -> str:
        return "The bidding isn't over yet."


class Sell(_Close):
    """The auctioneer sells the chain to the highest bidder."""

    kind = "sell"

    def do(self, s: State, seat: int, k: int, chance: Chance) -> None:
        s.window += 1
        _sell(s, seat)

    def describe(self, s: State, seat: int, k: int) -> Description:
        paid = price(s)
        buyer = Change("bucks", -paid, seat=high_bidder(s))
        facts = Facts((*change("bucks", s.players[seat].bucks, paid), buyer))
        return Description(f"Sell the chain for {plural(paid, 'buck')}", facts)


class Keep(_Close):
    """The auctioneer pays to keep the chain."""

    kind = "keep"

    def do(self, s: State, seat: int, k: int, chance: Chance) -> None:
        s.window += 1
        _keep(s, seat)

    def describe(self, s: State, seat: int, k: int) -> Description:
        return Description(
            f"Keep the chain for {_keeping(s)}", Facts(change("bucks", s.players[seat].bucks, -price_to_keep(s)))
        )


class Auction(Phase[State, Content]):
    """Bid more than the best bid, up to the bidder's bucks, or pass; as the auctioneer, sell the chain, or pay to keep
    it."""

    number = AUCTION
    heading = "Bidding for the Starting Player Chain"
    verbs = (Bid(), Sell(), Keep())

    def task_now(self, s: State) -> str:
        return "to sell or keep the chain" if deciding(s) else "to bid for the chain"

    def legal(self, s: State, seat: int) -> list[int]:
        if deciding(s):
            return [act.SELL, act.KEEP]
        return [act.BID, *(act.BID + n for n in range(least(s), most(s, seat) + 1))]

    def prompt(self, s: State, seat: int, names: Sequence[str]) -> str:
        if deciding(s):
            return f"Sell the chain for {plural(price(s), 'buck')} or keep it for {_keeping(s)}."
        bidder = high_bidder(s)
        if bidder < 0:
            return "Bid for the chain or pass. If you pass, you're out of the auction."
        return f"The highest bid for the chain is {plural(s.bids[bidder], 'buck')}. Bid more or pass."


def _keeping(s: State) -> str:
    """Describe what keeping the chain costs the auctioneer."""
    cost = price_to_keep(s)
    return plural(cost, "buck") if cost else "nothing"


def ask_next_bidder(s: State, chance: Chance) -> None:
    """Ask the next player who may raise; then the auctioneer, who gets the chain for free if no one bid."""
    best = max(s.bids)
    for _ in range(s.seats):
        s.current = clockwise(s, s.current)
        if s.out >> s.current & 1 or s.current == high_bidder(s):
            continue
        if s.players[s.current].bucks > best:
            s.due = 1 << s.current
            return
        s.out |= 1 << s.current
    s.current = auctioneer(s)
    if not best:
        _keep(s, s.current)
    elif s.players[s.current].bucks < best - 1:
        _sell(s, s.current)
    else:
        s.due = 1 << s.current


def _keep(s: State, seat: int) -> None:
    paid = price_to_keep(s)
    s.players[seat].bucks -= paid
    note(s, CHAIN_KEPT, seat, paid)
    _goes_to(s, seat)


def _sell(s: State, seat: int) -> None:
    paid, buyer = price(s), high_bidder(s)
    s.players[buyer].bucks -= paid
    s.players[seat].bucks += paid
    note(s, CHAIN_SOLD, buyer, paid)
    note(s, CHAIN_PAID, seat, paid)
    _goes_to(s, buyer)


def _goes_to(s: State, seat: int) -> None:
    s.chain = seat
    s.due = 0
    s.bids = [0] * s.seats
    s.out = 0
    s.phase = REFRESH
