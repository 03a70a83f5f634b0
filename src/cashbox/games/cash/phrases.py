"""Amounts and lists in words, for all that people read."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.games.cash.content import Content


def plural(n: int, thing: str) -> str:
    """The thing counted: 1 card, 3 cards."""
    return f"{n} {thing}" if n == 1 else f"{n} {thing}s"


def dollars(n: int) -> str:
    """As in 75,000 or -5,000."""
    return f"{n:,}"


def listed(parts: Sequence[str]) -> str:
    """As in "a, b and c"; "nothing" for none."""
    if len(parts) > 1:
        return f"{', '.join(parts[:-1])} and {parts[-1]}"
    return parts[0] if parts else "nothing"


def cards(content: Content, faces: Sequence[int]) -> str:
    """Names of cards with their numbers, as in "2 x 25,000 and Settlement"."""
    counts = {face: list(faces).count(face) for face in faces}
    return listed([content.names[face] if n == 1 else f"{n} x {content.names[face]}" for face, n in counts.items()])


def face_down(n: int) -> str:
    """As in "2 cards face down"."""
    return f"{plural(n, 'card')} face down"
