"""Describe Tulips to the home page, without loading its rules."""

from __future__ import annotations

from typing import Final

from cashbox.engine.game import About, Mode, Option

ABOUT: Final = About(
    id="tulips",
    name="Tulips",
    tagline="Make sealed bids for bulbs, and know when to sell.",
    least_players=2,
    most_players=5,
    minutes="10 minutes",
    modes=(
        Mode("standard", "Standard", "Eight bulbs are auctioned."),
        Mode("short", "Short", "Five bulbs, and less to spend.", {"lots": 5, "purse": 10}),
    ),
    options=(
        Option("lots", "number", 8, "How many bulbs are auctioned.", "The auction", least=3, most=12),
        Option("purse", "number", 15, "How many florins each player gets.", "Before the first lot", least=5, most=30),
    ),
    bots=("gardener",),
    credits="An example game included with cashbox.",
    contract=3,
)
