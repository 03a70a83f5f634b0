"""The end of a turn: a campaign, runners to recruits to sign soon, bets in Vegas, and ending the turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.games.envelopes import actions as act
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.bots.tables import pack
from cashbox.games.envelopes.state import bet_on
from cashbox.games.envelopes.vocabulary import RECRUITS

if TYPE_CHECKING:
    from cashbox.games.envelopes.bots.sight import Sight

_STEPS: Final = (1, 3, 5, 8, 12)
_SENT: Final = 0.75
"""The worth, in stars, of an envelope at a near, unsigned recruit."""


def choose(sight: Sight, legal: list[int], allowed: set[int]) -> int:
    """Choose the next of these actions. The last one ends the turn."""
    action = _campaign(sight, allowed)
    if action < 0:
        action = _runner(sight, allowed)
    if action < 0:
        action = _bet(sight, allowed)
    return action if action >= 0 else legal[0]


def _campaign(sight: Sight, allowed: set[int]) -> int:
    """Choose a campaign of the size that spreads the bucks best over the remaining months and the final campaign."""
    if act.CAMPAIGN + 1 not in allowed:
        return -1
    bucks = sight.me.bucks
    chances = sight.left + 2
    eager = any(effect.on == v.ON_CAMPAIGN for effect in sight.effects)
    if not sight.left and any(e.use == v.END and v.COUNT[e.per] == "bucks" for e in sight.effects):
        return -1
    keep = 2 if sight.left > 1 else 0
    if not eager and bucks - keep < chances:
        return -1
    size = 1
    for step in _STEPS[1:]:
        if act.CAMPAIGN + step in allowed and bucks - step >= step * (chances - 1):
            size = step
    return act.CAMPAIGN + size


def _runner(sight: Sight, allowed: set[int]) -> int:
    """Choose a runner if the envelopes are worth more than the buck and a bet."""
    if not sight.left:
        return -1
    me, tables = sight.me, sight.tables
    supply = pack(me.envelopes)
    saved = max(0, sum(me.envelopes) - sight.mods[v.MOD_SAVE])
    price = 1.0 - sum(e.stars for e in sight.effects if e.on == v.ON_RUNNER)
    free = sight.mods[v.MOD_RUNNER_FREE] > 0
    best, best_worth = -1, 0.0 if free else 0.35
    for slot in range(RECRUITS):
        if act.RUNNER + slot not in allowed or sight.worth[slot] < 0:
            continue
        if sight.doomed.get(slot, sight.months) == sight.month:
            continue
        far = tables.dist[me.space][tables.space[slot]]
        if far > 3 + 2 * min(3, sight.left):
            continue
        sent = sight.prepaid.get(slot, 0)
        brings = 0
        for shift in (0, 8, 16, 24, 32, 40):
            want = (tables.cost[slot] >> shift & 127) - (sent >> shift & 127)
            brings += min(max(0, want), supply >> shift & 127)
        brings = min(brings, saved)
        aim = 1.0 if tables.regions[slot] >> sight.region & 1 else 0.8
        worth = brings * (_SENT * aim - 0.04 * far - 0.3) - (0.0 if free else price * 0.8)
        if worth > best_worth:
            best, best_worth = act.RUNNER + slot, worth
    return best


def _bet(sight: Sight, allowed: set[int]) -> int:
    """Choose a bet on the most wanted color, with spare envelopes."""
    if not sight.left or act.BET not in allowed:
        return -1
    me = sight.me
    spare = sum(me.envelopes) - sight.mods[v.MOD_SAVE] - 2 * min(2, sight.mods[v.MOD_LEFTOVER_BUCKS])
    if spare <= 0:
        return -1
    wanted = [0.0] * 6
    for slot in range(RECRUITS):
        if sight.worth[slot] >= 0:
            near = 1 / (2 + sight.tables.dist[me.space][sight.tables.space[slot]])
            for c in range(6):
                wanted[c] += near * (sight.tables.cost[slot] >> 8 * c & 127)
    colour = max(range(6), key=lambda c: wanted[c])
    number = next((n for n in (6, 5, 4, 3, 2, 1) if not me.bets[bet_on(colour, n)]), 6)
    return act.BET + bet_on(colour, number)
