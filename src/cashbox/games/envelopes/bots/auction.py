"""Bidding for the Starting Player Chain, selling and keeping it.

Its holder is dealt one more card and moves first, and so is surer of a recruit that others can reach too. Bids are
small, and use only bucks that nothing else will need.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.games.envelopes import actions as act

if TYPE_CHECKING:
    from cashbox.games.envelopes.bots.sight import Sight

_CARD: Final = 1
"""Bucks that one more card to choose from is worth."""
_NEAR: Final = 2
"""Spaces within which another bus is after the same recruits."""
_KEPT: Final = 2
"""Bucks kept for trades and runners."""


def choose(sight: Sight, legal: list[int]) -> int:
    """Choose the lowest bid worth making, or a pass; for the auctioneer, sell or keep."""
    worth = _worth(sight)
    if act.SELL in legal:
        return _sell_or_keep(sight, sight.view.bids, worth)
    bid = min(action for action in legal if action > act.BID)
    return bid if bid - act.BID <= min(worth, sight.me.bucks - _KEPT) else act.BID


def _sell_or_keep(sight: Sight, bids: list[int], worth: int) -> int:
    """Sell where what comes in and what keeping would cost are more than the chain is worth."""
    best, second = sorted(bids, reverse=True)[:2]
    price = second + 1 if second else best
    cost = best - 1
    return act.KEEP if worth > price + cost and sight.me.bucks - cost >= _KEPT else act.SELL


def _worth(sight: Sight) -> int:
    """Bucks that it is worth to be first next month."""
    dist = sight.tables.dist[sight.me.space]
    rivals = sum([dist[other.space] <= _NEAR for other in sight.view.rivals])
    return _CARD + min(2, rivals)
