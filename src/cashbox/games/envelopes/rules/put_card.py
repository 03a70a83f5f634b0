"""1) Put a card (or cards) into play.

Source: V10 "Put a card (or cards) into play"; RULINGS A5.12-13.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.phrases import plural
from cashbox.engine.state import with_value
from cashbox.games.envelopes import actions as act
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.rules import counting, idle, payment, score_sheet
from cashbox.games.envelopes.rules.mats import bring_into_play, tell
from cashbox.games.envelopes.rules.turn import OnMat
from cashbox.games.envelopes.text.events import event_kind
from cashbox.games.envelopes.text.phrases import at_price, price

if TYPE_CHECKING:
    from cashbox.engine.chance import Chance
    from cashbox.games.envelopes.card_effects import Effect
    from cashbox.games.envelopes.content import Content
    from cashbox.games.envelopes.state import Player, State, Step

WAITS: Final = 6
"""The number of months that a card may wait on a calendar, including that of the draft."""

PUT: Final = event_kind(
    lambda e: f"{e.name} puts {e.content.names[e[0]]} into play: {plural(e[1], 'star')}.", headline=True
)


def expired_months(month: int) -> int:
    """Count the months from the start of the calendar that no longer have a card once a month has begun."""
    return max(0, month - WAITS + 1)


def legal(s: State, p: Player, out: list[int]) -> None:
    """List the actions for waiting cards that can be paid."""
    calendar = p.calendar
    for month in range(expired_months(s.month), s.month + 1):
        card = calendar[month]
        if card >= 0 and can_pay(s, p, card):
            out.append(act.PUT + card)


def discount(s: State, p: Player, card: int) -> int:
    """Return the number of envelopes that a player need not pay for this card."""
    return p.mods[v.MOD_DISCOUNT_CULTURE + s.content.kind[card]]


def can_pay(s: State, p: Player, card: int) -> bool:
    """Check whether a player has the cost of a card. `discount` is inlined here because this is called most often."""
    c, mods = s.content, p.mods
    return payment.payable(p, c.cost[card], mods[v.MOD_DISCOUNT_CULTURE + c.kind[card]], mods[v.MOD_WILD_CARDS])


def bill(s: State, p: Player, card: int) -> Step:
    """Build the payment for a card."""
    return payment.bill(card, s.content.cost[card], discount(s, p, card), recruit=False)


class Put(OnMat):
    """Put a card into play. If there is a choice of how to pay for it, that comes next."""

    kind = "put"
    heading = "Put a card into play"

    def apply(self, s: State, p: Player, k: int, chance: Chance) -> Step | None:
        step = bill(s, p, k)
        if not payment.settle(s, p, step):
            return step
        paid(s, p, k)
        return None

    def label(self, s: State, seat: int, k: int) -> str:
        c = s.content
        cost = at_price(c.cost[k], discount(s, s.players[seat], k))
        return f"Put {c.names[k]} into play {cost}: {plural(c.stars[k], 'star')}{idle.idle_mark(s, k)}"

    def explain(self, s: State, seat: int, k: int) -> str:
        c, p = s.content, s.players[seat]
        if k not in p.calendar:
            return f"{c.names[k]} isn't on your calendar."
        cost = price(c.cost[k], discount(s, p, k))
        return f"{c.names[k]} costs {cost}. You have {payment.to_pay_with(p, recruit=False)}."


def paid(s: State, p: Player, card: int) -> None:
    """Put the card on the mat, score its printed stars, and trigger matching upgrades."""
    c = s.content
    p.calendar = with_value(p.calendar, p.calendar.index(card), -1)
    p.put += 1
    score_sheet.add(s, p, score_sheet.PRINTED, card, c.stars[card])
    tell(s, PUT, p, card, c.stars[card])
    watching = p.play[:]
    bring_into_play(s, p, card)
    for other in watching:
        if _fits(c, c.effect[other], card):
            counting.fire(s, p, other)


def _fits(c: Content, effect: Effect, card: int) -> bool:
    """Return whether a card passes the filters of an upgrade that triggers on cards put into play."""
    if effect.on != v.ON_PUT or not effect.f_kinds >> c.kind[card] & 1 or sum(c.cost[card]) < effect.f_least:
        return False
    region = c.fund_region[card]
    return effect.f_regions == v.ALL_COLOURS or (region >= 0 and effect.f_regions >> region & 1 == 1)
