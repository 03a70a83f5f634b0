"""The state of a game: plain classes of ints and lists of ints.

Consultants are cards, numbered as in `content.py`, with colors and ranks. Decks have no order: a dealt card is drawn at
random. Money is in dollars.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.fields import Fields, cached, each, given, shared, whole
from cashbox.engine.hidden_cards.knowledge import CardHistory
from cashbox.engine.log_events import EventKinds
from cashbox.engine.state import BaseState
from cashbox.games.consultants.content import COLOURS, PRINCIPAL, SENIOR, USUAL, Content
from cashbox.games.consultants.options import Rules

if TYPE_CHECKING:
    from cashbox.games.consultants.lessons import Lesson

# The current question; `State.due` has the seats that must answer. The phases are in `rules/`.
START: Final = 0
EVENT: Final = 1
WORK: Final = 2
MOVE: Final = 3
TAKE: Final = 4
OVER: Final = 5
PHASES: Final = ("start", "event", "work", "move", "take", "over")
"""The phases' names in the view."""

FIELDS: Final = 5
"""Fields of the deadline track."""
NO_TRACK: Final = 0
"""The deadline marker of a project without a track, and of all projects if deadlines are off."""
NO_PROJECT: Final = -1
"""A place on the table whose project was completed when there was none left to lay out."""
INNOVATION: Final = -2
"""Stands for the Innovation Project in a place on the table."""

SENIORS: Final = 8
PRINCIPALS: Final = 9
"""The two decks, by rank, as holders of face-down cards; the other holders are the seats."""
BACKS: Final = [rank for _ in COLOURS for rank in (SENIOR, PRINCIPAL)]
"""The rank, which everyone sees on a consultant's back, by 2 * color + rank."""

event_kind: Final[EventKinds[Content]] = EventKinds()
"""The kinds of events; each is declared next to the rule that logs it. Consultants in them are 2 * color + rank."""


class Player(Fields):
    """One boss. hand: consultants. passed: whether for this round. moves: left in this round. debt: unpaid dollars."""

    money: int = given()
    debt: int = whole()
    hand: list[int] = shared(factory=list)
    passed: bool = whole(default=False)
    moves: int = whole()

    def worth(self) -> int:
        """Money less debt."""
        return self.money - self.debt


class Place(Fields):
    """A place on the table. project: number in the content, NO_PROJECT or INNOVATION. deadline: field of the
    marker, 1..5, NO_TRACK without one. cards, owners: by desk, -1 if it is free; empty lists if there is no project.
    seated: mask of the owners. openings: see `rules/desks.py`; empty if they must be recomputed."""

    project: int = given()
    deadline: int = given()
    cards: list[int] = shared(factory=list)
    owners: list[int] = shared(factory=list)
    seated: int = cached(default=0)
    openings: list[tuple[int, int]] = cached(factory=list)


class State(BaseState):
    """One game.

    round: from 1. starter: the starting player; active: the seat whose turn it is, or that an event asks; asked:
    whether any seat has been asked. places: on the table, the Innovation Project last. seniors, principals: the decks.
    stock: international projects not laid out, the next one last; box: those that stay out of this game; last: whether
    the last one is on the table, so this round ends the game. events_left: event cards not turned up yet; event: of
    this round, -1 before it is turned up. costs: the costs and rewards of this round, by `content.WHAT`. handed_in: the
    kind of consultant just given for training or recruiting, -1 for none; taking: rank of the deck being looked
    through; lifted: the desk (`content.at_desk`) of a consultant being moved, -1 for none. shown_none: mask of colors
    for which no principal was left when someone promoted this turn. completed: projects completed by seat. payday: see
    `rules/rewards.py`. unseen: the history of hidden cards. open: see `rules/desks.py`; empty if it must be recomputed.
    lesson: the lesson of a guided game, None in any other.
    """

    content: Content = given("shared")
    rules: Rules = given("shared")
    players: list[Player] = each()
    places: list[Place] = each()
    open: list[list[int]] = cached(factory=list)
    round: int = whole()
    starter: int = whole()
    active: int = whole()
    asked: bool = whole(default=False)
    seniors: list[int] = shared(factory=list)
    principals: list[int] = shared(factory=list)
    stock: list[int] = shared(factory=list)
    box: list[int] = shared(factory=list)
    last: bool = whole(default=False)
    events_left: list[int] = shared(factory=list)
    event: int = whole(default=-1)
    costs: list[int] = shared(factory=lambda: list(USUAL))
    handed_in: int = whole(default=-1)
    taking: int = whole()
    lifted: int = whole(default=-1)
    shown_none: int = whole()
    completed: list[int] = shared(factory=list)
    payday: list[int] = shared(factory=list)
    unseen: CardHistory = given("own")
    lesson: Lesson | None = cached()


def new_state(content: Content, rules: Rules, seats: int) -> State:
    """Create a table before its setup."""
    unseen = CardHistory(content.kind, BACKS, [SENIORS + rank for rank in content.rank], seats)
    s = State(seats, content, rules, unseen)
    s.players = [Player(content.money) for _ in range(seats)]
    s.completed = [0] * seats
    return s


def new_place(project: int, desks: int, deadline: int) -> Place:
    """Create a project with this many free desks."""
    place = Place(project, deadline)
    place.cards = [-1] * desks
    place.owners = [-1] * desks
    return place
