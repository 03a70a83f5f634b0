"""End of the month: the chain passes, the pool is refreshed, cards expire, and the next month or the end of the game
follows.

Source: V10 "End of the Month"; RULINGS A5.5, A5.18, A5.22-23.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.phrases import plural
from cashbox.engine.state import note, with_value
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.phases import DEAL, LAST_CARDS, REFRESH
from cashbox.games.envelopes.rules import auction, bubba, counting, deck
from cashbox.games.envelopes.rules.put_card import WAITS
from cashbox.games.envelopes.state import State, clockwise
from cashbox.games.envelopes.text.events import event_kind

if TYPE_CHECKING:
    from cashbox.engine.chance import Chance

NOVEMBER: Final = 8
_REFRESH: Final = (2, 5, 8)
"""May, August, November."""

CHAIN: Final = event_kind(
    lambda e: f"The Starting Player Chain passes to {e.name}.",
    lambda e: "The Starting Player Chain passes to you." if e.own else "",
)
POOL_CLEARED: Final = event_kind(
    lambda e: f"The pool is cleared: {plural(e[0], 'card')} {'leaves' if e[0] == 1 else 'leave'} the game."
)
EXPIRED: Final = event_kind(
    lambda e: f"{e.content.names[e[0]]} leaves {e.name}'s calendar unplayed.",
    lambda e: f"{e.content.names[e[0]]} leaves your calendar unplayed." if e.own else "",
)


def run(s: State, chance: Chance) -> None:
    """End the month after everyone's turn: Bubba takes his recruit, then the chain is passed or auctioned."""
    bubba.turn(s)
    if s.rules.auction and s.month < s.rules.last:
        auction.open_bids(s)
        return
    if s.seats > 1:
        s.chain = clockwise(s, s.chain)
        note(s, CHAIN, s.chain)
    s.phase = REFRESH


def continue_month_end(s: State, chance: Chance) -> None:
    """Handle the pool, expired cards, the reshuffle, and the next month, in the order of RULINGS A5.5."""
    last = s.month == s.rules.last
    if s.month in _REFRESH or last:
        _clear_pool(s)
    if s.month in _REFRESH and s.rules.pool and not last:
        deck.deal_to_pool(s, chance)
    for month in range(len(v.MONTHS)) if last else (s.month - WAITS + 1,):
        _expire(s, month)
    if last:
        s.phase = LAST_CARDS
        return
    if s.month == NOVEMBER and s.seats == 4:
        deck.reshuffle_under(s)
    s.month += 1
    s.phase = DEAL


def _clear_pool(s: State) -> None:
    if s.pool:
        note(s, POOL_CLEARED, -1, len(s.pool))
        s.gone = s.gone + s.pool
        s.pool = []


def _expire(s: State, month: int) -> None:
    """Remove cards that are still on this month's space of a calendar from the game."""
    if month < 0:
        return
    for seat, p in enumerate(s.players):
        card = p.calendar[month]
        if card >= 0:
            p.calendar = with_value(p.calendar, month, -1)
            p.expired += 1
            s.gone = [*s.gone, card]
            note(s, EXPIRED, seat, card)
            counting.trigger(s, p, v.ON_EXPIRE)
