"""The words that card data may use, and the ints that the rules run them as.

A card's `effect` in `data/cards.toml` is made of these words only; `content.py` reads it. Source: CASH "The cards",
"Drawing, playing, and discarding", RULINGS B1.
"""

from __future__ import annotations

from typing import Final

TYPES: Final = (
    "license", "stop", "cash", "insurance", "investigation", "acquittal", "settlement", "bull", "bear", "commission",
    "taxman",
)  # fmt: skip
"""What people call a card; the rules never ask for it."""

WHEN: Final = ("played", "discarded")
PLAYED: Final = 0
"""It takes effect when it is played; discarded, it does nothing."""
DISCARDED: Final = 1
"""It takes effect when it is discarded; it is never played."""

# What must be so for a card to take effect. The reasons stand in `rules/needs.py`, the first that fails is given.
NEEDS: Final = (
    "no-license", "license", "no-investigation", "investigation", "cash", "no-taxman", "open-license", "same-crime",
    "fee", "within-limit", "venture",
)  # fmt: skip
NO_LICENSE: Final = 1 << 0
"""No license lies on the firm."""
LICENSE: Final = 1 << 1
"""One does."""
NO_INVESTIGATION: Final = 1 << 2
"""The firm is not under investigation."""
INVESTIGATION: Final = 1 << 3
"""It is."""
OPEN_CASH: Final = 1 << 4
"""Uninsured cash lies on the firm."""
NO_TAXMAN: Final = 1 << 5
"""No card that taxes the others lies on the firm."""
OPEN_LICENSE: Final = 1 << 6
"""An opponent has a license without an investigation."""
SAME_CRIME: Final = 1 << 7
"""The firm is under investigation for the card's `crime`."""
FEE: Final = 1 << 8
"""Uninsured cash of exactly the card's `fee` lies on the firm."""
WITHIN_LIMIT: Final = 1 << 9
"""Uninsured cash within the card's `limit` lies on the firm."""
VENTURES: Final = 1 << 10
"""An opponent has a card that doubles cash."""
NEVER: Final = LICENSE | NO_LICENSE
"""What cannot be met."""

# What a card does, in the order in which it is told. Each word has its rule, a class under a heading in `rules/`.
DOES: Final = (
    "license", "stop", "cash", "insure", "investigate", "settle", "double", "tax", "acquit", "take", "clear",
    "takeover", "ruin", "dump", "lose", "pass", "extra",
)  # fmt: skip
LIE: Final = 0
"""It is the license of the firm."""
STOP: Final = 1
"""The trading round ends."""
CASH: Final = 2
"""It lies on the firm as uninsured cash of `value` dollars; held at the end, it costs as much."""
INSURE: Final = 3
"""It covers uninsured cash up to `limit` dollars together."""
INVESTIGATE: Final = 4
"""It investigates an opponent's license for `crime`."""
SETTLE: Final = 5
"""The lowest uninsured cash goes, and the investigation with it."""
DOUBLE: Final = 6
"""For a `fee` the firm's cash counts double; held at the end, cards that cost something then cost double."""
TAX: Final = 7
"""At the end of the round it moves `percent` of each opponent's result to the firm."""
ACQUIT: Final = 8
"""It may end an investigation for `crime`."""
TAKE: Final = 9
"""It may take uninsured cash of each opponent: the one that `take` says, "exactly" being `value` dollars; who has none
loses `fine` turns."""
CLEAR: Final = 10
"""It may end any investigation."""
TAKEOVER: Final = 11
"""For a `fee` it may take an opponent's card that doubles cash."""
RUIN: Final = 12
"""Everything on the firm but insured cash goes, and the hand; a new hand is drawn."""
DUMP: Final = 13
"""Uninsured cash goes: the one that `dump` says."""
LOSE: Final = 14
"""Who uses it loses `lose` turns."""
PASS: Final = 15
"""Everybody passes `pass` cards to the right."""
EXTRA: Final = 16
"""It gains `extra` turns."""

FIGURES: Final[dict[str, tuple[str, ...]]] = {
    "cash": ("value",), "insure": ("limit",), "investigate": ("crime",), "double": ("fee",), "tax": ("percent",),
    "acquit": ("crime",), "take": ("take",), "takeover": ("fee",), "dump": ("dump",), "lose": ("lose",),
    "pass": ("pass",), "extra": ("extra",),
}  # fmt: skip
"""The figures that each of them wants beside it."""
_DOLLARS: Final = 1_000_000
NUMBERS: Final = {
    "value": (1, _DOLLARS), "limit": (1, _DOLLARS), "fee": (1, _DOLLARS), "held": (0, _DOLLARS), "percent": (1, 100),
    "lose": (1, 9), "fine": (0, 9), "pass": (1, 9), "extra": (1, 9),
}  # fmt: skip
"""The figures that are whole numbers, the least and the greatest of each. `held`: dollars that any card may cost which
is in a hand at the end."""
IMPLIED: Final = {
    LIE: NO_LICENSE, INSURE: WITHIN_LIMIT, INVESTIGATE: OPEN_LICENSE, SETTLE: INVESTIGATION | OPEN_CASH, DOUBLE: FEE,
    TAX: NO_TAXMAN, ACQUIT: SAME_CRIME, TAKEOVER: FEE | VENTURES, RUIN: LICENSE,
}  # fmt: skip
"""What each of them needs by itself, beside what the card's `needs` say."""
STAYS: Final = frozenset((LIE, CASH, INSURE, INVESTIGATE, DOUBLE, TAX))
"""What leaves the card on the table; such a card is played. Others go to the dumped deals."""

WHICH: Final = ("lowest", "highest", "exactly")
"""Which uninsured cash is taken (`take`) or goes (`dump`, not "exactly")."""
LOWEST: Final = 0
HIGHEST: Final = 1
EXACTLY: Final = 2

BY_OPTION: Final = ("", "recession")
"""Options of a table that may say otherwise what a card costs that is held at the end (`option`)."""
