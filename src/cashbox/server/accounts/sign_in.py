"""A browser becomes somebody, and is whom it was besides, where that one would be lost otherwise."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from cashbox.server.accounts.tokens import sent
from cashbox.server.errors import Refusal
from cashbox.server.ops import expiry_store
from cashbox.server.services import services
from cashbox.server.web.callers import check_cookies, keep_other, keep_token, other_guest

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from cashbox.server.accounts.tokens import Entered, Session
    from cashbox.server.db.records import Guest
    from cashbox.server.web.callers import Call


async def become(
    request: Call, session: Session | None, enter: Callable[[], Awaitable[Entered]], whose: str = ""
) -> tuple[Entered, Guest | None]:
    """Sign a browser in; return the guest it is now, and the other one that it still is, if any. A program has its
    token from the answer. session: who it was; whose: id of the guest that it becomes, "" where that is not known yet,
    an account. Refusal as of `enter`, and ("no-cookies", "two-guests")."""
    found = services(request)
    if session is None:
        check_cookies(request)
    mine = sent(request, https=found.guests.https(request)).token
    other = await other_guest(request)
    if session is not None and other is not None and other.guest.id not in (whose, session.guest.id):
        both = [one for one in (session.guest, other.guest) if await found.store.read(expiry_store.lost, one.id)]
        if len(both) == 2:
            raise _two_guests(*both)
    entered = await enter()
    if other is not None and (entered.beside or other.guest.id == entered.guest.id):
        # It has a way back, or nothing that could be lost, or is whom this browser is now.
        with contextlib.suppress(Refusal):
            await found.guests.end_device(other.guest, other.session.token.device)
        keep_other(request, "")
        other = None
    if session is None or session.way != "bearer":
        keep_token(request, entered.token)
        if entered.beside:
            keep_other(request, mine)
    if session is not None and entered.beside:
        return entered, session.guest
    return entered, other.guest if other is not None else None


def _two_guests(one: Guest, other: Guest) -> Refusal:
    told = (
        f"This browser is already signed in as two guests, {one.name} and {other.name}. A third would "
        "replace one of them."
    )
    return Refusal(
        409, "two-guests", f"{told} First create an account for one of them, or sign one out on this device."
    )
