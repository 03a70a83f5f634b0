"""What the facts of an action are called where it is said what speaks for it."""

from __future__ import annotations

from typing import Final

from cashbox.engine.reasons import Reasons

REASONS: Final = Reasons(
    counts={
        "stars": ("star", "stars"),
        "recruits": ("recruit", "recruits"),
        "in play": ("card in play", "cards in play"),
        "gains": ("envelope to choose", "envelopes to choose"),
        "bucks": ("buck", "bucks"),
        "green": ("green envelope", "green envelopes"),
        "gray": ("gray envelope", "gray envelopes"),
        "yellow": ("yellow envelope", "yellow envelopes"),
        "red": ("red envelope", "red envelopes"),
        "magenta": ("magenta envelope", "magenta envelopes"),
        "blue": ("blue envelope", "blue envelopes"),
        "sent": ("envelope beside a recruit", "envelopes beside recruits"),
        "bets": ("bet", "bets"),
        "moves": ("move", "moves"),
    },
)
