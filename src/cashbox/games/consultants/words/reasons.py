"""What the facts of an action are called where it is said what speaks for it."""

from __future__ import annotations

from typing import Final

from cashbox.engine.reasons import Reasons

REASONS: Final = Reasons(
    counts={
        "dollars": ("dollar", "dollars"),
        "completed": ("completed project", "completed projects"),
        "principals": ("principal", "principals"),
        "seniors": ("senior", "seniors"),
        "desks": ("desk", "desks"),
    },
    promises={
        "round_end": "pays {round_end dollar} at the end of the round, as things stand",
    },
)
