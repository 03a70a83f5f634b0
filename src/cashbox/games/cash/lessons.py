"""The guided first games: fixed deals, hints, and an opponent, read from `data/lessons.toml`.

The scenarios are our own. Every error in the file is one sentence that names the file, the entry, and the field.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Protocol

from cashbox.engine.data import text
from cashbox.engine.lessons import Plan, Terms, tables, words

if TYPE_CHECKING:
    from cashbox.engine.forms import Forms

WAIT: Final = "wait"
"""The name, instead of a phase, while others decide."""
_CARD: Final = ("card", "value")
_USED: Final = (*_CARD, "does")
TERMS: Final = Terms(
    phases=(
        "act", "close", "check", "insure", "target", "take", "clear", "again", "pass", "build", "answer", "choose",
        "over", WAIT,
    ),
    counts=(
        "license", "probe", "open", "insured", "tabled", "held", "bears", "total", "lead", "turn", "asked", "helps",
        "given", "wanted", "freed", "rival_license", "rival_probe", "rival_open", "rival_tabled",
    ),
    of=("cash", "works", "prey", "covers", "frees", "helps", "hunts"),
    facts={
        "": (
            "rival", "open", "insured", "tabled", "held", "bears", "total", "lead", "capital", "rival_capital",
            "rival_tabled", "rival_open", "probe", "rival_probe", "limit", "cards", "rival_cards",
            "help", "best", "button",
        ),
        "play": _USED, "discard": _USED, "pass": _CARD, "choose": _CARD, "give-named": _CARD, "give-hidden": _CARD,
        "give-firm": _CARD, "ask-firm": _CARD, "insure": ("value", "cover"), "take": ("fine", "value"),
    },
    points=("hand", "firm", "rival", "paper", "end", "score"),
)  # fmt: skip
"""Counts and facts are in dollars, turns, or cards; `text/hints.py` explains each."""


class Names(Protocol):
    """The part of the content that lessons refer to; see `content.Content`."""

    forms: Forms
    ids: list[str]
    face: list[int]


class Lesson(Plan):
    """One scenario. deal: by seat, the cards in the order in which they are drawn, the hand first; cards that are not
    in the deck are skipped, and after the last one, cards are drawn at random."""

    __slots__ = ("deal",)

    def __init__(self, entry: dict[str, Any], content: Names, shared: dict[str, Any], where: str) -> None:
        super().__init__(entry, TERMS, content.forms, shared, where, "deal", "rival_deal")
        left: list[list[int]] = [[] for _ in content.ids]
        for card, face in enumerate(content.face):
            left[face].append(card)
        # The last copies, because the first licenses are on the firms.
        self.deal = [
            [left[face].pop() for face in words(entry.get(field), content.ids, f"{where}.{field}")]
            for field in ("deal", "rival_deal")
        ]


def read_lessons(table: dict[str, Any], content: Names) -> dict[str, Lesson]:
    """Read the lessons by the id of their mode. `content` already has its cards. ContentError."""
    found: dict[str, Lesson] = {}
    for entry in tables(table.get("lesson"), "lessons.toml lesson"):
        where = f"lessons.toml {entry.get('id')}"
        found[text(entry, "id", where)] = Lesson(entry, content, table, where)
    return found
