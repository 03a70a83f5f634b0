"""What the lobby knows about CASH without loading its rules."""

from __future__ import annotations

from typing import Final

from cashbox.engine.game import About
from cashbox.engine.times import spans
from cashbox.games.cash.options import BRIEF, EDITION, MODES, OPTIONS, UNATTENDED

ABOUT: Final = About(
    id="cash",
    name="CASH",
    tagline="Make it, insure it, and get investigated for it. The richest firm wins.",
    least_players=2,
    most_players=8,
    minutes=spans(MODES),
    modes=MODES,
    options=OPTIONS,
    bots=("steady", "beginner", "predator"),
    sparring=("beginner", "predator"),
    bot_texts={
        "sharp": "Like Expert, it uses what it learned from thousands of games. Moves instantly.",
        "expert": "Uses what it learned from thousands of games. Moves instantly.",
    },
    credits="Game design by Emilio van Doorn. This is an unofficial implementation with our own words and drawings.",
    unattended=UNATTENDED,
    brief=BRIEF,
    lapses=True,
    lapses_with="trading",
    edition=EDITION,
    contract=3,
)
