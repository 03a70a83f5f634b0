"""Phrases for amounts, cards, and lists."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from cashbox.engine.phrases import amount, listed, plural
from cashbox.games.cash import vocabulary as v
from cashbox.games.cash.actions import SEATS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.games.cash.content import Content

KINDS: Final = {
    "license": "License", "stop": "Ends the round", "cash": "Cash", "insurance": "Insurance",
    "investigation": "Investigation", "acquittal": "Acquittal", "settlement": "Acquittal", "bull": "Bull Market",
    "bear": "Bear Market", "commission": "Commission", "taxman": "Commission",
}  # fmt: skip
"""The name of a type of card."""
RULES: Final = {
    "cash": "Cash cards", "insurance": "Insurance cards", "investigation": "Investigation cards",
    "acquittal": "Acquittal cards", "settlement": "Acquittal cards",
}  # fmt: skip
"""The heading of a card's rule by type, if it is not the card's own name."""
BREAKS: Final = """
Ac-quit-tal Bank-er Bank-ruptcy Brib-ery Bro-ker Cap-i-tal Cor-rup-tion Div-i-dend Earn-ings
Econ-omy Glob-al In-sider In-ves-ti-ga-tion Laun-der-ing Li-cense Mar-ket Or-gan-ized Pre-mium
Re-ces-sion Set-tle-ment Take-over Tax-man Trad-ing Ven-ture
"""
"""Where long words of titles can be hyphenated."""


def rule_of(content: Content, face: int) -> str:
    """Return the heading of a card's rule."""
    return RULES.get(v.TYPES[content.types[face]], content.names[face])


def in_actions(content: Content) -> dict[str, dict[Any, str]]:
    """Return the names of fields' values for one-line texts of actions, see `Forms.text`."""
    return {
        "card": dict(zip(content.ids, content.names, strict=True)),
        "seat": {seat: f"seat {seat + 1}" for seat in range(SEATS)},
        "value": {value: amount(value) for value in content.values},
    }


def each(content: Content, faces: Sequence[int]) -> list[str]:
    """List names of cards with their counts, as in "2 × 25,000", "Settlement"."""
    counts = {face: list(faces).count(face) for face in faces}
    return [content.names[face] if n == 1 else f"{n} × {content.names[face]}" for face, n in counts.items()]


def investigation(content: Content, face: int) -> str:
    """Name an investigation by its card, as in "Insider Trading investigation"."""
    return f"{crime(content, face)} investigation"


def crime(content: Content, face: int) -> str:
    """Name the crime of an investigation or an acquittal, as in "Insider Trading"."""
    return content.crime_names[content.crimes[content.crime[face]]]


def cards(content: Content, faces: Sequence[int]) -> str:
    """Join cards in one phrase, as in "2 × 25,000 and Settlement"."""
    return listed(each(content, faces))


def face_down(n: int) -> str:
    """Count face-down cards, as in "2 face-down cards"."""
    return plural(n, "face-down card")
