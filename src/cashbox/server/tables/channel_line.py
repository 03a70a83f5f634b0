"""What a live channel and its connection know of each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

UNREAD_BYTES: Final = 512 * 1024
"""The most bytes that wait for a client that does not read."""


class Speaker(Protocol):
    """Who speaks with the client of a connection. Nothing here may block or raise."""

    def receive(self, text: bytes) -> None:
        """The client has sent a message."""

    def drained(self) -> None:
        """The client has read what was sent, so that there is room for more."""

    def restart(self) -> None:
        """The server ends: answer what the client has asked for, then close."""

    def lost(self) -> None:
        """The client is gone."""


class Line(Protocol):
    """A connection. congested: the client does not read what was sent to it."""

    congested: bool

    def take(self, speaker: Speaker) -> None:
        """From now on this one is called with what comes, if the client is still there."""

    def send_texts(self, messages: Sequence[bytes]) -> None:
        """Send messages; nothing where the connection is at its end."""

    def hold(self) -> None:
        """Read nothing more for a while."""

    def go_on(self) -> None:
        """Read again."""

    def part(self, code: int, why: str) -> None:
        """Close; who speaks here hears no more. Before it was taken: as soon as it is."""
