"""Every action of the game as one int and one typed JSON form; their effects are in `rules/`.

The ints of one type of action form one range. A consultant is 2 * color + rank, a desk 8 * place + desk from the left
(`content.kind_of`, `content.at_desk`).
"""

from __future__ import annotations

from typing import Final

from cashbox.engine.forms import Forms
from cashbox.games.consultants.content import COLOURS, MOST_DESKS, RANKS

PLACES: Final = 8
DESKS: Final = PLACES * MOST_DESKS
SEATS: Final = 4

ASSIGN: Final = 0
"""Seat a senior at this desk; plus DESKS, a principal."""
LIFT: Final = 128
"""Pick up the consultant at this desk to move it."""
SEAT: Final = 192
"""Seat the consultant that was picked up at this desk."""
TRAIN: Final = 256
"""Give this consultant to choose a senior."""
PROMOTE: Final = 266
"""Show and give this consultant for a principal of its color."""
RECRUIT: Final = 276
"""Give this consultant to choose a principal."""
TAKE: Final = 286
"""Choose a consultant of this color from the deck."""
PASS: Final = 291
STARTER: Final = 292
"""Choose this seat as the starting player."""
RECALL: Final = 296
"""Return the consultant at this desk to the hand, by an event."""
GIVE: Final = 360
"""Give this consultant back, by an event."""
STAY: Final = 370
"""Do nothing, as an event allows."""

_DESK: Final = (("place", range(PLACES)), ("desk", range(MOST_DESKS)))
_CONSULTANT: Final = (("colour", COLOURS), ("rank", RANKS))

FORMS: Final = Forms(
    "IT's all in the game",
    {
        "assign": (ASSIGN, (("rank", RANKS), *_DESK)),
        "lift": (LIFT, _DESK),
        "seat": (SEAT, _DESK),
        "train": (TRAIN, _CONSULTANT),
        "promote": (PROMOTE, _CONSULTANT),
        "recruit": (RECRUIT, _CONSULTANT),
        "take": (TAKE, (("colour", COLOURS),)),
        "pass": (PASS, ()),
        "starter": (STARTER, (("player", range(SEATS)),)),
        "recall": (RECALL, _DESK),
        "give": (GIVE, _CONSULTANT),
        "stay": (STAY, ()),
    },
)
