"""The small decisions within a turn: what to pay with, what to take, what to keep, where to fly."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.games.envelopes import actions as act
from cashbox.games.envelopes.bots.tables import Tables, covers, missing, pack
from cashbox.games.envelopes.vocabulary import RECRUITS

if TYPE_CHECKING:
    from cashbox.games.envelopes.bots.month import Turn
    from cashbox.games.envelopes.bots.sight import Sight
    from cashbox.games.envelopes.view.glimpse import Glimpse


def choose(view: Glimpse, legal: list[int], turn: Turn) -> int:
    """Answer a small decision."""
    kind = view.open
    if kind == "pay":
        return _pay(view, legal, turn)
    if kind in ("give", "cost", "fare", "stake"):
        return _spare(view, legal, turn)
    if kind == "send":
        return _send(legal)
    if kind == "gain":
        return act.COLOUR + _wanted(turn.read(view), turn)
    if kind == "fly":
        return _fly(view, legal, turn)
    if kind == "save":
        return _save(view, legal, turn)
    return legal[0]


def _spare(view: Glimpse, legal: list[int], turn: Turn) -> int:
    """Return the color with the most left beyond the plan's needs."""
    me = view.me
    need = turn.reserve(view)
    return max(legal, key=lambda a: (me.envelopes[a - act.COLOUR] - need[a - act.COLOUR], -a))


def _pay(view: Glimpse, legal: list[int], turn: Turn) -> int:
    """Leave out the scarcest color; substitute only what is missing."""
    me = view.me
    need = turn.reserve(view)
    rest = [me.envelopes[c] - need[c] - view.owed[c] for c in range(6)]
    if act.LEAVE <= legal[0] < act.BUCK:
        return min(legal, key=lambda a: (rest[a - act.LEAVE], a))
    if legal[0] == act.DONE:
        return act.DONE
    short = [max(0, view.owed[c] - me.envelopes[c]) for c in range(6)]

    def price(action: int) -> tuple[int, int, int]:
        if action >= act.WILD:
            paid, owed = act.other_of(action - act.WILD)
            return (-min(1, short[owed]), -rest[paid], action)
        return (-min(1, short[action - act.BUCK]), 1, action)

    return min(legal, key=price)


def _send(legal: list[int]) -> int:
    """Send everything that the recruit still wants."""
    return next((a for a in legal if a != act.DONE), legal[0])


def _wanted(sight: Sight, turn: Turn) -> int:
    """Return the most useful color now: what the plan lacks, otherwise what the most valuable near purchase lacks."""
    me, tables = sight.me, sight.tables
    need = turn.reserve(sight.view)
    lacking = [need[c] - me.envelopes[c] for c in range(6)]
    if max(lacking) > 0:
        return max(range(6), key=lambda c: lacking[c])
    supply = pack([max(0, me.envelopes[c] - need[c]) for c in range(6)])
    total = sum(me.envelopes)
    gains = [0.0] * 6
    for slot in range(RECRUITS):
        if sight.worth[slot] < 0:
            continue
        far = max(0, tables.dist[me.space][tables.space[slot]] - me.moves)
        if far + tables.need[slot] > total + 2:
            continue
        worth = sight.worth[slot] + sight.region_step[0] * (tables.regions[slot] >> sight.region & 1)
        worth += sight.first(sight.view.recruits[slot])
        _credit(gains, supply, tables.cost[slot], worth - 0.4 * far)
    for card in me.calendar:
        if card >= 0:
            _credit(gains, supply, tables.card_cost[card], 1.5 + tables.content.stars[card])
    return max(range(6), key=lambda c: (gains[c], c == sight.home))


def _credit(gains: list[float], supply: int, cost: int, worth: float) -> None:
    """Add the benefit of one more envelope of a missing color for a purchase."""
    short = missing(supply, cost)[0]
    if not short:
        return
    for c in range(6):
        if cost >> 8 * c & 127 > supply >> 8 * c & 127:
            gains[c] = max(gains[c], worth / (short * short)) + 0.02 * worth / (short * short)


def _fly(view: Glimpse, legal: list[int], turn: Turn) -> int:
    """Choose the plan's destination, otherwise the space closest to payable recruits."""
    to = turn.destination()
    if to >= 0 and act.FLY + to in legal:
        return act.FLY + to
    sight = turn.read(view)
    supply = pack(sight.me.envelopes)
    return max(legal, key=lambda a: (_prospect(sight, turn.tables, a - act.FLY, supply), -a))


def _prospect(sight: Sight, tables: Tables, space: int, supply: int) -> float:
    here = tables.content.here[space]
    return sum(sight.worth[s] * (2 if covers(supply, tables.cost[s]) else 1) for s in here if sight.worth[s] > 0)


def _save(view: Glimpse, legal: list[int], turn: Turn) -> int:
    """Keep the most wanted color: an envelope is worth more than the half buck that it may become."""
    sight = turn.read(view)
    wanted = act.COLOUR + _wanted(sight, turn)
    if wanted in legal:
        return wanted
    colours = [action for action in legal if action != act.DONE]
    return max(colours, key=lambda a: (a - act.COLOUR == sight.region, a - act.COLOUR == sight.home, -a))
