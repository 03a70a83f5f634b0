"""The Bookie's question, and the final campaign."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.games.envelopes import actions as act
from cashbox.games.envelopes.rules.marketing import STARS

if TYPE_CHECKING:
    from cashbox.games.envelopes.eyes.view import View


def shift(view: View) -> int:
    """The shift that wins the most tokens, or none."""
    dice = view.pending.owed if view.pending is not None else view.dice
    tokens = {(bet.colour, bet.number): bet.count for bet in view.players[view.seat].bets}
    best, most = act.DONE, 0
    for colour in range(6):
        now = tokens.get((colour, dice[colour]), 0)
        for up in (0, 1):
            number = (dice[colour] - 1 + (1 if up else -1)) % 6 + 1
            more = tokens.get((colour, number), 0) - now
            if more > most:
                best, most = act.shift(colour, up), more
    return best


def final_campaign(legal: list[int]) -> int:
    """The smallest campaign that buys the most; what is left breaks ties."""
    return max(legal, key=lambda a: (STARS[a - act.CAMPAIGN], -a))
