"""Check which names people may take."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Final

from cashbox.server.accounts import store as accounts_store
from cashbox.server.accounts.names import NOBODY, mixed_alphabets, numbered_names, plain, skeleton
from cashbox.server.errors import Refusal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.server.db.records import Guest, SeatRecord
    from cashbox.server.db.store import Store


MORE: Final = 20
"""How many more numbers to try than a table's own seats can take."""


async def check_name(store: Store, name: str, guest: Guest | None = None) -> str:
    """Return a name as it is stored, "" if nothing is visible.

    Args:
        store: The store.
        name: The name.
        guest: The guest who takes it; None for a new one.

    Raises:
        Refusal: mixed-name if it mixes alphabets to look like another; account-name if it looks like the name of
            someone else's account.
    """
    kept = plain(name)
    odd = mixed_alphabets(kept)
    if odd:
        message = (
            f"That name mixes letters from two alphabets in one word ({odd}), so it could be mistaken for another name."
        )
        raise Refusal(400, "mixed-name", f"{message} Use only one alphabet per word.")
    if kept and skeleton(kept) != skeleton(NOBODY):
        owner = await store.read(accounts_store.find_by_look, skeleton(kept))
        if owner is not None and (guest is None or guest.id != owner):
            message = "That name, or one that looks like it, belongs to an account. Choose another name"
            raise Refusal(409, "account-name", f"{message}, or sign in if the account is yours.")
    return kept


async def others_names(store: Store, name: str, guest: Guest, seats: Sequence[SeatRecord]) -> frozenset[str]:
    """Return the skeletons of others' account names that a guest's name could resemble when the name, or the one at the
    seat reserved for it, gets a number. seats: those of the table. Refusal as `check_name`."""
    await check_name(store, name, guest)
    names = {name, *(seat.name for seat in seats if seat.asked == guest.id)}
    tried = {skeleton(one) for name in names for one in islice(numbered_names(name), len(seats) + MORE)}
    return await store.read(accounts_store.others_keys, tried, guest.id)
