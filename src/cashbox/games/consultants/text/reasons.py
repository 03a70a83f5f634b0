"""The wording of the game's numbers in the reasons for a hint."""

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
