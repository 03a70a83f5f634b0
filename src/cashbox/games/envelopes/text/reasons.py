"""The wording of the game's numbers in the reasons for a hint."""

from __future__ import annotations

from typing import Final

from cashbox.engine.reasons import Count, Reasons

REASONS: Final = Reasons(
    counts={
        "stars": Count("{} star", "{} stars"),
        "recruits": Count("{} recruit", "{} recruits", more="sign"),
        "in play": Count("{} card into play", "{} cards into play", more="put"),
        "gains": Count("{} envelope of your choice", "{} envelopes of your choice"),
        "bucks": Count("{} buck", "{} bucks"),
        "green": Count("{} green envelope", "{} green envelopes"),
        "gray": Count("{} gray envelope", "{} gray envelopes"),
        "yellow": Count("{} yellow envelope", "{} yellow envelopes"),
        "red": Count("{} red envelope", "{} red envelopes"),
        "magenta": Count("{} magenta envelope", "{} magenta envelopes"),
        "blue": Count("{} blue envelope", "{} blue envelopes"),
        "sent": Count("{} envelope next to a recruit", "{} envelopes next to recruits", more="place"),
        "bets": Count("{} bet", "{} bets", more="place"),
        "moves": Count("{} free move", "{} free moves", less="use"),
    },
)
