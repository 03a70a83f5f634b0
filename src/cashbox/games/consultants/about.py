"""What the lobby knows about IT's all in the game without loading its rules."""

from __future__ import annotations

from typing import Final

from cashbox.engine.game import About
from cashbox.engine.times import spans
from cashbox.games.consultants.options import EDITION, MODES, OPTIONS

ABOUT: Final = About(
    id="consultants",
    name="IT's all in the game",
    tagline="Hire consultants, train them, seat them, and finish before the deadline.",
    least_players=2,
    most_players=4,
    minutes=spans(MODES),
    modes=MODES,
    options=OPTIONS,
    bots=("steady", "heedless", "beginner"),
    sparring=("heedless", "beginner"),
    credits="Game design by Martyn F. This is an unofficial implementation with our own boards, events, and drawings.",
    edition=EDITION,
    contract=3,
)
