"""What the numbers of the game are called where a hint says what an action changes."""

from __future__ import annotations

from typing import Final

from cashbox.engine.reasons import Count, Reasons

REASONS: Final = Reasons(
    counts={
        "dollars": Count("${}", "${}"),
        "completed": Count("a project", "{} projects", more="complete"),
        "principals": Count("{} principal", "{} principals"),
        "seniors": Count("{} senior", "{} seniors"),
        "desks": Count("a desk", "{} desks", more="take", less="lose"),
    },
    promises={"round_end": "As things stand, this desk pays ${round_end} at the end of the round."},
)
