"""Accounts inside the test's own process."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from cashbox.server.accounts.passkeys import Place
from cashbox.server.accounts.tokens import Session, hash_of
from cashbox.server.errors import Refusal
from tests.server.authenticator import Authenticator

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from cashbox.server.accounts.tokens import Entered
    from cashbox.server.accounts.wire import Seats
    from cashbox.server.db.records import Guest
    from cashbox.server.services import Services

HERE = Place("localhost", "http://localhost")


async def refused(call: Awaitable[object]) -> str:
    with pytest.raises(Refusal) as caught:
        await call
    return caught.value.code


async def device(services: Services, name: str) -> Session:
    """Create a guest, and return the session of their device."""
    guest, token = await services.guests.add(name)
    return await again(services, guest, token)


async def again(services: Services, guest: Guest, token: str) -> Session:
    """Return the session of a device that already has a token."""
    found = await services.guests.owner(token)
    assert found is not None
    assert found.guest.id == guest.id
    assert found.token.hash == hash_of(token)
    return found


async def with_passkey(services: Services, guest: Guest, key: Authenticator | None = None) -> Authenticator:
    """Add a passkey to a guest, who becomes an account."""
    key = key or Authenticator()
    options = await services.passkeys.creation_options(guest, HERE)
    await services.passkeys.add(guest, HERE, key.make(options), "Phone")
    return key


async def sign_in_and_move_seats(services: Services, key: Authenticator, session: Session) -> Entered:
    """Sign a device in with a passkey, and move its guest's seats to the account."""
    return await signed_in(services, key, session, "move")


async def signed_in(
    services: Services, key: Authenticator, session: Session | None = None, seats: Seats = "ask"
) -> Entered:
    """Sign a device in with a passkey."""
    use, _ = await services.passkeys.use(HERE, key.sign(await services.passkeys.sign_in_options(HERE)))
    return await services.sign_in.enter(use, session, https=False, seats=seats)
