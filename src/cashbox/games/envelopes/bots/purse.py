"""What is left after a purchase, including discounts, substitutes, and trades."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.bots.tables import GUARD, missing

if TYPE_CHECKING:
    from cashbox.games.envelopes.bots.sight import Sight

_MOST_TRADES: Final = 2
_SHIFTS: Final = (0, 8, 16, 24, 32, 40)

Left = tuple[int, int, int]
"""Envelopes by color (packed), their total, bucks. The total may be lower than the sum: some went for roads and trades,
in colors to be determined later."""


class Cashier:
    """Computes payments with a seat's substitutes and discounts."""

    def __init__(self, sight: Sight) -> None:
        mods = sight.mods
        self.rate = max(2, 3 - mods[v.MOD_TRADE_RATE])
        self.trade_bucks = 0 if mods[v.MOD_TRADE_FREE] else sight.view.rules.trade_bucks
        self.bucks_pay = bool(mods[v.MOD_BUCKS_PAY])
        self.wild_cards = mods[v.MOD_WILD_CARDS]
        self.wild_recruits = mods[v.MOD_WILD_RECRUITS]

    def pay(
        self, envelopes: int, total: int, bucks: int, cost: int, need: int, discount: int, wild: int
    ) -> Left | None:
        """Return the rest after paying a packed cost of `need` envelopes, None if it cannot be paid."""
        if not discount and ((envelopes | GUARD) - cost) & GUARD == GUARD:
            return (envelopes - cost, total - need, bucks) if total >= need else None
        short, have = missing(envelopes, cost)
        used = need - short
        if discount:
            cut = min(short, discount)
            short -= cut
            for shift in _SHIFTS:
                off = min(discount - cut, have >> shift & 127)
                have -= off << shift
                used -= off
                cut += off
        envelopes -= have
        total -= used
        if short and wild:
            envelopes, total, short = _substitute(envelopes, total, short, wild)
        if short and self.bucks_pay:
            paid = min(short, bucks)
            bucks -= paid
            short -= paid
        if short:
            if short > _MOST_TRADES:
                return None
            total -= short * self.rate
            bucks -= short * self.trade_bucks
        return (envelopes, total, bucks) if total >= 0 and bucks >= 0 else None


def _substitute(envelopes: int, total: int, short: int, wild: int) -> Left:
    """Pay missing colors with wild envelopes. The third number is the rest that is still missing."""
    for c in range(6):
        if wild >> c & 1:
            use = min(short, envelopes >> 8 * c & 127)
            envelopes -= use << 8 * c
            total -= use
            short -= use
    return envelopes, total, short
