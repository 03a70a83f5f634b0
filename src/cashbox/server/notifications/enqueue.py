"""Enqueue notifications about tables in the transaction that causes them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import bindparam, null, or_, select

from cashbox.engine.seats import has, mask_of
from cashbox.server.db import queries
from cashbox.server.db.schema import CHANNELS, ENTRIES, MUTES, SEATS, TABLES, VISITS
from cashbox.server.notifications import channels, outbox
from cashbox.server.notifications.channels import BITS
from cashbox.server.social import groups_store
from cashbox.server.tables.settings import DELAY

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from sqlalchemy import Connection

    from cashbox.server.db.records import Clocks, LineRecord, SeatRecord, TableRecord
    from cashbox.server.notifications.channels import ChannelRecord
    from cashbox.server.notifications.outbox import NoticeRecord

ENDED: Final = ("over", "closed")

SOON: Final = 20_000
"""Milliseconds before a notification is sent: a player who is about to return to the table needs none."""

LATE: Final = (DELAY + 2) * 1000
"""The same for the webhook of a table that is watched with a delay: its readers must not know more than spectators."""

FRESH: Final = 60
"""Seconds for which a nudge is worth sending."""

_TURNS: Final = BITS["turn"] | BITS["clock"]

_WANTS: Final = CHANNELS.c.wants.op("&")(bindparam("bit")) > 0
_OF_PLAYERS: Final = (
    select(CHANNELS, SEATS.c.seat)
    .join_from(SEATS, CHANNELS, CHANNELS.c.guest == SEATS.c.guest)
    .where(SEATS.c.table_id == bindparam("which"), _WANTS)
)
_OF_TABLE: Final = select(CHANNELS, null().label("seat")).where(CHANNELS.c.table_id == bindparam("which"), _WANTS)
"""Built once: compiling the statement takes longer than running it."""

SOME: Final = 300
"""The most ids in one statement."""


def table_created(connection: Connection, record: TableRecord) -> None:
    """Enqueue the notifications of a new table."""
    _asked(connection, record, set())


def table_changes(connection: Connection, record: TableRecord) -> None:
    """Enqueue the notifications of a table that is about to change."""
    channels.has_host(connection, record.id, record.host)
    nudged = any(_just_nudged(record, seat) for seat in record.seats)
    asked = any(seat.asked for seat in record.seats)
    if nudged:
        _nudged(connection, record)
    if record.status == "playing" and any(record.owners):
        _handed(connection, record)
    if record.status in ENDED:
        before = connection.execute(select(TABLES.c.status).where(TABLES.c.id == record.id)).scalar()
        if before not in (*ENDED, "waiting"):
            game_over(connection, record)
    elif asked:
        query = select(SEATS.c.asked).where(SEATS.c.table_id == record.id, SEATS.c.asked.is_not(None))
        _asked(connection, record, set(connection.execute(query).scalars()))


def game_over(connection: Connection, record: TableRecord) -> None:
    """Enqueue the notifications of a game that ends."""
    asked = {"which": record.id, "bit": BITS["end"]}
    rows = [*connection.execute(_OF_PLAYERS, asked), *connection.execute(_OF_TABLE, asked)]
    at, late = record.changed * 1000, LATE if record.settings.watching == "delayed" else SOON
    outbox.add(connection, [
        outbox.new(one, "end", f"end:{record.id}", at, table_id=record.id, seat=seat,
                   wait=SOON if one.guest is not None else late)
        for one, seat in ((channels.record(row), row.seat) for row in rows)
    ])  # fmt: skip


def message_posted(connection: Connection, table_id: str, line: LineRecord) -> None:
    """Enqueue the notifications of a message, once for each person who has not been at the table since."""
    rows = connection.execute(select(SEATS.c.guest, SEATS.c.seat).where(SEATS.c.table_id == table_id)).all()
    seats = {row.guest: row.seat for row in rows if row.guest and row.guest != line.guest}
    found = _wanting(connection, seats, "chat")
    if not found:
        return
    deaf = select(MUTES.c.guest).where(MUTES.c.table_id == table_id, MUTES.c.muted == line.guest)
    muted = set(connection.execute(deaf).scalars()) | groups_store.blocked_by(connection, line.guest, list(seats))
    visits = connection.execute(select(VISITS.c.guest, VISITS.c.seen).where(VISITS.c.table_id == table_id))
    seen = {row.guest: row.seen for row in visits}
    outbox.add(connection, [
        outbox.new(one, "chat", f"chat:{table_id}:{seen.get(one.guest, 0)}", line.at * 1000, table_id=table_id,
                   seat=seats[one.guest], who=line.name, wait=SOON)
        for one in found if one.guest is not None and one.guest not in muted
    ])  # fmt: skip


def turns(connection: Connection, seats: Mapping[str, int], low: Mapping[tuple[str, int], int], now: int) -> None:
    """Enqueue the notifications of turns. `seats` has masks of absent players by table; `low` has the time when a
    player's clock runs low, by table and seat."""
    wanted = {table: mask_of(_seats_of(mask)) for table, mask in seats.items()}
    for table, seat in low:
        wanted[table] = wanted.get(table, 0) | 1 << seat
    for players in _players(connection, wanted):
        found = _wanting(
            connection, {player.guest for player in players}, None, {player.table_id for player in players}
        )
        notices: list[NoticeRecord] = []
        for player in players:
            theirs = [one for one in found if one.guest == player.guest or one.table_id == player.table_id]
            if theirs and (key := outbox.turn_key(connection, player.table_id, player.seat, now)) is not None:
                away = has(seats.get(player.table_id, 0), player.seat)
                notices += _turn(theirs, player, key, away, low.get((player.table_id, player.seat)), now)
        outbox.add(connection, notices)


def owing(connection: Connection, now: int) -> dict[str, int]:
    """Return the seats (masks) by table that have a turn and whose players, or whose table, want notifications of turns
    or clocks."""
    found: dict[str, int] = {}
    # Each is read from an index; a combined query would not use one.
    for whose in (SEATS.c.guest == CHANNELS.c.guest, SEATS.c.table_id == CHANNELS.c.table_id):
        query = select(SEATS.c.table_id, SEATS.c.seat).join_from(CHANNELS, SEATS, whose)
        query = query.join(TABLES, TABLES.c.id == SEATS.c.table_id).where(CHANNELS.c.wants.op("&")(_TURNS) > 0)
        query = query.where(TABLES.c.status == "playing", SEATS.c.guest.is_not(None), SEATS.c.stand_in == "")
        for row in connection.execute(query.distinct()):
            if outbox.turn_key(connection, row.table_id, row.seat, now) is not None:
                found[row.table_id] = found.get(row.table_id, 0) | 1 << row.seat
    return found


def tables_with_clocks(connection: Connection, ids: Sequence[str]) -> Iterable[tuple[TableRecord, Clocks]]:
    """Yield those of these tables that have clocks, with the clocks as of the last change."""
    for first in range(0, len(ids), SOME):
        some = TABLES.c.id.in_(ids[first : first + SOME]) & TABLES.c.clocked
        last = queries.last_entries().add_columns(ENTRIES.c.clocks).where(some)
        clocks = {row.id: queries.read_waiting(None, row.clocks)[1] for row in connection.execute(last)}
        for record in queries.records(connection, some):
            found = clocks.get(record.id)
            if found is not None:
                yield record, found


# -- internals
# --------------------------------------------------------------------------------------------------------------


def _turn(
    theirs: Sequence[ChannelRecord], player: Any, key: int, away: bool, low: int | None, now: int
) -> Iterable[NoticeRecord]:
    about: dict[str, Any] = {"table_id": player.table_id, "seat": player.seat, "who": player.name}
    which = f"{player.table_id}:{player.seat}:{key}"
    for one in theirs:
        if away and one.wants & BITS["turn"]:
            yield outbox.new(one, "turn", f"turn:{which}", now, **about)
        if low is not None and low > now and one.wants & BITS["clock"]:
            yield outbox.new(one, "clock", f"clock:{which}", now, wait=low - now, **about)


def _players(connection: Connection, wanted: Mapping[str, int]) -> Iterable[Sequence[Any]]:
    """Read the players in some seats, some tables at a time."""
    ids = sorted(wanted)
    for first in range(0, len(ids), SOME):
        some = SEATS.c.table_id.in_(ids[first : first + SOME])
        query = select(SEATS.c.table_id, SEATS.c.seat, SEATS.c.guest, SEATS.c.name)
        rows = connection.execute(query.where(some, SEATS.c.guest.is_not(None), SEATS.c.stand_in == "")).all()
        yield [row for row in rows if has(wanted[row.table_id], row.seat)]


def _asked(connection: Connection, record: TableRecord, before: set[str | None]) -> None:
    """Enqueue invitations for newly reserved seats."""
    if record.status != "waiting":
        return
    seats = {seat.asked: n for n, seat in enumerate(record.seats) if seat.asked and seat.asked not in before}
    kind = "rematch" if record.after else "invitation"
    who = next((seat.name for seat in record.seats if seat.guest), "") if record.after else record.host_name
    outbox.add(connection, [
        outbox.new(one, kind, f"asked:{record.id}:{seats[one.guest]}", record.changed * 1000, table_id=record.id,
                   seat=seats[one.guest], who=who)
        for one in _wanting(connection, seats, kind) if one.guest is not None
    ])  # fmt: skip


def _handed(connection: Connection, record: TableRecord) -> None:
    """Notify the players whose seats now belong to others."""
    query = select(SEATS.c.seat, SEATS.c.guest, SEATS.c.since).where(SEATS.c.table_id == record.id)
    rows = connection.execute(query.where(SEATS.c.guest.is_not(None))).all()
    gone = {row.guest: row.seat for row in rows if record.seats[row.seat].since > row.since}
    outbox.add(connection, [
        outbox.new(one, "handed", f"handed:{record.id}:{record.seats[gone[one.guest]].since}", record.changed * 1000,
                   table_id=record.id, seat=gone[one.guest], who=record.seats[gone[one.guest]].name)
        for one in _wanting(connection, gone, "turn") if one.guest is not None
    ])  # fmt: skip


def _just_nudged(record: TableRecord, seat: SeatRecord) -> bool:
    return seat.nudged is not None and seat.nudged >= record.changed - FRESH


def _nudged(connection: Connection, record: TableRecord) -> None:
    seats = {seat.guest: n for n, seat in enumerate(record.seats) if seat.guest and _just_nudged(record, seat)}
    outbox.add(connection, [
        outbox.new(one, "nudge", f"nudge:{record.id}:{record.seats[seats[one.guest]].nudged}", record.changed * 1000,
                   table_id=record.id, seat=seats[one.guest])
        for one in _wanting(connection, seats, "turn") if one.guest is not None
    ])  # fmt: skip


def _wanting(
    connection: Connection, guests: Iterable[str | None], kind: str | None, tables: Iterable[str] = ()
) -> list[ChannelRecord]:
    """Read the channels of guests and tables that want a kind of notification (None for turns and clocks), except of
    tables that are watched with a delay."""
    bit = BITS[kind] if kind is not None else _TURNS
    at_once = select(TABLES.c.id).where(TABLES.c.id.in_([*tables]), TABLES.c.watching != "delayed")
    whose = or_(CHANNELS.c.guest.in_([one for one in guests if one]), CHANNELS.c.table_id.in_(at_once))
    query = select(CHANNELS).where(whose, CHANNELS.c.wants.op("&")(bit) > 0)
    return [channels.record(row) for row in connection.execute(query)]


def _seats_of(mask: int) -> Iterable[int]:
    return (seat for seat in range(mask.bit_length()) if has(mask, seat))
