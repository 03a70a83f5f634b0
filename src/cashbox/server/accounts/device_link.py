"""The same guest on another device: a code of one use, and what it gives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import segno

from cashbox.server.accounts import store as accounts_store
from cashbox.server.accounts.codes import as_typed
from cashbox.server.db.backend import hold_guest
from cashbox.server.errors import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Connection

    from cashbox.server.accounts.codes import Codes
    from cashbox.server.accounts.tokens import Session
    from cashbox.server.db.records import Guest
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
    """The codes that sign guests in on further devices."""

    def __init__(self, store: Store, codes: Codes) -> None:
        self._store = store
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

    def use(self, code: str, session: Session | None) -> Callable[[Connection], str]:
        """Return what uses a code in the transaction that signs a device in, and returns its owner's id.

        Args:
            code: as somebody typed it
            session: who the device was until now

        Raises:
            Refusal: when called, as `Codes.find`; "same-guest", "too-many-devices"
        """
        using, now = self._codes.using(as_typed(code), "device"), int(self._store.clock.now())

        def job(connection: Connection) -> str:
            owner = using(connection).guest
            if session is not None and session.guest.id == owner:
                told = "This device is already signed in as that guest. The code still works."
                raise Refusal(409, "same-guest", told)
            hold_guest(connection, owner)
            if accounts_store.count_devices(connection, owner, now) >= accounts_store.MOST_DEVICES:
                told = f"You are signed in on {accounts_store.MOST_DEVICES} devices, which is the limit"
                raise Refusal(409, "too-many-devices", f"{told}. Sign out on one of them first.")
            return owner

        return job


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
