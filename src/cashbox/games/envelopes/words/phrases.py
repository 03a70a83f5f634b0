"""Small phrases for all that people read: amounts and prices, and what the rules say of a moment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.engine.phrases import listed, plural
from cashbox.games.envelopes import actions as act
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.rules import dice, end_turn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.games.envelopes.content import Content
    from cashbox.games.envelopes.state import Player, State


def amounts(counts: Sequence[int]) -> str:
    """As in 2 red and 1 blue, of six counts by colour; "nothing" for none."""
    parts = [f"{n} {v.COLOURS[c]}" for c, n in enumerate(counts) if n]
    return listed(parts)


def the_region(content: Content, colour: int) -> str:
    """As in the Midwest; Texas."""
    name = content.region_names[colour]
    return name if name == "Texas" else f"the {name}"


def price(owed: Sequence[int], less: int) -> str:
    """As in 2 red and 2 blue, 1 less: what is owed, and how many envelopes of it a discount leaves out."""
    if less >= sum(owed):
        return "nothing"
    return amounts(owed) + (f", {less} less" if less else "")


def recruit(s: State, slot: int) -> str:
    """As in QB of Iowa."""
    return f"{v.POSITIONS[s.position[slot]]} of {s.content.space_names[s.content.space_of[slot]]}"


def keeping(s: State) -> str:
    """What keeping the chain costs the auctioneer."""
    cost = max(s.bids) - 1
    return plural(cost, "buck") if cost > 0 else "nothing"


def wagered(s: State) -> str:
    """What there is to add of a bet in the last month."""
    return "; no dice are rolled any more, so it can win nothing" if s.month == s.rules.last else ""


# -- the end of a turn -------------------------------------------------------------------------------------------------


def ending(p: Player, kept: int) -> str:
    """What becomes of the envelopes in supply but for so many that are kept, as in 2 envelopes are discarded."""
    left = sum(p.env) - kept
    bucks, lost = end_turn.not_kept(p, left)
    parts = []
    if bucks:
        parts.append(f"{plural(left - lost, 'envelope')} would become {plural(bucks, 'buck')}")
    if lost:
        parts.append(f"{plural(lost, 'envelope')} would be discarded")
    return " and ".join(parts) or "nothing would be discarded"


def turn_end(s: State, p: Player) -> str:
    """What becomes of the envelopes in supply were the turn to end now; "" where there are none."""
    if not any(p.env):
        return ""
    kept = end_turn.kept(s, p)
    if not kept:
        return ending(p, 0)
    if act.DONE in end_turn.legal_save(p):
        return f"you may keep up to {plural(kept, 'envelope')} for next month; if you keep none, {ending(p, 0)}"
    rest = f" and {ending(p, kept)}" if kept < sum(p.env) else ""
    return f"{plural(kept, 'envelope')} would be kept for next month{rest}"


# -- dice --------------------------------------------------------------------------------------------------------------


def _span(months: list[int]) -> str:
    first, last = v.MONTHS[months[0]], v.MONTHS[months[-1]]
    if len(months) < 3:
        return f"in {first}" if first == last else f"in {first} or {last}"
    return f"in any month from {first} to {last}"


def placing(s: State, p: Player, colour: int) -> str:
    """What a die may give a player, as in 4 in June, or 2 in any month from March to August."""
    by_count: dict[int, list[int]] = {}
    for action in dice.placements(s, p, colour):
        place = action - act.PLACE
        by_count.setdefault(dice.placed(s, p, colour, place), []).append(place % 12)
    return ", or ".join(f"{count} {_span(sorted(months))}" for count, months in by_count.items())
