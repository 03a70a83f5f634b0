"""Playing again: the same game at a new table, the same seats, kept for everybody who was there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from cashbox import bots
from cashbox.engine.game import GameError
from cashbox.server.accounts.names import FORMER
from cashbox.server.db.records import SeatRecord
from cashbox.server.errors import Refusal
from cashbox.server.rematch import store as series
from cashbox.server.social import relations_store
from cashbox.server.tables import seating
from cashbox.server.tasks import shielded
from cashbox.server.wire import NewTable, SeatWish, Sit

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from cashbox.server.db.records import Guest, TableRecord
    from cashbox.server.db.store import Store
    from cashbox.server.rematch.wire import Again
    from cashbox.server.tables.live import LiveTable
    from cashbox.server.tables.registry import Registry

TRIES: Final = 5
"""How often it is tried where others are quicker."""

_TOO_LATE: Final = (
    "already-playing", "closed", "no-open-seat", "no-such-seat", "not-a-member", "not-welcome", "rated", "seat-kept",
    "seat-taken",
)  # fmt: skip
"""Why somebody who wants to go on may find no seat at a table that others have made."""


async def again(registry: Registry, store: Store, table: LiveTable, guest: Guest, wish: Again, best: str) -> LiveTable:
    """The table where the players of a finished one go on: the first who asks makes it and has its seat there, and the
    others find it. best: the bot that sits down by default. Refusal ("not-over", "not-your-seat", ...)."""
    _check(table.record, guest)

    async def work() -> LiveTable:
        for left in reversed(range(TRIES)):
            found = await store.read(series.after, table.record.id)
            try:
                if found:
                    return await _joined(registry, found, guest, wish)
                made = await _made(registry, store, table.record, guest, wish, best)
            except Refusal as refused:
                # Somebody else was quicker, or the table that was found has just been deleted.
                if refused.code not in ("stale", "no-such-table") or not left:
                    raise
                await table.catch_up()
            else:
                await table.catch_up()
                return made
        raise AssertionError

    made: LiveTable = await shielded(work())
    return made


def _check(record: TableRecord, guest: Guest) -> None:
    if record.seat_of(guest) is None:
        raise Refusal(403, "not-your-seat", "Only those who played at this table can play again with its seats.")
    if record.status != "over":
        raise Refusal(409, "not-over", "The game at this table is not over; the next one can begin when it is.")


async def _made(
    registry: Registry, store: Store, before: TableRecord, guest: Guest, wish: Again, best: str
) -> LiveTable:
    same = NewTable(
        game=before.game,
        seats=[SeatWish("open")] * len(before.seats),
        mode=before.mode,
        options=before.options,
        name=before.name,
        listed=before.listed,
        lapse=before.lapse,
        absence=before.absence,
        clock=before.clock,
        watching=before.watching,
        open_hands=before.open_hands,
        rated=before.rated,
        circle=before.circle or "",
    )
    shut = await store.read(relations_store.blocks, guest.id, [seat.guest for seat in before.seats if seat.guest])

    def adapt(wished: TableRecord) -> TableRecord:
        seats = kept(before, best, shut)
        series: dict[str, Any] = {"after": before.id}
        if before.goes_on is None:
            series |= {"series": before.series or before.id, "nth": before.nth + 1}
        record = msgspec.structs.replace(wished, seats=seats, **series)
        return seating.taken(record, guest, Sit(nonce=wish.nonce, seal=wish.seal))

    return await registry.make(guest, same, adapt, before)


async def _joined(registry: Registry, found: str, guest: Guest, wish: Again) -> LiveTable:
    """The table that somebody else has made, with the guest on the seat that is kept for it, if that can be."""
    table = await registry.table(found)
    if table.record.kept_for(guest) is not None:
        try:
            await registry.sit(table, guest, Sit(nonce=wish.nonce, seal=wish.seal))
        except Refusal as refused:
            if refused.code not in _TOO_LATE:
                raise
    return table


def kept(before: TableRecord, best: str, shut: Collection[str] = ()) -> tuple[SeatRecord, ...]:
    """The seats of a finished table for another game: the bots sit, and each player's seat is kept; in a rated game,
    where a bot has only taken over from somebody who is deleted, its seat is open. shut: guests whose seats are not
    kept."""
    seats: list[SeatRecord] = []
    for number, seat in enumerate(before.seats):
        if seat.kind == "bot" and not before.rated:
            others = [other.name for other in (*seats, *before.seats[number + 1 :])]
            seats.append(_bot(before.game, seat, number, best, others))
        elif seat.guest and seat.guest not in shut:
            seats.append(SeatRecord("open", name=seat.name, asked=seat.guest))
        else:
            seats.append(SeatRecord("open"))
    return tuple(seats)


def _bot(game: str, seat: SeatRecord, number: int, best: str, names: Sequence[str]) -> SeatRecord:
    """Seat the same bot again under the same name; the best one where that bot is gone."""
    bot = seat.bot
    try:
        bots.check_level(game, bot)
    except GameError:
        bot = best
    if bot != seat.bot or seat.level != seat.bot or seat.name.startswith(FORMER):
        return seating.seat_of_bot(bot, number, names)
    return SeatRecord("bot", name=seat.name, bot=bot)
