"""2) Use a card that is already in play, once in each month.

Source: V10 "Use a card that is already in play"; RULINGS A3.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.games.envelopes import actions as act
from cashbox.games.envelopes import events as ev
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.rules import counting
from cashbox.games.envelopes.state import COST, FLY_TO, LATER, NO_STEP, Player, State, forced

if TYPE_CHECKING:
    from cashbox.games.envelopes.card_effects import Effect


def may_use_now(p: Player, card: int) -> bool:
    """Whether this month's use of a card is left, a double use included."""
    if not p.used >> card & 1:
        return True
    return not p.reused >> card & 1 and p.doubles < p.mods[v.MOD_DOUBLE_USE]


def mark_used(p: Player, card: int) -> None:
    """Turn the card; a second use spends the double use."""
    if p.used >> card & 1:
        p.reused |= 1 << card
        p.doubles += 1
    else:
        p.used |= 1 << card


def legal(s: State, p: Player, out: list[int]) -> None:
    """Add the monthly cards whose use is left, can be paid, and would do something."""
    for card in p.monthly:
        if may_use_now(p, card) and works(s, p, s.content.effect[card]):
            out.append(act.USE + card)


def can_pay(p: Player, effect: Effect) -> bool:
    """Whether a player has what using the card costs."""
    if p.bucks < effect.pay_bucks:
        return False
    over = 0
    for c in range(6):
        rest = p.env[c] - effect.pay_env[c]
        if rest < 0:
            return False
        over += rest
    return over >= effect.pay_any


def works(s: State, p: Player, effect: Effect) -> bool:
    """Whether using an effect now is possible and would do something."""
    if effect.pays and not can_pay(p, effect):
        return False
    if effect.cond >= 0 and not counting.met(s, p, effect):
        return False
    if effect.do == v.DO_GET:
        return effect.per == 0 or counting.times(s, p, effect) > 0
    if effect.do == v.DO_LATER:
        return s.month < s.rules.last
    return effect.do == v.DO_FLY


def play(s: State, seat: int, card: int) -> None:
    """Use a card: pay, then receive, fly or put envelopes on a later month."""
    p = s.players[seat]
    effect = s.content.effect[card]
    mark_used(p, card)
    ev.note(s, ev.USED, seat, card)
    p.bucks -= effect.pay_bucks
    for c in range(6):
        p.env[c] -= effect.pay_env[c]
    s.a = card
    s.n = effect.pay_any
    _go_on(s, seat)


def _go_on(s: State, seat: int) -> None:
    p = s.players[seat]
    while s.n:
        colour = forced(p, s.n)
        if colour < 0:
            s.step = COST
            return
        pay_any(s, p, colour)
    s.step = NO_STEP
    _do(s, seat, s.a)


def pay_any(s: State, p: Player, colour: int) -> None:
    """Pay one envelope of the payer's choice."""
    p.env[colour] -= 1
    s.n -= 1


def play_cost(s: State, seat: int, action: int) -> None:
    """Pay one more envelope for using the card."""
    pay_any(s, s.players[seat], action - act.COLOUR)
    _go_on(s, seat)


def _do(s: State, seat: int, card: int) -> None:
    p = s.players[seat]
    effect = s.content.effect[card]
    if effect.do == v.DO_GET:
        counting.receive(s, seat, card, effect, counting.times(s, p, effect))
        return
    s.step = FLY_TO if effect.do == v.DO_FLY else LATER
    options = legal_fly(s, p) if effect.do == v.DO_FLY else legal_later(s)
    if len(options) == 1:
        (play_fly if effect.do == v.DO_FLY else play_later)(s, seat, options[0])


def legal_fly(s: State, p: Player) -> list[int]:
    """The spaces the card may lead to, but for the one the bus stands on."""
    c = s.content
    to = c.effect[s.a].to
    if to < 6:
        spaces = [space for space in range(32) if c.space_regions[space] >> to & 1]
    elif to == v.FLY_START:
        spaces = c.start_space
    elif to == v.FLY_BORDER:
        spaces = list(range(24, 32))
    else:
        spaces = list(range(c.spaces))
    return [act.FLY + space for space in spaces if space != p.space]


def play_fly(s: State, seat: int, action: int) -> None:
    """The bus goes there at once."""
    s.players[seat].space = action - act.FLY
    s.step = NO_STEP
    ev.note(s, ev.FLEW, seat, action - act.FLY)


def legal_later(s: State) -> list[int]:
    """The months that the envelopes may be put on."""
    last = min(s.rules.last, s.month + s.content.effect[s.a].n)
    return [act.MONTH + month for month in range(s.month + 1, last + 1)]


def play_later(s: State, seat: int, action: int) -> None:
    """Put the card's envelopes on that month of the calendar."""
    month = action - act.MONTH
    env = s.content.effect[s.a].env
    s.step = NO_STEP
    for c in range(6):
        if env[c]:
            s.players[seat].later[6 * month + c] += env[c]
            ev.note(s, ev.PUT_LATER, seat, c, env[c], month)
