"""A new table with seats kept for people with whom one has played."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from cashbox.server.accounts.names import unlike
from cashbox.server.db.records import SeatRecord
from cashbox.server.errors import Refusal
from cashbox.server.social import profiles_store, relations_store

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.server.db.records import Guest, TableRecord
    from cashbox.server.db.store import Store
    from cashbox.server.social.profiles_store import PersonRecord
    from cashbox.server.tables.live import LiveTable
    from cashbox.server.tables.registry import Registry
    from cashbox.server.wire import NewTable


async def invite(registry: Registry, store: Store, guest: Guest, wish: NewTable, people: Sequence[str]) -> LiveTable:
    """The table that a guest wishes, with the first open seats kept for the persons with these handles. Refusal as
    `Registry.make`, or ("not-met", "not-asked", "no-open-seat")."""
    asked = await store.read(profiles_store.persons, list(dict.fromkeys(people)))
    met = await store.read(profiles_store.met, guest.id, [one.guest for one in asked])
    if len(asked) < len(set(people)) or any(one.guest not in met for one in asked):
        raise Refusal(403, "not-met", "You can only invite people you have finished a game with. Send others the link.")
    shut = await store.read(relations_store.blocks, guest.id, [one.guest for one in asked])
    if shut:
        name = next(one.name for one in asked if one.guest in shut)
        raise Refusal(403, "not-asked", f"{name} can't be invited to your table.")
    if len(asked) > sum(seat.kind == "open" for seat in wish.seats):
        raise Refusal(409, "no-open-seat", "You invited more people than there are open seats.")
    return await registry.make(guest, wish, lambda record: _kept(record, asked))


def _kept(record: TableRecord, asked: Sequence[PersonRecord]) -> TableRecord:
    """The record with open seats kept for some persons."""
    left, seats = list(asked), list(record.seats)
    for number, seat in enumerate(seats):
        if seat.kind == "open" and left:
            one = left.pop(0)
            name = unlike(one.name, [other.name for other in seats])
            seats[number] = SeatRecord("open", name=name, asked=one.guest)
    return msgspec.structs.replace(record, seats=tuple(seats))
