"""7) Run a marketing campaign, once per turn.

Source: V10 "Run a Marketing Campaign"; RULINGS A1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.phrases import plural
from cashbox.games.envelopes import actions as act
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.rules import counting, score_sheet
from cashbox.games.envelopes.rules.mats import tell
from cashbox.games.envelopes.rules.turn import OnMat
from cashbox.games.envelopes.text.events import event_kind

if TYPE_CHECKING:
    from cashbox.engine.chance import Chance
    from cashbox.games.envelopes.state import Player, State, Step

STARS: Final = (0, 1, 1, 2, 2, 3, 3, 3, 4, 4, 4, 4, 5)
"""Stars by bucks: 1, 3, 5, 8, 12 bucks buy 1, 2, 3, 4, 5; amounts between buy the lower step."""
_UP_TO: Final = [[act.CAMPAIGN + n for n in range(1, most + 1)] for most in range(len(STARS))]

CAMPAIGNED: Final = event_kind(
    lambda e: f"{e.name} spends {plural(e[0], 'buck')} on a campaign: {plural(e[1], 'star')}.", headline=True
)


def most(s: State, p: Player) -> int:
    """Return the largest campaign that a player can pay for, in bucks as in the table of campaigns."""
    if not p.bucks:
        return 0
    return min(largest(s, p), p.bucks + p.mods[v.MOD_CAMPAIGN_CUT])


def largest(s: State, p: Player) -> int:
    """Return the largest campaign available to a player, in bucks as in the table of campaigns."""
    return v.LARGEST_CAMPAIGN if p.mods[v.MOD_MARKETING_MAX] else s.rules.marketing


def price(p: Player, n: int) -> int:
    """Return the cost of a campaign of n bucks for this player."""
    return cost(n, p.mods[v.MOD_CAMPAIGN_CUT])


def cost(n: int, cut: int) -> int:
    """Return the cost of a campaign of n bucks with this discount: at least 1, and 0 for no campaign."""
    return max(1, n - cut) if n else 0


def is_step(n: int) -> bool:
    """Check whether the table of campaigns has a step at n bucks, with one star more than for one buck less."""
    return STARS[n] > STARS[n - 1]


def next_step(n: int, most: int) -> int:
    """Return the next step after n bucks in a table up to this many, 0 if there is none."""
    return next((k for k in range(n + 1, most + 1) if is_step(k)), 0)


def legal(s: State, p: Player) -> list[int]:
    """List every amount from 1 up."""
    return _UP_TO[most(s, p)]


def label(p: Player, n: int) -> str:
    """Label a campaign of n bucks with its cost and its stars."""
    paid = price(p, n)
    less = f" after a discount of {n - paid}" if paid < n else ""
    return f"Run a campaign for {plural(STARS[n], 'star')} ({plural(paid, 'buck')}{less}, {p.bucks - paid} left)"


def known(p: Player, n: int) -> dict[str, int]:
    """Return known numbers. price: the cost of a campaign of n bucks; buys: its stars."""
    return {"price": price(p, n), "buys": STARS[n]}


def why(s: State, p: Player, n: int) -> str:
    """Explain why a player cannot run a campaign of n bucks."""
    if p.campaign:
        return "You can only run one campaign a month."
    if n == 0:
        return "A campaign costs at least 1 buck."
    top = largest(s, p)
    if n > top:
        return f"Your largest campaign costs {plural(price(p, top), 'buck')} and buys {plural(STARS[top], 'star')}."
    return f"That campaign costs {plural(price(p, n), 'buck')}, and you have {plural(p.bucks, 'buck')}."


class Campaign(OnMat):
    """Spend bucks for stars."""

    kind = "campaign"
    heading = "Run a Marketing Campaign"

    def apply(self, s: State, p: Player, k: int, chance: Chance) -> Step | None:
        p.campaign = price(p, k)
        p.bucks -= p.campaign
        p.bought = STARS[k]
        p.campaigns += 1
        score_sheet.add(s, p, score_sheet.CAMPAIGN, p.campaign, p.bought)
        tell(s, CAMPAIGNED, p, p.campaign, p.bought)
        for card in p.play:
            effect = s.content.effect[card]
            if effect.on == v.ON_CAMPAIGN and p.bought >= effect.f_least:
                counting.fire(s, p, card)
        return None

    def known(self, s: State, p: Player, k: int) -> dict[str, int]:
        return known(p, k)

    def label(self, s: State, seat: int, k: int) -> str:
        return label(s.players[seat], k)

    def explain(self, s: State, seat: int, k: int) -> str:
        return why(s, s.players[seat], k)
