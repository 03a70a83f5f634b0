"""Links by email: one confirms an address, one signs in. Nothing happens until the person clicks the button on the
linked page."""

from __future__ import annotations

import logging
from html import escape
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from cashbox.engine.phrases import isolate
from cashbox.server.accounts import store as accounts_store
from cashbox.server.errors import Refusal
from cashbox.server.settings import email_address
from cashbox.server.tasks import background

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Connection

    from cashbox.server.accounts.codes import Codes
    from cashbox.server.accounts.service import Accounts
    from cashbox.server.db.records import CodeRecord, Guest
    from cashbox.server.db.store import Store
    from cashbox.server.notifications.mail import Mailer

_log = logging.getLogger("cashbox.mail")

CONFIRM: Final = 24 * 3600
"""Seconds for which a confirmation link is valid."""

SIGN_IN: Final = 20 * 60
"""Seconds for which a sign-in link is valid."""

LIVE: Final = 200
"""The most valid sign-in links of one account, far more than can be requested while one is valid."""

LinkKind = Literal["confirm", "sign-in"]


class Link(NamedTuple):
    """The purpose of a link. name: of the account."""

    kind: LinkKind
    name: str


class Letters:
    """The email addresses of accounts. url: the beginning of links."""

    def __init__(self, store: Store, known: Accounts, codes: Codes, mailer: Mailer, url: str) -> None:
        self._store = store
        self._accounts = known
        self._codes = codes
        self._mailer = mailer
        self._url = url

    async def ask_confirm(self, guest: Guest, email: str) -> None:
        """Send a link that confirms the address of a guest's account; the guest's earlier links stop working.
        Refusal ("no-name", "name-taken", "no-mail", "mail-failed")."""
        await self._accounts.check(guest)
        self._mailer.need()
        code = await self._codes.issue(guest.id, "email", CONFIRM, detail=email)
        message = (
            "Someone, probably you, wants to use this address to sign in to a cashbox account. To confirm the "
            "address, open this link within a day and press the button there:"
        )
        await self._send(email, "Confirm your email address", message, f"confirm={code}")

    async def ask_sign_in(self, email: str) -> None:
        """Send a link that signs in, if an account has that address; neither the answer nor the time that it takes
        tells whether one does. Refusal ("no-mail", "mail-failed")."""
        await self._mailer.check()
        background(self._send_link(email))

    async def look_up(self, code: str) -> Link:
        """Return what a link is for. Refusal as `Codes.find`."""
        try:
            kind, found = "sign-in", await self._codes.find(code, "sign-in")
        except Refusal as refused:
            if refused.code != "unknown-code":
                raise
            kind, found = "confirm", await self._codes.find(code, "email")
        guest = await self._store.guest(found.guest)
        return Link("sign-in" if kind == "sign-in" else "confirm", guest.name if guest is not None else "")

    async def confirm(self, code: str) -> None:
        """Confirm an account's address. A guest without an account gets one. Refusal as `Codes.find`, ("no-name",
        "name-taken", "address-taken")."""
        using = self._codes.using(code, "email")

        def keep(connection: Connection) -> None:
            record = using(connection)
            accounts_store.set_email(connection, record.guest, record.detail, key_of_address(record.detail))
            accounts_store.drop_unused_codes(connection, record.guest, "sign-in")

        await self._accounts.add_way((await self._codes.find(code, "email")).guest, keep)

    def use(self, code: str) -> Callable[[Connection], str]:
        """Use a link in the transaction that signs in, which returns the guest's id. Refusal as `Codes.find`."""
        using = self._codes.using(code, "sign-in")

        def job(connection: Connection) -> str:
            record: CodeRecord = using(connection)
            return record.guest

        return job

    async def drop(self, guest: Guest) -> None:
        """Remove an account's address. Refusal as `Accounts.drop_way`."""

        def job(connection: Connection) -> bool:
            found = accounts_store.account(connection, guest.id)
            if found is None or not found.email:
                return False
            accounts_store.set_email(connection, guest.id, "", None)
            # People who can read that mailbox must not be able to sign in anymore.
            accounts_store.drop_unused_codes(connection, guest.id, "sign-in")
            accounts_store.drop_unused_codes(connection, guest.id, "email")
            return True

        await self._accounts.drop_way(guest, job)

    async def _send_link(self, email: str) -> None:
        try:
            found = await self._store.read(accounts_store.with_email, key_of_address(email))
            if found is None:
                return
            account = await self._store.read(accounts_store.account, found)
            assert account is not None
            # Anyone can request one, and must not be able to invalidate earlier ones.
            code = await self._codes.issue(found, "sign-in", SIGN_IN, beside=LIVE)
            message = "To sign in, open this link within 20 minutes and press the button there:"
            await self._send(account.email, "Your sign-in link", message, f"link={code}")
        except Exception as error:  # noqa: BLE001 (no one waits for it; the error may quote the address)
            _log.warning("could not send a sign-in link: %s", type(error).__name__)

    async def _send(self, to: str, subject: str, message: str, what: str) -> None:
        # The part after # is not sent to any server, so it is in no log on the way.
        link, message = f"{self._url}/sign-in#{what}", isolate(message)
        rest = (
            "The link works once. If you didn't ask for it, ignore this email. Nothing happens unless you "
            "press the button."
        )
        html = (
            f'<!doctype html><html lang="en"><body><p>{escape(message)}</p>'
            f'<p><a href="{escape(link)}">{escape(link)}</a>'
            f"</p><p>{escape(rest)}</p></body></html>\n"
        )
        await self._mailer.send(to, f"{subject} – cashbox", f"{message}\n\n{link}\n\n{rest}\n", html)


def check_address(text: str) -> str:
    """Check an email address and return it as written. Refusal ("bad-address")."""
    found = email_address(text)
    if found is None:
        raise Refusal(400, "bad-address", "That isn't a valid email address.")
    return found


def key_of_address(email: str) -> str:
    """Normalize an address to one spelling."""
    return email.casefold()
