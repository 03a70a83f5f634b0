"""Cards that take from every opponent: Dividend Yield, Premium Earnings, The Broker, The Banker; and the Takeover.

Source: CASH "Bull market cards" and its cards, "Commission cards", "The Broker", "The Banker", "Takeover"; RULINGS
B2.4, B2.5, B2.10. Who takes cash takes from all opponents or from none: the card offers "from each opponent" as one
thing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.games.cash import events as ev
from cashbox.games.cash import faces as f
from cashbox.games.cash.events import note
from cashbox.games.cash.rules.drawing import cash_of, dump_cash, table_cash

if TYPE_CHECKING:
    from cashbox.games.cash.state import Player, State


def round_of(s: State, seat: int) -> list[int]:
    """The opponents of a seat, clockwise from it."""
    return [(seat + k) % s.seats for k in range(1, s.seats)]


def prey(s: State, other: Player, face: int) -> int:
    """The card that a card of this face takes from an opponent, -1 where there is none."""
    if face == f.DIVIDEND:
        return other.cash[0] if other.cash else -1
    if face == f.PREMIUM:
        return other.cash[-1] if other.cash else -1
    return cash_of(s, other, s.content.value[face])


def take_all(s: State, seat: int, face: int) -> None:
    """Take from each opponent; by The Broker and The Banker, who cannot give loses turns."""
    p = s.players[seat]
    for other in round_of(s, seat):
        victim = s.players[other]
        card = prey(s, victim, face)
        if card >= 0:
            victim.cash.remove(card)
            table_cash(p, card)
            note(s, ev.TOOK, seat, other, s.content.face[card])
        elif s.content.lose[face]:
            victim.lost += s.content.lose[face]
            note(s, ev.LOSES, other, s.content.lose[face])


def takeover_targets(s: State, seat: int) -> list[int]:
    """Opponents with Venture Capital, where this seat could pay for a Takeover and it would take effect; else none."""
    p = s.players[seat]
    if p.license < 0 or p.probe >= 0 or cash_of(s, p, s.content.fee[f.TAKEOVER]) < 0:
        return []
    return [other for other in range(s.seats) if other != seat and s.players[other].ventures]


def take_over(s: State, seat: int, target: int) -> None:
    """Pay the fee and take an opponent's Venture Capital."""
    p = s.players[seat]
    dump_cash(s, seat, cash_of(s, p, s.content.fee[f.TAKEOVER]))
    p.ventures.append(s.players[target].ventures.pop())
    note(s, ev.TOOK, seat, target, f.VENTURE)
