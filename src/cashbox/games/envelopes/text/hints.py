"""Find the hint of a lesson that applies now, and its text.

It depends only on what the player sees, so reloads and undo work. A hint about an action applies only while such an
action is legal and serves the hint's aim, and the rules fill in its text. So it cannot suggest the impossible or say
anything untrue.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.seats import has
from cashbox.engine.sentences import fill
from cashbox.games.envelopes import actions as act
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.lessons import ABOUT_AIM
from cashbox.games.envelopes.phases import DICE
from cashbox.games.envelopes.rules import counting, dice, flow, marketing
from cashbox.games.envelopes.state import on_month, step_kind
from cashbox.games.envelopes.text import aims, hint_facts

if TYPE_CHECKING:
    from cashbox.games.envelopes.lessons import Line, When
    from cashbox.games.envelopes.state import Player, State
    from cashbox.games.envelopes.text.aims import Aimed

_NOTHING: Final = -2


class Note:
    """A hint that applies now. action: the recommended action, -1 for none; say: its text."""

    __slots__ = ("action", "line", "say")

    def __init__(self, line: Line, action: int, say: str) -> None:
        self.line = line
        self.action = action
        self.say = say


def current(s: State, seat: int) -> Note | None:
    """Return the first hint of the lesson that applies to this seat, None if there is none or this is no lesson."""
    if s.lesson is None:
        return None
    legal = set(flow.asking_phase(s).legal(s, seat)) if has(s.due, seat) else set()
    for line in s.lesson.in_phase[s.phase]:
        note = _stands(s, s.players[seat], line, legal)
        if note is not None:
            return note
    return None


def _stands(s: State, p: Player, line: Line, legal: set[int]) -> Note | None:
    if not _here(s, p, line.when, legal):
        return None
    aimed = aims.find(s, p, line.aim) if line.aim is not None else None
    if line.aim is not None and aimed is None:
        return None
    for word, least, most in line.when.counts:
        counted = aims.count(s, p, word, aimed) if aimed and word in ABOUT_AIM else _count(s, p, word, legal)
        if not least <= counted <= most:
            return None
    action = -1 if line.do is None else _best(s, p, line, aimed, legal)
    if line.do is not None and action < 0:
        return None
    return Note(line, action, fill(line.say, hint_facts.facts(s, p, line.kind, action, aimed)))


def _here(s: State, p: Player, when: When, legal: set[int]) -> bool:
    return (
        when.month in (-1, s.month)
        and when.step in (-1, step_kind(s))
        and when.taken in (-1, _in_hand(s, p))
        and not (when.can and when.can.isdisjoint(legal))
    )


def _in_hand(s: State, p: Player) -> int:
    """Return the color of the die that has been taken and not placed yet, -2 for none."""
    colour = dice.in_hand(p) if s.phase == DICE else -1
    return colour if colour >= 0 else _NOTHING


def _count(s: State, p: Player, word: str, legal: set[int]) -> int:
    if word in v.COLOURS:
        colour = v.COLOURS.index(word)
        return p.env[colour] + p.later[on_month(s.month, colour)]
    if word == "moves":
        return p.moves
    if word == "placed":
        return len(dice.placed_dice(p)) if s.phase == DICE else 0
    if word == "hand":
        return len(p.hand)
    if word == "reach":
        return len(aims.within_reach(s, p))
    if word == "ready":
        return sum(act.PUT <= action < act.RUNNER for action in legal)
    if word == "here":
        return len(aims.free_at(s, p.space))
    return counting.count(s, p, v.COUNT.index(word))


def _best(s: State, p: Player, line: Line, aimed: Aimed | None, legal: set[int]) -> int:
    """Return the best of the actions that a hint can recommend, the first among equals, -1 for none."""
    first = s.content.forms.types[line.kind][0]
    found = [
        action for action in sorted(legal & (line.do or set()))
        if aimed is None or _serves(s, p, line.kind, action - first, aimed)
    ]  # fmt: skip
    return max(found, key=lambda action: _worth(s, p, line.kind, action - first, aimed), default=-1)


def _serves(s: State, p: Player, kind: str, k: int, aimed: Aimed) -> bool:
    """Return whether an action, the k-th of its type, brings the player closer to the aim."""
    if kind in ("draft", "put", "use"):
        return k == aimed.card
    if kind in ("sign", "runner"):
        return k == aimed.slot
    if kind == "move":
        away = s.content.away[s.content.space_of[aimed.slot]]
        return away[k] < away[p.space]
    if kind == "die":
        return aimed.lack()[k] > 0 and aims.placeable(s, p, k, aimed.month) > 0
    if kind == "place":
        return act.month_of(k) == aimed.month and aimed.lack()[p.choice[-1]] > 0
    if kind == "trade":
        return aimed.lack()[k] > 0
    return kind != "colour" or aimed.spare()[k] > 0


def _worth(s: State, p: Player, kind: str, k: int, aimed: Aimed | None) -> tuple[int, int]:
    """Rate an action among those of its type: the larger, the better."""
    if kind in ("draft", "put"):
        return s.content.stars[k], 0
    if kind in ("sign", "runner"):
        return s.value[k], 0
    if kind == "campaign":
        return marketing.STARS[k], -k
    if kind == "colour":
        return (aimed.spare() if aimed else p.env)[k], 0
    if kind == "place":
        return hint_facts.placed(s, p, k), 0
    if kind == "die":
        count = aims.placeable(s, p, k, aimed.month if aimed else s.month)
        return (min(count, aimed.lack()[k]), count) if aimed else (count, 0)
    return (aimed.lack()[k], 0) if kind == "trade" and aimed else (0, 0)
