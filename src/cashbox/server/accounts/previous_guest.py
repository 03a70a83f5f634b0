"""Browsers that an account has signed out of. Such a browser is known again when its owner wants to come back: what
strangers ask for in the account's name, as often as they like, is counted apart and takes nothing from the owner."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.server.accounts import store as accounts_store
from cashbox.server.accounts.tokens import COOKIE_SECONDS, hash_of

if TYPE_CHECKING:
    from cashbox.server.accounts.codes import Codes
    from cashbox.server.db.records import Guest
    from cashbox.server.db.store import Store

MOST: Final = 20
"""The most browsers of one account, those where it has signed out last."""


class Remembered:
    """Which browsers they are. What a browser has for it signs nobody in."""

    def __init__(self, store: Store, known: Codes) -> None:
        self._store = store
        self._codes = known

    async def remember(self, account: Guest) -> str:
        """What a browser keeps, so that it is known to be this account's."""
        return await self._codes.give(account.id, "browser", COOKIE_SECONDS, beside=MOST - 1)

    async def whose(self, kept: str) -> str:
        """The id of the account that a browser with this is known for, "" for none."""
        found = await self._store.read(accounts_store.find_code, hash_of(kept), "browser") if kept else None
        there = found is not None and found.until is not None and self._store.clock.now() < found.until
        return found.guest if found is not None and there else ""
