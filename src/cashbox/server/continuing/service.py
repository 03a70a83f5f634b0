"""A game that goes on from another one, as the tables see it: what it takes over, and how it starts."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, NamedTuple

from cashbox.engine.going_on import Prologue, go_on
from cashbox.engine.seats import mask_of
from cashbox.server.continuing import store as continuing_store

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cashbox.engine.chain import Proof
    from cashbox.engine.chance import Chance
    from cashbox.engine.game import Game
    from cashbox.engine.journal import Entry
    from cashbox.engine.match import Match
    from cashbox.server.db.records import GoesOn, TableRecord
    from cashbox.server.db.store import Store

    Begun = tuple[TableRecord, Match[Any] | None]
    Start = Callable[[Sequence[Entry]], Begun]


class Past(NamedTuple):
    """What a new table takes over. game: the rules of the other one, with its content."""

    game: Game[Any]
    entries: tuple[Entry, ...]


async def started_with(store: Store, record: TableRecord, past: Past | None, start: Start) -> Begun:
    """What `start` gives that gets the entries that a table takes over. past: them, where they are not stored yet."""
    if record.goes_on is None:
        return start(())
    if past is not None:
        entries = past.entries
    else:
        full = record.status in ("waiting", "starting") and all(seat.kind != "open" for seat in record.seats)
        entries = await store.read(continuing_store.of, record.id) if full else ()
    # It is replayed first, which may take longer than others can wait.
    return await asyncio.to_thread(start, entries)


def from_there(
    record: TableRecord, where: GoesOn, entries: Sequence[Entry], game: Game[Any], chance: Chance, proof: Proof
) -> Match[Any]:
    """The match of a table where play starts with what it takes over. Where it is dealt anew, that is for all who play
    in person."""
    people = mask_of(number for number, seat in enumerate(record.seats) if seat.kind == "guest")
    return go_on(
        game,
        record.settings.options,
        Prologue(tuple(entries), where.origin),
        chance,
        players=[seat.name for seat in record.seats],
        proof=proof,
        anew=people if where.hidden == "anew" else 0,
    )
