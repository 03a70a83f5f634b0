"""What one seat may see of a game, built field by field; also the wire form that page and bots read.

Source: RULINGS A5.4 (what is public), docs/architecture.md "What we promise". Numbers of cards are the printed ones
less one (coaches follow the cards); spaces, recruit slots, colors and positions are numbered as in `content.py` and
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
    """A card (or the coach) in play. used: this month's use is spent."""

    card: Card
    used: bool


class Signed(msgspec.Struct, omit_defaults=True):
    """A recruit signed, the latest last: his slot, position, and the stars he scored (after die and doubling, bonuses
    apart). die: stars that the Value Modifier Die added to those of his token; doubled: whether all were doubled."""

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
    """Envelopes that lie beside a recruit: six counts by color."""

    slot: Annotated[int, among("recruits")]
    envelopes: list[int]


class Standing(msgspec.Struct, frozen=True):
    """What signed recruits score at the end as they stand, cards and campaigns apart.

    positions, regions: recruits by position, and by region, where a border recruit counts in both of his. different:
    positions among them; best: recruits of the best region. position_stars, region_stars: what these two score;
    position_next, region_next: what one more scores, 0 where the table ends.
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
    """One line of a score sheet. source: a word of `score_sheet.SOURCES`; ref: the card, recruit slot or count it
    speaks of; month 0..11, 12 for the end. region: whose recruits are counted, where they are those of one. filled:
    all positions of the Recruiting Board are."""

    month: int
    source: str
    ref: int
    stars: int
    region: int = -1
    filled: bool = False


class Placed(msgspec.Struct):
    """A die taken in the choice going on: month -1 while none is chosen."""

    colour: Colour
    month: Month
    count: Envelopes


class Seat(msgspec.Struct):
    """What everyone sees of a player. symbol, space: -1 while the player has not chosen a home.

    free: free movement that is left in the seat's turn, or that its turn of this month is going to have; -1 where that
    turn is over, and while coaches are chosen. moves: the same in the seat's own turn, else 0. campaign: bucks paid
    for this month's campaign, 0 for none. gains: envelopes of any color that this seat takes when its turn begins.
    calendar: the card drafted in each of the 12 months and still waiting, -1 where there is none. later: envelopes
    on the calendar, 12 months of six counts. chosen: has made the simultaneous choice that is going on. open_stash:
    the stash where it was drafted openly, else empty. dice: those taken this month where they are drafted in turn
    order, else empty. board: number of the Recruiting Board in the content, -1 where there is none or it is hidden
    (till the game is over); board_stars: what it scores as the recruits stand, 0 where it is hidden. scored: the stars
    of the sheet, by source in the order of `score_sheet.SOURCES`.
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
    """What a waiting card ("card") or a recruit not signed ("recruit") costs the viewer.

    owed: what is printed less what is prepaid, six counts; less: envelopes of it that a discount leaves out; payable:
    whether the viewer has that now, in a turn of theirs; left, bucks: what is left after paying, `left` empty where it
    cannot be paid, or where the viewer may choose how.
    """

    what: str
    ref: int
    owed: list[int]
    less: int
    payable: bool
    left: list[int]
    bucks: int


class Campaign(msgspec.Struct, frozen=True, omit_defaults=True):
    """A campaign that the viewer may run: the bucks that name it, those that are paid, the stars, the bucks left
    (-1: it cannot be paid). step: whether none that costs less buys as many stars. next, more: what the next step costs
    and how many stars it buys, 0 where there is none."""

    bucks: int
    price: int
    stars: int
    left: int
    step: bool
    next: int = 0
    more: int = 0


class Reached(msgspec.Struct):
    """A month in which a die may be placed. there: the envelopes that it has before that, six counts: on the calendar,
    and for this month those in hand, too."""

    month: int
    there: list[int]


class Spot(msgspec.Struct):
    """Where the die in hand may be placed: the month, whether half of it, and how many envelopes that is."""

    month: int
    half: bool
    count: int


class Drive(msgspec.Struct, frozen=True):
    """Several free moves at once. way: the spaces that are entered, the last of them where it leads; left: the free
    movement that is left there."""

    way: tuple[int, ...]
    left: int


class Mine(msgspec.Struct):
    """What only the viewer sees, or is told of what may be done now.

    Cards in hand and stash, cards rejected so far and how many are still to be, dice taken so far, bucks that name the
    final campaign (-1 none), number of the Recruiting Board (-1 none), the stars that it scores as the recruits stand.
    In an open stash draft `hand` is the pack going round, `rejected` the card taken of it, and passes_to the seat that
    gets the rest, -1 where it goes to the pool (and in any other draft). gives: while dice are chosen, by color what
    the die may give, as in "2 in June or July", null where it cannot be taken; months: those in which one may be placed
    at all; spots: where the die in hand may be placed. prices: of the waiting cards, and of the recruits who do not
    cost what is printed or who stand where the bus does. away: by space, how far off the viewer's bus is; empty without
    one. drives: in the viewer's turn, to where more than one free move leads. campaigns: then, and at the end of the
    game. ending: in the viewer's turn a sentence on the envelopes that are left if it ends now, empty where none are.
    payable: while cards are drafted, those open to the viewer that the envelopes of one of the months in which they may
    wait would pay for, as things stand.
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
    """What the bookie may make of a die: its color, up or down, what it counts then, and the tokens that win so."""

    colour: int
    up: bool
    to: int
    tokens: int


class Pending(msgspec.Struct):
    """The small decision that the acting seat is in the middle of; everyone sees it.

    kind: "pay" (owed: six counts still to pay for card or recruit `ref`, `what` "card"/"recruit", discount left),
    "give" (trade: `left` envelopes still to give for color `colour`), "send" (runner to recruit `ref`), "gain"
    (`left` envelopes of any color to take), "cost" (`left` envelopes of any color to pay for using card `ref`),
    "fare" (an envelope for the move to space `ref`), "stake" (an envelope for the bet on `colour`, `number`), "fly"
    (choose a space), "later" (choose a month), "save" (`left` envelopes may be kept), "bookie" (owed: the dice as they
    count for this check, shifts made before included; shifts: what may be made of them).
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
    """The rules that this table plays by, as far as they differ between tables, and the numbers that all play by.

    months: how many are played. moves: free movement by quarter. trade_bucks: bucks of a trade. die: the Value
    Modifier Die is rolled. marketing: most bucks of a campaign. full_anywhere: dice give their full value in any of
    six months. runner_back: envelopes sent come back when another signs. boards: there are Recruiting Boards. pool:
    there is a pool, and passing. exclusive: how often a die may be taken in all, in turn order; 0 for all together.
    auction: bids for the chain. ties: "cards", "die", "shared" or "bubba". seeded: months that started with an
    envelope. alone: one person plays. rivals: someone else may sign recruits.

    leaves: by month of the calendar, the month before which a card drafted in it has to be paid, -1 for the end.
    board_all: stars of a Recruiting Board that is filled; board_marked: where only the marked positions are filled;
    marked: how many those are, its first ones. each: dice that each player takes a month. pips: the most that one
    shows. rate: envelopes of a trade. bet_envelopes, bet_bucks: what a token in Vegas wins.
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
    """Bidding for the chain. bids: by seat, the best bid of each, 0 for none. passed: seats that are out, the
    auctioneer not among them. high: the best bid; bidder: whose, -1 without one. order: the seats that may bid, in the
    order in which they are asked. least: the least that may be bid now; most: by seat, the most that it may bid."""

    auctioneer: int
    bids: Annotated[list[Bucks], BY_SEAT]
    passed: list[bounds.Seat]
    high: int
    bidder: int
    order: list[int]
    least: Bucks
    most: list[int]


class Bubba(msgspec.Struct):
    """The opponent of a solitaire game, by name. symbol, scored: as of a seat. next: slot of the recruit he takes next
    as things stand, -1 none; why: a sentence that says so, empty after February."""

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
    """What a guided game says now. point: the part of the page it speaks of, one of `lessons.POINTS`; does: the typed
    form of the action that it asks for, None where it asks for none."""

    say: str
    point: str
    does: dict[str, Any] | None


class SeatView(View):
    """A game as one seat (or a spectator: seat -1, mine null) sees it.

    phase: "coach", "home", "stash", "draft", "bookie", "dice", "month", "auction", "final", "over". month 0..11
    (March..February). acting: seats that owe a decision and may be seen to owe it. recruits: position by slot;
    signed_by: seat by slot, -1 free, Bubba one more than the last seat; values: stars on the token beside each slot;
    costs: what it costs as printed, six counts by slot. dice: six pips by color of the latest roll, 0 before the
    first; used_up: colors of the dice that have been taken as often as they may be. pool, gone: cards open to take,
    cards that left the game. deck: cards left to deal. idle: cards and coaches that have no effect at this table. last:
    this is the last month, after which no dice are rolled. gathered: this month's envelopes have been taken off the
    calendars. over: how many months are over; expired: how many of them have no card waiting any longer. auction,
    bubba, hint: null where there is none; hints are for the player only.
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
