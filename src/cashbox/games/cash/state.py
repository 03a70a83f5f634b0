"""The state of a game of CASH: plain classes that hold ints and lists of ints.

Cards are numbered as in `content.py`; a card is one physical card, its face is `content.face[card]`. Amounts are in
dollars. The deck has no order: whoever draws takes one of its cards by lot.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.unseen import Unseen
from cashbox.games.cash.faces import FACES

if TYPE_CHECKING:
    from cashbox.engine.game import Event
    from cashbox.games.cash.content import Content
    from cashbox.games.cash.options import Rules

# What is asked now, of whom `State.due` says.
ACT: Final = 0
"""On turn, after the draw: play or discard a card; offers may be made."""
CLOSE: Final = 1
"""On turn, a card was played or discarded: offers, or the hand check."""
CHECK: Final = 2
"""The hand check: discard down to seven."""
INSURE: Final = 3
"""Choose uninsured cash for the insurance just played."""
TARGET: Final = 4
"""Choose whom an investigation or a Takeover is aimed at."""
TAKE: Final = 5
"""Take the cash that a bull market or commission card is good for, or leave it."""
CLEAR: Final = 6
"""Discard the investigation, or keep it."""
AGAIN: Final = 7
"""Take another turn, or not."""
PASS: Final = 8
"""Everybody passes cards to the right."""
BUILD: Final = 9
"""Put an offer or a counter-offer together; nobody else sees it yet."""
ANSWER: Final = 10
"""Answer an offer or a counter-offer."""
CHOOSE: Final = 11
"""Choose the cards that were asked for face down; nobody else sees it yet."""
OVER: Final = 12

# Why a trading round ended.
STOPPED: Final = 0
NO_CARDS: Final = 1
TURNS: Final = 2


DECK: Final = 8
"""The deck, as a holder of cards that lie face down; the other ones are the seats."""
_BACKS: Final = [0] * len(FACES)
"""All look alike face down."""


class Player:
    """One trader and the firm.

    license, probe, taxman: cards, -1 for none (probe: the investigation on the license). cash: uninsured, the lowest
    first. policies: placed insurance, each [insurance, covered cash...]. ventures: tabled Venture Capital. lost, extra:
    turns. chosen: cards picked to pass on. offers: by seat, how many were made to it this turn. capital: of the rounds
    that are over.
    """

    __slots__ = (
        "capital", "cash", "chosen", "extra", "hand", "license", "lost", "offers", "policies", "probe", "taxman",
        "ventures",
    )  # fmt: skip

    def __init__(self, seats: int) -> None:
        self.capital = 0
        self.offers = [0] * seats
        self.new_round()

    def new_round(self) -> None:
        """Everything of a trading round anew; the capital stays."""
        self.hand: list[int] = []
        self.license = -1
        self.probe = -1
        self.taxman = -1
        self.cash: list[int] = []
        self.policies: list[list[int]] = []
        self.ventures: list[int] = []
        self.lost = 0
        self.extra = 0
        self.chosen: list[int] = []

    def clone(self) -> Player:
        """An independent copy."""
        p = Player.__new__(Player)
        p.capital, p.license, p.probe, p.taxman = self.capital, self.license, self.probe, self.taxman
        p.lost, p.extra = self.lost, self.extra
        p.hand, p.cash, p.ventures = self.hand[:], self.cash[:], self.ventures[:]
        p.policies = [policy[:] for policy in self.policies] if self.policies else []
        p.chosen, p.offers = self.chosen[:], self.offers[:]
        return p


class Offer:
    """A swap proposed, whole or still being put together.

    maker proposes to partner. give_firm, give_named, give_hidden: cards of the maker: from the firm, from the hand by
    name, from the hand face down. ask_firm: cards of the partner's firm. ask_named: faces wanted from the partner's
    hand. ask_hidden: how many more, of the partner's choice. counter: it answers an offer. chosen: what the partner has
    picked for ask_hidden so far.
    """

    __slots__ = (
        "ask_firm", "ask_hidden", "ask_named", "chosen", "counter", "give_firm", "give_hidden", "give_named", "maker",
        "partner",
    )  # fmt: skip

    def __init__(self, maker: int, partner: int, counter: bool) -> None:
        self.maker = maker
        self.partner = partner
        self.counter = counter
        self.give_firm: list[int] = []
        self.give_named: list[int] = []
        self.give_hidden: list[int] = []
        self.ask_firm: list[int] = []
        self.ask_named: list[int] = []
        self.ask_hidden = 0
        self.chosen: list[int] = []

    def clone(self) -> Offer:
        """An independent copy."""
        o = Offer(self.maker, self.partner, self.counter)
        o.give_firm, o.give_named, o.give_hidden = self.give_firm[:], self.give_named[:], self.give_hidden[:]
        o.ask_firm, o.ask_named, o.ask_hidden = self.ask_firm[:], self.ask_named[:], self.ask_hidden
        o.chosen = self.chosen[:]
        return o

    def given(self) -> int:
        """How many cards the maker gives."""
        return len(self.give_firm) + len(self.give_named) + len(self.give_hidden)

    def asked_of_hand(self) -> int:
        """How many cards are asked of the partner's hand."""
        return len(self.ask_named) + self.ask_hidden


class Line:
    """One firm in the score sheet of a trading round, in dollars, in the order of the text: insured and uninsured cash
    on the firm, what Venture Capital adds, cash left in hand, bear cards in hand (doubled or not), what the Taxman
    moved, and the capital afterwards. Amounts that count against the firm are negative."""

    __slots__ = ("bears", "capital", "doubled", "held", "tabled", "taxed", "total")

    def __init__(self, tabled: int, doubled: int, held: int, bears: int) -> None:
        self.tabled = tabled
        self.doubled = doubled
        self.held = held
        self.bears = bears
        self.taxed = 0
        self.total = tabled + doubled + held + bears
        self.capital = 0


class Sheet:
    """How a trading round ended: why (STOPPED...), by whom (-1: nobody), and a line for each seat."""

    __slots__ = ("lines", "stopper", "why")

    def __init__(self, why: int, stopper: int, lines: list[Line]) -> None:
        self.why = why
        self.stopper = stopper
        self.lines = lines


def all_in_deck(content: Content, seats: int) -> Unseen:
    """What was seen of cards at the start of a trading round: nothing."""
    return Unseen(content.face, _BACKS, [DECK] * content.size, seats)


class State:
    """One game.

    round, turns: numbers from 1; turns are those of all players in this round, lost ones too. first: the seat of the
    first-player marker; active: on turn. after: the stage of the turn (ACT, CLOSE, CHECK) to go back to when steps and
    passing are done. steps: what the active player is still to be asked (TAKE, CLEAR), the last one first; card: the
    face that the steps are about; limbo: the investigation that is to be aimed yet; room: what is left of an
    insurance limit. to_pass: cards that everybody passes. dump: the dumped deals in their order. countered: the offer
    that `offer` is to answer. sheets: of the rounds that are over.
    unseen: what was seen in this round of cards that lie face down.
    """

    __slots__ = (
        "active", "after", "card", "content", "countered", "deck", "due", "dump", "events",
        "first", "limbo", "offer", "opening", "phase", "players", "room", "round", "rules",
        "seats", "sheets", "steps", "to_pass", "turns", "unseen", "window",
    )  # fmt: skip

    def __init__(self, content: Content, rules: Rules, seats: int) -> None:
        self.content = content
        self.rules = rules
        self.seats = seats
        self.players = [Player(seats) for _ in range(seats)]
        self.phase = ACT
        self.after = ACT
        self.due = 0
        self.window = 0
        self.round = 0
        self.turns = 0
        self.first = 0
        self.active = 0
        self.deck: list[int] = []
        self.dump: list[int] = []
        self.steps: list[int] = []
        self.card = -1
        self.limbo = -1
        self.room = 0
        self.to_pass = 0
        self.offer: Offer | None = None
        self.countered: Offer | None = None
        self.sheets: list[Sheet] = []
        self.unseen = all_in_deck(content, seats)
        self.events: list[Event] | None = None
        self.opening: list[Event] = []

    def clone(self) -> State:
        """An independent copy that notes no events."""
        s = State.__new__(State)
        s.content, s.rules, s.seats = self.content, self.rules, self.seats
        s.players = [p.clone() for p in self.players]
        s.phase, s.after, s.due, s.window = self.phase, self.after, self.due, self.window
        s.round, s.turns, s.first, s.active = self.round, self.turns, self.first, self.active
        s.deck, s.dump, s.steps = self.deck[:], self.dump[:], self.steps[:]
        s.card, s.limbo, s.room, s.to_pass = self.card, self.limbo, self.room, self.to_pass
        s.offer = None if self.offer is None else self.offer.clone()
        s.sheets = self.sheets[:]
        s.countered = None if self.countered is None else self.countered.clone()
        s.unseen = self.unseen.clone()
        s.events = None
        s.opening = []
        return s
