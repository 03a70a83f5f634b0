"""Bubba, the opponent of a solitaire game: he owns the South, scores the player's discards, and takes a recruit each
month.

Source: FAM "Solitaire rules"; RULINGS A5.21-22, D1. He has no luck, no money, and no cards: everything follows from the
map.
"""

from __future__ import annotations

from typing import Final

from cashbox.engine.phrases import plural
from cashbox.engine.state import note
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.rules import score_sheet, sign
from cashbox.games.envelopes.state import Player, State, signed, slot_of
from cashbox.games.envelopes.text.events import event_kind, the_recruit
from cashbox.games.envelopes.text.phrases import twin_stars

SYMBOL: Final = 1
"""The triangle."""
SOUTH: Final = 3
"""The color of his region."""
SEAT: Final = 1
"""In `signed_by`, the number of an opponent without a seat: one more than the only seat."""
LACKED, ALONE = 2, 1

BUBBA_DISCARDS: Final = event_kind(
    lambda e: f"Bubba scores {plural(e[0], 'star')} for the discarded cards." if e[0] else None
)
BUBBA_SIGNED: Final = event_kind(lambda e: f"Bubba takes {the_recruit(e, e[0], e[2], e[3])}: {plural(e[1], 'star')}.")
BUBBA_IDLE: Final = event_kind("Bubba finds no one to recruit.")


def sits_down(s: State) -> None:
    """Add Bubba to the game if the rules say so."""
    if s.rules.bubba:
        s.bubba = Player(SEAT)
        s.bubba.symbol = SYMBOL


def score_discards(s: State, cards: list[int]) -> None:
    """Score the stars of the cards that were not drafted for Bubba."""
    if s.bubba is not None:
        stars = sum(s.content.stars[card] for card in cards)
        score_sheet.add(s, s.bubba, score_sheet.DISCARD, s.month, stars)
        note(s, BUBBA_DISCARDS, -1, stars)


def tier(s: State) -> list[int]:
    """Return the recruits that Bubba chooses among now: those left in the South; otherwise those in unused border
    states next to the South; otherwise those in other unused border states."""
    bubba = s.bubba
    assert bubba is not None
    regions = s.content.regions_of
    south = [slot for slot in range(v.STATES) if s.free >> slot & 1 and regions[slot] == 1 << SOUTH]
    if south:
        return south
    used = {s.content.space_of[slot_of(recruit)] for recruit in bubba.slots}
    borders = [
        slot
        for slot in range(v.FIRST_BORDER, v.RECRUITS)
        if s.free >> slot & 1 and s.content.space_of[slot] not in used
    ]
    return [slot for slot in borders if regions[slot] >> SOUTH & 1] or borders


def _in_borders(s: State) -> list[int]:
    """Return the unsigned recruits in border states."""
    return [slot for slot in range(v.FIRST_BORDER, v.RECRUITS) if s.free >> slot & 1]


def considered(s: State, slots: list[int]) -> list[int]:
    """Return the recruits to compare a recruit of a tier of border states with: all free ones in the border states of
    the tier, including states that he has used, as in the rulebook's example (RULINGS D1)."""
    near = s.content.regions_of[slots[0]] >> SOUTH & 1
    return [
        slot
        for slot in range(v.FIRST_BORDER, v.RECRUITS)
        if s.free >> slot & 1 and s.content.regions_of[slot] >> SOUTH & 1 == near
    ]


def alone(s: State, slots: list[int], slot: int) -> bool:
    """Check whether a recruit is the only one of his position left in these border states."""
    return sum(s.position[other] == s.position[slot] for other in considered(s, slots)) == 1


def rank(s: State, slots: list[int], slot: int) -> tuple[int, int, int]:
    """Rank a recruit of a tier for Bubba: first those whose position he lacks and who are the only ones left of it,
    then more stars on the token, then the lower space number."""
    assert s.bubba is not None
    stars, space = s.value[slot], -s.content.space_of[slot]
    if slot < v.FIRST_BORDER:
        return (0, stars, space)
    lacked = 0 if s.bubba.pos_mask >> s.position[slot] & 1 else LACKED
    return (lacked + (ALONE if alone(s, slots, slot) else 0), stars, space)


def target(s: State) -> int:
    """Return the recruit that Bubba takes next as things stand, -1 for none."""
    slots = tier(s)
    return max(slots, key=lambda slot: rank(s, slots, slot)) if slots else -1


def turn(s: State) -> None:
    """Let Bubba take one recruit after the player's turn and score the stars on the token."""
    bubba = s.bubba
    if bubba is None:
        return
    slot = target(s)
    if slot < 0:
        note(s, BUBBA_IDLE, -1)
        return
    stars = s.value[slot]
    bubba.pos_mask |= 1 << s.position[slot]
    bubba.slots = [*bubba.slots, signed(slot, stars)]
    score_sheet.add(s, bubba, score_sheet.RECRUIT, slot, stars)
    note(s, BUBBA_SIGNED, -1, slot, stars, s.position[slot], twin_stars(s, slot))
    sign.leave_market(s, SEAT, slot)
