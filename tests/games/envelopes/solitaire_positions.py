"""Set up solitaire positions in a few words: what Bubba has, what is left for him, and which recruit he signs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cashbox.games.envelopes import vocabulary as v
from tests.games.envelopes.positions import Table, month

if TYPE_CHECKING:
    from collections.abc import Iterable

NEAR = ("missouri-arkansas", "kentucky-tennessee", "virginia-carolinas")
"""The border states next to the South."""
FAR = (
    "colorado-new-mexico", "kansas-nebraska", "nevada-utah", "minnesota-dakotas", "michigan-ohio",
)  # fmt: skip
SOUTH = ("florida", "louisiana", "mississippi-alabama", "georgia")
"""By falling stars."""


def solo(name: str = "March", **options: Any) -> Table:
    """A month of a solitaire game, laid out as by `month`."""
    return month(1, name, mode="solitaire", **options)


def places(t: Table, slots: Iterable[int]) -> list[str]:
    """The spaces of recruits."""
    return [t.tables.space_ids[t.tables.space_of[slot]] for slot in slots]


def taken(t: Table, months: int) -> list[int]:
    """The recruits that Bubba takes in so many months, in order."""
    before = len(t.bubba.recruits)
    for _ in range(months):
        t.end_month()
    return [recruit.slot for recruit in t.bubba.recruits[before:]]


def borders(t: Table, **positions: str) -> Table:
    """Only these border states have recruits left, who play so: "QB", or "QB RB" for both. Bubba has the South."""
    left = []
    for name, who in positions.items():
        space = name.replace("_", "-")
        for which, position in enumerate(who.split()):
            if position != "-":
                slot = t.slot(space, which)
                t.position(slot, position)
                left.append(slot)
    return t.left(*left)


def lacks(t: Table, *positions: str) -> Table:
    """Bubba has a recruit of every position but these."""
    assert t.state.bubba is not None
    t.state.bubba.pos_mask = 0xFF & ~sum(1 << v.POSITIONS.index(position) for position in positions)
    return t


def who(t: Table, months: int) -> list[str]:
    """The positions of those whom he takes, in order."""
    return [v.POSITIONS[t.state.position[slot]] for slot in taken(t, months)]
