"""Every action of CASH as one int, one typed JSON form and one line of text.

The ints of one kind of action lie in one run, so that the rules tell kinds apart by comparison. In JSON, cards go by
the id of their face, seats by number, uninsured cash by its value.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.forms import Forms
from cashbox.games.cash import faces as f

if TYPE_CHECKING:
    from cashbox.games.cash.content import Content

PLAY: Final = 0
"""Play a card of this face onto the firm, the cash or (with a target to follow) an opponent's license."""
DISCARD: Final = 30
"""Discard a card of this face: for what it does, or just so."""
INSURE: Final = 60
"""Put the insurance over a cash card of this value."""
DONE: Final = 66
"""Insure no more."""
TARGET: Final = 67
"""Aim at this seat; at nobody, where a Takeover may be a plain discard: LEAVE."""
TAKE: Final = 75
LEAVE: Final = 76
CLEAR: Final = 77
KEEP: Final = 78
AGAIN: Final = 79
REST: Final = 80
FINISH: Final = 81
"""No more offers: on to the hand check."""
PASS: Final = 82
"""Pass a card of this face to the right."""
OFFER: Final = 112
"""Begin an offer to this seat."""
GIVE_FIRM: Final = 120
GIVE_NAMED: Final = 150
GIVE_HIDDEN: Final = 180
ASK_FIRM: Final = 210
ASK_NAMED: Final = 240
ASK_HIDDEN: Final = 270
"""One more card of the partner's choice, face down."""
PROPOSE: Final = 271
"""The offer is complete: make it."""
ACCEPT: Final = 272
DECLINE: Final = 273
COUNTER: Final = 274
"""Answer with an offer of one's own."""
CHOOSE: Final = 275
"""Give a card of this face for one that was asked for face down."""
LAST: Final = 305

_CARD: Final = (("card", f.FACES),)
_SEAT: Final = (("seat", range(8)),)

FORMS: Final = Forms(
    "CASH",
    {
        "play": (PLAY, _CARD),
        "discard": (DISCARD, _CARD),
        "insure": (INSURE, (("value", f.VALUES),)),
        "done": (DONE, ()),
        "target": (TARGET, _SEAT),
        "take": (TAKE, ()),
        "leave": (LEAVE, ()),
        "clear": (CLEAR, ()),
        "keep": (KEEP, ()),
        "again": (AGAIN, ()),
        "rest": (REST, ()),
        "finish": (FINISH, ()),
        "pass": (PASS, _CARD),
        "offer": (OFFER, _SEAT),
        "give-firm": (GIVE_FIRM, _CARD),
        "give-named": (GIVE_NAMED, _CARD),
        "give-hidden": (GIVE_HIDDEN, _CARD),
        "ask-firm": (ASK_FIRM, _CARD),
        "ask-named": (ASK_NAMED, _CARD),
        "ask-hidden": (ASK_HIDDEN, ()),
        "propose": (PROPOSE, ()),
        "accept": (ACCEPT, ()),
        "decline": (DECLINE, ()),
        "counter": (COUNTER, ()),
        "choose": (CHOOSE, _CARD),
    },
)


def text(content: Content, action: int) -> str:
    """One short line that names the action: its type and what it is about."""
    name, k = FORMS.kind_of(action)
    fields = FORMS.types[name][1]
    if fields == _CARD:
        return f"{name} {content.names[k]}"
    if fields == _SEAT:
        return f"{name} seat {k + 1}"
    return f"{name} {f.VALUES[k]:,}" if fields else name
