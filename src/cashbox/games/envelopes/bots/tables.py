"""What follows from map, cards and tokens alone: distances, routes, and costs, each packed into one int.

A packed cost has eight bits for each colour; the highest of them is kept free, so that one subtraction tells whether
a supply covers it.
"""

from __future__ import annotations

from copy import copy
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from cashbox.games.envelopes.vocabulary import STATES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.games.envelopes.content import Content

GUARD: Final = 0x808080808080


def pack(counts: Sequence[int]) -> int:
    """Six counts by colour in one int."""
    packed = 0
    for c in range(6):
        packed |= min(counts[c], 127) << 8 * c
    return packed


def month_of(later: list[int], month: int) -> list[int]:
    """The envelopes on a month of the calendar, six counts; later: of all months."""
    return later[6 * month : 6 * month + 6]


def covers(supply: int, cost: int) -> bool:
    """Whether a packed supply has every envelope of a packed cost."""
    return ((supply | GUARD) - cost) & GUARD == GUARD


def missing(supply: int, cost: int) -> tuple[int, int]:
    """How many envelopes of a packed cost a supply lacks, and the part of the cost that it has, packed."""
    short = 0
    have = 0
    for shift in (0, 8, 16, 24, 32, 40):
        want = cost >> shift & 127
        if want:
            there = min(want, supply >> shift & 127)
            short += want - there
            have |= there << shift
    return short, have


class Tables:
    """dist[a][b]: roads between two spaces. hop[a][b]: where the way from a to b goes first. By recruit slot: space,
    recruit_cost (six counts; packed: cost; as shift and number of each colour: parts), need (envelopes), regions (mask
    and list). By card: card_cost, card_need."""

    def __init__(self, content: Content) -> None:
        self.content = content
        self.dist = content.away
        self.hop = content.first_step
        self.space = content.space_of
        self._price(content.recruit_cost)
        self.regions = content.regions_of
        self.region_list = [[c for c in range(6) if mask >> c & 1] for mask in content.regions_of]
        self.card_cost = [pack(cost) for cost in content.cost]
        self.card_need = [sum(cost) for cost in content.cost]

    def _price(self, costs: list[list[int]]) -> None:
        self.recruit_cost = costs
        self.cost = [pack(cost) for cost in costs]
        self.parts = [[(8 * c, n) for c, n in enumerate(cost) if n] for cost in costs]
        self.need = [sum(cost) for cost in costs]

    def priced(self, values: Sequence[int]) -> Tables:
        """The tables of a game with these stars on its tokens: a state costs one envelope less than its token says."""
        costs = self.content.recruit_cost
        states = [[(values[slot] - 1) * (n > 0) for n in costs[slot]] for slot in range(STATES)]
        if states == costs[:STATES]:
            return self
        tables = copy(self)
        tables._price([*states, *costs[STATES:]])  # noqa: SLF001
        return tables


@lru_cache(maxsize=8)
def tables_of(content: Content) -> Tables:
    """The tables of a content, worked out once."""
    return Tables(content)
