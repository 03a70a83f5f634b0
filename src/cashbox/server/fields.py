"""Describe fields that the bodies of several features share."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

SeatNumber = Annotated[int, Meta(ge=0, le=31)]

Name = Annotated[
    str, Meta(max_length=40, description="shown to others at the table; leading and trailing spaces are removed")
]
Nonce = Annotated[
    str, Meta(max_length=64, description="your nonce for the game's draws, revealed right away; empty for none")
]
Seal = Annotated[
    str,
    Meta(
        pattern="^([0-9a-f]{64})?$", description="SHA-256 (hex) of the nonce that you will reveal later; empty for none"
    ),
]

Zone = Annotated[str, Meta(max_length=64, description="a time zone, such as America/New_York")]

Form = dict[str, Any]
"""An action in its typed JSON form, {"type": ..., ...}."""
Forms = Annotated[list[Form], Meta(min_length=1, max_length=64)]
