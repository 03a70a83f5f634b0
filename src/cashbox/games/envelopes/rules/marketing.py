"""7) Run a marketing campaign, once per turn.

Source: V10 "Run a Marketing Campaign"; RULINGS A1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.games.envelopes import actions as act
from cashbox.games.envelopes import events as ev
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.rules import counting, score_sheet

if TYPE_CHECKING:
    from cashbox.games.envelopes.state import Player, State

STARS: Final = (0, 1, 1, 2, 2, 3, 3, 3, 4, 4, 4, 4, 5)
"""Stars by bucks: 1, 3, 5, 8, 12 bucks buy 1, 2, 3, 4, 5; amounts between buy the lower step."""
_UP_TO: Final = [[act.CAMPAIGN + n for n in range(1, most + 1)] for most in range(13)]


def most(s: State, p: Player) -> int:
    """The largest campaign a player can pay, in bucks of the table."""
    if not p.bucks:
        return 0
    return min(largest(s, p), p.bucks + p.mods[v.MOD_CAMPAIGN_CUT])


def largest(s: State, p: Player) -> int:
    """The largest campaign that the table has for a player, in bucks of the table."""
    return v.LARGEST_CAMPAIGN if p.mods[v.MOD_MARKETING_MAX] else s.rules.marketing


def price(p: Player, n: int) -> int:
    """What a campaign of n bucks costs this player."""
    return cost(n, p.mods[v.MOD_CAMPAIGN_CUT])


def cost(n: int, cut: int) -> int:
    """What a campaign of n bucks costs with so many bucks less: at least 1, and nothing for none."""
    return max(1, n - cut) if n else 0


def is_step(n: int) -> bool:
    """Whether the table of campaigns has a step at n bucks, with a star more than for one buck less."""
    return STARS[n] > STARS[n - 1]


def legal(s: State, p: Player) -> list[int]:
    """Every amount from 1 up."""
    return _UP_TO[most(s, p)]


def play(s: State, seat: int, n: int) -> None:
    """Spend bucks for stars."""
    p = s.players[seat]
    p.campaign = price(p, n)
    p.bucks -= p.campaign
    p.bought = STARS[n]
    p.campaigns += 1
    score_sheet.add(s, p, score_sheet.CAMPAIGN, p.campaign, p.bought)
    ev.note(s, ev.CAMPAIGNED, seat, p.campaign, p.bought)
    for card in p.play:
        effect = s.content.effect[card]
        if effect.on == v.ON_CAMPAIGN and p.bought >= effect.f_least:
            counting.fire(s, seat, card, effect)
