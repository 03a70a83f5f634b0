"""Bidding for the Starting Player Chain, from the second month on.

Source: V10 "Optional Variant Rules: Bidding for the Starting Player Chain"; RULINGS A5.23. The auctioneer sits left of
the present holder and does not bid; the others bid clockwise from the auctioneer's left, and who passes is out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.games.envelopes import actions as act
from cashbox.games.envelopes import events as ev
from cashbox.games.envelopes.state import AUCTION, REFRESH, State, changed, clockwise

if TYPE_CHECKING:
    from cashbox.games.envelopes.state import Player


def auctioneer(s: State) -> int:
    """Who puts up the chain: the seat left of its holder."""
    return clockwise(s, s.chain)


def open_bids(s: State) -> None:
    """Begin an auction; who has no buck is out from the start."""
    s.bids = [0] * s.seats
    s.out = 1 << auctioneer(s)
    s.current = auctioneer(s)
    s.phase = AUCTION
    s.due = 0
    s.window += 1
    ev.note(s, ev.AUCTION_OPENS, s.current)
    _next(s)


def high(s: State) -> int:
    """The seat with the highest bid, -1 without one."""
    best = max(s.bids)
    return s.bids.index(best) if best else -1


def price(s: State) -> int:
    """What the highest bidder pays: one more than the best bid of another, or the only bid."""
    bids = sorted(s.bids, reverse=True)
    return bids[1] + 1 if bids[1] else bids[0]


def price_of(s: State, seat: int, bid: int) -> int:
    """What a seat pays for a bid, if nobody bids more and the auctioneer sells."""
    others = max(bids for other, bids in enumerate(s.bids) if other != seat)
    return others + 1 if others else bid


def deciding(s: State) -> bool:
    """Whether the bids are over and the auctioneer has to sell or keep."""
    return s.current == auctioneer(s)


def legal(s: State, p: Player) -> list[int]:
    """More than the best bid, up to one's bucks, or a pass; for the auctioneer: sell, or keep by paying."""
    best = max(s.bids)
    if deciding(s):
        return [act.SELL, act.KEEP]
    return [act.BID, *(act.BID + n for n in range(best + 1, min(p.bucks, act.MOST_BID) + 1))]


def play(s: State, seat: int, action: int) -> None:
    """Bid, pass, sell or keep."""
    s.due = 0
    s.window += 1
    if action in (act.KEEP, act.SELL):
        _close(s, seat, keep=action == act.KEEP)
        return
    bid = action - act.BID
    ev.note(s, ev.BID, seat, bid)
    if bid:
        s.bids = changed(s.bids, seat, bid)
    else:
        s.out |= 1 << seat
    _next(s)


def _next(s: State) -> None:
    """Ask the next who may raise; then the auctioneer, who has the chain for nothing where nobody bid."""
    best = max(s.bids)
    for _ in range(s.seats):
        s.current = clockwise(s, s.current)
        if s.out >> s.current & 1 or s.current == high(s):
            continue
        if s.players[s.current].bucks > best:
            s.due = 1 << s.current
            return
        s.out |= 1 << s.current
    s.current = auctioneer(s)
    if not best:
        _close(s, s.current, keep=True)
    elif s.players[s.current].bucks < best - 1:
        _close(s, s.current, keep=False)
    else:
        s.due = 1 << s.current


def _close(s: State, seat: int, *, keep: bool) -> None:
    best, buyer = max(s.bids), high(s)
    if keep:
        paid = max(0, best - 1)
        s.players[seat].bucks -= paid
        ev.note(s, ev.CHAIN_KEPT, seat, paid)
        s.chain = seat
    else:
        paid = price(s)
        s.players[buyer].bucks -= paid
        s.players[seat].bucks += paid
        ev.note(s, ev.CHAIN_SOLD, buyer, paid)
        ev.note(s, ev.CHAIN_PAID, seat, paid)
        s.chain = buyer
    s.bids = [0] * s.seats
    s.out = 0
    s.phase = REFRESH
