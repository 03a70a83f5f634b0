"""Every action of Envelopes of Cash as one int and as one typed JSON form.

The ints of one type of action form one range, so the rules can tell types apart by comparison. In JSON, cards are given
by their printed number, colors by name, spaces by id, and recruits by slot number (see `content.py`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.forms import Forms
from cashbox.games.envelopes import vocabulary as v

if TYPE_CHECKING:
    from collections.abc import Sequence

END: Final = 0
"""End the turn."""
DONE: Final = 1
"""Finish an optional step: no more envelopes to this recruit, pay the rest as printed, keep no more, no shift by the
bookie."""
COLOUR: Final = 2
"""Choose an envelope's color: to take, give, pay, or keep, depending on the step."""
LEAVE: Final = 8
"""Use a discount to leave out one envelope of this color."""
BUCK: Final = 14
"""Pay one buck instead of an envelope of this color."""
TRADE: Final = 20
"""Trade envelopes for one of this color."""
WILD: Final = 26
"""Pay with an envelope of one color instead of another: WILD + 6 * paid + owed."""
BET: Final = 62
"""Bet a token on a color and number: BET + 6 * color + number - 1."""
CAMPAIGN: Final = 98
"""Run a campaign for this many bucks, 0 to 12 (0 only as "no final campaign")."""
DIE: Final = 111
"""Take the die of this color."""
PLACE: Final = 117
"""Place the die's full value on this month (0..11)."""
PLACE_HALF: Final = 129
"""Place half of its value there."""
BOOKIE: Final = 141
"""Shift a die for the Vegas check: BOOKIE + 2 * color, one more for up instead of down."""
DRAFT: Final = 160
"""Draft this card (from hand, pool, or stash) onto the calendar."""
PASS: Final = 400
"""Discard this card from the hand to the pool and pass."""
REJECT: Final = 640
"""In the setup, put this card into the pool instead of the Secret Stash."""
PUT: Final = 880
"""Put this card into play."""
USE: Final = 1120
"""Use this card in play, or this coach; coaches follow the cards."""
RUNNER: Final = 1400
"""Pay a runner to this recruit."""
SIGN: Final = 1440
"""Sign this recruit."""
MOVE: Final = 1480
"""Drive to this neighboring space."""
FLY: Final = 1608
"""Go directly to this space, by a card."""
COACH: Final = 1736
"""Take this head coach."""
MONTH: Final = 1776
"""Choose a month (0..11)."""
BID: Final = 1788
"""Bid this many bucks for the chain, 1 to 120; 0 to pass."""
KEEP: Final = 1909
"""The auctioneer pays to keep the chain."""
SELL: Final = 1910
"""The auctioneer sells it to the highest bidder."""
HOME: Final = 1911
"""Take the symbol with this number (`vocabulary.SYMBOLS`), and with it a home."""
LAST: Final = 1915
MOST_BID: Final = KEEP - BID - 1
MOST_CARDS: Final = PASS - DRAFT
"""The most cards that fit into the ints."""
MOST_COACHES: Final = MONTH - COACH
MOST_SPACES: Final = FLY - MOVE

MONTHS: Final = 12
"""The number of months in the ways to place a die: first with its full value, then with half."""


def other(paid: int, owed: int) -> int:
    """Encode the action that pays with an envelope of one color instead of another."""
    return WILD + 6 * paid + owed


def other_of(k: int) -> tuple[int, int]:
    """Decode the k-th way to pay with another color: the color paid and the one owed."""
    return k // 6, k % 6


def shift(colour: int, up: int) -> int:
    """Encode the action that shifts a die for the Vegas check, up (1) or down (0)."""
    return BOOKIE + 2 * colour + up


def shift_of(k: int) -> tuple[int, int]:
    """Decode the k-th shift: its color, and whether it is up."""
    return k // 2, k % 2


def month_of(place: int) -> int:
    """Return the month of a way to place a die."""
    return place % MONTHS


def is_half(place: int) -> bool:
    """Check whether a way to place a die places half of its value."""
    return place >= MONTHS


_COLOUR: Final = (("colour", v.COLOURS),)
_SLOT: Final = (("recruit", range(40)),)


def forms(cards: int, spaces: Sequence[str], coaches: Sequence[str]) -> Forms:
    """Declare the types of action for this many cards. `spaces` and `coaches` are ids; coaches are used like cards."""
    card = (("card", range(1, cards + 1)),)
    used = (("card", range(1, cards + len(coaches) + 1)),)
    space = (("space", spaces),)
    return Forms(
        "Envelopes of Cash",
        {
            "end": (END, ()),
            "done": (DONE, ()),
            "colour": (COLOUR, _COLOUR),
            "leave": (LEAVE, _COLOUR),
            "buck": (BUCK, _COLOUR),
            "trade": (TRADE, _COLOUR),
            "wild": (WILD, (("paid", v.COLOURS), ("owed", v.COLOURS))),
            "bet": (BET, (*_COLOUR, ("number", range(1, 7)))),
            "campaign": (CAMPAIGN, (("bucks", range(13)),)),
            "die": (DIE, _COLOUR),
            "place": (PLACE, (("half", (False, True)), ("month", v.MONTHS))),
            "bookie": (BOOKIE, (*_COLOUR, ("up", (False, True)))),
            "draft": (DRAFT, card),
            "pass": (PASS, card),
            "reject": (REJECT, card),
            "put": (PUT, card),
            "use": (USE, used),
            "runner": (RUNNER, _SLOT),
            "sign": (SIGN, _SLOT),
            "move": (MOVE, space),
            "fly": (FLY, space),
            "coach": (COACH, (("coach", coaches),)),
            "month": (MONTH, (("month", v.MONTHS),)),
            "bid": (BID, (("bucks", range(MOST_BID + 1)),)),
            "keep": (KEEP, ()),
            "sell": (SELL, ()),
            "home": (HOME, (("symbol", v.SYMBOLS),)),
        },
        written={"place": ("month", "half")},
    )
