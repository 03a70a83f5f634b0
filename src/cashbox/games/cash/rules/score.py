"""The score of a trading round, step by step in the order of the text.

Source: CASH "The score", "Venture Capital", "The Taxman", "Global Recession"; RULINGS B2.1, B2.7, B2.8.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.games.cash import faces as f
from cashbox.games.cash.state import Line, Sheet

if TYPE_CHECKING:
    from cashbox.games.cash.state import Player, State


def line(s: State, p: Player) -> Line:
    """Steps 1 to 3 for one firm: tabled cash, doubled by Venture Capital; cash in hand; bear cards in hand."""
    value, face = s.content.value, s.content.face
    cash = tabled(s, p)
    hand = [face[card] for card in p.hand]
    held = sum(value[card] for card in hand if f.is_cash(card))
    bears = sum(penalty(s, card) for card in hand)
    if f.VENTURE in hand:
        bears *= 2
    return Line(cash, cash if p.ventures else 0, -held, -bears)


def tabled(s: State, p: Player) -> int:
    """The cash on a firm, insured and uninsured, in dollars."""
    value, face = s.content.value, s.content.face
    covered = sum(value[face[card]] for policy in p.policies for card in policy[1:])
    return covered + sum(value[face[card]] for card in p.cash)


def penalty(s: State, face: int) -> int:
    """What a bear card costs that is in hand at the end, not doubled; 0 for other cards."""
    return s.rules.recession if face == f.RECESSION else s.content.held[face]


def sheet(s: State, why: int, stopper: int) -> Sheet:
    """The score sheet of the round as the table stands; nothing changes."""
    lines = [line(s, p) for p in s.players]
    for seat, p in enumerate(s.players):
        if p.taxman >= 0:
            _tax(s, lines, seat)
    for own, p in zip(lines, s.players, strict=True):
        own.total += own.taxed
        own.capital = p.capital + own.total
    return Sheet(why, stopper, lines)


def _tax(s: State, lines: list[Line], seat: int) -> None:
    """Step 4: a tenth of each opponent's capital for the round goes to The Taxman's holder, a debt's too."""
    for other, line_ in enumerate(lines):
        if other != seat:
            due = line_.total * s.content.percent // 100
            line_.taxed -= due
            lines[seat].taxed += due
