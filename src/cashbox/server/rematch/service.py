"""Offer rematches, with the same seats reserved for the players, count series, and nudge players."""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from cashbox import bots
from cashbox.engine.game import GameError
from cashbox.engine.seats import has
from cashbox.server.accounts.names import FORMER
from cashbox.server.db import queries
from cashbox.server.db.records import SeatRecord
from cashbox.server.errors import Closed, Refusal
from cashbox.server.rematch.wire import Score, Series, SeriesGame
from cashbox.server.social import groups_store
from cashbox.server.tables import seating
from cashbox.server.tasks import shielded
from cashbox.server.watching.service import as_seen_by, may_see
from cashbox.server.wire import NewTable, SeatWish, Sit

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from cashbox.server.db.records import Guest, TableRecord
    from cashbox.server.db.store import Store
    from cashbox.server.rematch.wire import Again
    from cashbox.server.tables.live import LiveTable
    from cashbox.server.tables.registry import Registry

TRIES: Final = 5
"""How many times to try if others are faster."""

_TOO_LATE: Final = (
    "already-playing", "closed", "no-open-seat", "no-such-seat", "not-a-member", "not-welcome", "rated", "seat-kept",
    "seat-taken",
)  # fmt: skip
"""Why a player who wants a rematch may find no seat at a table that others have created."""


async def create_rematch(
    registry: Registry, store: Store, table: LiveTable, guest: Guest, wish: Again, best: str
) -> LiveTable:
    """Return the rematch of a finished table. The first player who asks creates it and has a seat there, and the others
    find it. `best` is the default bot. Refusal ("not-over", "not-your-seat", ...)."""
    _check(table.record, guest)

    async def work() -> LiveTable:
        for left in reversed(range(TRIES)):
            found = await store.read(queries.table_after, table.record.id)
            try:
                if found:
                    return await _joined(registry, found, guest, wish)
                made = await _made(registry, store, table.record, guest, wish, best)
            except Refusal as refused:
                # Another player was faster, or the table that was found has just been deleted.
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
        raise Refusal(403, "not-your-seat", "Only players at this table can start a rematch.")
    if record.status != "over":
        raise Refusal(409, "not-over", "The game at this table isn't over. You can play again when it is.")


async def _made(
    registry: Registry, store: Store, before: TableRecord, guest: Guest, wish: Again, best: str
) -> LiveTable:
    shut = await store.read(groups_store.blocks, guest.id, [seat.guest for seat in before.seats if seat.guest])

    def adapt(wished: TableRecord) -> TableRecord:
        seats = rematch_seats(before, best, shut)
        series: dict[str, Any] = {"after": before.id}
        if before.goes_on is None:
            series |= {"series": before.series or before.id, "nth": before.nth + 1}
        record = msgspec.structs.replace(wished, seats=seats, **series)
        return seating.take_seat(record, guest, Sit(nonce=wish.nonce, seal=wish.seal))

    return await registry.make(guest, rematch(before), adapt, before)


def rematch(before: TableRecord) -> NewTable:
    """Build the request for a table with the game and the settings of another one."""
    return NewTable(before.game, [SeatWish("open")] * len(before.seats), **msgspec.structs.asdict(before.settings))


async def _joined(registry: Registry, found: str, guest: Guest, wish: Again) -> LiveTable:
    """Return the table that another player has created, with the guest on its reserved seat if possible."""
    table = await registry.table(found)
    if table.record.kept_for(guest) is not None:
        try:
            await registry.sit(table, guest, Sit(nonce=wish.nonce, seal=wish.seal))
        except Refusal as refused:
            if refused.code not in _TOO_LATE:
                raise
    return table


def rematch_seats(before: TableRecord, best: str, shut: Collection[str] = ()) -> tuple[SeatRecord, ...]:
    """Build the seats of a rematch.

    Bots keep their seats, and each player's seat is reserved, except for the guests in `shut`. In a rated game, a seat
    is open if a bot only took it over from a deleted guest.
    """
    seats: list[SeatRecord] = []
    for number, seat in enumerate(before.seats):
        if seat.kind == "bot" and not before.settings.rated:
            others = [other.name for other in (*seats, *before.seats[number + 1 :])]
            seats.append(_bot(before.game, seat, number, best, others))
        elif seat.guest and seat.guest not in shut:
            seats.append(SeatRecord("open", name=seat.name, asked=seat.guest))
        else:
            seats.append(SeatRecord("open"))
    return tuple(seats)


def _bot(game: str, seat: SeatRecord, number: int, best: str, names: Sequence[str]) -> SeatRecord:
    """Seat the same bot again under the same name, or the best one if that bot no longer exists."""
    bot = seat.bot
    try:
        bots.check_level(game, bot)
    except GameError:
        bot = best
    if bot != seat.bot or seat.level != seat.bot or seat.name.startswith(FORMER):
        return seating.seat_of_bot(bot, number, names)
    return SeatRecord("bot", name=seat.name, bot=bot)


class Side(NamedTuple):
    """A side in a series: a guest by id; others by name, such as a bot, a deleted player, or an opponent without a
    seat."""

    guest: str
    name: str

    @classmethod
    def of(cls, seat: SeatRecord) -> Side:
        """Return the side of a seat."""
        return cls(seat.guest, "") if seat.guest else cls("", seat.name)


async def standing(store: Store, record: TableRecord, guest: Guest | None = None) -> Series:
    """Return the score of a table's series, up to its game, from the games that a guest could find without a link."""
    before: list[TableRecord] = []
    if record.series:
        now = store.clock.now()
        before = await store.read(queries.records, queries.games_before(record), queries.SERIES_MOST)
        groups = [] if guest is None else await store.read(groups_store.groups_of, guest.id)
        mine = {group for group, _ in groups}
        before = [one for one in before if may_see(one, guest) and _finds(one, guest, mine)]
        before = [as_seen_by(one, guest, now) for one in before]
        before.sort(key=lambda one: -one.nth)
    return standing_after(record, before)


def _finds(record: TableRecord, guest: Guest | None, groups: Collection[str]) -> bool:
    """Return whether a guest can find a table without its link: it is listed, or belongs to one of the guest's groups,
    or the guest has a seat there or is its host."""
    if record.settings.listed or record.settings.circle in groups:
        return True
    return guest is not None and (record.seat_of(guest) is not None or guest.id == record.host)


def standing_after(record: TableRecord, before: Sequence[TableRecord]) -> Series:
    """Return the series after a game. `before` are the games before it, newest first."""
    won: Counter[Side] = Counter()
    names = {Side.of(seat): seat.name for seat in record.seats if seat.kind != "open"}
    seats = {side: number for number, side in enumerate(map(Side.of, record.seats)) if side in names}
    shared = counted = 0
    for one in (record, *before):
        if one.outcome is None:
            continue
        counted += 1
        sides = [Side.of(one.seats[seat]) for seat in one.outcome.winners]
        for seat in one.seats:
            names.setdefault(Side.of(seat), seat.name)
        if not sides and not one.outcome.no_winner:
            sides = [Side("", name) for name in one.outcome.others]
            names.update({side: side.name for side in sides})
        shared += len(sides) > 1
        won.update(sides if len(sides) == 1 else ())
    sides = [*seats, *(side for side in won if side not in seats)]
    scores = [Score(names[side], seats.get(side), won[side]) for side in sides]
    scores.sort(key=lambda score: -score.won)
    games = [SeriesGame(one.id, one.nth, [seat.name for seat in one.seats], one.outcome) for one in before]
    return Series(scores, shared, record.nth, counted, games)


AGAIN: Final = 3600
"""Seconds between two nudges of a seat."""


def record_nudge(record: TableRecord, guest: Guest, number: int, due: int, now: int) -> TableRecord:
    """Record a nudge by a guest at the table of a seat's player. `due` is a mask of the seats that owe a decision;
    `now` is in seconds since 1970. Refusal ("not-your-seat", "not-to-nudge", "nudged", ...)."""
    own = record.seat_of(guest)
    if own is None:
        raise Refusal(403, "not-your-seat", "Only players at this table can nudge.")
    if record.status == "closed":
        raise Closed
    if not 0 <= number < len(record.seats):
        raise Refusal(409, "no-such-seat", f"There is no seat {number}. The seats are 0 to {len(record.seats) - 1}.")
    seat = record.seats[number]
    if number == own:
        raise Refusal(409, "not-to-nudge", "That is your own seat.")
    if seat.kind != "guest" or seat.stand_in:
        raise Refusal(409, "not-to-nudge", "There is no person in that seat to nudge.")
    if record.status != "playing" or not has(due, number):
        raise Refusal(409, "not-to-nudge", f"The game isn't waiting for {seat.name} right now.")
    if seat.nudged is not None and now < seat.nudged + AGAIN:
        left = seat.nudged + AGAIN - now
        message = f"{seat.name} was nudged {_ago(now - seat.nudged)}. You can nudge again in {_minutes(left)}."
        raise Refusal(429, "nudged", message, left)
    seats = (*record.seats[:number], msgspec.structs.replace(seat, nudged=now), *record.seats[number + 1 :])
    return msgspec.structs.replace(record, seats=seats)


def _ago(seconds: int) -> str:
    return "just now" if seconds < 60 else f"{_minutes(seconds - 59)} ago"


def _minutes(seconds: int) -> str:
    minutes = math.ceil(seconds / 60)
    return "a minute" if minutes <= 1 else f"{minutes} minutes"
