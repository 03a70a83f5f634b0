"""Bubba's next move, and the reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.rules import bubba
from cashbox.games.envelopes.text.phrases import recruit
from cashbox.games.envelopes.text.result import BUBBA

if TYPE_CHECKING:
    from cashbox.games.envelopes.state import State


def bubba_next(s: State) -> tuple[int, str]:
    """Return the recruit that Bubba takes next as things stand (-1 for none), and the reason, in a sentence."""
    assert s.bubba is not None
    slots = bubba.tier(s)
    slot = bubba.target(s)
    if slot < 0:
        return slot, f"{BUBBA} finds no one. He has already used every border state that is left."
    who = f"{BUBBA} takes the {recruit(s, slot)} next"
    if slot < v.FIRST_BORDER:
        return slot, f"{who}. Of the recruits left in the South, this one has the most stars."
    near = "next to the South" if s.content.regions_of[slot] >> bubba.SOUTH & 1 else "away from the South"
    return (
        slot,
        f"{who}. He is down to the border states {near}. {_wanted(s, slots, slot)}{_before_equals(s, slots, slot)}",
    )


def _wanted(s: State, slots: list[int], slot: int) -> str:
    """Explain why he wants a border recruit: whether he lacks the position, and whether this is the only one left
    there."""
    assert s.bubba is not None
    position = v.POSITIONS[s.position[slot]]
    lacks = not s.bubba.pos_mask >> s.position[slot] & 1
    need = (
        f"He needs {v.ARTICLES[s.position[slot]]} {position}"
        if lacks
        else "He already has every position he can get there"
    )
    only = f"the only {position} left there" if bubba.alone(s, slots, slot) else ""
    if lacks and only:
        return f"{need}, and this is {only}."
    return f"{need}. This is {only}." if only else f"{need}."


def _before_equals(s: State, slots: list[int], slot: int) -> str:
    """Explain what decides between recruits whom he wants equally."""
    best = bubba.rank(s, slots, slot)
    equals = [rank for other in slots if other != slot and (rank := bubba.rank(s, slots, other))[0] == best[0]]
    if not equals:
        return ""
    if max(rank[1] for rank in equals) < best[1]:
        return " Of the equally good recruits, this one has the most stars on his token."
    return " Of the equally good recruits with the same stars, the one in this state comes first."
