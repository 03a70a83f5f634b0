"""The heads of a journal's chain that the viewers of a table hold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cashbox.engine.chain import Chain

if TYPE_CHECKING:
    from cashbox.engine.frames import Frames
    from cashbox.engine.match import Match


class Heads:
    """Of one match, whose viewers see `frames`. secret: behind its chance."""

    def __init__(self, match: Match[Any], frames: Frames, secret: bytes) -> None:
        self._match = match
        self._frames = frames
        self._chain = Chain(match.journal.header, secret)

    def of(self, viewer: int) -> str:
        """The head (hex) after the last entry that a viewer was told of: so it changes with what is told, and hidden
        steps show in it neither by their number nor at once."""
        return self._chain.after(self._match.journal.entries, self._frames.last_told(viewer))
