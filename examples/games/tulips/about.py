"""What the lobby knows of Tulips without loading its rules."""

from __future__ import annotations

from typing import Final

from cashbox.engine.game import About, Mode, Option

ABOUT: Final = About(
    id="tulips",
    name="Tulips",
    tagline="Bid for bulbs under seal, and know when to sell.",
    least_players=2,
    most_players=5,
    minutes="10 minutes",
    modes=(
        Mode("standard", "Standard", "Eight bulbs come under the hammer."),
        Mode("short", "Short", "Five bulbs, and less to spend.", {"lots": 5, "purse": 10}),
    ),
    options=(
        Option("lots", "number", 8, "How many bulbs come under the hammer.", "The auction", least=3, most=12),
        Option("purse", "number", 15, "Florins that everybody begins with.", "Before the first lot", least=5, most=30),
    ),
    bots=("gardener",),
    credits="An example that comes with cashbox; rules and texts are our own.",
    contract=2,
)
