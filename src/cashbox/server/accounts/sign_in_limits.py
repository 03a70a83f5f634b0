"""How often somebody may ask for a letter, or try a recovery code. Both can be done in anybody's name, so strangers are
counted by where they come from and, all together, by whose name they use; a browser that the account has used before is
counted by itself, and so are the other ways to sign in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.server.accounts import store as accounts_store
from cashbox.server.accounts.letters import key_of_address
from cashbox.server.accounts.names import skeleton
from cashbox.server.accounts.tokens import hash_of
from cashbox.server.errors import Refusal
from cashbox.server.web.callers import caller, kept_mark, services
from cashbox.server.web.quotas import EMAIL, RECOVERY, TO_ONE, Caller

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Connection

    from cashbox.server.db.records import Guest
    from cashbox.server.web.callers import Call


async def count_letter(request: Call, guest: Guest | None, email: str) -> None:
    """Count a letter that somebody asks for. Refusal ("too-fast")."""
    key = key_of_address(email)
    if await _by_owner(request, guest, "mail", accounts_store.with_email, key):
        return
    who = caller(request, guest)
    # What is refused to one caller uses up nothing of what all may ask for together.
    services(request).quotas.take("mail", who, EMAIL)
    to = f"to:{hash_of(key)[:16]}"
    ways = "You can still sign in with a passkey, a recovery code, or a link that you already have."
    _by_stranger(request, "mail", Caller(f"{who.address} {to}", to, shared=True), TO_ONE, ways)


async def count_recovery(request: Call, guest: Guest | None, name: str) -> None:
    """Count a try with a recovery code; by name, whether there is such an account or not. Refusal ("too-fast")."""
    key = skeleton(name)
    if await _by_owner(request, guest, "sign_in", accounts_store.named_like, key):
        return
    ways = "You can still sign in with a passkey or an email link."
    # Apart from the other ways, which stay open where too many codes are tried.
    where, whose = f"{caller(request, None).address} recovery", f"name:{hash_of(key)[:16]}"
    _by_stranger(request, "sign_in", Caller(where, whose, shared=True), RECOVERY, ways)


async def _by_owner(
    request: Call, guest: Guest | None, kind: str, find: Callable[[Connection, str], str | None], key: str
) -> bool:
    """Count what a browser does that the account has used; whether it is such a browser. find: the id of the account
    with that key. Refusal ("too-fast")."""
    found, own = services(request), await _own(request, guest)
    if not own or own != await found.store.read(find, key):
        return False
    found.quotas.take(kind, Caller(guest=f"known:{own}"))
    return True


def _by_stranger(request: Call, kind: str, who: Caller, cost: int, ways: str) -> None:
    """Count what anyone else does. cost: for the network; ways: what can still be done. Refusal ("too-fast")."""
    try:
        services(request).quotas.take(kind, who, at_address=cost)
    except Refusal as refused:
        raise Refusal(refused.status, refused.code, f"{refused} {ways}", refused.retry_after) from None


async def _own(request: Call, guest: Guest | None) -> str:
    """The id of the account that a browser is, or was until it signed out; "" for none."""
    if guest is not None and guest.account:
        return guest.id
    return await services(request).remembered.whose(kept_mark(request))
