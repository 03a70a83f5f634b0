"""The same guest on another device: a code of one use, and what it gives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import segno

from cashbox.server.accounts import devices_store
from cashbox.server.accounts.codes import as_typed
from cashbox.server.accounts.tokens import Entered, new_token
from cashbox.server.db import queries
from cashbox.server.db.backend import News, hold_guest
from cashbox.server.errors import Refusal
from cashbox.server.moderation import bans
from cashbox.server.ops import expiry_store

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from cashbox.server.accounts.codes import Codes
    from cashbox.server.accounts.guests import Guests
    from cashbox.server.accounts.tokens import Session
    from cashbox.server.db.records import CodeRecord, Guest
    from cashbox.server.db.store import Store

SECONDS: Final = 600
"""For which a code counts."""

QUIET: Final = 4
"""Modules that stay empty around a QR code."""


class Drawn(NamedTuple):
    """A QR code. size: modules along a side, the quiet zone included; path: the dark ones, as of an SVG."""

    size: int
    path: str


class AnotherDevice:
    """Signs guests in on further devices."""

    def __init__(self, store: Store, guests: Guests, codes: Codes) -> None:
        self._store = store
        self._guests = guests
        self._codes = codes

    async def code(self, guest: Guest) -> str:
        """A code that signs one device in, in place of the one before."""
        return await self._codes.give(guest.id, "device", SECONDS, typed=True)

    async def owner(self, code: str) -> Guest:
        """Whose code it is; it is not used by that. Refusal as `Codes.find`."""
        record = await self._codes.find(as_typed(code), "device")
        guest = await self._store.guest(record.guest)
        if guest is None:
            raise Refusal(404, "unknown-code", "That code belongs to a guest who no longer exists.")
        return guest

    async def sign_in(self, code: str, session: Session | None, *, https: bool, label: str) -> Entered:
        """Use a code: its guest, with a new token for this device. session: who the device was until now. Refusal
        ("same-guest", "too-many-devices", "banned") and as `Codes.use`; then nothing has changed."""
        token = new_token()
        record = self._guests.new_record(token, https=https, label=label)
        now, beside = int(self._store.clock.now()), False

        def does(connection: Connection, code: CodeRecord) -> None:
            nonlocal beside
            if session is not None and session.guest.id == code.guest:
                raise Refusal(
                    409, "same-guest", "This device is already signed in as that guest. The code still works."
                )
            owner = queries.guest(connection, code.guest)
            bans.check(owner.ban if owner is not None else None, now)
            hold_guest(connection, code.guest)
            if devices_store.many(connection, code.guest, now) >= devices_store.MOST:
                told = f"You are signed in on {devices_store.MOST} devices, which is the limit"
                raise Refusal(409, "too-many-devices", f"{told}. Sign out on one of them first.")
            beside = session is not None and expiry_store.lost(connection, session.guest.id)
            if session is not None and not beside:
                devices_store.end(connection, session.guest.id, session.token.device)
            devices_store.add_token(connection, code.guest, record)

        # Pages that are open as whom the device was come back as whom it is.
        gone = (session.guest.id, session.token.device) if session is not None else ("", "")
        news = [News(guest=gone[0], ended=True, device=gone[1])] if session is not None else []
        used = await self._codes.use(as_typed(code), "device", does, news)
        if session is not None:
            self._guests.forget({gone[0]}, device=gone[1])
        guest = await self._store.guest(used.guest)
        assert guest is not None
        return Entered(guest, token, beside)


def drawn(link: str) -> Drawn:
    """A link as a QR code."""
    matrix = segno.make(link, error="m", micro=False, boost_error=False).matrix
    path = []
    for y, row in enumerate(matrix, QUIET):
        x = 0
        while x < len(row):
            width = next((k for k, dark in enumerate(row[x:]) if not dark), len(row) - x)
            if width:
                path.append(f"M{x + QUIET} {y}h{width}v1h-{width}z")
            x += width or 1
    return Drawn(len(matrix) + 2 * QUIET, "".join(path))
