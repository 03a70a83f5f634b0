"""Send email, if the operator has configured a mail server."""

# aiosmtplib is imported only for sending.

from __future__ import annotations

import asyncio
import logging
from email import policy
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from typing import TYPE_CHECKING, Any, Final

from cashbox.server.errors import Refusal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cashbox.server.clock import Clock
    from cashbox.server.settings import Smtp

_log = logging.getLogger("cashbox.mail")

SECONDS: Final = 10.0
"""Seconds for the mail server, from connecting to its last response."""

_POLICY: Final = policy.default.clone(max_line_length=998)
"""The maximum line length, so that an address in a header is not broken or encoded."""


class Mailer:
    """Sends email, without logging the recipients."""

    def __init__(self, smtp: Smtp | None, clock: Clock) -> None:
        self._smtp = smtp
        self._clock = clock

    @property
    def is_configured(self) -> bool:
        """Whether a mail server is configured."""
        return self._smtp is not None

    def need(self) -> Smtp:
        """Return the mail server. Refusal ("no-mail") if there is none."""
        if self._smtp is None:
            raise Refusal(409, "no-mail", "This server doesn't send email. Sign in another way.")
        return self._smtp

    async def check(self) -> None:
        """Check that the mail server can be reached and accepts our login. Refusal ("mail-failed") otherwise."""
        await self._with_client(None)

    async def send(
        self, to: str, subject: str, text: str, html: str, headers: Mapping[str, str] | None = None, letter_id: str = ""
    ) -> None:
        """Send an email. headers: additional ones; letter_id: the same for the same email, "" for a new one. Refusal
        ("mail-failed") if the mail server does not accept it."""
        smtp = self.need()
        domain = smtp.sender.rpartition("@")[2]
        letter = EmailMessage(_POLICY)
        letter["From"], letter["To"], letter["Subject"] = smtp.sender, to, subject
        letter["Date"] = formatdate(self._clock.date())
        letter["Message-ID"] = f"<{letter_id}@{domain}>" if letter_id else make_msgid(domain=domain)
        letter["Auto-Submitted"] = "auto-generated"
        for name, value in (headers or {}).items():
            letter[name] = value
        letter.set_content(text)
        letter.add_alternative(html, subtype="html")
        await self._with_client(letter)

    async def _with_client(self, letter: EmailMessage | None) -> None:
        smtp = self.need()
        from aiosmtplib import SMTP, SMTPException

        more: dict[str, Any] = {"username": smtp.user, "password": smtp.password} if smtp.user else {}
        if smtp.local:
            # It often has a self-signed certificate.
            more["start_tls"] = False
        elif not smtp.tls:
            # None: use it if the server offers it.
            more["start_tls"] = None if smtp.optional and not smtp.user else True
        client = SMTP(hostname=smtp.host, port=smtp.port, use_tls=smtp.tls, timeout=SECONDS, **more)
        try:
            async with asyncio.timeout(SECONDS):
                async with client:
                    if letter is not None:
                        await client.send_message(letter)
        except (SMTPException, OSError, TimeoutError, ValueError) as error:
            # The mail server's response may contain the address.
            _log.warning("could not send an email: %s %s", type(error).__name__, getattr(error, "code", ""))
            client.close()
            message = "The server couldn't send the email. Try again later, or sign in another way."
            raise Refusal(503, "mail-failed", message, 60) from None
