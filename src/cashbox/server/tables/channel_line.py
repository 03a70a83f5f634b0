"""The interface between a live channel and its connection."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.server.tables.channel import Channel

UNREAD_BYTES: Final = 512 * 1024
"""The most bytes to buffer for a client that does not read."""


class Line(Protocol):
    """A connection. congested: whether the client does not read what was sent."""

    congested: bool

    def attach(self, speaker: Channel) -> None:
        """Attach a channel, which gets the messages from now on, if the client is still connected. It neither blocks
        nor raises."""

    def send_texts(self, messages: Sequence[bytes]) -> None:
        """Send messages; does nothing if the connection is ending."""

    def hold(self) -> None:
        """Pause reading."""

    def go_on(self) -> None:
        """Resume reading."""

    def part(self, code: int, why: str) -> None:
        """Close the connection; the client gets nothing more. If no channel is attached yet, it closes as soon as one
        is."""
