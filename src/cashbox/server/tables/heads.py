"""The heads of a journal's chain that the viewers of a table hold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cashbox.engine.chain import Chain
from cashbox.engine.record import last_told

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.engine.match import Match


class Heads:
    """Of one match. names: of the players, by seat; secret: behind its chance."""

    def __init__(self, match: Match[Any], names: Sequence[str], secret: bytes) -> None:
        self._match = match
        self._names = names
        self._chain = Chain(match.journal.header, secret) if match.journal.header.format > 1 else None
        self._at = -1
        self._found: dict[int, str] = {}

    def of(self, viewer: int) -> str:
        """The head (hex) after the last entry that a viewer was told of, "" in format 1: so it changes with what is
        told, and hidden steps show in it neither by their number nor at once."""
        if self._chain is None:
            return ""
        match = self._match
        if self._at != match.number:
            self._at = match.number
            self._found.clear()
        found = self._found.get(viewer)
        if found is None:
            last = last_told(match.game, match.records, viewer, self._names)
            found = self._found[viewer] = self._chain.after(match.journal.entries, last)
        return found
