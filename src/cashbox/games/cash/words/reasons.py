"""What the facts of an action are called where it is said what speaks for it."""

from __future__ import annotations

from typing import Final

from cashbox.engine.reasons import Reasons

REASONS: Final = Reasons(
    counts={
        "open": ("uninsured dollar", "uninsured dollars"),
        "insured": ("insured dollar", "insured dollars"),
        "license": ("license", "licenses"),
        "investigation": ("investigation", "investigations"),
        "extra": ("extra turn", "extra turns"),
        "lost": ("turn to sit out", "turns to sit out"),
        "ventures": ("Venture Capital", "Venture Capital"),
    },
)
