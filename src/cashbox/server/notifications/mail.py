"""Mail that the server sends, where its operator has named a mail server."""

# aiosmtplib is imported by those who send.

from __future__ import annotations

import asyncio
import ipaddress
import logging
import re
from dataclasses import dataclass, field
from email import policy
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import unquote, urlsplit

from cashbox.server.errors import Refusal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cashbox.server.clock import Clock

_log = logging.getLogger("cashbox.mail")

SECONDS: Final = 10.0
"""How long the mail server may take, from the connection to its last word."""

LONGEST: Final = 254
"""The most characters in an address."""

_ADDRESS: Final = re.compile(
    r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9-]+"
)
_POLICY: Final = policy.default.clone(max_line_length=998)
"""Lines as long as they may be: an address in a header is not to be broken, or written in another way."""

OPTIONAL: Final = "starttls=optional"
"""At the end of the setting: mail may go to a server that offers no TLS, for all on the way to read."""

_PORTS: Final = {"smtp": 587, "smtps": 465}


@dataclass(frozen=True)
class Smtp:
    """A mail server. sender: the address that mail comes from; tls: from the first byte on, otherwise by STARTTLS,
    which the server must offer. optional: it need not, unless there is a password."""

    host: str
    port: int
    sender: str
    tls: bool = False
    user: str = ""
    password: str = field(default="", repr=False)
    optional: bool = False

    @property
    def local(self) -> bool:
        """Whether it is on this machine, which nobody in between can listen to."""
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return self.host == "localhost"


def from_env(env: Mapping[str, str]) -> Smtp | None:
    """The mail server that an environment names, None for none. ValueError in one sentence, without the password."""
    given, sender = env.get("CASHBOX_SMTP", ""), env.get("CASHBOX_MAIL_FROM", "")
    if not given and sender:
        raise ValueError("CASHBOX_MAIL_FROM is set, but CASHBOX_SMTP isn't. Set both to send email.")
    if not given:
        return None
    try:
        parts = urlsplit(given)
        port = parts.port or _PORTS[parts.scheme]
        host = parts.hostname or ""
        optional = parts.scheme == "smtp" and parts.query == OPTIONAL
        fits = bool(host) and parts.path in ("", "/") and (optional or not parts.query) and not parts.fragment
    except (ValueError, KeyError):
        fits = False
    if not fits:
        sample = f"smtp://user:password@mail.example.org:587. It can end with ?{OPTIONAL}"
        raise ValueError(f"CASHBOX_SMTP must be an address such as {sample}.")
    if address(sender) is None:
        raise ValueError("CASHBOX_MAIL_FROM must be the sender's address, such as games@example.org.")
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    return Smtp(host, port, sender, parts.scheme == "smtps", user, password, optional)


def address(text: str) -> str | None:
    """An e-mail address as it is written in a letter, None where it is none that we can write to."""
    name, at, domain = text.strip().rpartition("@")
    try:
        written = f"{name}{at}{domain.lower().encode('idna').decode()}"
    except UnicodeError:
        return None
    return written if len(written) <= LONGEST and _ADDRESS.fullmatch(written) else None


class Mailer:
    """Sends mail, and says nothing in the log of whom it goes to."""

    def __init__(self, smtp: Smtp | None, clock: Clock) -> None:
        self._smtp = smtp
        self._clock = clock

    @property
    def there(self) -> bool:
        """Whether there is a mail server."""
        return self._smtp is not None

    def need(self) -> Smtp:
        """The mail server. Refusal ("no-mail") for none."""
        if self._smtp is None:
            raise Refusal(409, "no-mail", "This server doesn't send email. Sign in another way.")
        return self._smtp

    async def check(self) -> None:
        """Refusal ("mail-failed") unless the mail server can be reached and lets us in."""
        await self._with_client(None)

    async def send(
        self, to: str, subject: str, text: str, html: str, headers: Mapping[str, str] | None = None, letter_id: str = ""
    ) -> None:
        """Send a letter. headers: more of them; letter_id: the same for the same letter, "" for a new one. Refusal
        ("mail-failed") where the mail server does not take it."""
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
            # It often shows a certificate that nobody has signed.
            more["start_tls"] = False
        elif not smtp.tls:
            # None: where the server offers it.
            more["start_tls"] = None if smtp.optional and not smtp.user else True
        client = SMTP(hostname=smtp.host, port=smtp.port, use_tls=smtp.tls, timeout=SECONDS, **more)
        try:
            async with asyncio.timeout(SECONDS):
                async with client:
                    if letter is not None:
                        await client.send_message(letter)
        except (SMTPException, OSError, TimeoutError, ValueError) as error:
            # What the mail server says may quote the address.
            _log.warning("could not send an email: %s %s", type(error).__name__, getattr(error, "code", ""))
            client.close()
            told = "The server couldn't send the email. Try again later, or sign in another way."
            raise Refusal(503, "mail-failed", told, 60) from None
