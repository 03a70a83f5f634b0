"""What one seat may see of a game, built field by field; also the wire form that page and bots read.

Source: ITS "Train", "Promote", "Recruit"; RULINGS C3; docs/architecture.md "What we promise". Consultants stand as 2 *
color + rank (colors as in `content.COLOURS`; rank 0 senior, 1 principal); lists of them are sorted. Money is in
dollars.
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
"""Places on the table that are observed, the Innovation Project last; there are not more in the packaged game."""

Consultant = Annotated[int, among(2 * len(COLOURS))]
Dollars = Annotated[int, about(-20, 20)]
Money = Annotated[int, about(0, 200)]
Cards = Annotated[int, about(0, 50)]


class Table(msgspec.Struct, frozen=True):
    """The rules that this table plays by. track: dollars by field of the deadline track, 1..5: the bonus of each
    consultant where a project is completed there, less than 0 the penalty at the end of the round; empty without
    deadlines. stakes: the same in words. innovation_pay: dollars for each consultant on the Innovation Project, before
    events."""

    deadlines: bool
    innovation: bool
    track: list[int]
    stakes: list[str]
    innovation_pay: int


class Desk(msgspec.Struct):
    """One desk. consultant, owner: -1 where it is free. now: what the consultant there would be paid at the end of the
    round as things stand; a free desk: what one that sat down here now would be, a senior where one may. principal_now:
    the same of a principal. done, principal_done: what it would be paid, bonus included, if the project were completed
    now with the last desk taken, of the last desk with what an event pays for completing; -1 where it cannot be
    completed. completes: taking it completes the project."""

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
    """A place on the table. project: number in the content, -1 where none is left, -2 the Innovation Project. kind:
    "silver" (a regular one), "gold" (an international one), "innovation", "none". pay: dollars by rank from the right.
    field: of the deadline marker, 1..5, 0 without one; next: its field in the next round, 0 where none is to come.
    more: what the event of the round adds for each consultant, less than 0 what it takes. late: seats that would pay a
    penalty at the end of the round as things stand; penalty: how much."""

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
    """What everyone sees of a player. seniors, principals: cards in hand by rank. completed: projects. total: money
    less debt."""

    money: Money
    debt: Money
    seniors: Cards
    principals: Cards
    moves: Annotated[int, about(0, 5)]
    passed: Flag
    completed: Annotated[int, about(0, 10)]
    total: int


class Costs(msgspec.Struct, frozen=True):
    """What holds this round, events included. train, promote, recruit: dollars, -1 where it is not possible. top,
    principals, silver, gold: dollars more whenever a project pays for its rightmost consultant, for each principal, for
    each consultant of regular and of international projects. complete, first_pass: dollars for completing a project
    and for passing first."""

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
    """What only the viewer sees. deck: the deck that is being looked through, empty at other times; given: the
    consultant just given for it, -1 without."""

    hand: Annotated[list[Consultant], counted(5)]
    deck: Annotated[list[Consultant], counted(10)]
    given: Consultant
    shown: Annotated[list[Shown], OF_SEAT]


class PayRow(msgspec.Struct, frozen=True):
    """What one project paid at the end of a round, or took as a penalty. dollars: by seat."""

    name: str
    late: bool
    dollars: list[int]


class Payday(msgspec.Struct, frozen=True):
    """What projects paid at the end of a round. rows: by project, penalties in rows of their own; totals: by seat."""

    round: int
    rows: list[PayRow]
    totals: list[int]


class SeatView(View):
    """A game as one seat (or a spectator: seat -1, mine null) sees it.

    phase: "start", "event", "work", "move", "take", "over". starter: starting player; active: on turn. event: number
    in the content, -1 before it is turned up; event_text: what its card says at this table; events_left: how many
    are to come. seniors, principals: sizes of the decks. stock: international projects to come; last: this round is
    the last. passing: dollars for the player who passes now. lifted: [place, desk] of the consultant that is being
    moved, empty without. taking: rank of the deck that is looked through, -1 without. order: seats by their
    `Boss.total`, the greatest first. payday: of the round before this one, or of the last
    round when the game is over. hint: what a lesson says to this seat, null in any other game.
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
