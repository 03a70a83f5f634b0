"""The prices that a player sees.

Source: V10 "Put a card (or cards) into play", "Sign Recruits".
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from cashbox.games.envelopes import phases as ph
from cashbox.games.envelopes import state as st
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.rules import payment, put_card, sign
from cashbox.games.envelopes.text.aims import Aimed
from cashbox.games.envelopes.view import view as w

if TYPE_CHECKING:
    from cashbox.games.envelopes.state import Player, State


def prices(s: State, seat: int) -> list[w.Price]:
    """Return the prices of waiting cards, and of recruits whose price differs from the printed one or who are where the
    bus is."""
    p = s.players[seat]
    now = s.phase == ph.MONTH and s.current == seat and s.step is None
    cards = [
        _price(s, p, put_card.bill(s, p, card))
        if now and put_card.can_pay(s, p, card)
        else _unpaid("card", card, tuple(s.content.cost[card]), put_card.discount(s, p, card))
        for card in p.calendar
        if card >= 0
    ]
    return cards + [
        _price(s, p, sign.bill(s, p, slot))
        if now and sign.can_pay(s, p, slot)
        else _unpaid("recruit", slot, tuple(sign.cost_left(s, p, slot)), sign.discount(s, p, slot))
        for slot in _priced(s, p)
    ]


def payable(s: State, p: Player) -> list[int]:
    """List the cards that can be drafted and, as things stand, could be paid in one of the months in which they can
    wait."""
    if s.phase != ph.DRAFT:
        return []
    months = range(s.month, min(s.month + put_card.WAITS, s.rules.last + 1))
    open_to = sorted({*p.hand, *p.stash, *s.pool})
    return [card for card in open_to if not all(Aimed(s, p, month, card=card).lacks() for month in months)]


def _priced(s: State, p: Player) -> list[int]:
    slots = p.prepaid
    for slot in s.content.here[p.space] if p.space >= 0 else []:
        slots |= 1 << slot
    if any(p.mods[v.MOD_DISCOUNT_REGION : v.MOD_DISCOUNT_BORDER + 1]):
        for slot in range(v.RECRUITS):
            slots |= (sign.discount(s, p, slot) > 0) << slot
    return st.slots_of(slots & s.free)


def _price(s: State, p: Player, bill: st.Step) -> w.Price:
    owed, less = bill.counts[:], min(bill.left, sum(bill.counts))
    left, bucks = payment.left_over(s, p, bill)
    return w.Price("recruit" if bill.recruit else "card", bill.of, owed, less, True, left, bucks)


@lru_cache(maxsize=1 << 12)
def _unpaid(what: str, ref: int, owed: tuple[int, ...], discount: int) -> w.Price:
    """Return the price of something that cannot be paid now. Cached, because it is usually the same as before."""
    return w.Price(what, ref, [*owed], min(discount, sum(owed)), False, [], 0)
