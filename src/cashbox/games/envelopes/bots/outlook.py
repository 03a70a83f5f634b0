"""What can be seen at the beginning of a month of how many stars a player is still going to score: numbers that a
learned value weighs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.bots.cards import Appraiser
from cashbox.games.envelopes.bots.dice import Chooser
from cashbox.games.envelopes.bots.draft import price
from cashbox.games.envelopes.bots.sight import Sight
from cashbox.games.envelopes.eyes.glimpse import glimpse
from cashbox.games.envelopes.rules.game_end import POSITIONS, REGION

if TYPE_CHECKING:
    from cashbox.games.envelopes.bots.tables import Tables
    from cashbox.games.envelopes.state import State

NAMES: Final = (
    "one", "position_table", "positions", "region_table", "region", "second", "recruits", "in_hand", "this_month",
    "next_month", "after_next", "later", "plan", "bucks", "bucks2", "monthly", "lasting", "triggered", "end", "waiting",
    "waiting_worth", "stash_worth", "hand_worth", "free", "near", "sent", "bets", "first", "board", "colours",
)  # fmt: skip
"""By number, what `outlook` gives."""

_NEAR: Final = 4


def outlook(s: State, seat: int, tables: Tables) -> list[float]:
    """See `NAMES`."""
    sight = Sight(glimpse(s, seat), tables)
    p = s.players[seat]
    counts = sorted(sight.have)
    different = sight.position_mask.bit_count()
    later = [p.later[k : k + 6] for k in range(0, 72, 6)]
    coming = [sum(month) for month in later]
    month = s.month
    chooser = Chooser(sight, [])
    appraiser = Appraiser(sight)
    by_kind = [0.0] * 4
    for effect in sight.effects:
        by_kind[_kind(effect)] += appraiser.benefit(effect, month)
    waiting = [card for card in p.calendar if card >= 0]
    worths = [price(appraiser, card, month) for card in waiting]
    stash = [price(appraiser, card, min(month + 1, sight.months - 1)) for card in p.stash]
    hand = [price(appraiser, card, month) for card in [*p.hand, *s.pool]]
    dist = tables.dist[p.space]
    free = [slot for slot in range(v.RECRUITS) if sight.worth[slot] >= 0]
    target = [slot for slot in free if tables.regions[slot] >> sight.region & 1]
    return [
        1.0, float(POSITIONS[different]), float(different), float(REGION[min(10, counts[5])]), float(counts[5]),
        float(counts[4]), float(len(p.slots)), float(sum(p.env)), float(coming[month]), float(sum(coming[month + 1 : month + 2])),
        float(sum(coming[month + 2 : month + 3])), float(sum(coming[month + 3 :])), sum(chooser.base), float(p.bucks),
        p.bucks * p.bucks / 10.0, by_kind[0], by_kind[1], by_kind[2], by_kind[3], float(len(waiting)),
        sum([max(0.0, worth) for worth in worths]), sum([max(0.0, worth) for worth in stash]), max([0.0, *hand]),
        float(len(target)), float(sum([dist[tables.space[slot]] <= _NEAR for slot in free])), float(p.prepaid.bit_count()),
        float(p.nbets), float(s.chain == seat), max(sight.board),
        float(sum([1 for c in range(6) if any(m[c] for m in later)])),
    ]  # fmt: skip


def _kind(effect: Any) -> int:
    if effect.use == v.END:
        return 3
    if effect.mod >= 0:
        return 1
    return 2 if effect.on else 0
