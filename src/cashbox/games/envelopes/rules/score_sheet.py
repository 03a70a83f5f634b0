"""The score sheet: each entry says where some of a player's stars came from.

An entry is one int: month (0..11, 12 at the end), source, reference, stars (may be negative: the die).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.games.envelopes.state import Player, State

SOURCES: Final = (
    "printed", "card", "recruit", "die", "double", "campaign", "end_card", "final_campaign", "positions", "region",
    "board", "discard",
)  # fmt: skip
"""The meaning of the reference: the card (printed, card, end_card), the recruit slot (recruit, die, double), bucks paid
(campaign, final_campaign), different positions (positions), `region_ref` (region), the Recruiting Board (board), the
month (discard; of Bubba only)."""
PRINTED: Final = 0
CARD: Final = 1
RECRUIT: Final = 2
DIE: Final = 3
DOUBLE: Final = 4
CAMPAIGN: Final = 5
END_CARD: Final = 6
FINAL_CAMPAIGN: Final = 7
POSITIONS_TABLE: Final = 8
REGION_TABLE: Final = 9
BOARD: Final = 10
DISCARD: Final = 11

AT_END: Final = 12


def region_ref(region: int, recruits: int) -> int:
    """Encode the reference of an entry for the recruits of a region."""
    return 16 * region + recruits


def of_region(ref: int) -> tuple[int, int]:
    """Decode such a reference: the region and the number of its recruits."""
    return divmod(ref, 16)


def add(s: State, p: Player, source: int, ref: int, stars: int, month: int = -1) -> None:
    """Score stars and add an entry to the sheet; do nothing for 0 stars."""
    if stars:
        p.stars += stars
        at = s.month if month < 0 else month
        p.sheet = [*p.sheet, ((at * 16 + source) * 512 + ref) * 256 + stars + 128]


def by_source(sheet: Sequence[int]) -> list[int]:
    """Sum up the stars of a sheet by source."""
    stars = [0] * len(SOURCES)
    for entry in sheet:
        _, source, _, n = read(entry)
        stars[source] += n
    return stars


def of_recruits(sheet: Sequence[int]) -> tuple[dict[int, int], set[int]]:
    """Return the die's additions by recruit slot, and the slots of the doubled recruits."""
    dice: dict[int, int] = {}
    doubled: set[int] = set()
    for entry in sheet:
        _, source, ref, stars = read(entry)
        if source == DIE:
            dice[ref] = stars
        elif source == DOUBLE:
            doubled.add(ref)
    return dice, doubled


def read(entry: int) -> tuple[int, int, int, int]:
    """Decode an entry into month, source, reference, and stars."""
    rest, stars = divmod(entry, 256)
    rest, ref = divmod(rest, 512)
    month, source = divmod(rest, 16)
    return month, source, ref, stars - 128
