"""The numbers of phases, and of the small decisions within a turn, with the names that views and lessons use.

The phases themselves are in `rules/`.
"""

from __future__ import annotations

from typing import Final

# Phases in which a seat owes a decision, and (odd names) automatic ones.
COACHES: Final = 0
STASH: Final = 1
DEAL: Final = 2
DRAFT: Final = 3
ROLL: Final = 4
BOOKIE: Final = 5
DICE: Final = 6
TURN: Final = 7
MONTH: Final = 8
MONTH_END: Final = 9
LAST_CARDS: Final = 10
FINAL: Final = 11
SCORE: Final = 12
OVER: Final = 13
AUCTION: Final = 14
REFRESH: Final = 15
HOMES: Final = 16
PHASES: Final = (
    "coach", "stash", "deal", "draft", "roll", "bookie", "dice", "turn", "month", "month_end", "last_cards", "final",
    "score", "over", "auction", "refresh", "home",
)  # fmt: skip

# The small decision within a turn; `Step.kind`.
NO_STEP: Final = 0
PAY: Final = 1
GIVE: Final = 2
SEND: Final = 3
GAIN: Final = 4
COST: Final = 5
FARE: Final = 6
STAKE: Final = 7
FLY_TO: Final = 8
LATER: Final = 9
SAVE: Final = 10
STEPS: Final = ("", "pay", "give", "send", "gain", "cost", "fare", "stake", "fly", "later", "save")
DOING: Final = (
    "", "paying", "the trade", "sending the runner", "taking your envelopes", "paying for the card you are using",
    "paying for the move", "paying for the bet", "choosing where the bus goes", "choosing the month",
    "choosing which envelopes to keep",
)  # fmt: skip
"""What the small decision is, for people, as in "First, finish paying."."""

FIRST_STEP: Final = len(PHASES)
"""The phase number of the first small decision."""
