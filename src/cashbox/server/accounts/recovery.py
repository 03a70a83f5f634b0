"""Recovery codes: a set on paper, each of which signs its account in once."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Final

from cashbox.server.accounts import codes_store
from cashbox.server.accounts import store as accounts_store
from cashbox.server.accounts.names import skeleton
from cashbox.server.accounts.tokens import hash_of
from cashbox.server.db.records import CodeRecord
from cashbox.server.errors import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Connection

    from cashbox.server.accounts.service import Accounts
    from cashbox.server.db.records import Guest
    from cashbox.server.db.store import Store

SET: Final = 10
"""How many codes are given at a time."""

LETTERS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Those that cannot be mistaken for another, as Crockford has them: 5 bits each."""

GROUPS: Final = 4
"""Of four letters each: 80 bits, which nobody guesses, so that a plain hash keeps them."""

_READ_AS: Final = str.maketrans({"O": "0", "I": "1", "L": "1"})


class Recovery:
    """The recovery codes of accounts. Only their hashes are kept."""

    def __init__(self, store: Store, known: Accounts) -> None:
        self._store = store
        self._accounts = known

    async def give(self, guest: Guest) -> list[str]:
        """A new set, in place of what is left of the old one. Refusal as `Accounts.add_way`."""
        made, now = [_new() for _ in range(SET)], int(self._store.clock.now())
        records = [CodeRecord(hash_of(bare(code)), "recovery", guest.id, now) for code in made]
        await self._accounts.add_way(guest.id, lambda connection: codes_store.keep(connection, records))
        return made

    def use(self, name: str, code: str) -> Callable[[Connection], str]:
        """Uses a code of the account with that name, in the transaction that signs in; gives the guest's id. It refuses
        ("wrong-code", "used-code")."""
        key, code_hash, now = skeleton(name), hash_of(bare(code)), int(self._store.clock.now())

        def job(connection: Connection) -> str:
            guest = accounts_store.named_like(connection, key)
            found = codes_store.find(connection, code_hash, "recovery")
            if found is None or guest != found.guest:
                # Whether there is such an account stays open.
                raise Refusal(403, "wrong-code", "That name and code don't match.")
            if codes_store.use(connection, code_hash, "recovery", now) is None:
                raise Refusal(410, "used-code", "That recovery code has already been used. Each code works once.")
            return found.guest

        return job


def bare(code: str) -> str:
    """A code as it counts, however somebody writes it."""
    return "".join(c for c in code.upper().translate(_READ_AS) if c in LETTERS)


def _new() -> str:
    return "-".join("".join(secrets.choice(LETTERS) for _ in range(4)) for _ in range(GROUPS))
