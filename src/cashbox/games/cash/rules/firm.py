"""Cards that are played onto one's own firm: license, cash, insurance, Stop Trading, Venture Capital, The Taxman.

Source: CASH "Trading License", "Stop Trading", "Cash cards", "Insurance cards", "Venture Capital", "The Taxman",
"Investigation cards"; RULINGS B2.3, B2.8-10.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.games.cash import events as ev
from cashbox.games.cash import faces as f
from cashbox.games.cash.actions import DONE, INSURE
from cashbox.games.cash.events import note
from cashbox.games.cash.rules.drawing import cash_of, dump_cash, from_hand, table_cash
from cashbox.games.cash.state import INSURE as INSURING

if TYPE_CHECKING:
    from cashbox.games.cash.state import Player, State


def may_trade(p: Player) -> bool:
    """Whether cards can be played onto the firm: a license lies there and no investigation on it."""
    return p.license >= 0 and p.probe < 0


def playable(s: State, p: Player, face: int) -> bool:
    """Whether a card of this face can be played onto one's own firm now."""
    if face == f.LICENSE:
        return p.license < 0
    if not may_trade(p):
        return False
    if face == f.VENTURE:
        return cash_of(s, p, s.content.fee[face]) >= 0
    if f.INSURANCE <= face < f.INSURANCE_END:
        return bool(p.cash) and s.content.value[s.content.face[p.cash[0]]] <= s.content.value[face]
    return f.is_cash(face) or face == f.STOP or face == f.TAXMAN


def play(s: State, seat: int, face: int) -> None:
    """Play a card onto the firm; not Stop Trading, which ends the round (see `turn.py`)."""
    p = s.players[seat]
    card = from_hand(s, seat, face)
    note(s, ev.PLAYED, seat, face)
    if face == f.LICENSE:
        p.license = card
    elif face == f.TAXMAN:
        p.taxman = card
    elif face == f.VENTURE:
        dump_cash(s, seat, cash_of(s, p, s.content.fee[face]))
        p.ventures.append(card)
    elif f.is_cash(face):
        table_cash(p, card)
    else:
        p.policies.append([card])
        s.room = s.content.value[face]
        s.phase = INSURING
        values = insurable(s, p)
        if len(values) == 1:
            cover(s, seat, values[0] - INSURE)


def insurable(s: State, p: Player) -> list[int]:
    """The actions that put one more cash card under the insurance just played."""
    found = []
    for card in p.cash:
        face = s.content.face[card]
        action = INSURE + face - f.CASH
        if s.content.value[face] <= s.room and action not in found:
            found.append(action)
    return found


def legal_insure(s: State, p: Player) -> list[int]:
    """What may be covered; once something is, one may stop."""
    found = insurable(s, p)
    if len(p.policies[-1]) > 1:
        found.append(DONE)
    return found


def cover(s: State, seat: int, value: int) -> None:
    """Put the insurance over one uninsured cash card; value: 0..5, the lowest face first. Ends when no more fits."""
    p = s.players[seat]
    face = f.CASH + value
    card = cash_of(s, p, s.content.value[face])
    p.cash.remove(card)
    p.policies[-1].append(card)
    s.room -= s.content.value[face]
    if not insurable(s, p):
        insured(s, seat)


def insured(s: State, seat: int) -> None:
    """The insurance is placed; what is left of its limit is lost."""
    policy = s.players[seat].policies[-1]
    note(s, ev.INSURED, seat, *[s.content.face[card] for card in policy])
    s.room = 0
    s.phase = s.after
