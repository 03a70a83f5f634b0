"""The words of the card data, and the ints that stand for them in the rules.

A card's `effect` in `data/cards.toml` consists only of these words; `content.py` reads it. Source: CASH "The cards",
"Drawing, playing, and discarding", RULINGS B1.
"""

from __future__ import annotations

from typing import Final

TYPES: Final = (
    "license", "stop", "cash", "insurance", "investigation", "acquittal", "settlement", "bull", "bear", "commission",
    "taxman",
)  # fmt: skip
"""The types of cards for people; the rules never use them."""

WHEN: Final = ("played", "discarded")
PLAYED: Final = 0
"""The card takes effect when it is played; discarding it does nothing."""
DISCARDED: Final = 1
"""The card takes effect when it is discarded; it is never played."""

NEEDS_WORDS: Final[dict[str, str]] = {
    "no-license": "The firm has no license.",
    "license": "The firm has a license.",
    "no-investigation": "The firm is not under investigation.",
    "investigation": "The firm is under investigation.",
    "cash": "The firm has uninsured cash.",
    "no-taxman": "The firm has no card that taxes the others.",
    "open-license": "An opponent has a license without an investigation.",
    "same-crime": "The firm is under investigation for the card's `crime`.",
    "fee": "The firm has an uninsured cash card of exactly `fee` dollars.",
    "within-limit": "The firm has uninsured cash of at most `limit` dollars.",
    "venture": "An opponent has a card that doubles cash.",
}
"""What a card needs to take effect. The reasons are in `rules/needs.py`; the first unmet need is given.
docs/card-effects.md is generated from this dict and the one below."""
NEEDS: Final = tuple(NEEDS_WORDS)
NO_LICENSE: Final = 1 << 0
LICENSE: Final = 1 << 1
NO_INVESTIGATION: Final = 1 << 2
INVESTIGATION: Final = 1 << 3
OPEN_CASH: Final = 1 << 4
NO_TAXMAN: Final = 1 << 5
OPEN_LICENSE: Final = 1 << 6
SAME_CRIME: Final = 1 << 7
FEE: Final = 1 << 8
WITHIN_LIMIT: Final = 1 << 9
VENTURES: Final = 1 << 10
NEVER: Final = LICENSE | NO_LICENSE
"""A need that can never be met."""

DOES_WORDS: Final[dict[str, str]] = {
    "license": "The card becomes the firm's license.",
    "stop": "The trading round ends.",
    "cash": "The card becomes uninsured cash of `value` dollars. If it is in hand at the end, it costs that much.",
    "insure": "The card insures cash of up to `limit` dollars in total.",
    "investigate": "The card investigates an opponent's license for `crime`.",
    "settle": "The firm loses its lowest uninsured cash, and its investigation ends.",
    "double": "For a `fee`, the firm's cash counts double.",
    "tax": "At the end of the round, the firm gets `percent` of each opponent's result.",
    "acquit": "You can end an investigation for `crime`.",
    "take": "You can take the uninsured cash that `take` names from each opponent (`exactly`: a card of `value` "
    "dollars). An opponent without it loses `fine` turns.",
    "clear": "You can end any investigation.",
    "takeover": "For a `fee`, you can take an opponent's card that doubles cash.",
    "ruin": "You lose your hand and everything on the firm except insured cash, and draw a new hand.",
    "dump": "The firm loses the uninsured cash that `dump` names.",
    "lose": "You lose `lose` turns.",
    "pass": "Everyone passes `pass` cards to the right.",
    "extra": "You gain `extra` turns.",
}
"""The effects of cards, in the order of their sentences. Each word has a class under a heading in `rules/`."""
DOES: Final = tuple(DOES_WORDS)
LIE: Final = 0
STOP: Final = 1
CASH: Final = 2
INSURE: Final = 3
INVESTIGATE: Final = 4
SETTLE: Final = 5
DOUBLE: Final = 6
TAX: Final = 7
ACQUIT: Final = 8
TAKE: Final = 9
CLEAR: Final = 10
TAKEOVER: Final = 11
RUIN: Final = 12
DUMP: Final = 13
LOSE: Final = 14
PASS: Final = 15
EXTRA: Final = 16

FIGURES: Final[dict[str, tuple[str, ...]]] = {
    "cash": ("value",), "insure": ("limit",), "investigate": ("crime",), "double": ("fee",), "tax": ("percent",),
    "acquit": ("crime",), "take": ("take",), "takeover": ("fee",), "dump": ("dump",), "lose": ("lose",),
    "pass": ("pass",), "extra": ("extra",),
}  # fmt: skip
"""The figures that each effect requires."""
_DOLLARS: Final = 1_000_000
NUMBERS: Final = {
    "value": (1, _DOLLARS), "limit": (1, _DOLLARS), "fee": (1, _DOLLARS), "held": (0, _DOLLARS), "percent": (1, 100),
    "lose": (1, 9), "fine": (0, 9), "pass": (1, 9), "extra": (1, 9),
}  # fmt: skip
"""The figures that are whole numbers, with the least and the greatest value of each. `held`: the dollars that any card
may cost in a hand at the end."""
IMPLIED: Final = {
    LIE: NO_LICENSE, INSURE: WITHIN_LIMIT, INVESTIGATE: OPEN_LICENSE, SETTLE: INVESTIGATION | OPEN_CASH, DOUBLE: FEE,
    TAX: NO_TAXMAN, ACQUIT: SAME_CRIME, TAKEOVER: FEE | VENTURES, RUIN: LICENSE,
}  # fmt: skip
"""What each effect needs, in addition to the card's own `needs`."""
STAYS: Final = frozenset((LIE, CASH, INSURE, INVESTIGATE, DOUBLE, TAX))
"""The effects whose card stays on the table; such a card is played. Others go to the dumped deals."""

WHICH: Final = ("lowest", "highest", "exactly")
"""Which uninsured cash is taken (`take`) or lost (`dump`, not "exactly")."""
LOWEST: Final = 0
HIGHEST: Final = 1
EXACTLY: Final = 2

BY_OPTION: Final = ("", "recession")
"""Table options that can change the cost of holding a card at the end (`option`)."""
