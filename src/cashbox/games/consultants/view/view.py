"""The view of one seat, built field by field; also the wire format that pages and bots read.

Source: ITS "Train", "Promote", "Recruit"; RULINGS C3; docs/architecture.md "What we promise". Consultants are 2 * color
+ rank (colors as in `content.COLOURS`; rank 0 senior, 1 principal); lists of them are sorted. Money is in dollars.
"""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from msgspec import Meta

from cashbox.engine.lessons import LessonMessage  # noqa: TC001 (read by msgspec)
from cashbox.engine.notebook import View
from cashbox.engine.observation.bounds import BY_SEAT, OF_SEAT, Flag, Seat, about, among, counted, first, one_of
from cashbox.games.consultants.content import COLOURS, MOST_DESKS
from cashbox.games.consultants.state import PHASES

PLACES: Final = 7
"""The number of places on the table to observe, the Innovation Project last; the packaged game has no more."""

Consultant = Annotated[int, among(2 * len(COLOURS))]
Dollars = Annotated[int, about(-20, 20)]
Money = Annotated[int, about(0, 200)]
Cards = Annotated[int, about(0, 50)]


class Table(msgspec.Struct, frozen=True):
    """The rules of this table. track: dollars by field of the deadline track, 1..5: the bonus of each consultant if a
    project is completed there, or, negative, the penalty at the end of the round; empty without deadlines. stakes: the
    same as text. innovation_pay: dollars for each consultant on the Innovation Project, before events."""

    deadlines: bool
    innovation: bool
    track: list[int]
    stakes: list[str]
    innovation_pay: int


class Desk(msgspec.Struct):
    """One desk. consultant, owner: -1 if it is free. now: what the consultant there would be paid at the end of the
    round as things stand; for a free desk, what a consultant placed here now would be paid, a senior if possible.
    principal_now: the same for a principal. done, principal_done: what the consultant would be paid, including the
    bonus, if the project were completed now by taking the last desk; for the last desk, including what an event pays
    for completing; -1 if it cannot be completed. completes: whether taking it completes the project."""

    colour: Annotated[int, among(len(COLOURS))]
    principal: Flag
    consultant: Consultant
    owner: Seat
    now: int
    principal_now: int
    done: int
    principal_done: int
    completes: bool


class Place(msgspec.Struct):
    """A place on the table. project: number in the content, -1 if none is left, -2 for the Innovation Project. kind:
    "silver" (a regular one), "gold" (an international one), "innovation", "none". pay: dollars by position from the
    right. field: of the deadline marker, 1..5, 0 without one; next: its field in the next round, 0 if there is none.
    more: what the round's event adds for each consultant, negative for what it takes. late: seats that would pay a
    penalty at the end of the round as things stand; penalty: its amount."""

    project: int
    kind: Annotated[str, one_of("silver", "gold", "innovation", "none")]
    name: str
    pay: Annotated[list[Dollars], first(MOST_DESKS)]
    field: Annotated[int, Meta(ge=0, le=5)]
    next: int
    more: Annotated[int, about(-3, 3)]
    desks: Annotated[list[Desk], first(MOST_DESKS)]
    late: list[Seat]
    penalty: int


class Boss(msgspec.Struct):
    """The public part of a player. seniors, principals: cards in hand by rank. completed: projects. total: money minus
    debt."""

    money: Money
    debt: Money
    seniors: Cards
    principals: Cards
    moves: Annotated[int, about(0, 5)]
    passed: Flag
    completed: Annotated[int, about(0, 10)]
    total: int


class Costs(msgspec.Struct, frozen=True):
    """The costs and rewards of this round, including events. train, promote, recruit: dollars, -1 if it is not
    possible. top, principals, silver, gold: additional dollars, whenever a project pays, for its rightmost consultant,
    for each principal, and for each consultant of regular and of international projects. complete, first_pass: dollars
    for completing a project and for passing first."""

    train: Dollars
    promote: Dollars
    recruit: Dollars
    moves: Dollars
    top: Dollars
    principals: Dollars
    complete: Dollars
    first_pass: Dollars
    silver: Dollars
    gold: Dollars


class Shown(msgspec.Struct):
    """Consultants that the viewer knows to be in a seat's hand."""

    seat: int
    consultants: Annotated[list[Consultant], counted(5)]


class Mine(msgspec.Struct):
    """The part that only the viewer sees. deck: the deck being looked through, empty at other times; given: the
    consultant just given for it, -1 for none."""

    hand: Annotated[list[Consultant], counted(5)]
    deck: Annotated[list[Consultant], counted(10)]
    given: Consultant
    shown: Annotated[list[Shown], OF_SEAT]


class PayRow(msgspec.Struct, frozen=True):
    """The payments of one project at the end of a round, or its penalties. dollars: by seat."""

    name: str
    late: bool
    dollars: list[int]


class Payday(msgspec.Struct, frozen=True):
    """The payments of all projects at the end of a round. rows: by project, with separate rows for penalties; totals:
    by seat."""

    round: int
    rows: list[PayRow]
    totals: list[int]


class SeatView(View):
    """A game as one seat (or a spectator: seat -1, mine null) sees it.

    phase: "start", "event", "work", "move", "take", "over". starter: starting player; active: on turn. event: number
    in the content, -1 before it is turned up; event_text: the text of its card at this table; events_left: the number
    of events to come. seniors, principals: sizes of the decks. stock: international projects to come; last: whether
    this is the last round. passing: dollars for the player who passes now. lifted: [place, desk] of the consultant
    being moved, empty if there is none. taking: rank of the deck being looked through, -1 for none. order: seats by
    `Boss.total`, highest first. payday: of the previous round, or of the last round when the game is over. hint: a
    lesson's hint for this seat, null in any other game.
    """

    seat: int
    mode: str
    rules: Table
    seats: int
    round: Annotated[int, about(0, 20)]
    phase: Annotated[str, one_of(*PHASES)]
    starter: Seat
    active: Seat
    acting: list[Seat]
    event: Annotated[int, among("events")]
    event_text: str
    events_left: Cards
    costs: Costs
    places: Annotated[list[Place], first(PLACES)]
    players: Annotated[list[Boss], BY_SEAT]
    seniors: Cards
    principals: Cards
    stock: Annotated[int, about(0, 18)]
    last: Flag
    passing: int
    lifted: Annotated[list[Annotated[int, Meta(ge=-1, le=7)]], first(2)]
    taking: Annotated[int, among(2)]
    order: list[int]
    mine: Mine | None
    payday: Payday | None = None
    hint: LessonMessage | None = None
