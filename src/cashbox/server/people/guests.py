"""Who is asking: a guest is a random token, of which only the hash is kept."""

from __future__ import annotations

import hashlib
import secrets
from collections import OrderedDict
from typing import TYPE_CHECKING, Any, Final

import msgspec

from cashbox.server.people.names import NOBODY, plain
from cashbox.server.problems import Refusal
from cashbox.server.storage.records import Guest

if TYPE_CHECKING:
    from collections.abc import Collection

    from litestar.connection import ASGIConnection

    from cashbox.server.storage.store import Store

COOKIE: Final = "cashbox"
COOKIE_SECONDS: Final = 400 * 24 * 3600
KEPT: Final = 10_000
"""Most guests in memory."""


class Guests:
    """Guests by token."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: OrderedDict[str, Guest] = OrderedDict()

    async def who(self, connection: ASGIConnection[Any, Any, Any, Any]) -> Guest | None:
        """The guest behind a request, None for nobody. Refusal ("unknown-token") for a bearer token that nobody has; a
        cookie that nobody has counts as none, since browsers keep theirs longer than any server."""
        bearer = connection.headers.get("authorization")
        if bearer is not None:
            scheme, _, token = bearer.partition(" ")
            guest = await self._find(token.strip()) if scheme.lower() == "bearer" else None
            if guest is None:
                raise Refusal(401, "unknown-token", "That token belongs to nobody here.")
            return guest
        token = connection.cookies.get(COOKIE, "")
        return await self._find(token) if token else None

    async def need(self, connection: ASGIConnection[Any, Any, Any, Any]) -> Guest:
        """The guest behind a request; Refusal ("no-guest") for nobody."""
        guest = await self.who(connection)
        if guest is None:
            raise Refusal(401, "no-guest", "This needs a guest's token; open a page or POST /api/guests to get one.")
        return guest

    async def add(self, name: str) -> tuple[Guest, str]:
        """A new guest and the token, which is shown this once."""
        guest, token = Guest(secrets.token_hex(8), plain(name) or NOBODY), secrets.token_urlsafe(32)
        await self._store.add_guest(guest, _hash(token))
        self._keep(_hash(token), guest)
        return guest, token

    async def rename(self, guest: Guest, name: str) -> Guest:
        """The guest by a new name."""
        renamed = msgspec.structs.replace(guest, name=plain(name) or NOBODY)
        await self._store.rename_guest(renamed)
        for token_hash, known in self._known.items():
            if known.id == guest.id:
                self._known[token_hash] = renamed
        return renamed

    def forget(self, guests: Collection[str]) -> None:
        """Guests with these ids have been deleted."""
        for token_hash in [token_hash for token_hash, known in self._known.items() if known.id in guests]:
            del self._known[token_hash]

    async def _find(self, token: str) -> Guest | None:
        token_hash = _hash(token)
        guest = self._known.get(token_hash)
        if guest is None:
            guest = await self._store.guest(token_hash)
            if guest is not None:
                self._keep(token_hash, guest)
        return guest

    def _keep(self, token_hash: str, guest: Guest) -> None:
        self._known[token_hash] = guest
        if len(self._known) > KEPT:
            self._known.popitem(last=False)


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
