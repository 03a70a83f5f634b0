"""The Bookie's question, and the final campaign."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.games.envelopes import actions as act
from cashbox.games.envelopes.rules.marketing import STARS
from cashbox.games.envelopes.state import bet_on

if TYPE_CHECKING:
    from cashbox.games.envelopes.view.glimpse import Glimpse


def shift(view: Glimpse) -> int:
    """Return the shift that wins the most tokens, or none."""
    dice = view.owed if view.open else view.dice
    tokens = view.me.bets
    best, most = act.DONE, 0
    for colour in range(6):
        now = tokens[bet_on(colour, dice[colour])]
        for up in (0, 1):
            number = (dice[colour] - 1 + (1 if up else -1)) % 6 + 1
            more = tokens[bet_on(colour, number)] - now
            if more > most:
                best, most = act.shift(colour, up), more
    return best


def final_campaign(legal: list[int]) -> int:
    """Choose the smallest campaign that buys the most, because leftover bucks break ties."""
    return max(legal, key=lambda a: (STARS[a - act.CAMPAIGN], -a))
