"""The wording of the game's numbers in the reasons for a hint."""

from __future__ import annotations

from typing import Final

from cashbox.engine.reasons import Count, Reasons

REASONS: Final = Reasons(
    counts={
        "open": Count("{} in uninsured cash", "{} in uninsured cash"),
        "insured": Count("{} in insured cash", "{} in insured cash"),
        "license": Count("a license", "{} licenses"),
        "investigation": Count("an investigation", "{} investigations", more="face", less="end"),
        "extra": Count("an extra turn", "{} extra turns"),
        "lost": Count("a turn", "{} turns", more="lose", less="get back"),
        "ventures": Count("Venture Capital", "{} × Venture Capital"),
    },
)
