"""1) Put a card (or cards) into play.

Source: V10 "Put a card (or cards) into play"; RULINGS A5.12-13.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.games.envelopes import actions as act
from cashbox.games.envelopes import events as ev
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.rules import counting, payment, score_sheet
from cashbox.games.envelopes.rules.mats import bring_into_play
from cashbox.games.envelopes.state import changed

if TYPE_CHECKING:
    from cashbox.games.envelopes.state import Player, State


def legal(s: State, p: Player, out: list[int]) -> None:
    """Add the waiting cards that can be paid."""
    calendar = p.calendar
    for month in range(s.month - 5 if s.month > 5 else 0, s.month + 1):
        card = calendar[month]
        if card >= 0 and can_pay(s, p, card):
            out.append(act.PUT + card)


def discount(s: State, p: Player, card: int) -> int:
    """Envelopes that a player need not pay for this card."""
    return p.mods[v.MOD_DISCOUNT_CULTURE + s.content.kind[card]]


def can_pay(s: State, p: Player, card: int) -> bool:
    """Whether a player has what a card costs him."""
    return payment.payable(p, s.content.cost[card], discount(s, p, card), p.mods[v.MOD_WILD_CARDS])


def play(s: State, seat: int, card: int) -> None:
    """Begin to pay for a card."""
    p = s.players[seat]
    if payment.begin(s, p, card, 0, s.content.cost[card][:], discount(s, p, card)):
        paid(s, seat, card)


def paid(s: State, seat: int, card: int) -> None:
    """The card goes onto the mat and scores its printed stars; upgrades that look for it follow."""
    p = s.players[seat]
    c = s.content
    p.calendar = changed(p.calendar, p.calendar.index(card), -1)
    p.put += 1
    score_sheet.add(s, p, score_sheet.PRINTED, card, c.stars[card])
    ev.note(s, ev.PUT, seat, card, c.stars[card])
    watching = p.play[:]
    bring_into_play(s, seat, card)
    for other in watching:
        effect = c.effect[other]
        if effect.on == v.ON_PUT and effect.f_kinds >> c.kind[card] & 1 and sum(c.cost[card]) >= effect.f_least:
            region = c.fund_region[card]
            if effect.f_regions == 0x3F or (region >= 0 and effect.f_regions >> region & 1):
                counting.fire(s, seat, other, effect)
