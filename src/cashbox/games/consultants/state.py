"""The state of a game: plain classes that hold ints and lists of ints.

Consultants are cards, numbered as in `content.py`; colours and ranks are theirs. Decks have no order: whoever is dealt
a card gets one by lot. Money is in dollars.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.unseen import Unseen
from cashbox.games.consultants.content import COLOURS, PRINCIPAL, SENIOR, USUAL

if TYPE_CHECKING:
    from cashbox.engine.game import Event as Note
    from cashbox.games.consultants.content import Content
    from cashbox.games.consultants.options import Rules

# What is asked now, of whom `State.due` says.
START: Final = 0
"""The poorest chooses who starts."""
EVENT: Final = 1
"""An event asks everybody, one after the other."""
WORK: Final = 2
"""One action, or pass."""
MOVE: Final = 3
"""Where the consultant taken from a project goes."""
TAKE: Final = 4
"""Choose a consultant from the deck looked through."""
OVER: Final = 5

FIELDS: Final = 5
"""Fields of the deadline track."""
NO_TRACK: Final = 0
"""The deadline marker of a project without a track, and of any where deadlines are off."""
NO_PROJECT: Final = -1
"""A place on the table whose project was completed when none was left to lay out."""
INNOVATION: Final = -2
"""The Innovation Project in a place on the table."""

SENIORS: Final = 8
PRINCIPALS: Final = 9
"""The two decks, by rank, as holders of cards that lie face down; seats are the other holders."""
BACKS: Final = [rank for _ in COLOURS for rank in (SENIOR, PRINCIPAL)]
"""The rank that everybody sees of a consultant's back, by 2 * colour + rank."""


class Player:
    """One boss. hand: consultants. passed: for this round. moves: left in this round. debt: what could not be paid."""

    __slots__ = ("debt", "hand", "money", "moves", "passed")

    def __init__(self, money: int) -> None:
        self.money = money
        self.debt = 0
        self.hand: list[int] = []
        self.passed = False
        self.moves = 0

    def clone(self) -> Player:
        """An independent copy."""
        p = Player.__new__(Player)
        p.money, p.debt, p.passed, p.moves = self.money, self.debt, self.passed, self.moves
        p.hand = self.hand[:]
        return p

    def worth(self) -> int:
        """Money less debt."""
        return self.money - self.debt


class Place:
    """One place on the table. project: number in the content, NO_PROJECT or INNOVATION. deadline: field of the
    marker, 1..5, NO_TRACK without one. cards, owners: by desk, -1 where it is free; empty lists where there is no
    project. openings: see `rules/desks.py`; empty where they must be worked out anew."""

    __slots__ = ("cards", "deadline", "openings", "owners", "project")

    def __init__(self, project: int, desks: int, deadline: int) -> None:
        self.project = project
        self.deadline = deadline
        self.cards = [-1] * desks
        self.owners = [-1] * desks
        self.openings: list[tuple[int, int]] = []

    def clone(self) -> Place:
        """An independent copy."""
        place = Place.__new__(Place)
        place.project, place.deadline = self.project, self.deadline
        place.cards, place.owners, place.openings = self.cards[:], self.owners[:], self.openings
        return place


class State:
    """One game.

    round: from 1. starter: the start player; active: on turn, or asked by an event; asked: somebody has been. places:
    on the table, the Innovation Project last. seniors, principals: the decks. stock: international projects not laid
    out, the next one last; box: those that stay out of this game; last: the last one lies on the table, so this round
    ends the game. events_left: event cards not turned up yet; event: of this round, -1 before it is turned up. costs:
    what the actions and rewards of this round are, by `content.WHAT`. given: the consultant (2 * colour + rank) just
    given for training or recruiting, -1 without; taking: rank of the deck looked through; lifted: place and desk of one
    that is being moved, -1 without. shown_none: mask of colours for which no principal was left when somebody promoted
    this turn. completed: projects completed by seat. unseen: what was seen of hidden cards. open: see
    `rules/desks.py`; empty where it must be worked out anew.
    """

    __slots__ = (
        "active", "asked", "box", "completed", "content", "costs", "due", "event", "events", "events_left", "given",
        "last", "lifted", "open", "opening", "phase", "places", "players", "principals", "round", "rules", "seats",
        "seniors", "shown_none", "starter", "stock", "taking", "unseen", "window",
    )  # fmt: skip

    def __init__(self, content: Content, rules: Rules, seats: int) -> None:
        self.content = content
        self.rules = rules
        self.seats = seats
        self.players = [Player(content.money) for _ in range(seats)]
        self.places: list[Place] = []
        self.open: list[list[int]] = []
        self.phase = WORK
        self.due = 0
        self.window = 0
        self.round = 0
        self.starter = 0
        self.active = 0
        self.asked = False
        self.seniors: list[int] = []
        self.principals: list[int] = []
        self.stock: list[int] = []
        self.box: list[int] = []
        self.last = False
        self.events_left: list[int] = []
        self.event = -1
        self.costs = list(USUAL)
        self.given = -1
        self.taking = 0
        self.lifted = -1
        self.shown_none = 0
        self.completed = [0] * seats
        self.unseen = Unseen(content.kind, BACKS, [SENIORS + rank for rank in content.rank], seats)
        self.events: list[Note] | None = None
        self.opening: list[Note] = []

    def clone(self) -> State:
        """An independent copy that notes no events."""
        s = State.__new__(State)
        s.content, s.rules, s.seats = self.content, self.rules, self.seats
        s.players = [p.clone() for p in self.players]
        s.places = [place.clone() for place in self.places]
        s.open = self.open
        s.phase, s.due, s.window = self.phase, self.due, self.window
        s.round, s.starter, s.active, s.asked = self.round, self.starter, self.active, self.asked
        s.seniors, s.principals = self.seniors[:], self.principals[:]
        s.stock, s.box, s.last = self.stock[:], self.box, self.last
        s.events_left, s.event, s.costs = self.events_left[:], self.event, self.costs[:]
        s.given, s.taking, s.lifted = self.given, self.taking, self.lifted
        s.shown_none = self.shown_none
        s.completed = self.completed[:]
        s.unseen = self.unseen.clone()
        s.events = None
        s.opening = []
        return s
