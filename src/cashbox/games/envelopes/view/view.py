"""The view of one seat, built field by field; also the wire format that pages and bots read.

Source: RULINGS A5.4 (what is public), docs/architecture.md "What we promise". Numbers of cards are the printed ones
minus one (coaches follow the cards); spaces, recruit slots, colors and positions are numbered as in `content.py` and
`vocabulary.py`.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from cashbox.engine.notebook import View
from cashbox.engine.observation import bounds  # noqa: TC001 (read by msgspec)
from cashbox.engine.observation.bounds import (
    BY_SEAT,
    PLACED,
    Flag,
    SeatOrRival,
    about,
    among,
    counted,
    first,
    one_of,
)
from cashbox.games.envelopes.phases import PHASES, STEPS
from cashbox.games.envelopes.vocabulary import MONTHS, POSITIONS, RECRUITS

Card = Annotated[int, among("cards")]
Colour = Annotated[int, among(6)]
Month = Annotated[int, among(len(MONTHS))]
Envelopes = Annotated[int, about(0, 10)]
Stars = Annotated[int, about(0, 150)]
Bucks = Annotated[int, about(-1, 40)]


class CardInPlay(msgspec.Struct):
    """A card (or the coach) in play. used: whether this month's use is spent."""

    card: Card
    used: bool


class Signed(msgspec.Struct, omit_defaults=True):
    """A signed recruit: his slot, position, and the stars that he scored (after die and doubling, without bonuses).
    die: stars that the Value Modifier Die added to those of his token; doubled: whether all were doubled."""

    slot: int
    position: int
    stars: int
    die: int = 0
    doubled: bool = False


class Bet(msgspec.Struct):
    """Tokens on one color and number in Vegas."""

    colour: Colour
    number: Annotated[int, about(0, 6)]
    count: Annotated[int, about(0, 10)]


class Prepaid(msgspec.Struct):
    """Envelopes at a recruit: six counts by color."""

    slot: Annotated[int, among("recruits")]
    envelopes: list[int]


class Standing(msgspec.Struct, frozen=True):
    """The final score of signed recruits as things stand, without cards and campaigns.

    positions, regions: recruits by position, and by region, where a border recruit counts in both of his. different:
    the number of different positions; best: recruits of the best region. position_stars, region_stars: the scores of
    these two; position_next, region_next: the additional score of one more, 0 beyond the end of the table.
    """

    positions: tuple[int, ...]
    regions: tuple[int, ...]
    different: int
    best: int
    position_stars: int
    region_stars: int
    position_next: int
    region_next: int


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of a score sheet. source: a word of `score_sheet.SOURCES`; ref: its card, recruit slot, or count; month:
    0..11, 12 for the end. region: the region whose recruits count, if it is about one. filled: whether all positions of
    the Recruiting Board are filled."""

    month: int
    source: str
    ref: int
    stars: int
    region: int = -1
    filled: bool = False


class Placed(msgspec.Struct):
    """A die taken in the current choice: month -1 while none is chosen."""

    colour: Colour
    month: Month
    count: Envelopes


class Seat(msgspec.Struct):
    """The public part of a player.

    symbol, space: -1 while the player has not chosen a home. free: free movement left in the seat's turn, or available
    in its turn of this month; -1 if that turn is over, and while coaches are chosen. moves: the same in the seat's own
    turn, otherwise 0. campaign: bucks paid for this month's campaign, 0 for none. gains: envelopes of any color that
    this seat takes when its turn starts. calendar: the card drafted in each of the 12 months and still waiting, -1 if
    there is none. later: envelopes on the calendar, 12 months of six counts. chosen: whether the player has made the
    current simultaneous choice. open_stash: the stash if it was drafted openly, otherwise empty. dice: those taken this
    month if they are drafted in turn order, otherwise empty. board: number of the Recruiting Board in the content, -1
    if there is none or it is hidden (until the game is over); board_stars: its current score, 0 if it is hidden.
    scored: the stars of the sheet, by source in the order of `score_sheet.SOURCES`.
    """

    symbol: int
    coach: int
    stars: Stars
    bucks: Bucks
    envelopes: Annotated[list[Envelopes], first(6)]
    gains: Envelopes
    moves: int
    free: Annotated[int, about(-1, 6)]
    space: Annotated[int, among("spaces")]
    hand: Annotated[int, about(0, 6)]
    stash: Annotated[int, about(0, 6)]
    calendar: Annotated[list[Card], PLACED]
    later: Annotated[list[Annotated[list[Envelopes], first(6)]], first(12)]
    in_play: Annotated[list[CardInPlay], counted(1, of="card")]
    recruits: list[Signed]
    standing: Standing
    prepaid: Annotated[list[Prepaid], counted(1, of="slot")]
    bets: Annotated[list[Bet], first(4)]
    campaign: Bucks
    crapped_out: Flag
    chosen: Flag
    drafted: Flag
    open_stash: list[int]
    dice: list[Placed]
    board: int
    board_stars: int
    scored: tuple[int, ...]
    sheet: list[Entry]


class Price(msgspec.Struct, frozen=True):
    """The price of a waiting card ("card") or an unsigned recruit ("recruit") for the viewer.

    owed: the printed cost minus what is prepaid, six counts; less: envelopes of it that a discount leaves out; payable:
    whether the viewer can pay it now, in their own turn; left, bucks: the rest after paying; `left` is empty if it
    cannot be paid, or if the viewer can choose how.
    """

    what: str
    ref: int
    owed: list[int]
    less: int
    payable: bool
    left: list[int]
    bucks: int


class Campaign(msgspec.Struct, frozen=True, omit_defaults=True):
    """A campaign that the viewer may run: its nominal bucks, the bucks to pay, the stars, the bucks left (-1 if it
    cannot be paid). step: whether no cheaper one buys as many stars. next, more: the cost of the next step and its
    stars, 0 if there is none."""

    bucks: int
    price: int
    stars: int
    left: int
    step: bool
    next: int = 0
    more: int = 0


class Reached(msgspec.Struct):
    """A month on which a die may be placed. there: the envelopes already in it, six counts: on the calendar and,
    for this month, also in hand."""

    month: int
    there: list[int]


class Spot(msgspec.Struct):
    """A place for the die in hand: the month, whether half of its value, and the number of envelopes."""

    month: int
    half: bool
    count: int


class Drive(msgspec.Struct, frozen=True):
    """Several free moves at once. way: the spaces to enter, ending with the destination; left: the free movement left
    there."""

    way: tuple[int, ...]
    left: int


class Mine(msgspec.Struct):
    """The part that only the viewer sees: cards in hand and stash, cards rejected so far and the number still to
    reject, dice taken so far, the nominal bucks of the final campaign (-1 for none), the number of the Recruiting Board
    (-1 for none), and its current stars.

    In an open stash draft, `hand` is the pack being passed, `rejected` the card taken from it, and passes_to the seat
    that gets the rest, -1 for the pool (and in any other draft). gives: while dice are chosen, by color, what the die
    can give, as in "2 in June or July", null if it cannot be taken; months: those on which any die may be placed;
    spots: the places for the die in hand. prices: of the waiting cards, and of the recruits whose price differs from
    the printed one or who are at the bus. away: by space, its distance from the viewer's bus; empty without one.
    drives: in the viewer's turn, routes of more than one free move. campaigns: in the viewer's turn, and at the end of
    the game. ending: in the viewer's turn, a sentence about the leftover envelopes if it ends now, empty if there are
    none. payable: while cards are drafted, those that the viewer could pay for, as things stand, in a month in which
    they can wait.
    """

    hand: Annotated[list[Card], counted(1)]
    stash: Annotated[list[Card], counted(1)]
    rejected: Annotated[list[Card], counted(1)]
    to_reject: Annotated[int, about(0, 6)]
    passes_to: bounds.Seat
    dice: Annotated[list[Placed], first(3)]
    final: Bucks
    board: Annotated[int, among("boards")]
    board_stars: Stars
    gives: list[str | None]
    months: list[Reached]
    spots: list[Spot]
    prices: list[Price]
    away: list[int]
    drives: tuple[Drive, ...]
    campaigns: list[Campaign]
    ending: str
    payable: list[int]


class Shift(msgspec.Struct):
    """A possible shift of a die by the bookie: its color, up or down, its value then, and the tokens that win by it."""

    colour: int
    up: bool
    to: int
    tokens: int


class Pending(msgspec.Struct):
    """The acting seat's current small decision, which everyone sees.

    kind: "pay" (owed: six counts still to pay for card or recruit `ref`, `what` "card"/"recruit", discount left),
    "give" (trade: `left` envelopes still to give for color `colour`), "send" (runner to recruit `ref`), "gain"
    (`left` envelopes of any color to take), "cost" (`left` envelopes of any color to pay for using card `ref`),
    "fare" (an envelope for the move to space `ref`), "stake" (an envelope for the bet on `colour`, `number`), "fly"
    (choose a space), "later" (choose a month), "save" (`left` envelopes may be kept), "bookie" (owed: the dice as they
    count for this check, including earlier shifts; shifts: the possible ones).
    """

    kind: Annotated[str, one_of("bookie", *STEPS[1:])]
    what: str = ""
    ref: Annotated[int, about(-1, 131)] = -1
    colour: Colour = -1
    number: Annotated[int, about(0, 6)] = 0
    left: Envelopes = 0
    discount: Envelopes = 0
    owed: Annotated[list[Envelopes], first(6)] = []
    shifts: list[Shift] = []


class Table(msgspec.Struct, frozen=True):
    """The rules of this table that differ between tables, and constants of the game.

    months: the number of months. moves: free movement by quarter. trade_bucks: bucks of a trade. die: whether the Value
    Modifier Die is rolled. marketing: bucks of the largest campaign. full_anywhere: whether dice give their full value
    in any of six months. runner_back: whether sent envelopes return when another player signs the recruit. boards:
    whether there are Recruiting Boards. pool: whether there is a pool, and passing. exclusive: how many times in total
    a die may be taken, in turn order; 0 for simultaneous choices. auction: whether players bid for the chain. ties:
    "cards", "die", "shared", or "bubba". seeded: months that started with an envelope. alone: whether there is only one
    player. rivals: whether another player or Bubba may sign recruits. leaves: by month of the calendar, the month
    before which a card drafted in it must be paid, -1 for the end. board_all: stars of a completely filled Recruiting
    Board; board_marked: stars if only the marked positions are filled; marked: the number of marked positions, which
    are the first ones. each: dice that each player takes per month. pips: the largest number on a die. rate: envelopes
    of a trade. bet_envelopes, bet_bucks: the prize of a token in Vegas.
    """

    months: int
    moves: tuple[int, ...]
    trade_bucks: int
    die: bool
    marketing: int
    full_anywhere: bool
    runner_back: bool
    boards: bool
    pool: bool
    exclusive: int
    auction: bool
    ties: str
    seeded: int
    alone: bool
    rivals: bool
    leaves: tuple[int, ...]
    board_all: int
    board_marked: int
    marked: int
    each: int
    pips: int
    rate: int
    bet_envelopes: int
    bet_bucks: int


class Auction(msgspec.Struct):
    """Bidding for the chain. bids: by seat, the best bid of each, 0 for none. passed: seats that are out, without the
    auctioneer. high: the best bid; bidder: its seat, -1 if there is none. order: the seats that may bid, in bidding
    order. least: the lowest possible bid now; most: by seat, the highest bid that it may make."""

    auctioneer: int
    bids: Annotated[list[Bucks], BY_SEAT]
    passed: list[bounds.Seat]
    high: int
    bidder: int
    order: list[int]
    least: Bucks
    most: list[int]


class Bubba(msgspec.Struct):
    """The opponent of a solitaire game. symbol, scored: as for a seat. next: slot of the recruit that he takes next as
    things stand, -1 for none; why: a sentence about it, empty after February."""

    name: str
    symbol: int
    stars: Stars
    recruits: list[Signed]
    standing: Standing
    scored: tuple[int, ...]
    sheet: list[Entry]
    next: Annotated[int, among("recruits")]
    why: str


class Hint(msgspec.Struct):
    """The current hint of a guided game. point: the part of the page that it refers to, one of `lessons.POINTS`; does:
    the typed form of the action that it asks for, None if there is none."""

    say: str
    point: str
    does: dict[str, Any] | None


class SeatView(View):
    """A game as one seat (or a spectator: seat -1, mine null) sees it.

    phase: "coach", "home", "stash", "draft", "bookie", "dice", "month", "auction", "final", "over". month 0..11
    (March..February). acting: seats that visibly owe a decision. recruits: position by slot; signed_by: seat by slot,
    -1 if unsigned, one more than the last seat for Bubba; values: stars on the token of each slot; costs: the printed
    cost, six counts by slot. dice: six pips by color of the latest roll, 0 before the first; used_up: colors of the
    dice that cannot be taken again. pool, gone: cards available in the pool, cards that left the game. deck: number of
    cards left to deal. idle: cards and coaches that have no effect at this table. last: whether this is the last month,
    after which no dice are rolled. gathered: whether this month's envelopes have been taken off the calendars. over:
    the number of finished months; expired: how many of them have no waiting card anymore. auction, bubba, hint: null if
    there is none; hints are for the player only.
    """

    seat: int
    mode: str
    rules: Table
    seats: int
    month: Month
    phase: Annotated[str, one_of(*PHASES)]
    chain: bounds.Seat
    acting: list[bounds.Seat]
    dice: Annotated[list[Annotated[int, about(0, 6)]], first(6)]
    used_up: Annotated[list[Colour], counted(1)]
    pool: Annotated[list[Card], counted(1)]
    gone: Annotated[list[Card], counted(1)]
    deck: Annotated[int, about(0, 131)]
    recruits: Annotated[list[Annotated[int, among(len(POSITIONS))]], first(RECRUITS)]
    values: Annotated[list[Annotated[int, about(0, 6)]], first(RECRUITS)]
    costs: list[list[int]]
    signed_by: Annotated[list[SeatOrRival], first(RECRUITS)]
    coaches: list[int]
    idle: tuple[int, ...]
    last: Flag
    gathered: bool
    over: int
    expired: int
    players: Annotated[list[Seat], BY_SEAT]
    mine: Mine | None
    pending: Pending | None
    auction: Auction | None
    bubba: Bubba | None
    hint: Hint | None
