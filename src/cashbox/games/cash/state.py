"""The state of a game of CASH: plain classes of ints and lists of ints.

Cards are numbered as in `content.py`; a card is one physical card, its face is `content.face[card]`. Amounts are in
dollars. The deck has no order: a draw takes one of its cards at random.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.fields import Fields, cached, copied, each, given, own, shared, whole
from cashbox.engine.hidden_cards.knowledge import CardHistory
from cashbox.engine.state import BaseState

if TYPE_CHECKING:
    from cashbox.games.cash.content import Content
    from cashbox.games.cash.lessons import Lesson
    from cashbox.games.cash.options import Rules

# The current question; `State.due` has the seats that must answer. The phases are in `rules/`. The first three are also
# the stages of a turn.
ACT: Final = 0
CLOSE: Final = 1
CHECK: Final = 2
INSURE: Final = 3
TARGET: Final = 4
TAKE: Final = 5
CLEAR: Final = 6
AGAIN: Final = 7
PASS: Final = 8
BUILD: Final = 9
ANSWER: Final = 10
CHOOSE: Final = 11
OVER: Final = 12
PHASES: Final = (
    "act", "close", "check", "insure", "target", "take", "clear", "again", "pass", "build", "answer", "choose", "over",
)  # fmt: skip
"""The phases' names in the view."""

# The reasons why a trading round ended.
NOT_ENDED: Final = -1
STOPPED: Final = 0
NO_CARDS: Final = 1
TURNS: Final = 2

NONE: Final = -1
"""Stands for no card."""
DECK: Final = 8
"""The deck, as a holder of face-down cards; the other holders are the seats."""


class Player(Fields):
    """One trader and the firm.

    license, probe, taxman: cards (probe: the investigation of the license). cash: uninsured, lowest first. policies:
    placed insurance, each [insurance, covered cash...]. ventures: tabled Venture Capital. lost, extra: turns. chosen:
    cards picked to pass. offers: by seat, the number of offers made to it this turn. capital: of the finished rounds.
    """

    capital: int = whole()
    license: int = whole(default=NONE)
    probe: int = whole(default=NONE)
    taxman: int = whole(default=NONE)
    lost: int = whole()
    extra: int = whole()
    hand: list[int] = shared(factory=list)
    cash: list[int] = shared(factory=list)
    policies: list[list[int]] = shared(factory=list)
    ventures: list[int] = shared(factory=list)
    chosen: list[int] = shared(factory=list)
    offers: list[int] = shared(factory=list)

    def new_round(self) -> None:
        """Reset everything but the capital for a trading round."""
        self.hand, self.cash, self.policies, self.ventures, self.chosen = [], [], [], [], []
        self.license = self.probe = self.taxman = NONE
        self.lost = self.extra = 0


class Offer(Fields):
    """A proposed swap, complete or still being built. maker proposes to partner. give_firm, give_named, give_hidden:
    cards of the maker: from the firm, from the hand by name, from the hand face down.

    ask_firm: cards of the partner's firm. ask_named: faces wanted from the partner's hand. ask_hidden: the number of
    further cards, of the partner's choice. counter: whether it answers an offer. chosen: the partner's choices for
    ask_hidden so far.
    """

    maker: int = given()
    partner: int = given()
    counter: bool = given()
    give_firm: list[int] = shared(factory=list)
    give_named: list[int] = shared(factory=list)
    give_hidden: list[int] = shared(factory=list)
    ask_firm: list[int] = shared(factory=list)
    ask_named: list[int] = shared(factory=list)
    ask_hidden: int = whole()
    chosen: list[int] = shared(factory=list)

    def given(self) -> int:
        """Count the cards that the maker gives."""
        return len(self.give_firm) + len(self.give_named) + len(self.give_hidden)

    def asked_of_hand(self) -> int:
        """Count the cards requested from the partner's hand."""
        return len(self.ask_named) + self.ask_hidden


class Step(Fields):
    """A pending question of a card. kind: the phase that asks it. word: of `vocabulary.DOES`, the effect that asks it;
    face: of the card. card: the card itself if it still has to be put somewhere. left: dollars of an insurance limit,
    or cards to pass."""

    kind: int = given()
    word: int = given()
    face: int = given()
    card: int = whole(default=NONE)
    left: int = whole()


class Line(Fields):
    """One firm in the score sheet of a trading round, in dollars, in the order of the text: insured and uninsured cash
    on the firm, what Venture Capital adds, cash left in hand, bear cards in hand (doubled or not), what The Taxman
    moved, and the capital afterward. Amounts that count against the firm are negative."""

    tabled: int = given()
    doubled: int = given()
    held: int = given()
    bears: int = given()
    total: int = given()
    taxed: int = whole()
    capital: int = whole()


class Sheet(Fields):
    """The end of a trading round: why (STOPPED...), the seat that ended it (-1 for none), and a line for each seat."""

    why: int = given()
    stopper: int = given()
    lines: list[Line] = each()


class State(BaseState):
    """One game.

    round, turns: numbers from 1; turns are those of all players in this round, including lost ones. first: the seat
    with the first-player marker; active: the seat whose turn it is. stage: of the turn (ACT, CLOSE, CHECK), to return
    to when steps, passing, and trades are done. turn_over: whether nothing of the turn is left. ended: why the trading
    round ends now. steps: the pending questions, in order. dump: the dumped deals, in order. countered: the offer that
    `offer` answers. sheets: of the finished rounds. unseen: the history of face-down cards in this round. lesson: the
    lesson of a guided game, None in any other.
    """

    content: Content = given("shared")
    rules: Rules = given("shared")
    unseen: CardHistory = given("own")
    players: list[Player] = each()
    round: int = whole()
    turns: int = whole()
    first: int = whole()
    active: int = whole()
    stage: int = whole()
    turn_over: bool = whole(default=False)
    ended: int = whole(default=NOT_ENDED)
    deck: list[int] = copied()
    dump: list[int] = copied()
    steps: list[Step] = each()
    offer: Offer | None = own()
    countered: Offer | None = own()
    sheets: list[Sheet] = shared(factory=list)
    lesson: Lesson | None = cached()

    def last_turn(self) -> bool:
        """Check whether the round has reached its limit of turns."""
        return bool(self.rules.max_turns) and self.turns >= self.rules.max_turns

    def worth(self, card: int) -> int:
        """Return the dollars of a cash card."""
        return self.content.value[self.content.face[card]]

    def opponents(self, seat: int) -> list[int]:
        """Return the other seats, clockwise from this one."""
        return [(seat + k) % self.seats for k in range(1, self.seats)]


def all_in_deck(content: Content, seats: int) -> CardHistory:
    """Return the card history at the start of a trading round: all cards are face down in the deck."""
    return CardHistory(content.face, [0] * content.faces, [DECK] * content.size, seats)


def new_state(content: Content, rules: Rules, seats: int) -> State:
    """Create a table before its first trading round."""
    s = State(seats, content, rules, all_in_deck(content, seats))
    s.lesson = content.lessons.get(rules.mode)
    for _ in range(seats):
        p = Player()
        p.offers = [0] * seats
        s.players.append(p)
    return s
