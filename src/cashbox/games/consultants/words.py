"""Everything that people read about a game going on: prompts, labels of actions, the log, the result.

One word for one thing, the rule text's: project, desk, consultant, senior, principal, event, deadline, round.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.engine.phrases import listed, plural
from cashbox.games.consultants import actions as act
from cashbox.games.consultants import state as st
from cashbox.games.consultants.content import DO_GIVE, MOST_DESKS, RANKS
from cashbox.games.consultants.phrases import DESK_NAMES, consultant, project
from cashbox.games.consultants.rules import desks, work
from cashbox.games.consultants.seen import paid_at, paid_for_completing
from cashbox.games.consultants.telling import TELLERS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cashbox.engine.game import Event
    from cashbox.games.consultants.content import Content
    from cashbox.games.consultants.state import State

# -- prompts -----------------------------------------------------------------------------------------------------

_WAITING = {
    st.START: "to choose the start player",
    st.EVENT: "to answer the event",
    st.WORK: "to act",
    st.MOVE: "to move a consultant",
    st.TAKE: "to choose from a deck",
}


def prompt(s: State, seat: int, names: Sequence[str]) -> str:
    """What this seat is to do now, or for whom and what it waits."""
    if s.phase == st.OVER:
        return "The game is over."
    if seat < 0 or not s.due >> seat & 1:
        return f"Waiting for {listed([names[k] for k in range(s.seats) if s.due >> k & 1])} {_WAITING[s.phase]}."
    if s.phase == st.START:
        return "You have least: choose the start player of this round."
    if s.phase == st.EVENT:
        return f"{s.content.events[s.event].name}: {_event_question(s)}"
    if s.phase == st.MOVE:
        return "Choose a desk of another project."
    if s.phase == st.TAKE:
        return f"Choose a {RANKS[s.taking]} from the deck; the others do not see which."
    if len(work.legal(s, seat)) == 1:
        return "Let's work: there is nothing you could do but pass for the rest of the round."
    return "Let's work: one action, or pass for the rest of the round."


def _event_question(s: State) -> str:
    event = s.content.events[s.event]
    if event.do == DO_GIVE:
        return f"give a consultant back for {plural(event.n, 'dollar')}, or keep them all."
    return "take one of your consultants back to your hand, or leave them."


# -- labels ------------------------------------------------------------------------------------------------------


def label(s: State, seat: int, action: int) -> str:
    """What a button says: with the cost, what will be left, and what a desk would pay."""
    name, k = act.FORMS.kind_of(action)
    return _LABELS[name](s, seat, k)


def _desk(s: State, number: int, desk: int) -> str:
    return f"the {DESK_NAMES[desk]} desk of {project(s.content, s.places[number].project)}"


def _worth(s: State, seat: int, number: int, desk: int, rank: int) -> str:
    place = s.places[number]
    if desks.completes(place, desk):
        return f"completes it, {plural(paid_for_completing(s, place, seat), 'dollar')} for you"
    return f"{plural(paid_at(s, place, desk, rank), 'dollar')} at the end of the round as things stand"


def _assign(s: State, seat: int, k: int) -> str:
    rank, at = divmod(k, act.DESKS)
    number, desk = divmod(at, MOST_DESKS)
    who = consultant(2 * desks.colours(s, s.places[number])[desk] + rank)
    return f"Seat a {who} at {_desk(s, number, desk)}: {_worth(s, seat, number, desk, rank)}"


def _lift(s: State, seat: int, k: int) -> str:
    left = s.players[seat].moves - 1
    return f"Move your consultant from {_desk(s, *divmod(k, MOST_DESKS))}, {plural(left, 'move')} left then"


def _seat(s: State, seat: int, k: int) -> str:
    number, desk = divmod(k, MOST_DESKS)
    source, at = divmod(s.lifted, MOST_DESKS)
    rank = s.content.rank[s.places[source].cards[at]]
    return f"To {_desk(s, number, desk)}: {_worth(s, seat, number, desk, rank)}"


def _cost(s: State, seat: int, what: int) -> str:
    dollars = s.costs[what]
    return f"{plural(dollars, 'dollar')}, {s.players[seat].money - dollars} left" if dollars else "for nothing"


def _pass(s: State, seat: int, k: int) -> str:
    dollars = work.for_passing(s)
    first = f": {plural(dollars, 'dollar')} for passing first" if dollars else ""
    return f"Pass for the rest of the round{first}"


def _give(s: State, seat: int, k: int) -> str:
    return f"Give a {consultant(k)} back for {plural(s.content.events[s.event].n, 'dollar')}"


_LABELS: dict[str, Callable[[State, int, int], str]] = {
    "assign": _assign,
    "lift": _lift,
    "seat": _seat,
    "train": lambda s, seat, k: f"Train: a {consultant(k)} for any senior ({_cost(s, seat, work.TRAIN)})",
    "promote": lambda s, seat, k: (
        f"Promote: a {consultant(k)} for a {consultant(k | 1)}, shown ({_cost(s, seat, work.PROMOTE)})"
    ),
    "recruit": lambda s, seat, k: f"Recruit: a {consultant(k)} for any principal ({_cost(s, seat, work.RECRUIT)})",
    "take": lambda s, seat, k: f"Take a {consultant(2 * k + s.taking)}",
    "pass": _pass,
    "starter": lambda s, seat, k: "Start yourself" if k == seat else f"Player {k + 1} starts",
    "recall": lambda s, seat, k: f"Take back the consultant from {_desk(s, *divmod(k, MOST_DESKS))}",
    "give": _give,
    "stay": lambda s, seat, k: "Leave it at that",
}

# -- the log and the result --------------------------------------------------------------------------------------


def narrate(content: Content, event: Event, viewer: int, names: Sequence[str]) -> str | None:
    """One sentence for one event; None where this viewer is not told."""
    return TELLERS[event[0]](content, event, event[1] == viewer and viewer >= 0, names)


def outcome(s: State, winners: tuple[int, ...]) -> str:
    """Who won, and with how much."""
    dollars = plural(s.players[winners[0]].worth(), "dollar")
    if len(winners) > 1:
        return f"{listed([f'{{{seat}}}' for seat in winners])} share the win with {dollars}."
    return f"{{{winners[0]}}} wins with {dollars}."
