"""The guided first games: fixed deals, hints, and an opponent, read from `data/lessons.toml`.

The scenarios are our own. Every error in the file is one sentence that names the file, the entry, and the field.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from cashbox.engine.data import text
from cashbox.engine.lessons import Plan, Terms, tables, words
from cashbox.games.consultants.actions import FORMS
from cashbox.games.consultants.content import COLOURS, RANKS

if TYPE_CHECKING:
    from cashbox.games.consultants.content import Content

WAIT: Final = "wait"
"""The name, instead of a phase, while others decide."""
_GIVEN: Final = ("consultant", "price", "principal", "where")
_DESK: Final = ("consultant", "place", "dollars", "bonus", "completes")
TERMS: Final = Terms(
    phases=("start", "event", "work", "move", "take", "over", WAIT),
    counts=("round", "desks", "completed", "money", "moves", "hand", "last"),
    of=("completes", "dollars", "own", "others", "right", "gold", "innovation", "wanted", "idle", "gain"),
    facts={
        "": ("round", "money", "moves", "hand", "event", "event_text", "rival", "total", "rival_total", "button"),
        "assign": _DESK, "seat": _DESK, "lift": ("consultant", "place", "paid", "gain"),
        "train": _GIVEN, "promote": _GIVEN, "recruit": _GIVEN, "give": ("consultant",),
        "take": ("consultant", "colour", "brings"),
    },
    points=("hand", "projects", "event", "paper", "end", "score"),
)  # fmt: skip
"""`text/hints.py` explains each count and fact."""

_CONSULTANTS: Final = tuple(colour + "*" * rank for colour in COLOURS for rank in range(len(RANKS)))
"""The names in the data, by 2 * color + rank: a star marks a principal."""


class Lesson(Plan):
    """One scenario. deal: by seat, the consultants in the order in which they are dealt; those that are not in the deck
    are skipped, and after the last one, they are dealt at random. projects: all of them, in the order in which they are
    laid out; events: in order; the game is over after the last one."""

    __slots__ = ("deal", "events", "projects")

    def __init__(self, entry: dict[str, Any], content: Content, shared: dict[str, Any], where: str) -> None:
        super().__init__(entry, TERMS, FORMS, shared, where, "deal", "rival_deal", "projects", "events")
        left: list[list[int]] = [[] for _ in _CONSULTANTS]
        for card, kind in enumerate(content.kind):
            left[kind].append(card)
        self.deal = [
            [left[kind].pop() for kind in words(entry.get(field), _CONSULTANTS, f"{where}.{field}")]
            for field in ("deal", "rival_deal")
        ]
        ids = [project.id for project in content.projects]
        first = words(entry.get("projects"), ids, f"{where}.projects")
        self.projects = [*first, *[k for k in range(len(ids)) if k not in first]]
        self.events = words(entry.get("events"), [event.id for event in content.events], f"{where}.events")


def read_lessons(content: Content) -> dict[str, Lesson]:
    """Read the lessons by the id of their mode. A stored content may have none. ContentError."""
    table = content.data.get("lessons", {})
    found: dict[str, Lesson] = {}
    for entry in tables(table.get("lesson"), "lessons.toml lesson"):
        where = f"lessons.toml {entry.get('id')}"
        found[text(entry, "id", where)] = Lesson(entry, content, table, where)
    return found
