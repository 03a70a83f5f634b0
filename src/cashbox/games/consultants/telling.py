"""One sentence for each kind of event: teller(content, event, own, name), None where the viewer is not told.

own: whether the viewer is the seat of the event; names: by seat.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.phrases import listed, plural
from cashbox.games.consultants import events as ev
from cashbox.games.consultants.content import COLOURS, RANKS
from cashbox.games.consultants.phrases import DESK_NAMES, consultant, consultants, project

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cashbox.engine.game import Event
    from cashbox.games.consultants.content import Content

    Teller = Callable[[Content, Event, bool, Sequence[str]], str | None]


def _dealt(c: Content, e: Event, own: bool, names: Sequence[str]) -> str:
    if own and e[2:]:
        return f"You are dealt {consultants(e[2:])}."
    return f"{names[e[1]]} is dealt {plural(len(e) - 2, 'consultant')}."


def _starts(c: Content, e: Event, own: bool, names: Sequence[str]) -> str:
    if e[2] < 0:
        return f"{names[e[1]]} starts, by lot."
    return f"{names[e[2]]} has least and names {names[e[1]]} as start player."


def _paid(c: Content, e: Event, own: bool, names: Sequence[str]) -> str:
    return _pays(names[e[1]], e[2], e[3])


def _late(c: Content, e: Event, own: bool, names: Sequence[str]) -> str:
    return _pays(names[e[1]], e[4], e[5], f" for being late with {project(c, e[3])}")


def _pays(name: str, dollars: int, debt: int, why: str = "") -> str:
    """What is paid at once, and what could not be and is a debt."""
    if debt == dollars:
        return f"{name} owes {plural(dollars, 'dollar')}{why}."
    return f"{name} pays {plural(dollars - debt, 'dollar')}{why}{f' and owes {debt} more' if debt else ''}."


def _assigned(c: Content, e: Event, own: bool, names: Sequence[str]) -> str:
    return f"{names[e[1]]} seats a {consultant(e[2])} at the {DESK_NAMES[e[4]]} desk of {project(c, e[5])}."


def _moved(c: Content, e: Event, own: bool, names: Sequence[str]) -> str:
    to = f"the {DESK_NAMES[e[6]]} desk of {project(c, e[7])}"
    return f"{names[e[1]]} moves a {consultant(e[2])} from {project(c, e[4])} to {to}."


def _trained(c: Content, e: Event, own: bool, names: Sequence[str]) -> str:
    given, taken = (consultant(e[2]), consultant(e[3])) if own else (RANKS[e[2] % 2], RANKS[e[3] % 2])
    verb = "trains" if e[0] == ev.TRAINED else "recruits"
    return f"{names[e[1]]} {verb}: a {given} for a {taken}."


def _looked(c: Content, e: Event, own: bool, names: Sequence[str]) -> str:
    deck = f"the {RANKS[e[2]]}s"
    if not own:
        return f"{names[e[1]]} looks through {deck}."
    return f"You look through {deck}: {listed([f'{n} {COLOURS[k]}' for k, n in enumerate(e[3:]) if n])}."


def _reward(c: Content, e: Event, own: bool, names: Sequence[str]) -> str:
    bonus = f", {e[5]} of it for being in time" if e[5] else ""
    return f"{names[e[1]]} receives {plural(e[4], 'dollar')} from {project(c, e[3])}{bonus}."


def _gave_back(c: Content, e: Event, own: bool, names: Sequence[str]) -> str:
    return f"{names[e[1]]} gives a {consultant(e[3]) if own else RANKS[e[2]]} back."


TELLERS: Final[dict[int, Teller]] = {
    ev.ROUND: lambda c, e, own, names: f"Round {e[2]}.",
    ev.DEALT: _dealt,
    ev.STARTS: _starts,
    ev.EVENT: lambda c, e, own, names: f"{c.events[e[2]].name}: {c.events[e[2]].text}",
    ev.GAINED: lambda c, e, own, names: f"{names[e[1]]} receives {plural(e[2], 'dollar')}.",
    ev.PAID: _paid,
    ev.ASSIGNED: _assigned,
    ev.MOVED: _moved,
    ev.TRAINED: _trained,
    ev.LOOKED: _looked,
    ev.PROMOTED: lambda c, e, own, names: f"{names[e[1]]} promotes a {consultant(e[2])}.",
    ev.NO_PRINCIPAL: lambda c, e, own, names: (
        f"{names[e[1]]} shows a {consultant(e[2])}, but no principal of that colour is left."
    ),
    ev.RECRUITED: _trained,
    ev.PASSED: lambda c, e, own, names: f"{names[e[1]]} passes.",
    ev.COMPLETED: lambda c, e, own, names: f"{names[e[1]]} completes {project(c, e[3])}.",
    ev.REWARD: _reward,
    ev.LAID_OUT: lambda c, e, own, names: f"A new international project: {project(c, e[3])}.",
    ev.NONE_LEFT: lambda c, e, own, names: "No international project is left; the place stays empty.",
    ev.PENALTY: _late,
    ev.DEADLINES: lambda c, e, own, names: "The deadlines come closer.",
    ev.BACK: lambda c, e, own, names: f"{names[e[1]]}'s {consultant(e[2])} comes back to the hand.",
    ev.RECALLED: lambda c, e, own, names: f"{names[e[1]]} calls a {consultant(e[2])} back from {project(c, e[4])}.",
    ev.GAVE_BACK: _gave_back,
    ev.STAYS: lambda c, e, own, names: f"{names[e[1]]} leaves it at that.",
    ev.LAST_ROUND: lambda c, e, own, names: "That was the last international project: this round is the last.",
    ev.WINS: lambda c, e, own, names: f"{names[e[1]]} wins with {plural(e[2], 'dollar')}.",
}
