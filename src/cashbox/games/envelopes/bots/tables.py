"""Precomputed facts about map, cards, and tokens: distances, routes, and costs, each packed into one int.

A packed cost has eight bits for each color; the highest bit stays free, so one subtraction tells whether a supply
covers the cost.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.vocabulary import RECRUITS, STATES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.games.envelopes.card_effects import Effect
    from cashbox.games.envelopes.content import Content

GUARD: Final = 0x808080808080
_REGION_COUNT: Final = v.COUNT.index("region:green")
_POSITION_COUNT: Final = v.COUNT.index("QB")
_OFFENSE_COUNT: Final = v.COUNT.index("offense")
_GROUPS: Final = tuple(v.GROUPS.values())


def pack(counts: Sequence[int]) -> int:
    """Pack six counts by color into one int."""
    packed = 0
    for c in range(6):
        packed |= min(counts[c], 127) << 8 * c
    return packed


def month_of(later: list[int], month: int) -> list[int]:
    """Return the six counts of envelopes on a month of the calendar, from those of all months."""
    return later[6 * month : 6 * month + 6]


def covers(supply: int, cost: int) -> bool:
    """Check whether a packed supply has every envelope of a packed cost."""
    return ((supply | GUARD) - cost) & GUARD == GUARD


def missing(supply: int, cost: int) -> tuple[int, int]:
    """Count the envelopes of a packed cost that a supply lacks. Also returns the covered part of the cost, packed."""
    short = 0
    have = 0
    for shift in (0, 8, 16, 24, 32, 40):
        want = cost >> shift & 127
        if want:
            there = min(want, supply >> shift & 127)
            short += want - there
            have |= there << shift
    return short, have


class Marks:
    """The matching recruits of a game for counters and cards, as cached masks of slots. recruits: positions by slot;
    values: stars by slot."""

    def __init__(self, tables: Tables, recruits: list[int], values: list[int]) -> None:
        self.tables = tables
        self.recruits = recruits[:]
        self.values = values[:]
        self._counted: dict[int, int] = {}
        self._fitting: dict[int, int] = {}

    def counted(self, what: int) -> int:
        """Return the recruits who raise a counter of final scoring."""
        mask = self._counted.get(what, -1)
        if mask < 0:
            mask = sum([self._counts(what, slot) << slot for slot in range(RECRUITS)])
            self._counted[what] = mask
        return mask

    def _counts(self, what: int, slot: int) -> bool:
        position = self.recruits[slot]
        if _REGION_COUNT <= what < _REGION_COUNT + 6:
            return self.tables.regions[slot] >> (what - _REGION_COUNT) & 1 == 1
        if _POSITION_COUNT <= what < _POSITION_COUNT + 8:
            return position == what - _POSITION_COUNT
        if _OFFENSE_COUNT <= what < _OFFENSE_COUNT + 3:
            return _GROUPS[what - _OFFENSE_COUNT] >> position & 1 == 1
        word = v.COUNT[what]
        value = self.values[slot]
        return (
            word == "recruits"
            or (word == "border_recruits" and slot >= v.FIRST_BORDER)
            or (word == "state_recruits" and slot < v.FIRST_BORDER)
            or (word == "five_star" and value == 5)
            or (word == "four_star" and value == 4)
            or (word == "low_star" and value <= 2)
        )

    def fitting(self, card: int) -> int:
        """Return the recruits whose signing triggers a card in play, ignoring whether they are the first of a
        position."""
        mask = self._fitting.get(card, -1)
        if mask < 0:
            effect = self.tables.content.effect[card]
            mask = sum([self._fits(effect, slot) << slot for slot in range(RECRUITS)])
            self._fitting[card] = mask
        return mask

    def _fits(self, effect: Effect, slot: int) -> bool:
        return (
            effect.f_positions >> self.recruits[slot] & 1 == 1
            and effect.f_regions & self.tables.regions[slot] != 0
            and (effect.f_border < 0 or effect.f_border == int(slot >= v.FIRST_BORDER))
            and effect.f_least <= self.values[slot] <= effect.f_most
        )


class Tables:
    """dist[a][b]: roads between two spaces. hop[a][b]: the first step on the way from a to b. By recruit slot: space,
    recruit_cost (six counts; packed: cost; as shift and number of each color: parts), need (envelopes), regions (mask
    and list). By card: card_cost, card_need."""

    def __init__(self, content: Content, costs: list[list[int]]) -> None:
        """costs: of the recruits, six counts by slot."""
        self.content = content
        self.dist = content.away
        self.hop = content.first_step
        self.space = content.space_of
        self.recruit_cost = costs
        self.cost = [pack(cost) for cost in costs]
        self.parts = [[(8 * c, n) for c, n in enumerate(cost) if n] for cost in costs]
        self.need = [sum(cost) for cost in costs]
        self.regions = content.regions_of
        self.region_list = [[c for c in range(6) if mask >> c & 1] for mask in content.regions_of]
        self.card_cost = [pack(cost) for cost in content.cost]
        self.card_need = [sum(cost) for cost in content.cost]
        self._marks: Marks | None = None

    def priced(self, values: Sequence[int]) -> Tables:
        """Return the tables of a game with these stars on its tokens. A state costs one envelope less than its token
        says."""
        costs = self.content.recruit_cost
        states = [[(values[slot] - 1) * (n > 0) for n in costs[slot]] for slot in range(STATES)]
        if states == costs[:STATES]:
            return self
        return Tables(self.content, [*states, *costs[STATES:]])

    def marks(self, recruits: list[int], values: list[int]) -> Marks:
        """Return the `Marks` of a game with these positions and stars."""
        if self._marks is None or self._marks.recruits != recruits or self._marks.values != values:
            self._marks = Marks(self, recruits, values)
        return self._marks


@lru_cache(maxsize=8)
def tables_of(content: Content) -> Tables:
    """Return the tables of a content, computed once."""
    return Tables(content, content.recruit_cost)
