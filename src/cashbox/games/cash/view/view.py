"""What one seat may see of a game, built field by field; also the wire form that page and bots read.

Source: CASH "Trading, negotiation, and public information"; RULINGS B3; docs/architecture.md "What we promise". Cards
stand as faces, numbered as in `faces.FACES`; lists of faces are sorted. Amounts are in dollars.
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
    """The rules that this table plays by: its options (target: capital that ends the game; recession: what a Global
    Recession in hand costs; max_rounds, max_turns: 0 for no such end; license: each firm starts with one). hand: cards
    after the hand check; offers: how many one may make to each opponent in a turn."""

    hand: int
    offers: int


Face = Annotated[int, among("faces")]
Dollars = Annotated[int, about(-1_000_000, 1_000_000)]


class Policy(msgspec.Struct):
    """A placed insurance and the cash under it."""

    card: Face
    cash: Annotated[list[Face], counted(4)]


class Asset(msgspec.Struct):
    """A card that changes what the cash on a firm comes to. sign: what stands on it, as in "10%"."""

    card: int
    sign: str


class Firm(msgspec.Struct):
    """What everyone sees of a player.

    license: tabled; probe: the investigation on it, -1 none. cash: uninsured. tabled: dollars of all cash on the firm,
    insured or not, not doubled. ventures: how many Venture Capital are tabled. assets: these and The Taxman. hand: how
    many cards. lost, extra: turns to lose and to have. offers: how many offers the active player may still make to this
    firm. chosen: has chosen the cards to pass on, which no one is asked who passes all. capital: of the rounds that are
    over. wares: what of the firm can be traded.
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
    """What a card would take of a seat: the face, -1 where that seat loses turns instead."""

    seat: int
    card: int
    turns: int


class Pending(msgspec.Struct):
    """The small decision that the acting seat is in the middle of; everyone sees it.

    kind: "insure" (room: dollars left of the limit of `card`), "target" (an investigation or a Takeover, `card`),
    "take" (prey: what of whom), "clear" (the investigation `card`), "again", "pass" (room: how many cards).
    """

    kind: Annotated[str, one_of("insure", "target", "take", "clear", "again", "pass")]
    card: Face = -1
    room: Annotated[int, about(0, 200_000)] = 0
    prey: list[Prey] = []


class Offer(msgspec.Struct):
    """A swap offered or, to its maker only, being put together.

    give_firm, ask_firm are open to all. The rest only the maker and, once it is made, the partner see, others find it
    empty: give_named, ask_named: faces; give_hidden, ask_hidden: how many cards face down. hidden: to the maker only,
    which those are. made: it waits for an answer; counter: it is itself an answer. chosen: to the partner only, what he
    has picked to give face down so far.
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
    """A trading round that is over. why: "stopped" (by the seat `stopper`), "no-cards", "turns"; said: the same in
    words, in which {0}, {1}.. stand for the players' names. order: seats by capital, the greatest first."""

    number: int
    why: str
    stopper: int
    said: str
    lines: list[Line]
    order: list[int]


class Shown(msgspec.Struct):
    """Cards of a hand, and another seat: the one that holds them, or that knows them."""

    seat: int
    cards: Annotated[list[Face], counted(3)]


class Blocked(msgspec.Struct):
    """A card of the hand that cannot be played, and why, in one sentence."""

    card: int
    why: str


class Mine(msgspec.Struct):
    """What only the viewer sees: the hand, what is chosen to be passed, the line that the firm would have in the score
    sheet if the round ended now and no one had The Taxman, and cards known to be in other hands. before_tax: someone
    has The Taxman. trades: it is the time for the viewer's offers. revealed: cards of the hand
    that other seats know. giver: the seat that passes cards to the viewer.
    blocked: cards that cannot be played, where the viewer is to play or discard one."""

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

    phase: "act", "close", "check", "insure", "target", "take", "clear", "again", "pass", "build" (to the maker of an
    offer only; others see what was before), "answer", "choose" (to the partner only), "over". first: the seat of the
    first-player marker. turn: number in this round. acting: seats that owe a decision. dump: the dumped deals, the last
    on top. deck: how many cards. crimes: what each is called, by the word of the card data. hint: what a lesson says to
    this seat, null in any other game. answered: the offer that `offer`, a counter-offer, answers.
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
