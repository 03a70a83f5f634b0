"""The view of one seat, built field by field; also the wire format that pages and bots read.

Source: CASH "Trading, negotiation, and public information"; RULINGS B3; docs/architecture.md "What we promise". Cards
are given as faces, numbered as in `faces.FACES`; lists of faces are sorted. Amounts are in dollars.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import msgspec

from cashbox.engine.lessons import LessonMessage  # noqa: TC001 (read by msgspec)
from cashbox.engine.notebook import View
from cashbox.engine.observation.bounds import BY_SEAT, OF_SEAT, Flag, Seat, about, among, counted, first, one_of
from cashbox.games.cash.options import Rules
from cashbox.games.cash.state import PHASES

if TYPE_CHECKING:

    class Options(msgspec.Struct, frozen=True):
        """The settings of this table, with a field for each of `options.Rules`."""

        def __getattr__(self, name: str) -> Any: ...

else:
    _KINDS = {"bool": bool, "int": int}
    Options = msgspec.defstruct(
        "Options",
        [(name, _KINDS[row.kind]) for name, row in Rules.ROWS.items()],
        frozen=True,
        namespace={"__doc__": "The settings of this table, with a field for each option of `options.Rules`."},
    )


class Table(Options, frozen=True):
    """The rules of this table: its options (target: capital that ends the game; recession: the cost of a Global
    Recession in hand; max_rounds, max_turns: 0 for no limit; license: whether each firm starts with one). hand: cards
    after the hand check; offers: the most offers to each opponent in a turn."""

    hand: int
    offers: int


Face = Annotated[int, among("faces")]
Dollars = Annotated[int, about(-1_000_000, 1_000_000)]


class Policy(msgspec.Struct):
    """A placed insurance and the cash under it."""

    card: Face
    cash: Annotated[list[Face], counted(4)]


class Asset(msgspec.Struct):
    """A card that changes the worth of the cash on a firm. sign: the text on it, as in "10%"."""

    card: int
    sign: str


class Firm(msgspec.Struct):
    """The public part of a player.

    license: whether it is on the table; probe: the investigation of it, -1 for none. cash: uninsured. tabled: dollars
    of all cash on the firm, insured or not, not doubled. ventures: the number of tabled Venture Capital. assets: these
    and The Taxman. hand: the number of cards. lost, extra: turns to lose, and extra turns. offers: the number of offers
    that the active player may still make to this firm. chosen: whether the player has chosen the cards to pass; a
    player who passes all cards is not asked. capital: of the finished rounds. wares: the tradable cards of the firm.
    """

    license: Flag
    probe: Face
    cash: Annotated[list[Face], counted(6)]
    policies: Annotated[list[Policy], first(3)]
    tabled: Dollars
    ventures: Annotated[int, about(0, 3)]
    taxman: Flag
    assets: list[Asset]
    hand: Annotated[int, about(0, 10)]
    lost: Annotated[int, about(0, 3)]
    extra: Annotated[int, about(0, 3)]
    offers: Annotated[int, about(0, 3)]
    chosen: Flag
    capital: Dollars
    wares: list[int]


class Prey(msgspec.Struct):
    """What a card would take from a seat: the face, -1 if the seat loses turns instead."""

    seat: int
    card: int
    turns: int


class Pending(msgspec.Struct):
    """The acting seat's current small decision, which everyone sees.

    kind: "insure" (room: dollars left of the limit of `card`), "target" (an investigation or a Takeover, `card`),
    "take" (prey: what from whom), "clear" (the investigation `card`), "again", "pass" (room: the number of cards).
    """

    kind: Annotated[str, one_of("insure", "target", "take", "clear", "again", "pass")]
    card: Face = -1
    room: Annotated[int, about(0, 200_000)] = 0
    prey: list[Prey] = []


class Offer(msgspec.Struct):
    """A swap that is offered or, visible only to its maker, being built. give_firm and ask_firm are public.

    Only the maker and, once it is made, the partner see the rest, which is empty for others: give_named, ask_named:
    faces; give_hidden, ask_hidden: the number of face-down cards. hidden: for the maker only, which cards those are.
    made: whether it waits for an answer; counter: whether it is itself an answer. chosen: for the partner only, the
    cards picked so far to give face down.
    """

    maker: Seat
    partner: Seat
    made: Flag
    counter: Flag
    give_firm: Annotated[list[Face], counted(3)]
    ask_firm: Annotated[list[Face], counted(3)]
    give_named: Annotated[list[Face], counted(3)]
    ask_named: Annotated[list[Face], counted(3)]
    give_hidden: Annotated[int, about(0, 7)]
    ask_hidden: Annotated[int, about(0, 7)]
    hidden: Annotated[list[Face], counted(3)]
    chosen: Annotated[list[Face], counted(3)]


class Line(msgspec.Struct):
    """A firm's line of a score sheet; see `state.Line`. held, bears: 0 or less. before: capital before the round."""

    tabled: int
    doubled: int
    held: int
    bears: int
    taxed: int
    total: int
    before: int
    capital: int


class Round(msgspec.Struct):
    """A finished trading round. why: "stopped" (by the seat `stopper`), "no-cards", "turns"; said: the same as text,
    with {0}, {1}.. for the players' names. order: seats by capital, highest first."""

    number: int
    why: str
    stopper: int
    said: str
    lines: list[Line]
    order: list[int]


class Shown(msgspec.Struct):
    """Cards of a hand, and another seat: the one that has them, or that knows them."""

    seat: int
    cards: Annotated[list[Face], counted(3)]


class Blocked(msgspec.Struct):
    """A card of the hand that cannot be played, and the reason, in one sentence."""

    card: int
    why: str


class Mine(msgspec.Struct):
    """The part that only the viewer sees: the hand, the cards chosen to pass, the firm's line in the score sheet if the
    round ended now and no one had The Taxman, and cards known to be in other hands. before_tax: whether a player has
    The Taxman. trades: whether the viewer may make offers now. revealed: cards of the hand that other seats know.
    giver: the seat that passes cards to the viewer. blocked: cards that cannot be played, when the viewer must play or
    discard one."""

    hand: Annotated[list[Face], counted(4)]
    chosen: Annotated[list[Face], counted(2)]
    line: Line
    before_tax: bool
    shown: Annotated[list[Shown], OF_SEAT]
    revealed: Annotated[list[Shown], OF_SEAT]
    trades: Flag
    giver: Seat
    blocked: list[Blocked]


class SeatView(View):
    """A game as one seat (or a spectator: seat -1, mine null) sees it.

    phase: "act", "close", "check", "insure", "target", "take", "clear", "again", "pass", "build" (for the maker of an
    offer only; others see the previous phase), "answer", "choose" (for the partner only), "over". first: the seat with
    the first-player marker. turn: number in this round. acting: seats that owe a decision. dump: the dumped deals, the
    last one on top. deck: the number of cards. crimes: the name of each crime, by word of the card data. hint: a
    lesson's hint for this seat, null in any other game. answered: the offer that `offer`, a counteroffer, answers.
    """

    seat: int
    mode: str
    rules: Table
    crimes: dict[str, str]
    seats: int
    round: Annotated[int, about(0, 20)]
    turn: Annotated[int, about(0, 100)]
    first: Seat
    active: Seat
    phase: Annotated[str, one_of(*PHASES)]
    acting: list[Seat]
    deck: Annotated[int, about(0, 250)]
    dump: Annotated[list[Face], counted(20)]
    players: Annotated[list[Firm], BY_SEAT]
    mine: Mine | None
    pending: Pending | None
    offer: Offer | None
    rounds: list[Round]
    hint: LessonMessage | None = None
    answered: Offer | None = None
