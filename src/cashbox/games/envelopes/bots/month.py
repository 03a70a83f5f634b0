"""A turn from its first action to its last: free gifts, the plan, late gifts, a campaign, and leftovers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.games.envelopes import actions as act
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.bots import leftovers
from cashbox.games.envelopes.bots.cards import Appraiser
from cashbox.games.envelopes.bots.route import Flight, Item, Planner, Step
from cashbox.games.envelopes.bots.sight import ANY, BUCK, Sight, gain
from cashbox.games.envelopes.bots.tables import missing, pack

if TYPE_CHECKING:
    from cashbox.games.envelopes.bots.tables import Tables
    from cashbox.games.envelopes.card_effects import Effect
    from cashbox.games.envelopes.view.glimpse import Glimpse

_GROWING: Final = frozenset(
    v.COUNT.index(word)
    for word in ("signed_month", "put_month", "cards", "culture", "pf", "fund", "best_region", "recruits")
)
"""Counters that rise within a turn, so their gifts are taken late."""


class Turn:
    """The plan of the current turn. It is remade whenever the seat does not have what the plan predicted."""

    def __init__(self, tables: Tables, border: float = 0.0) -> None:
        """border: as in `Sight`."""
        self.tables = tables
        self.border = border
        self.steps: list[Step] = []
        self.seen: tuple[int, ...] = ()

    def choose(self, view: Glimpse, legal: list[int]) -> int:
        """Choose the next action of the turn when no small decision is open."""
        allowed = set(legal)
        action = self._follow(view, allowed)
        if action >= 0:
            return action
        sight = self.read(view)
        action = early_gift(sight, legal)
        if action >= 0:
            return action
        state = what_it_has(view)
        if state != self.seen:
            self.seen = state
            planner = planner_of(sight, legal)
            self.steps = planner.plan() if planner is not None else []
            action = self._follow(view, allowed)
            if action >= 0:
                return action
        action = _late_gift(sight, legal)
        return action if action >= 0 else leftovers.choose(sight, legal, allowed)

    def read(self, view: Glimpse) -> Sight:
        """Read a view."""
        return Sight(view, self.tables, self.border)

    def reserve(self, view: Glimpse) -> list[int]:
        """Return the envelopes by color that the rest of the plan needs."""
        need = [0] * 6
        sent = view.me.prepaid
        content = self.tables.content
        for kind, ref in self.steps:
            if kind == act.SIGN:
                there = sent.get(ref)
                for c in range(6):
                    need[c] += self.tables.recruit_cost[ref][c] - (there[c] if there else 0)
            elif kind == act.PUT:
                for c in range(6):
                    need[c] += content.cost[ref][c]
        return need

    def _follow(self, view: Glimpse, allowed: set[int]) -> int:
        """Return the next action for the first step of the plan, -1 if the plan is done or fails."""
        while self.steps:
            kind, ref = self.steps[0]
            action = self._action(view, kind, ref, allowed)
            if action in allowed:
                if action in (act.PUT + ref, act.SIGN + ref, act.USE + ref):
                    self.steps.pop(0)
                return action
            if action >= 0:
                self.steps = []
            else:
                self.steps.pop(0)
        return -1

    def _action(self, view: Glimpse, kind: int, ref: int, allowed: set[int]) -> int:
        me = view.me
        if kind == act.USE:
            return act.USE + ref
        if kind == act.MOVE:
            return self._towards(me.space, ref)
        if kind == act.FLY:
            flight = _flight(self.tables, [a for a in allowed if act.USE <= a < act.RUNNER])
            return act.USE + flight.card if flight is not None and me.space != ref else -1
        if kind == act.SIGN:
            space = self.tables.space[ref]
            if me.space != space:
                return self._towards(me.space, space)
            action = act.SIGN + ref
            cost = self.tables.cost[ref]
        else:
            action = act.PUT + ref
            cost = self.tables.card_cost[ref]
        return action if action in allowed else self._trade_for(me.envelopes, cost, action)

    def _towards(self, space: int, to: int) -> int:
        return act.MOVE + self.tables.hop[space][to] if space != to else -1

    def _trade_for(self, envelopes: list[int], cost: int, action: int) -> int:
        """Return a trade for a missing color, or the given action if none is missing."""
        supply = pack(envelopes)
        if missing(supply, cost)[0] == 0:
            return action
        c = next(c for c in range(6) if cost >> 8 * c & 127 > envelopes[c])
        return act.TRADE + c

    def destination(self) -> int:
        """Return the plan's next destination by air, -1 if there is none."""
        return next((ref for kind, ref in self.steps if kind == act.FLY), -1)


def what_it_has(view: Glimpse) -> tuple[int, ...]:
    """Return what a plan is based on. The plan is remade when this changes."""
    me = view.me
    return (view.month, pack(me.envelopes), me.moves, len(me.slots), len(me.in_play), *me.calendar)


def planner_of(sight: Sight, legal: list[int]) -> Planner | None:
    """Return the planner of the month, None if there are no means."""
    uses = [a for a in legal if act.USE <= a < act.RUNNER]
    if not sight.me.moves and not any(sight.me.envelopes) and not uses:
        return None
    return Planner(sight, _items(sight, uses), _flight(sight.tables, uses), _boost(sight.tables, uses))


def _items(sight: Sight, uses: list[int]) -> list[Item]:
    """List the waiting cards, and those in play whose use costs envelopes or bucks."""
    content, tables = sight.tables.content, sight.tables
    appraiser = Appraiser(sight)
    on_put = sum((gain(effect) for effect in sight.effects if effect.on == v.ON_PUT), 0.0)
    items = []
    for card in sight.me.calendar:
        if card >= 0:
            value = appraiser.value(card, sight.month) + on_put
            discount = sight.mods[v.MOD_DISCOUNT_CULTURE + content.kind[card]]
            items.append(Item((act.PUT, card), value, tables.card_cost[card], tables.card_need[card], 0, 0, discount))
    for action in uses:
        card = action - act.USE
        effect = content.effect[card]
        if effect.pays and effect.do in (v.DO_GET, v.DO_LATER) and not effect.any and not effect.moves:
            value = gain(effect) - BUCK * effect.pay_bucks
            cost = pack(effect.pay_env)
            items.append(Item((act.USE, card), value, cost, sum(effect.pay_env), effect.pay_any, effect.pay_bucks, 0))
    return items


def _flight(tables: Tables, uses: list[int]) -> Flight | None:
    """Return the best card that can move the bus now."""
    found = None
    for action in uses:
        effect = tables.content.effect[action - act.USE]
        if effect.do == v.DO_FLY and (found is None or effect.to > found.to):
            found = Flight(action - act.USE, effect.to, effect.pay_any)
    return found


def _boost(tables: Tables, uses: list[int]) -> tuple[int, int] | None:
    """Return a card that sells movement for an envelope."""
    for action in uses:
        effect = tables.content.effect[action - act.USE]
        if effect.do == v.DO_GET and effect.moves and effect.pay_any == 1:
            return action - act.USE, effect.moves
    return None


def early_gift(sight: Sight, legal: list[int]) -> int:
    """Return a monthly card to use right away, -1 if there is none."""
    for action in legal:
        if not act.USE <= action < act.RUNNER:
            continue
        effect = sight.tables.content.effect[action - act.USE]
        if effect.do != v.DO_GET:
            continue
        if effect.pays:
            if effect.any and _pays_off(sight, effect):
                return action
        elif effect.per not in _GROWING or effect.cond == v.COUNT.index("envelopes"):
            return action
    return -1


def _pays_off(sight: Sight, effect: Effect) -> bool:
    """Return whether paying for envelopes of any color is worth it."""
    if effect.pay_bucks:
        return sight.me.bucks >= effect.pay_bucks and effect.any * ANY > effect.pay_bucks * BUCK
    return effect.any > effect.pay_any + sum(effect.pay_env)


def _late_gift(sight: Sight, legal: list[int]) -> int:
    """Return a free card that was held back because its gift grows, -1 if there is none."""
    for action in legal:
        if act.USE <= action < act.RUNNER:
            effect = sight.tables.content.effect[action - act.USE]
            if effect.do == v.DO_GET and not effect.pays:
                return action
    return -1
