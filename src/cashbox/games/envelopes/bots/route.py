"""The month's plan: which cards to put into play and which recruits to sign by which route, found by a narrow search.

A step is (first action of its type, number); one that moves the bus goes all the way to a space. Envelopes for roads
and trades may have any color, so a plan only tracks the total that is left and what each color could still pay;
together, they determine exactly what can be paid.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.fields import Fields, given, whole
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.actions import FLY, MOVE, PUT, SIGN, USE
from cashbox.games.envelopes.bots.purse import Cashier
from cashbox.games.envelopes.bots.sight import BUCK
from cashbox.games.envelopes.bots.tables import month_of, pack
from cashbox.games.envelopes.vocabulary import FIRST_BORDER, RECRUITS

if TYPE_CHECKING:
    from cashbox.games.envelopes.bots.sight import Sight

Step = tuple[int, int]

_WIDTH: Final = 6
_DEPTH: Final = 9
_CANDIDATES: Final = 14
_PULL: Final = 0.25
_FADE: Final = tuple(0.72**d for d in range(40))


class Item(Fields):
    """A purchase that needs no travel: a card to put into play or to use. any: envelopes of any color."""

    step: Step = given()
    value: float = given()
    cost: int = given()
    need: int = given()
    any: int = given()
    bucks: int = given()
    discount: int = given()


class Goal(Fields):
    """A recruit within reach. promise: his priority in the search. bit: his bit in a plan's mask. board: what the first
    recruit of his position adds for the Recruiting Board."""

    slot: int = given()
    space: int = given()
    cost: int = given()
    need: int = given()
    discount: int = given()
    worth: float = given()
    position: int = given()
    in_region: bool = whole(default=False)
    board: float = whole(default=0.0)
    promise: float = whole(default=0.0)
    bit: int = whole()


class Node(Fields):
    """A partial plan. gained: in stars; rank: the same, including leftovers and the final space; new: mask of positions
    that it adds; region: recruits that it adds in the target region."""

    gained: float = given()
    space: int = given()
    envelopes: int = given()
    total: int = given()
    bucks: int = given()
    moves: int = given()
    steps: tuple[Step, ...] = given()
    rank: float = whole(default=0.0)
    taken: int = whole()
    new: int = whole()
    region: int = whole()
    flown: bool = whole(default=False)


class Flight(Fields):
    """A card that moves the bus. to: as in the vocabulary."""

    card: int = given()
    to: int = given()
    price: int = given()


class Planner:
    """Plans a month with what a seat has now."""

    def __init__(self, sight: Sight, items: list[Item], flight: Flight | None, boost: tuple[int, int] | None) -> None:
        """boost: a card that gives movement for an envelope, and its amount."""
        self.sight = sight
        self.cashier = Cashier(sight)
        self.items = items
        self.flight = flight
        self.boost = boost
        self.dist = sight.tables.dist
        me = sight.me
        self.envelopes = pack(me.envelopes)
        self.total = sum(me.envelopes)
        self.pull = self._pulls()
        self.strength = {slot: (space, strength) for slot, space, strength in self.pull}
        self.draw: dict[int, float] = {}
        self.goals = self._goals()

    def plan(self) -> list[Step]:
        """Return the steps of the best plan found, including the last drive."""
        best: Node | None = None
        for beam in self._beams():
            if best is None or beam[0].rank > best.rank:
                best = beam[0]
        assert best is not None
        return [*best.steps, *self._last_drive(best)]

    def plans(self, most: int) -> list[list[Step]]:
        """Return the best plans found that sign or play different things, best first."""
        nodes = [node for beam in self._beams() for node in beam]
        found: dict[tuple[Step, ...], list[Step]] = {}
        for node in sorted(nodes, key=lambda n: -n.rank):
            steps = [*node.steps, *self._last_drive(node)]
            found.setdefault(tuple(sorted([step for step in steps if step[0] in (PUT, SIGN, USE)])), steps)
            if len(found) == most:
                break
        return list(found.values())

    def _beams(self) -> list[list[Node]]:
        """Return the beams of partial plans by the number of recruits that they sign, each best first."""
        beam = self._roots()
        beams = [beam]
        for _ in range(_DEPTH):
            found: dict[tuple[int, int, int], Node] = {}
            for node in beam:
                self._expand(node, found)
            if not found:
                break
            beam = sorted(found.values(), key=lambda n: -n.rank)[:_WIDTH]
            beams.append(beam)
        return beams

    # -- candidates ----------------------------------------------------------------------------------

    def _goals(self) -> list[Goal]:
        sight, tables = self.sight, self.sight.tables
        me, mods = sight.me, sight.mods
        reach = me.moves + self.total + (self.boost[1] if self.boost else 0)
        found: list[Goal] = []
        for slot in range(RECRUITS):
            worth = sight.worth[slot]
            space = tables.space[slot]
            if worth < 0 or (self.dist[me.space][space] > reach and self.flight is None):
                continue
            cost, need = self._owed(slot)
            discount = (
                mods[v.MOD_DISCOUNT_BORDER]
                if slot >= FIRST_BORDER
                else mods[v.MOD_DISCOUNT_REGION + tables.regions[slot].bit_length() - 1]
            )
            if (
                self.cashier.pay(self.envelopes, self.total, me.bucks, cost, need, discount, self.cashier.wild_recruits)
                is None
            ):
                continue
            position = 1 << sight.view.recruits[slot]
            in_region = tables.regions[slot] >> sight.region & 1 == 1
            bonus = sight.region_step[0] * in_region + sight.first(sight.view.recruits[slot])
            goal = Goal(slot, space, cost, need, discount, worth, position)
            goal.in_region = in_region
            goal.board = sight.board[sight.view.recruits[slot]]
            goal.promise = worth + bonus - 0.4 * need - 0.3 * self.dist[me.space][space]
            found.append(goal)
        found.sort(key=lambda goal: -goal.promise)
        del found[_CANDIDATES:]
        for k, goal in enumerate(found):
            goal.bit = 1 << k
        return found

    def _owed(self, slot: int) -> tuple[int, int]:
        tables = self.sight.tables
        sent = self.sight.prepaid.get(slot, 0)
        if not sent:
            return tables.cost[slot], tables.need[slot]
        rest = [max(0, (tables.cost[slot] >> 8 * c & 127) - (sent >> 8 * c & 127)) for c in range(6)]
        return pack(rest), sum(rest)

    def _pulls(self) -> list[tuple[int, int, float]]:
        """Return the goals of the next months that attract the bus: slot, space, and strength, by what those months can
        pay."""
        sight, tables = self.sight, self.sight.tables
        coming = [
            (pack(month_of(sight.me.later, month)), 1.0 - 0.15 * (month - sight.month - 1))
            for month in range(sight.month + 1, min(sight.months, sight.month + 4))
        ]
        if not coming:
            return []
        pulls = []
        fits: dict[int, float] = {}
        for slot in range(RECRUITS):
            worth = sight.worth[slot]
            if worth < 0 or sight.doomed.get(slot, sight.months) == sight.month:
                continue
            worth += sight.region_step[0] * (tables.regions[slot] >> sight.region & 1)
            worth += sight.first(sight.view.recruits[slot])
            cost = tables.cost[slot]
            fit = fits.get(cost)
            if fit is None:
                fit = fits[cost] = max([_fit(supply, tables.parts[slot]) * weight for supply, weight in coming])
            pulls.append((slot, tables.space[slot], _PULL * worth * (0.3 + 0.7 * fit)))
        return pulls

    # -- the search ----------------------------------------------------------------------------------------------------

    def _roots(self) -> list[Node]:
        """Return plans that only put and use cards: the most promising sets."""
        me = self.sight.me
        start = Node(0.0, me.space, self.envelopes, self.total, me.bucks, me.moves, ())
        roots = [start]
        if self.boost and self.total > 1:
            card, moves = self.boost
            roots.append(
                Node(-0.01, me.space, self.envelopes, self.total - 1, me.bucks, me.moves + moves, ((USE, card),))
            )
        for item in self.items:
            more = [node for node in (self._buy(root, item) for root in roots) if node is not None]
            roots = sorted([*roots, *more], key=lambda n: -(n.gained + self.sight.spare * n.total))[: 2 * _WIDTH]
        for node in roots:
            node.rank = self._rank(node)
        return sorted(roots, key=lambda n: -n.rank)

    def _buy(self, node: Node, item: Item) -> Node | None:
        left = self.cashier.pay(
            node.envelopes, node.total - item.any, node.bucks - item.bucks, item.cost, item.need, item.discount,
            self.cashier.wild_cards,
        )  # fmt: skip
        if left is None:
            return None
        envelopes, total, bucks = left
        gained = node.gained + item.value - BUCK * (node.bucks - item.bucks - bucks)
        return Node(gained, node.space, envelopes, total, bucks, node.moves, (*node.steps, item.step))

    def _expand(self, node: Node, found: dict[tuple[int, int, int], Node]) -> None:
        cashier = self.cashier
        dist = self.dist[node.space]
        for goal in self.goals:
            if node.taken & goal.bit:
                continue
            far = dist[goal.space]
            fares = far - node.moves if far > node.moves else 0
            flown = False
            if fares and self.flight is not None and not node.flown and fares > self.flight.price:
                flown = self._flies_to(goal.space)
                if flown:
                    far, fares = 0, self.flight.price
            if node.total < fares + (goal.need - goal.discount if goal.discount else 0):
                continue
            left = cashier.pay(
                node.envelopes, node.total - fares, node.bucks, goal.cost, goal.need, goal.discount,
                cashier.wild_recruits,
            )  # fmt: skip
            if left is None:
                continue
            child = self._sign(node, goal, left, far, flown=flown)
            key = (child.taken, child.space, child.envelopes)
            known = found.get(key)
            if known is None or known.rank < child.rank:
                found[key] = child

    def _sign(self, node: Node, goal: Goal, left: tuple[int, int, int], far: int, *, flown: bool) -> Node:
        """Add a recruit to a plan. `left` is the envelopes, their total, and the bucks after paying; `far` is the free
        movement used."""
        sight = self.sight
        envelopes, total, bucks = left
        gained = node.gained + goal.worth - BUCK * (node.bucks - bucks)
        new, region = node.new, node.region
        if not (sight.position_mask | new) & goal.position:
            gained += sight.new_position[new.bit_count()] + goal.board
            new |= goal.position
        if goal.in_region:
            gained += sight.region_step[region]
            region += 1
        steps = (*node.steps, (FLY, goal.space), (SIGN, goal.slot)) if flown else (*node.steps, (SIGN, goal.slot))
        child = Node(gained, goal.space, envelopes, total, bucks, max(0, node.moves - far), steps)
        child.taken = node.taken | goal.bit
        child.new, child.region = new, region
        child.flown = node.flown or flown
        child.rank = self._rank(child)
        return child

    def _flies_to(self, space: int) -> bool:
        assert self.flight is not None
        to = self.flight.to
        if to < v.FLY_START:
            return self.sight.tables.content.space_regions[space] >> to & 1 == 1
        return to == v.FLY_ANY or (to == v.FLY_BORDER and v.FIRST_BORDER <= space < v.FIRST_START)

    def _rank(self, node: Node) -> float:
        return node.gained + self.sight.spare * node.total + self._drawn(node, node.space)

    def _drawn(self, node: Node, space: int) -> float:
        """Return the worth of ending the month on a space."""
        draw = 0.0
        if self.pull:
            dist = self.dist[space]
            draw = self.draw.get(space, -1.0)
            if draw < 0:
                draw = self.draw[space] = sum([strength * _FADE[dist[at]] for _, at, strength in self.pull])
            for kind, ref in node.steps:
                if kind == SIGN:
                    at, strength = self.strength.get(ref, (space, 0.0))
                    draw -= strength * _FADE[dist[at]]
        return draw

    def _last_drive(self, node: Node) -> list[Step]:
        """Choose where to drive with the remaining movement and envelopes."""
        reach = node.moves + min(2, node.total)
        if not reach or not self.pull:
            return []
        best, best_rank = node.space, self._drawn(node, node.space)
        for space, far in enumerate(self.dist[node.space]):
            if 0 < far <= reach:
                rank = self._drawn(node, space) - self.sight.spare * max(0, far - node.moves)
                if rank > best_rank + 0.01:
                    best, best_rank = space, rank
        return [(MOVE, best)] if best != node.space else []


def _fit(supply: int, parts: list[tuple[int, int]]) -> float:
    """Return the part of a cost that a supply covers. `parts` are shift and number of each color."""
    if not supply:
        return 0.0
    need = have = 0
    for shift, want in parts:
        there = supply >> shift & 127
        need += want
        have += want if want < there else there
    return have / need
