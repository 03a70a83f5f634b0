"""Every action of CASH as one int and one typed JSON form.

The ints of one type of action form one range, with room for 64 faces of cards and 16 values of cash; the content
determines which of them exist. In JSON, cards are given by the id of their face, seats by number, and uninsured cash by
its value.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.forms import Forms

if TYPE_CHECKING:
    from collections.abc import Sequence

PLAY: Final = 0
"""Play a card of this face."""
DISCARD: Final = 64
"""Discard a card of this face, with or without its effect."""
INSURE: Final = 128
"""Put the insurance over a cash card of this value, the lowest value first."""
DONE: Final = 144
"""Stop insuring."""
TARGET: Final = 145
"""Aim at this seat."""
TAKE: Final = 153
LEAVE: Final = 154
CLEAR: Final = 155
KEEP: Final = 156
AGAIN: Final = 157
REST: Final = 158
FINISH: Final = 159
"""Finish offering and go on to the hand check."""
PASS: Final = 160
"""Pass a card of this face to the right."""
OFFER: Final = 224
"""Start an offer to this seat."""
GIVE_FIRM: Final = 232
GIVE_NAMED: Final = 296
GIVE_HIDDEN: Final = 360
ASK_FIRM: Final = 424
ASK_NAMED: Final = 488
ASK_HIDDEN: Final = 552
"""Ask for one more face-down card of the partner's choice."""
PROPOSE: Final = 553
"""Send the completed offer."""
ACCEPT: Final = 554
DECLINE: Final = 555
COUNTER: Final = 556
"""Answer with a counteroffer."""
CHOOSE: Final = 557
"""Give a card of this face for one requested face down."""
WITHDRAW: Final = 621
"""Withdraw one's own offer before it is answered."""

SEATS: Final = 8
"""The room for seats; a table has fewer."""


def forms(cards: Sequence[str], values: Sequence[int]) -> Forms:
    """Declare the types of action. `cards` are the ids of the faces, `values` the values of cash, lowest first."""
    card = (("card", cards),)
    seat = (("seat", range(SEATS)),)
    return Forms(
        "CASH",
        {
            "play": (PLAY, card),
            "discard": (DISCARD, card),
            "insure": (INSURE, (("value", values),)),
            "done": (DONE, ()),
            "target": (TARGET, seat),
            "take": (TAKE, ()),
            "leave": (LEAVE, ()),
            "clear": (CLEAR, ()),
            "keep": (KEEP, ()),
            "again": (AGAIN, ()),
            "rest": (REST, ()),
            "finish": (FINISH, ()),
            "pass": (PASS, card),
            "offer": (OFFER, seat),
            "give-firm": (GIVE_FIRM, card),
            "give-named": (GIVE_NAMED, card),
            "give-hidden": (GIVE_HIDDEN, card),
            "ask-firm": (ASK_FIRM, card),
            "ask-named": (ASK_NAMED, card),
            "ask-hidden": (ASK_HIDDEN, ()),
            "propose": (PROPOSE, ()),
            "accept": (ACCEPT, ()),
            "decline": (DECLINE, ()),
            "counter": (COUNTER, ()),
            "choose": (CHOOSE, card),
            "withdraw": (WITHDRAW, ()),
        },
    )
