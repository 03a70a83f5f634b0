"""Why an action is not legal now, in the words of the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.phrases import plural
from cashbox.games.consultants import actions as act
from cashbox.games.consultants import content as c
from cashbox.games.consultants import state as st
from cashbox.games.consultants.phrases import consultant
from cashbox.games.consultants.rules import decks, desks, flow, work

if TYPE_CHECKING:
    from collections.abc import Callable

    from cashbox.games.consultants.state import Player, State

_WORK: Final = "That is done in phase 3, when all work."
_MOVES: Final = c.WHAT.index("moves")
_EVENT: Final = "No event asks for that now."
_PHASES: Final = {
    "seat": (st.MOVE, "No consultant is being moved."),
    "take": (st.TAKE, "Nobody is looking through a deck now."),
    "starter": (st.START, "The start player is chosen at the start of a round, by the player with least."),
    "recall": (st.EVENT, _EVENT),
    "give": (st.EVENT, _EVENT),
    "stay": (st.EVENT, _EVENT),
}


_WORKING: Final = (st.WORK, st.MOVE, st.TAKE)
"""Phase 3, with an action half done."""
_FIRST: Final = {
    st.MOVE: "Choose first where the consultant goes that you are moving.",
    st.TAKE: "Choose first a consultant from the deck that you are looking through.",
}


def explain(s: State, seat: int, action: int) -> str:
    """One sentence; empty for a legal action."""
    if action in flow.legal(s, seat):
        return ""
    name, k = act.FORMS.kind_of(action)
    if s.phase == st.OVER:
        return "The game is over."
    if seat < 0:
        return "Only those who play may act."
    phase, otherwise = _PHASES.get(name, (st.WORK, _WORK))
    due = bool(s.due >> seat & 1)
    if s.phase != phase and (phase != st.WORK or s.phase not in _WORKING):
        can_lift = name == "seat" and due and s.phase == st.WORK and s.players[seat].moves and work.movable(s, seat)
        return f"{otherwise[:-1]}; take one from a project first." if can_lift else otherwise
    if not due:
        return "You have passed for this round." if s.players[seat].passed else "It is another player's turn."
    if s.phase != phase:
        return _FIRST[s.phase]
    if name in ("assign", "lift", "seat", "recall"):
        number, desk = divmod(k % act.DESKS, c.MOST_DESKS)
        if number >= len(s.places) or desk >= len(s.places[number].cards):
            return "There is no such desk on the table."
    return _REASONS[name](s, s.players[seat], k)


def _desk(s: State, k: int, colour: int, rank: int) -> str:
    """Why a consultant cannot sit down at a desk; the desk is there."""
    number, desk = divmod(k % act.DESKS, c.MOST_DESKS)
    place = s.places[number]
    if place.cards[desk] >= 0:
        return "Somebody sits at that desk."
    if desk not in desks.open_desks(place):
        return "Desks are taken from the left: the first, the next to the right, or a free one further left."
    if desks.colours(s, place)[desk] != colour:
        return f"A {c.COLOURS[colour]} consultant does not match that desk."
    return "That desk wants a principal." if not desks.fits(s, place, desk, colour, rank) else "Choose another project."


def _assign(s: State, p: Player, k: int) -> str:
    rank, at = divmod(k, act.DESKS)
    number, desk = divmod(at, c.MOST_DESKS)
    kind = 2 * desks.colours(s, s.places[number])[desk] + rank
    if decks.find(s, p.hand, kind) < 0:
        return f"You have no {consultant(kind)} in your hand."
    return _desk(s, at, kind // 2, rank)


def _lift(s: State, p: Player, k: int) -> str:
    number, desk = divmod(k, c.MOST_DESKS)
    owner = s.places[number].owners[desk]
    if owner < 0 or s.players[owner] is not p:
        return "No consultant of yours sits there."
    if not p.moves:
        return (
            "You have no move left in this round." if s.costs[_MOVES] else "The event of this round does not allow it."
        )
    return "No desk of another project is open to that consultant."


def _seat(s: State, p: Player, k: int) -> str:
    source, at = divmod(s.lifted, c.MOST_DESKS)
    if k // c.MOST_DESKS == source:
        return "A consultant moves to another project."
    card = s.places[source].cards[at]
    return _desk(s, k, s.content.colour[card], s.content.rank[card])


def _paid(s: State, p: Player, k: int, what: int) -> str:
    if decks.find(s, p.hand, k) < 0:
        return f"You have no {consultant(k)} in your hand."
    if s.costs[what] < 0:
        return "The event of this round does not allow it."
    if p.money < s.costs[what]:
        return f"That costs {plural(s.costs[what], 'dollar')}, and you have {p.money}."
    return "No principal of that colour is left." if what == work.PROMOTE else "That deck is empty."


def _event(s: State, p: Player, k: int, do: int, otherwise: str) -> str:
    return otherwise if s.content.events[s.event].do == do else _EVENT


_REASONS: Final[dict[str, Callable[[State, Player, int], str]]] = {
    "assign": _assign,
    "lift": _lift,
    "seat": _seat,
    "train": lambda s, p, k: _paid(s, p, k, work.TRAIN),
    "promote": lambda s, p, k: _paid(s, p, k, work.PROMOTE),
    "recruit": lambda s, p, k: _paid(s, p, k, work.RECRUIT),
    "take": lambda s, p, k: f"There is no {consultant(2 * k + s.taking)} in the deck.",
    "starter": lambda s, p, k: f"There is no player {k + 1} at this table.",
    "recall": lambda s, p, k: _event(s, p, k, c.DO_RECALL, "No consultant of yours sits there."),
    "give": lambda s, p, k: _event(s, p, k, c.DO_GIVE, f"You have no {consultant(k)} in your hand."),
}
