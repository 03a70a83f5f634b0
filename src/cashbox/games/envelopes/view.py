"""What one seat may see of a game, built field by field; also the wire form that page and bots read.

Source: RULINGS A5.4 (what is public), DESIGN promise 2. Numbers of cards are the printed ones less one (coaches from
120); spaces, recruit slots, colours and positions are numbered as in `content.py` and `vocabulary.py`.
"""

from __future__ import annotations

import msgspec


class CardInPlay(msgspec.Struct):
    """A card (or the coach) in play. used: this month's use is spent."""

    card: int
    used: bool


class Signed(msgspec.Struct):
    """A recruit signed: his slot, position, and the stars he scored (after die and doubling, bonuses apart)."""

    slot: int
    position: int
    stars: int


class Bet(msgspec.Struct):
    """Tokens on one colour and number in Vegas."""

    colour: int
    number: int
    count: int


class Prepaid(msgspec.Struct):
    """Envelopes that lie beside a recruit: six counts by colour."""

    slot: int
    envelopes: list[int]


class Entry(msgspec.Struct, frozen=True):
    """One line of a score sheet. source: a word of `score.SOURCES`; ref: the card, recruit slot or count it speaks
    of; month 0..11, 12 for the end."""

    month: int
    source: str
    ref: int
    stars: int


class Seat(msgspec.Struct):
    """What everybody sees of a player.

    gains: envelopes of any colour that this seat takes when its turn begins. calendar: the card drafted in each of
    the 12 months and still waiting, -1 where there is none. later: envelopes on the calendar, 12 months of six
    counts. chosen: has made the simultaneous choice that is going on.
    """

    symbol: int
    coach: int
    stars: int
    bucks: int
    envelopes: list[int]
    gains: int
    moves: int
    space: int
    hand: int
    stash: int
    calendar: list[int]
    later: list[list[int]]
    in_play: list[CardInPlay]
    recruits: list[Signed]
    prepaid: list[Prepaid]
    bets: list[Bet]
    campaign: int
    crapped_out: bool
    chosen: bool
    drafted: bool
    sheet: list[Entry]


class Placed(msgspec.Struct):
    """A die taken by the viewer in the choice going on: month -1 while none is chosen."""

    colour: int
    month: int
    count: int


class Mine(msgspec.Struct):
    """What only the viewer sees: cards in hand and stash, cards rejected so far, dice taken so far, bucks of the
    final campaign."""

    hand: list[int]
    stash: list[int]
    rejected: list[int]
    dice: list[Placed]
    final: int


class Pending(msgspec.Struct):
    """The small decision that the acting seat is in the middle of; everybody sees it.

    kind: "pay" (owed: six counts still to pay for card or recruit `ref`, `what` "card"/"recruit", discount left),
    "give" (trade: `left` envelopes still to give for colour `colour`), "send" (runner to recruit `ref`), "gain"
    (`left` envelopes of any colour to take), "cost" (`left` envelopes of any colour to pay for using card `ref`),
    "fare" (an envelope for the move to space `ref`), "stake" (an envelope for the bet on `colour`, `number`), "fly"
    (choose a space), "later" (choose a month), "save" (`left` envelopes may be kept), "bookie".
    """

    kind: str
    what: str = ""
    ref: int = -1
    colour: int = -1
    number: int = 0
    left: int = 0
    discount: int = 0
    owed: list[int] = []


class View(msgspec.Struct):
    """A game as one seat (or a spectator: seat -1, mine null) sees it.

    phase: "coach", "stash", "draft", "bookie", "dice", "month", "final", "over". month 0..11 (March..February).
    acting: seats that owe a decision and may be seen to owe it. recruits: position by slot; signed_by: seat by slot,
    -1 free; values: stars printed on the token beside each slot. dice: six pips by colour of the latest roll, 0
    before the first. pool, gone: cards open to take, cards that left the game. deck: cards left to deal.
    """

    seat: int
    mode: str
    seats: int
    month: int
    phase: str
    chain: int
    acting: list[int]
    dice: list[int]
    pool: list[int]
    gone: list[int]
    deck: int
    recruits: list[int]
    values: list[int]
    signed_by: list[int]
    coaches: list[int]
    players: list[Seat]
    mine: Mine | None
    pending: Pending | None
