"""Bid for the Starting Player Chain, sell it, or keep it.

Its holder is dealt one more card and moves first, and so is more likely to get a recruit that others can reach too.
Bids are small, and use only spare bucks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.games.envelopes import actions as act

if TYPE_CHECKING:
    from cashbox.games.envelopes.bots.sight import Sight

_CARD: Final = 1
"""The worth of one more card to choose from, in bucks."""
_NEAR: Final = 2
"""The distance within which another bus competes for the same recruits."""
_KEPT: Final = 2
"""The bucks reserved for trades and runners."""


def choose(sight: Sight, legal: list[int]) -> int:
    """Choose the lowest bid worth making, or a pass; for the auctioneer, sell or keep."""
    worth = _worth(sight)
    if act.SELL in legal:
        return _sell_or_keep(sight, sight.view.bids, worth)
    bid = min(action for action in legal if action > act.BID)
    return bid if bid - act.BID <= min(worth, sight.me.bucks - _KEPT) else act.BID


def _sell_or_keep(sight: Sight, bids: list[int], worth: int) -> int:
    """Sell if the price plus the cost of keeping exceeds the worth of the chain."""
    best, second = sorted(bids, reverse=True)[:2]
    price = second + 1 if second else best
    cost = best - 1
    return act.KEEP if worth > price + cost and sight.me.bucks - cost >= _KEPT else act.SELL


def _worth(sight: Sight) -> int:
    """Return the worth of being first next month, in bucks."""
    dist = sight.tables.dist[sight.me.space]
    rivals = sum([dist[other.space] <= _NEAR for other in sight.view.rivals])
    return _CARD + min(2, rivals)
