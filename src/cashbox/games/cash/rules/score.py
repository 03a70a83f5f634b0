"""The score of a trading round, step by step in the order of the text.

Source: CASH "The score", "Venture Capital", "The Taxman", "Global Recession"; RULINGS B2.1, B2.7, B2.8.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.games.cash.rules.counting import insured, uninsured
from cashbox.games.cash.state import OVER, Line, Sheet

if TYPE_CHECKING:
    from cashbox.games.cash.state import Player, State


def line(s: State, p: Player) -> Line:
    """Score steps 1 to 3 for one firm: tabled cash, doubled by Venture Capital; cash in hand; bear cards in hand."""
    content = s.content
    cash = tabled_cash(s, p)
    hand = [content.face[card] for card in p.hand]
    held = sum([content.value[face] for face in hand if content.is_cash[face]])
    bears = sum([penalty(s, face) for face in hand])
    if any(content.doubles[face] for face in hand):
        bears *= 2
    doubled = cash if p.ventures else 0
    return Line(cash, doubled, -held, -bears, cash + doubled - held - bears)


def tabled_cash(s: State, p: Player) -> int:
    """Sum up the cash on a firm, insured and uninsured, in dollars."""
    return insured(s, p) + uninsured(s, p)


def known_wealth(s: State, p: Player) -> int:
    """Return a firm's public wealth: its capital and, during trading, the cash on it, doubled or not."""
    return p.capital if s.phase == OVER else p.capital + tabled_cash(s, p) * (2 if p.ventures else 1)


def penalty(s: State, face: int) -> int:
    """Return the cost of a bear card in hand at the end, not doubled; 0 for other cards."""
    return s.rules.recession if s.content.by_option[face] else s.content.held[face]


def sheet(s: State, why: int, stopper: int) -> Sheet:
    """Build the score sheet of the round as the table stands. The state does not change."""
    lines = [line(s, p) for p in s.players]
    for seat, p in enumerate(s.players):
        if p.taxman >= 0:
            _tax(s, lines, seat)
    for own, p in zip(lines, s.players, strict=True):
        own.total += own.taxed
        own.capital = p.capital + own.total
    found = Sheet(why, stopper)
    found.lines = lines
    return found


def order(sheet: Sheet) -> list[int]:
    """Return the seats by capital after the round, richest first, with ties by seat."""
    return sorted(range(len(sheet.lines)), key=lambda seat: -sheet.lines[seat].capital)


def _tax(s: State, lines: list[Line], seat: int) -> None:
    """Score step 4: a tenth of each opponent's capital for the round goes to The Taxman's owner, even of a debt."""
    percent = s.content.percent[s.content.face[s.players[seat].taxman]]
    for other, line_ in enumerate(lines):
        if other != seat:
            due = line_.total * percent // 100
            line_.taxed -= due
            lines[seat].taxed += due
