"""Phrases for consultants, amounts, and lists."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from cashbox.engine.phrases import amount, listed, plural
from cashbox.games.consultants.actions import PLACES, SEATS
from cashbox.games.consultants.content import COLOURS, MOST_DESKS, RANKS, colour_of, rank_of
from cashbox.games.consultants.state import INNOVATION

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.games.consultants.content import Content

DESK_NAMES: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
KINDS: Final = {"silver": "regular", "gold": "international", "innovation": "ongoing"}
"""The name of each kind of project in `view/view.py`."""

IN_ACTIONS: Final[dict[str, dict[Any, str]]] = {
    "place": {place: f"project {place + 1}" for place in range(PLACES)},
    "desk": {desk: f"desk {desk + 1}" for desk in range(MOST_DESKS)},
    "player": {seat: f"seat {seat + 1}" for seat in range(SEATS)},
}
"""The names of fields' values for one-line texts of actions, see `Forms.text`."""


def consultant(kind: int) -> str:
    """Name a kind of consultant: "blue senior"."""
    return f"{COLOURS[colour_of(kind)]} {RANKS[rank_of(kind)]}"


def consultants(kinds: Sequence[int]) -> str:
    """List consultants: "2 blue seniors and 1 red principal"."""
    counts = {kind: list(kinds).count(kind) for kind in sorted(kinds)}
    return listed([plural(n, consultant(kind)) for kind, n in counts.items()])


def in_dollars(n: int) -> str:
    """Format an amount of money: $2; −$6."""
    return f"{'−' if n < 0 else ''}${amount(abs(n))}"


def project(content: Content, number: int) -> str:
    """Name a project of the content, or the Innovation Project."""
    return "the Innovation Project" if number == INNOVATION else content.projects[number].name
