"""What the lobby knows about Envelopes of Cash without loading its rules."""

from __future__ import annotations

from typing import Final

from cashbox.engine.game import About
from cashbox.engine.times import spans
from cashbox.games.envelopes.modes import MODES, SETS
from cashbox.games.envelopes.options import EDITION, OPTIONS

ABOUT: Final = About(
    id="envelopes",
    name="Envelopes of Cash",
    tagline="Twelve months, forty recruits, and no one saw you hand over that envelope.",
    least_players=1,
    most_players=4,
    minutes=spans(MODES),
    modes=MODES,
    options=OPTIONS,
    bots=("steady", "sniper", "beginner"),
    sparring=("sniper", "beginner"),
    credits="Game design by Andy Schwarz. Unofficial implementation; cards, map, and drawings are our own.",
    sets=SETS,
    edition=EDITION,
    contract=3,
)
