"""Assign: a consultant of the hand takes a desk of a project.

Source: ITS "Assign", "Complete project"; RULINGS C3.1, C3.3, C3.4.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.facts import Description, Facts, change
from cashbox.engine.state import note
from cashbox.games.consultants.actions import DESKS
from cashbox.games.consultants.content import COLOURS, RANKS, colour_of, desk_at, kind_of, rank_of
from cashbox.games.consultants.rules import complete, decks, desks, prospect
from cashbox.games.consultants.rules.working import Working
from cashbox.games.consultants.state import event_kind
from cashbox.games.consultants.text.phrases import DESK_NAMES, consultant, in_dollars, project

if TYPE_CHECKING:
    from cashbox.engine.chance import Chance
    from cashbox.engine.facts import Change
    from cashbox.games.consultants.state import State

ASSIGNED: Final = event_kind(
    lambda e: f"{e.name} seats a {consultant(e[0])} at the {DESK_NAMES[e[2]]} desk of {project(e.content, e[3])}.",
    headline=True,
)
"""Consultant, place, desk, project."""


class Assign(Working):
    """Seat a consultant of the hand. Known, in addition to `seating_facts`: "consultant", its kind."""

    kind = "assign"
    heading = "Assign"

    def do(self, s: State, seat: int, k: int, chance: Chance) -> None:
        number, desk = desk_at(k % DESKS)
        who = _who(s, k)
        card = decks.leave_hand(s, seat, who)
        note(s, ASSIGNED, seat, who, number, desk, s.places[number].project)
        sit(s, seat, number, desk, card)
        s.due = 0

    def describe(self, s: State, seat: int, k: int) -> Description:
        who = _who(s, k)
        rank = rank_of(who)
        changes, known = seating_facts(s, seat, *desk_at(k % DESKS), rank)
        left = change(f"{RANKS[rank]}s", decks.of_rank(s, seat, rank), -1)
        facts = Facts((*left, *changes), {"consultant": who, **known})
        number, desk = desk_at(k % DESKS)
        return Description(f"Seat a {consultant(_who(s, k))} at {desk_name(s, number, desk)}: {worth(facts)}", facts)

    def explain(self, s: State, seat: int, k: int) -> str:
        if missing := no_such_desk(s, k):
            return missing
        who = _who(s, k)
        if decks.find(s, s.players[seat].hand, who) < 0:
            return f"You have no {consultant(who)} in hand."
        return cannot_sit(s, k, who)


def _who(s: State, k: int) -> int:
    """Return the kind of consultant that an action assigns: the desk's color, with the action's rank."""
    rank, at_ = k // DESKS, k % DESKS
    number, desk = desk_at(at_)
    return kind_of(desks.colours(s, s.places[number])[desk], rank)


def sit(s: State, seat: int, number: int, desk: int, card: int) -> None:
    """Assign a consultant to a desk, which may complete the project."""
    place = s.places[number]
    desks.sit_down(s, place, desk, card, seat)
    if desks.completes(place, desk):
        complete.complete(s, number, seat)


def seating_facts(
    s: State, seat: int, number: int, desk: int, rank: int, *, moving: bool = False
) -> tuple[tuple[Change, ...], dict[str, int]]:
    """Return the facts of taking a desk, or of moving there from another one.

    The known facts are "completing", dollars for the seat right away, or "round_end", dollars for this consultant at
    the end of the round as things stand.
    """
    place = s.places[number]
    if desks.completes(place, desk):
        paid = prospect.for_completing(s, place, seat)
        return complete.facts(s, place, seat, paid, moving=moving), {"completing": paid[seat]}
    sits = () if moving else change("desks", desks.desks_taken(s, seat), 1)
    return sits, {"round_end": prospect.paid_at(s, place, desk, rank)}


def worth(facts: Facts) -> str:
    """Describe what taking a desk earns."""
    if "completing" in facts.known:
        return f"completes the project and earns you {in_dollars(facts.known['completing'])}"
    return f"{in_dollars(facts.known['round_end'])} at the end of the round, as things stand"


def desk_name(s: State, number: int, desk: int) -> str:
    """Name a desk: "the first desk of Payroll"."""
    return f"the {DESK_NAMES[desk]} desk of {project(s.content, s.places[number].project)}"


def no_such_desk(s: State, k: int) -> str:
    """Explain that a desk does not exist, "" if it does."""
    number, desk = desk_at(k % DESKS)
    if number >= len(s.places) or desk >= len(s.places[number].cards):
        return "That desk doesn't exist."
    return ""


def cannot_sit(s: State, k: int, who: int) -> str:
    """Explain why a consultant cannot take an existing desk."""
    number, desk = desk_at(k % DESKS)
    place = s.places[number]
    if place.cards[desk] >= 0:
        return "That desk is taken."
    if desk not in desks.open_desks(place):
        return "Desks fill from the left. Take the next one to the right or any free one farther left."
    if desks.colours(s, place)[desk] != colour_of(who):
        return f"A {COLOURS[colour_of(who)]} consultant doesn't match that desk."
    if not desks.fits(s, place, desk, colour_of(who), rank_of(who)):
        return "That desk needs a principal."
    return "Choose another project."
