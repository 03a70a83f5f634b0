"""The features at the beginning of a month for predicting how many stars a player will still score."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.bots.cards import Appraiser
from cashbox.games.envelopes.bots.dice import Chooser
from cashbox.games.envelopes.bots.draft import price
from cashbox.games.envelopes.bots.sight import Sight
from cashbox.games.envelopes.rules.game_end import POSITIONS, REGION
from cashbox.games.envelopes.view.glimpse import glimpse

if TYPE_CHECKING:
    from cashbox.games.envelopes.bots.tables import Tables
    from cashbox.games.envelopes.card_effects import Effect
    from cashbox.games.envelopes.state import Player, State

NAMES: Final = (
    "one",
    "position_table", "positions", "region_table", "region", "second", "recruits",
    "in_hand", "this_month", "next_month", "after_next", "later", "colours", "plan", "sent",
    "bucks", "bucks_squared", "bets", "first",
    "monthly", "lasting", "triggered", "end", "waiting", "waiting_worth", "stash_worth", "hand_worth",
    "free", "near", "board",
)  # fmt: skip
"""The names of the numbers from `outlook`: positions and regions as they would score now, and their counts; envelopes
in hand and on the calendar, and what they would buy; the worth of cards in play by type, of waiting cards, and of the
best ones to draft; free recruits of the target region, and near the bus; what the next position adds for the Recruiting
Board."""

_NEAR: Final = 4
_MONTHLY, _LASTING, _TRIGGERED, _END = range(4)


def outlook(s: State, seat: int, tables: Tables) -> list[float]:
    """Compute the numbers of `NAMES`."""
    p = s.players[seat]
    sight = Sight(glimpse(s, seat), tables)
    return [1.0, *_recruits(sight), *_envelopes(s, p, sight), *_money(s, p), *_cards(s, p, sight), *_board(p, sight)]


def _recruits(sight: Sight) -> list[float]:
    counts = sorted(sight.have)
    different = sight.position_mask.bit_count()
    table = float(REGION[min(len(REGION) - 1, counts[5])])
    signed = float(len(sight.me.slots))
    return [float(POSITIONS[different]), float(different), table, float(counts[5]), float(counts[4]), signed]


def _envelopes(s: State, p: Player, sight: Sight) -> list[float]:
    later = [p.later[k : k + 6] for k in range(0, len(p.later), 6)]
    coming = [sum(month) for month in later[s.month :]] + [0, 0, 0]
    colours = sum([1 for c in range(6) if any(month[c] for month in later)])
    bought = sum(Chooser(sight).base)
    far = float(sum(coming[3:]))
    near = [float(sum(p.env)), float(coming[0]), float(coming[1]), float(coming[2])]
    return [*near, far, float(colours), bought, float(p.prepaid.bit_count())]


def _money(s: State, p: Player) -> list[float]:
    return [float(p.bucks), p.bucks * p.bucks / 10.0, float(p.nbets), float(s.chain == p.seat)]


def _cards(s: State, p: Player, sight: Sight) -> list[float]:
    appraiser = Appraiser(sight)
    soon = min(s.month + 1, sight.months - 1)
    by_kind = [0.0] * 4
    for effect in sight.effects:
        by_kind[_kind(effect)] += appraiser.benefit(effect, s.month)
    waiting = [max(0.0, price(appraiser, card, s.month)) for card in p.calendar if card >= 0]
    stash = [max(0.0, price(appraiser, card, soon)) for card in p.stash]
    best = max([0.0, *[price(appraiser, card, s.month) for card in [*p.hand, *s.pool]]])
    return [*by_kind, float(len(waiting)), sum(waiting), sum(stash), best]


def _kind(effect: Effect) -> int:
    if effect.use == v.END:
        return _END
    if effect.mod >= 0:
        return _LASTING
    return _TRIGGERED if effect.on else _MONTHLY


def _board(p: Player, sight: Sight) -> list[float]:
    tables = sight.tables
    dist = tables.dist[p.space]
    free = [slot for slot in range(v.RECRUITS) if sight.worth[slot] >= 0]
    aimed = sum([tables.regions[slot] >> sight.region & 1 for slot in free])
    near = sum([dist[tables.space[slot]] <= _NEAR for slot in free])
    return [float(aimed), float(near), max(sight.board)]
