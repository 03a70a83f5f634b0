"""The input of the game's own bots: the data of a view, built directly from the state and without the texts for people.

`of_view` defines each field in terms of the view, so a glimpse contains nothing that the view does not;
`tests/test_bot_knowledge.py` asserts that both are equal, state by state.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.engine.fields import Fields, given
from cashbox.games.consultants import state as st
from cashbox.games.consultants.content import desk_at
from cashbox.games.consultants.rules import desks
from cashbox.games.consultants.rules import round as game_round

if TYPE_CHECKING:
    from cashbox.games.consultants.state import State
    from cashbox.games.consultants.view import view as v


class Place(Fields):
    """A place on the table. colours, principal (whether one is required), people (consultant and owner, -1 for no one):
    by desk. The rest is as in `view.Place`."""

    project: int = given()
    field: int = given()
    colours: list[int] = given("shared")
    principal: list[bool] = given("shared")
    people: list[tuple[int, int]] = given("shared")


class Glimpse(Fields):
    """A game as a seat's bot sees it. costs: in the order of `view.Costs`. hand: its own. lifted: place and desk, -1
    for none. The rest is as in `view.SeatView`."""

    seat: int = given()
    seats: int = given()
    phase: str = given()
    deadlines: bool = given()
    event: int = given()
    costs: list[int] = given("shared")
    places: list[Place] = given("shared")
    stock: int = given()
    last: bool = given()
    lifted: tuple[int, int] = given("shared")
    taking: int = given()
    hand: list[int] = given("shared")


def glimpse(s: State, seat: int) -> Glimpse:
    """Build a glimpse for a seat's bot."""
    kind = s.content.kind
    return Glimpse(
        seat, s.seats, st.PHASES[s.phase], s.rules.deadlines, s.event, s.costs,
        [_place(s, place) for place in s.places], len(s.stock), game_round.is_last(s),
        (-1, -1) if s.lifted < 0 else desk_at(s.lifted), s.taking if s.phase == st.TAKE else -1,
        sorted([kind[card] for card in s.players[seat].hand]),
    )  # fmt: skip


def _place(s: State, place: st.Place) -> Place:
    if place.project == st.NO_PROJECT:
        return Place(place.project, place.deadline, [], [], [])
    colours = desks.colours(s, place)
    if place.project == st.INNOVATION:
        colours, wants = colours[: len(place.cards)], [False] * len(place.cards)
    else:
        wants = s.content.projects[place.project].wants
    kind, owners = s.content.kind, place.owners
    people = [(kind[card], owners[desk]) if card >= 0 else (-1, -1) for desk, card in enumerate(place.cards)]
    return Place(place.project, place.deadline, colours, wants, people)


# -- from a view
# ---------------------------------------------------------------------------------------------------------


def of_view(view: v.SeatView) -> Glimpse:
    """Build the same glimpse from a seat's view."""
    assert view.mine is not None
    costs = [getattr(view.costs, name) for name in view.costs.__struct_fields__]
    return Glimpse(
        view.seat, view.seats, view.phase, view.rules.deadlines, view.event, costs,
        [_place_of(place) for place in view.places], view.stock, view.last,
        (view.lifted[0], view.lifted[1]) if view.lifted else (-1, -1), view.taking, view.mine.hand,
    )  # fmt: skip


def _place_of(place: v.Place) -> Place:
    return Place(
        place.project, place.field, [desk.colour for desk in place.desks], [desk.principal for desk in place.desks],
        [(desk.consultant, desk.owner) for desk in place.desks],
    )  # fmt: skip
