"""Every action of CASH as one int and one typed JSON form.

The ints of one type of action lie in one run, with room for 64 faces of cards and 16 values of cash; which of them
there are, the content says. In JSON, cards go by the id of their face, seats by number, uninsured cash by its value.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.forms import Forms

if TYPE_CHECKING:
    from collections.abc import Sequence

PLAY: Final = 0
"""Play a card of this face."""
DISCARD: Final = 64
"""Discard a card of this face, for its effect or without."""
INSURE: Final = 128
"""Put the insurance over a cash card of this value, the lowest value first."""
DONE: Final = 144
"""Insure no more."""
TARGET: Final = 145
"""Aim at this seat."""
TAKE: Final = 153
LEAVE: Final = 154
CLEAR: Final = 155
KEEP: Final = 156
AGAIN: Final = 157
REST: Final = 158
FINISH: Final = 159
"""No more offers: on to the hand check."""
PASS: Final = 160
"""Pass a card of this face to the right."""
OFFER: Final = 224
"""Begin an offer to this seat."""
GIVE_FIRM: Final = 232
GIVE_NAMED: Final = 296
GIVE_HIDDEN: Final = 360
ASK_FIRM: Final = 424
ASK_NAMED: Final = 488
ASK_HIDDEN: Final = 552
"""One more card of the partner's choice, face down."""
PROPOSE: Final = 553
"""The offer is complete: make it."""
ACCEPT: Final = 554
DECLINE: Final = 555
COUNTER: Final = 556
"""Answer with a counter-offer."""
CHOOSE: Final = 557
"""Give a card of this face for one that was asked for face down."""
WITHDRAW: Final = 621
"""Take back one's own offer before it is answered."""

SEATS: Final = 8
"""With this room for them; a table has fewer."""


def forms(cards: Sequence[str], values: Sequence[int]) -> Forms:
    """Declare the types of action. `cards` are the ids of the faces, `values` those of cash, lowest first."""
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
