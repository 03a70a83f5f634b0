"""The events of this game: each is declared, with its sentence, in the file of the rule that logs it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.engine.log_events import EventKinds
from cashbox.engine.phrases import listed, plural
from cashbox.games.envelopes.text.phrases import recruit_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.engine.log_events import LogEvent
    from cashbox.games.envelopes.content import Content

event_kind: EventKinds[Content] = EventKinds()


def cards(e: LogEvent[Content], numbers: Sequence[int]) -> str:
    """Return the names of cards."""
    return listed([e.content.names[card] for card in numbers])


def place(e: LogEvent[Content], slot: int) -> str:
    """Name a recruit's space."""
    return e.content.space_names[e.content.space_of[slot]]


def the_recruit(e: LogEvent[Content], slot: int, position: int, stars: int) -> str:
    """Name a recruit as `phrases.recruit` does, from an event's numbers about him."""
    return f"the {recruit_of(position, stars, place(e, slot))}"


def stars_text(stars: int) -> str:
    """Format scored stars: "3 stars", "nothing"."""
    return plural(stars, "star") if stars else "nothing"
