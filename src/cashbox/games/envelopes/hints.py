"""Which hint of a lesson stands now: a function of what the player sees, so it survives reloads and undo."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.rules import counting, flow
from cashbox.games.envelopes.state import DICE

if TYPE_CHECKING:
    from cashbox.games.envelopes.lessons import Line, When
    from cashbox.games.envelopes.state import Player, State


def current(s: State, seat: int) -> Line | None:
    """The first hint of the lesson that holds for this seat; None where there is none, or no lesson."""
    if s.lesson is None:
        return None
    legal = set(flow.legal(s, seat))
    return next((line for line in s.lesson.hints if _holds(s, s.players[seat], line.when, legal)), None)


def _holds(s: State, p: Player, when: When, legal: set[int]) -> bool:
    return (
        when.phase in (-1, s.phase)
        and when.month in (-1, s.month)
        and when.step in (-1, s.step)
        and when.taken in (-1, _in_hand(s, p))
        and not (when.can and when.can.isdisjoint(legal))
        and all(least <= _count(s, p, word) <= most for word, least, most in when.counts)
    )


def _in_hand(s: State, p: Player) -> int:
    """The colour of the die that is taken and not placed yet; -2 for none."""
    return p.choice[-1] if s.phase == DICE and len(p.choice) % 3 == 1 else -2


def _count(s: State, p: Player, word: str) -> int:
    if word in v.COLOURS:
        colour = v.COLOURS.index(word)
        return p.env[colour] + p.later[6 * s.month + colour]
    if word == "moves":
        return p.moves
    if word == "placed":
        return len(p.choice) // 3 if s.phase == DICE else 0
    return counting.count(s, p, v.COUNT.index(word))
