"""Choose two dice and the months to place them on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.fields import Fields, given, whole
from cashbox.games.envelopes import actions as act
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.bots.cards import Appraiser
from cashbox.games.envelopes.bots.sight import LEFT, NOTHING_LEFT, Sight
from cashbox.games.envelopes.bots.tables import GUARD, month_of, pack
from cashbox.games.envelopes.vocabulary import RECRUITS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.games.envelopes.bots.tables import Tables
    from cashbox.games.envelopes.view.glimpse import Die, Glimpse

_SHARP: Final = 0.55
"""The weight of what a month itself can buy, compared with the general need for a color."""

_CLOSELY: Final = 11
"""The number of best placings to examine exactly in pairs."""

_WIDELY: Final = 16
"""The number of best placings to pair when several best pairs are requested."""


class Want(Fields):
    """A goal for envelopes. space: -1 for anywhere; cost: packed; need: the number of envelopes; worth: in stars; like:
    the index of the first equal goal."""

    space: int = given()
    cost: int = given()
    need: int = given()
    worth: float = given()
    like: int = whole()


Placing = tuple[int, int, int, int]
"""Color, month, envelopes, and the action that places the die."""


class Dice:
    """The choice for one month, kept from the first die to the last placing. If dice are drafted in turn order, it is
    made again for each die, from those that are left."""

    def __init__(self, tables: Tables, border: float = 0.0) -> None:
        """border: as in `Sight`."""
        self.tables = tables
        self.border = border
        self.month = -1
        self.pair: list[Placing] = []

    def choose(self, view: Glimpse, legal: list[int]) -> int:
        """Choose the next die or its month."""
        taken = view.me.dice
        if self.month != view.month or not taken or (legal[0] < act.PLACE and self._is_spent(view, taken)):
            self.month = view.month
            chooser = Chooser(Sight(view, self.tables, self.border), taken)
            self.pair = chooser.best(options_of(chooser.sight, taken, legal))
        for colour, _, _, place in self.pair:
            open_die = next((p for p in taken if p.colour == colour), None)
            action = act.DIE + colour if open_die is None else place
            if action in legal and (open_die is None or open_die.month < 0):
                return action
        return legal[0]

    def _is_spent(self, view: Glimpse, taken: list[Die]) -> bool:
        """Return whether the second die must be chosen again: others have taken some, or it was another bot's plan."""
        return view.rules.exclusive > 0 or len(self.pair) <= len(taken)


def options_of(sight: Sight, taken: list[Die], legal: list[int]) -> list[Placing]:
    """List the placings of all dice on offer, or of the one that has been taken and not placed yet."""
    pips = sight.view.dice
    for die in taken:
        if die.month < 0:
            counts = (pips[die.colour], _half(sight, pips[die.colour]))
            return [(die.colour, act.month_of(a - act.PLACE), counts[act.is_half(a - act.PLACE)], a) for a in legal]
    return [p for action in legal for p in placings(sight, action - act.DIE, pips[action - act.DIE])]


class Chooser:
    """Rates every placing of the available dice, given the calendar and the dice already placed."""

    def __init__(self, sight: Sight, taken: Sequence[Die] = ()) -> None:
        self.sight = sight
        self.placed = [die for die in taken if die.month >= 0]
        self.sharp = _SHARP + (1 - _SHARP) * (sight.month / max(1, sight.months - 1)) ** 2
        self.wants = self._all_wants()
        self.supply = [pack(month_of(sight.me.later, month)) for month in range(12)]
        self.total = [sum(month_of(sight.me.later, month)) for month in range(12)]
        self.supply[sight.month] += pack(sight.me.envelopes)
        self.total[sight.month] += sum(sight.me.envelopes)
        for die in self.placed:
            self.supply[die.month] += die.count << 8 * die.colour
            self.total[die.month] += die.count
        self.where: list[int] = [sight.me.space] * 12
        self.wanted: list[list[Want]] = [[] for _ in range(12)]
        self.unmet: list[list[int]] = [[] for _ in range(12)]
        self.base = [0.0] * 12
        self._look_ahead()
        self.units = self._units()

    def best(self, options: list[Placing]) -> list[Placing]:
        """Return the two placings that bring the most together, the better one first; only one if a die has been placed
        or all are of one die."""
        gains = [self._gain(p) for p in options]
        order = sorted(zip(gains, options, strict=True), key=lambda pair: -pair[0])
        if self.placed or all(p[0] == options[0][0] for p in options):
            return [order[0][1]]
        best: list[Placing] = []
        best_gain = -1.0
        for a, (gain, one) in enumerate(order):
            for b in range(a + 1, max(a + 1, _CLOSELY)):
                other, two = order[b] if b < len(order) else (0.0, one)
                if one[0] == two[0]:
                    continue
                both = self._together(one, two) if one[1] == two[1] else gain + other
                if both > best_gain:
                    best, best_gain = [one, two], both
            for _, two in order[max(a + 1, _CLOSELY) :]:
                if one[1] == two[1] and one[0] != two[0] and self._fit_together(one, two):
                    both = self._together(one, two)
                    if both > best_gain:
                        best, best_gain = [one, two], both
        return best

    def best_few(self, options: list[Placing], most: int) -> list[list[Placing]]:
        """Return the best pairs of different placings, starting with the one that `best` takes."""
        first = self.best(options)
        gains = sorted([(self._gain(p), k) for k, p in enumerate(options)], key=lambda pair: -pair[0])[:_WIDELY]
        found: list[tuple[float, list[Placing]]] = []
        for a, (gain, k) in enumerate(gains):
            for other, j in gains[a + 1 :]:
                one, two = options[k], options[j]
                if one[0] != two[0]:
                    both = self._together(one, two) if one[1] == two[1] else gain + other
                    found.append((both, [one, two]))
        found.sort(key=lambda pair: -pair[0])
        taken = sorted(first)
        return [first, *[pair for _, pair in found if sorted(pair) != taken][: most - 1]]

    def _fit_together(self, one: Placing, two: Placing) -> bool:
        """Return whether two dice on one month pay for something that neither pays for alone."""
        supply = self.supply[one[1]] | GUARD
        first, second = one[2] << 8 * one[0], two[2] << 8 * two[0]
        a, b = 127 << 8 * one[0], 127 << 8 * two[0]
        for cost in self.unmet[one[1]]:
            if (
                cost & a
                and cost & b
                and (supply + first + second - cost) & GUARD == GUARD
                and (supply + first - cost) & GUARD != GUARD
                and (supply + second - cost) & GUARD != GUARD
            ):
                return True
        return False

    # -- goals for envelopes ------------------------------------------------------------------------------

    def _all_wants(self) -> list[Want]:
        sight, tables = self.sight, self.sight.tables
        wants: list[Want] = []
        for slot in range(RECRUITS):
            worth = sight.worth[slot]
            if worth < 0:
                continue
            if tables.regions[slot] >> sight.region & 1:
                worth += sight.region_step[0]
            worth += sight.first(sight.view.recruits[slot]) * 0.7
            cost, need = tables.cost[slot], tables.need[slot]
            sent = sight.prepaid.get(slot, 0)
            if sent:
                rest = [max(0, (cost >> 8 * c & 127) - (sent >> 8 * c & 127)) for c in range(6)]
                cost, need = pack(rest), sum(rest)
            wants.append(Want(tables.space[slot], cost, need, worth))
        appraiser = Appraiser(sight)
        for card in sight.me.calendar:
            if card >= 0:
                value = appraiser.value(card, min(sight.months - 1, sight.month + 1))
                wants.append(Want(-1, tables.card_cost[card], tables.card_need[card], value))
        wants.sort(key=lambda want: -(want.worth - 0.5 * want.need))
        first: dict[tuple[int, int, int, float], int] = {}
        for k, want in enumerate(wants):
            want.like = first.setdefault((want.space, want.cost, want.need, want.worth), k)
        return wants

    def _look_ahead(self) -> None:
        """Play the coming months greedily to predict where the bus will be and which goals will be left."""
        wants = self.wants
        space = self.sight.me.space
        for month in range(self.sight.month, min(self.sight.months, self.sight.month + 6)):
            self.where[month] = space
            self.wanted[month] = wants
            supply = self.supply[month] | GUARD
            self.unmet[month] = list({want.cost for want in wants if (supply - want.cost) & GUARD != GUARD})
            self.base[month], space, bought = self._month(month, self.supply[month], self.total[month])
            if bought:
                wants = [want for want in wants if want.like not in bought]
            if self.sight.doomed:
                wants = [want for want in wants if self.sight.doomed.get(want.space, month + 1) > month]

    def _month(self, month: int, supply: int, total: int) -> tuple[float, int, list[int]]:
        """Return what a supply buys in a month: stars, where the bus ends, and the numbers of the goals."""
        space = self.where[month]
        moves = self.sight.free_moves(month) + (2 if month > self.sight.month else 0)
        dist = self.sight.tables.dist
        guarded = supply | GUARD
        wants = [want for want in self.wanted[month] if (guarded - want.cost) & GUARD == GUARD]
        bought: list[int] = []
        stars = 0.0
        while wants:
            best: Want | None = None
            best_rank, best_fares, best_far = 0.0, 0, 0
            row = dist[space]
            guarded = supply | GUARD
            for want in wants:
                far = row[want.space] if want.space >= 0 else 0
                fares = far - moves if far > moves else 0
                rank = want.worth - 0.45 * (want.need + fares) - 0.1 * far
                if rank > best_rank and want.need + fares <= total and (guarded - want.cost) & GUARD == GUARD:
                    best, best_rank, best_fares, best_far = want, rank, fares, far
            if best is None:
                break
            bought.append(best.like)
            wants.remove(best)
            supply -= best.cost
            total -= best.need + best_fares
            moves = max(0, moves - best_far)
            stars += best.worth
            if best.space >= 0:
                space = best.space
        return stars + self._spare(month) * total, space, bought

    def _units(self) -> list[list[float]]:
        """Return, by color, the worth of single envelopes, best first, without those already on the calendar."""
        sight = self.sight
        dist = sight.tables.dist[sight.me.space]
        reach = 4 + 3 * sight.left
        units: list[list[float]] = [[] for _ in range(6)]
        for want in self.wants:
            far = dist[want.space] if want.space >= 0 else 0
            if far > reach or not want.need:
                continue
            each = (want.worth - 0.12 * far) / want.need
            for c in range(6):
                units[c] += [each] * (want.cost >> 8 * c & 127)
        for c in range(6):
            units[c].sort(reverse=True)
            there = sum(sight.me.later[c::6]) + sight.me.envelopes[c]
            units[c] = units[c][there:]
        return units

    # -- rating ---------------------------------------------------------------------------------------------------

    def _general(self, colour: int, count: int) -> float:
        known = self.units[colour][:count]
        return sum(known) + LEFT * (count - len(known))

    def _exact(self, month: int, supply: int, count: int) -> float:
        """Return the worth of what a month can additionally buy or, if nothing, of the spare envelopes."""
        both = (self.supply[month] + supply) | GUARD
        for cost in self.unmet[month]:
            if (both - cost) & GUARD == GUARD:
                return self._month(month, both ^ GUARD, self.total[month] + count)[0] - self.base[month]
        return self._spare(month) * count

    def _spare(self, month: int) -> float:
        return LEFT if month < self.sight.months - 1 else NOTHING_LEFT

    def _gain(self, p: Placing) -> float:
        colour, month, count, _ = p
        exact = self._exact(month, count << 8 * colour, count)
        return self.sharp * exact + (1 - self.sharp) * self._general(colour, count)

    def _together(self, one: Placing, two: Placing) -> float:
        supply = (one[2] << 8 * one[0]) + (two[2] << 8 * two[0])
        exact = self._exact(one[1], supply, one[2] + two[2])
        general = self._general(one[0], one[2]) + self._general(two[0], two[2])
        return self.sharp * exact + (1 - self.sharp) * general


def _half(sight: Sight, pips: int) -> int:
    return max(1, (pips + (sight.mods[v.MOD_HALF_UP] > 0)) // 2)


def placings(sight: Sight, colour: int, pips: int) -> list[Placing]:
    """List the places for a die that make a difference."""
    month = sight.month
    end = sight.months - 1
    last = min(end, month + 5)
    full_at = month + pips - 1
    half = _half(sight, pips)
    months = range(month, last + 1)
    found = []
    if sight.view.rules.full_anywhere or sight.mods[v.MOD_FULL_ANYWHERE]:
        return [(colour, m, pips, act.PLACE + m) for m in months]
    if full_at <= end:
        found.append((colour, full_at, pips, act.PLACE + full_at))
    found += [(colour, m, half, act.PLACE + 12 + m) for m in months if half < pips or m != full_at]
    return found
