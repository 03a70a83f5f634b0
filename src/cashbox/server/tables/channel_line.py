"""What a live channel and its connection know of each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.server.tables.channel import Channel

UNREAD_BYTES: Final = 512 * 1024
"""The most bytes that wait for a client that does not read."""


class Line(Protocol):
    """A connection. congested: the client does not read what was sent to it."""

    congested: bool

    def attach(self, speaker: Channel) -> None:
        """Call a channel with what comes from now on, if the client is still there. It neither blocks nor raises."""

    def send_texts(self, messages: Sequence[bytes]) -> None:
        """Send messages; nothing where the connection is at its end."""

    def hold(self) -> None:
        """Read nothing more for a while."""

    def go_on(self) -> None:
        """Read again."""

    def part(self, code: int, why: str) -> None:
        """Close; who speaks here hears no more. Before it was taken: as soon as it is."""
