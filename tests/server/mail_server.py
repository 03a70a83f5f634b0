"""A mail server for tests that keeps the emails it gets."""

from __future__ import annotations

import asyncio
import contextlib
import re
import socket
from email import message_from_bytes, policy
from typing import TYPE_CHECKING, Any

from aiosmtpd.controller import Controller

from cashbox.server.settings import Smtp

if TYPE_CHECKING:
    from collections.abc import Iterator
    from email.message import EmailMessage

SENDER = "games@example.org"


class Mailbox:
    """The received emails. refuses: the server's reply that refuses a recipient; slow: the server delays its reply."""

    def __init__(self, refuses: str = "") -> None:
        self.letters: list[EmailMessage] = []
        self.refuses = refuses
        self.slow = False
        self.port = 0

    async def handle_RCPT(self, _server: Any, _session: Any, envelope: Any, to: str, _options: Any) -> str:  # noqa: N802
        if self.refuses:
            return self.refuses
        envelope.rcpt_tos.append(to)
        return "250 OK"

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:  # noqa: N802
        while self.slow:  # noqa: ASYNC110 (a test's thread tells it)
            await asyncio.sleep(0.01)
        self.letters.append(message_from_bytes(envelope.content, policy=policy.default))
        return "250 OK"

    @property
    def smtp(self) -> Smtp:
        return Smtp("127.0.0.1", self.port, SENDER)

    def links(self, what: str) -> list[str]:
        """Return the codes in the received links. what: "link" or "confirm"."""
        found = []
        for letter in self.letters:
            text = letter.get_body(("plain",))
            assert text is not None
            found += re.findall(rf"/sign-in#{what}=([\w-]+)", text.get_content())
        return found


@contextlib.contextmanager
def mail_server(refuses: str = "") -> Iterator[Mailbox]:
    """Run a mail server outside the test's own event loop."""
    found = Mailbox(refuses)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        found.port = probe.getsockname()[1]
    controller = Controller(found, hostname="127.0.0.1", port=found.port)
    controller.start()
    try:
        yield found
    finally:
        controller.stop()


@contextlib.contextmanager
def silent_mail_server() -> Iterator[Smtp]:
    """Run a mail server that accepts connections and never replies."""
    with socket.socket() as deaf:
        deaf.bind(("127.0.0.1", 0))
        deaf.listen(20)
        yield Smtp("127.0.0.1", deaf.getsockname()[1], SENDER)
