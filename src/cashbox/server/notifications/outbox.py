"""The queue of notifications, on a connection.

Times are milliseconds since 1970. A process claims a notification, sends it, and records it as done; if the process
ends in between, the next one sends it again with the same id. Several turns that wait for one channel are grouped under
one of them, and sent as one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
from sqlalchemy import delete, exists, func, or_, select, update

from cashbox.engine.seats import has
from cashbox.server.db.backend import insert_new
from cashbox.server.db.schema import CHANNELS, ENTRIES, NOTICES, PROCESSES
from cashbox.server.ids import new_id
from cashbox.server.notifications import channels

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sqlalchemy import ColumnElement, Connection

    from cashbox.server.notifications.channels import ChannelRecord

DAY: Final = 24 * 3600 * 1000

KEPT: Final = 3 * DAY
"""How long sent notifications are remembered, so that nothing is sent twice."""

BATCH: Final = 1000
"""The most old notifications to delete at once."""

GAP: Final = {"push": 60_000, "mail": 600_000, "webhook": 60_000}
"""By kind of channel, how long turns at other tables wait after one was sent, so that they are sent together."""


class NoticeRecord(msgspec.Struct, frozen=True):
    """A notification as stored. lane: of its channel; key: sent only once per channel; seat: the seat that it is about,
    None for none; who: a name, "" for none; next, until: when it is tried next, and when it expires; process: the one
    that sends it, "" for none; lead: the notification that it is sent with; done: when it was sent or dropped, None if
    not yet; why: the reason why it was dropped or not sent yet, "" if sent."""

    id: str
    channel: str
    lane: str
    kind: str
    key: str
    table_id: str | None
    seat: int | None
    who: str
    made: int
    next: int
    until: int
    tries: int = 0
    process: str = ""
    lead: str | None = None
    done: int | None = None
    why: str = ""


class Claimed(msgspec.Struct, frozen=True):
    """Notifications that this process sends as one. id: the same for every attempt."""

    id: str
    channel: ChannelRecord
    notices: list[NoticeRecord]


class Result(msgspec.Struct, frozen=True):
    """The result of sending some notifications of one channel. why: the reason why they were not sent, "" if they were;
    next: when they are tried again, None if they are done; ended: whether the channel accepts nothing anymore; tried:
    whether sending was attempted."""

    notices: list[NoticeRecord]
    why: str = ""
    next: int | None = None
    ended: bool = False
    tried: bool = True


def new(
    channel: ChannelRecord,
    kind: str,
    key: str,
    now: int,
    *,
    table_id: str | None = None,
    seat: int | None = None,
    who: str = "",
    wait: int = 0,
) -> NoticeRecord:
    """Build a notification that is not in the queue yet. It is sent after `wait` milliseconds."""
    row = {"id": new_id(), "made": now, "next": now + wait, "until": now + wait + DAY}
    about = {"kind": kind, "key": key, "table_id": table_id, "seat": seat, "who": who}
    return NoticeRecord(channel=channel.id, lane=channel.lane, **row, **about)  # type: ignore[arg-type]


def add(connection: Connection, notices: Sequence[NoticeRecord]) -> None:
    """Put notifications into the queue, except those already there."""
    rows = [msgspec.structs.asdict(notice) for notice in notices]
    if rows:
        connection.execute(insert_new(connection, NOTICES).on_conflict_do_nothing(), rows)


# -- claiming ---------------------------------------------------------------------------------------------------------


def lanes(connection: Connection, now: int, after: str, most: int) -> list[str]:
    """Return the lanes with something due whose names come after a given one, in order."""
    found: list[str] = []
    last = after
    for _ in range(most):
        lane = connection.execute(
            select(func.min(NOTICES.c.lane)).where(NOTICES.c.done.is_(None), NOTICES.c.lane > last)
        ).scalar()
        if lane is None:
            break
        first = select(func.min(NOTICES.c.next)).where(NOTICES.c.done.is_(None), NOTICES.c.lane == lane)
        if (connection.execute(first).scalar() or 0) <= now:
            found.append(lane)
        last = lane
    return found


def claim(connection: Connection, me: str, shared: bool, wanted: Mapping[str, int], now: int) -> list[Claimed]:
    """Claim due notifications. shared: whether other processes claim too; wanted: how many, by lane."""
    found: list[Claimed] = []
    for lane, many in wanted.items():
        due = (NOTICES.c.lane == lane) & NOTICES.c.done.is_(None) & (NOTICES.c.next <= now)
        query = select(NOTICES).where(due, _free(me, shared)).order_by(NOTICES.c.next).limit(many)
        rows = [_record(row) for row in connection.execute(query.with_for_update(skip_locked=True))]
        found += _claimed(connection, me, shared, rows, now)
    return found


def _free(me: str, shared: bool) -> ColumnElement[bool]:
    """Return a condition: no process is sending it, except one that has ended."""
    nobody = NOTICES.c.process == ""
    if not shared:
        return or_(nobody, NOTICES.c.process != me)
    lives = exists().where(PROCESSES.c.id == NOTICES.c.process).correlate(NOTICES)
    return or_(nobody, (NOTICES.c.process != me) & ~lives)


def _claimed(connection: Connection, me: str, shared: bool, rows: Sequence[NoticeRecord], now: int) -> list[Claimed]:
    there = channels.those(connection, sorted({row.channel for row in rows}))
    found: list[Claimed] = []
    mine: set[str] = set()
    for row in rows:
        channel = there.get(row.channel)
        if channel is None or row.id in mine:
            continue
        if row.kind != "turn" or channel.guest is None:
            one = Claimed(row.id, channel, [row])
        elif _waits(connection, row, channel, now):
            continue
        else:
            one = _together(connection, me, shared, row, channel)
        found.append(one)
        mine |= {notice.id for notice in one.notices}
    connection.execute(update(NOTICES).where(NOTICES.c.id.in_(mine)).values(process=me))
    return found


def _fresh(row: NoticeRecord) -> bool:
    """Return a condition: it was never sent, not even by a process that has ended."""
    return row.lead is None


def _waits(connection: Connection, row: NoticeRecord, channel: ChannelRecord, now: int) -> bool:
    """Return a condition: a turn waits to be grouped with others, because one was sent just before."""
    later = channel.told + GAP[channel.kind]
    if not _fresh(row) or not channel.told <= now < later:
        if _fresh(row):
            connection.execute(update(CHANNELS).where(CHANNELS.c.id == channel.id).values(told=now))
        return False
    connection.execute(update(NOTICES).where(NOTICES.c.id == row.id).values(next=later))
    return True


def _together(connection: Connection, me: str, shared: bool, row: NoticeRecord, channel: ChannelRecord) -> Claimed:
    """Claim a turn with those grouped under it. An earlier attempt may have arrived, so nothing else is ever sent under
    the same id."""
    lead = row.lead or row.id
    waits = (NOTICES.c.channel == channel.id) & NOTICES.c.done.is_(None) & (NOTICES.c.kind == "turn")
    if _fresh(row):
        connection.execute(update(NOTICES).where(waits, NOTICES.c.lead.is_(None)).values(lead=lead))
    query = (
        select(NOTICES).where(waits, NOTICES.c.lead == lead, _free(me, shared)).order_by(NOTICES.c.made, NOTICES.c.next)
    )
    return Claimed(lead, channel, [_record(one) for one in connection.execute(query)])


# -- results -----------------------------------------------------------------------------------------------------------


def note(connection: Connection, results: Sequence[Result], now: int) -> None:
    """Store the results of notifications."""
    for result in results:
        first = result.notices[0]
        values: dict[str, Any] = {"why": result.why[:200], "process": ""}
        if result.next is None or result.next >= first.until:
            values |= {"done": now}
        else:
            values |= {"next": result.next}
        if result.why and result.tried:
            values |= {"tries": first.tries + 1}
        ids = [notice.id for notice in result.notices]
        connection.execute(update(NOTICES).where(NOTICES.c.id.in_(ids), NOTICES.c.done.is_(None)).values(values))
        if result.tried:
            said = {"said": result.why[:200], "said_at": now // 1000}
            connection.execute(update(CHANNELS).where(CHANNELS.c.id == first.channel).values(said))
        if result.ended:
            _end(connection, first.channel, result.why, now)


def _end(connection: Connection, channel_id: str, why: str, now: int) -> None:
    """End a channel: a browser's is deleted, and a webhook's owner sees the reason."""
    push = (CHANNELS.c.id == channel_id) & (CHANNELS.c.kind == "push")
    if connection.execute(delete(CHANNELS).where(push)).rowcount:
        return
    connection.execute(update(CHANNELS).where(CHANNELS.c.id == channel_id).values(wants=0))
    waits = (NOTICES.c.channel == channel_id) & NOTICES.c.done.is_(None)
    connection.execute(update(NOTICES).where(waits).values(done=now, why=why[:200]))


def release(connection: Connection, me: str) -> None:
    """Release what this process has claimed and not sent."""
    connection.execute(update(NOTICES).where(NOTICES.c.process == me).values(process=""))


def sweep(connection: Connection, now: int) -> int:
    """Delete what was sent or dropped long ago, some at a time. Returns how much."""
    old = select(NOTICES.c.id).where(NOTICES.c.done < now - KEPT).limit(BATCH)
    ids = list(connection.execute(old).scalars())
    connection.execute(delete(NOTICES).where(NOTICES.c.id.in_(ids)))
    return len(ids)


def set_back(connection: Connection, now: int) -> int:
    """Correct the times of notifications after the clock was set back. Returns by how much."""
    ahead = NOTICES.c.done.is_(None) & (NOTICES.c.made > now)
    by = NOTICES.c.made - now
    moved = {"next": NOTICES.c.next - by, "until": NOTICES.c.until - by, "made": now}
    connection.execute(update(CHANNELS).where(CHANNELS.c.told > now).values(told=now))
    return connection.execute(update(NOTICES).where(ahead).values(moved)).rowcount


def sending(connection: Connection, ids: Sequence[str]) -> set[str]:
    """Return those of these channels that have something due immediately."""
    first = NOTICES.c.channel.in_(ids) & NOTICES.c.done.is_(None) & (NOTICES.c.tries == 0) & (NOTICES.c.kind == "test")
    return set(connection.execute(select(NOTICES.c.channel).where(first).distinct()).scalars())


def waiting(connection: Connection) -> int:
    """Count the notifications that wait to be sent."""
    return int(connection.execute(select(func.count()).where(NOTICES.c.done.is_(None))).scalar_one())


def _record(row: Any) -> NoticeRecord:
    return NoticeRecord(**{field: getattr(row, field) for field in NoticeRecord.__struct_fields__})


def turn_key(connection: Connection, table_id: str, seat: int, now: int, *, old: bool = False) -> int | None:
    """Return the key of a seat's current turn: the number of the entry that began it; None if it has no turn.

    `enqueue` puts it into the key of a notification, so a turn is announced once. `relevance` drops a notification
    with another key, because its turn is over. If something other than an entry can begin a turn, such as the end of a
    pause, it has to change this key.

    Args:
        connection: Where it is read.
        table_id: The table.
        seat: The seat.
        now: Milliseconds since 1970.
        old: Include turns so old that it is unknown whether they were announced.
    """
    here = ENTRIES.c.table_id == table_id
    newest = connection.execute(
        select(ENTRIES.c.due, ENTRIES.c.at).where(here).order_by(ENTRIES.c.number.desc()).limit(1)
    ).first()
    if newest is None or not has(newest.due, seat):
        return None
    free = here & (ENTRIES.c.due.op("&")(1 << seat) == 0)
    last = select(ENTRIES.c.number).where(free).order_by(ENTRIES.c.number.desc()).limit(1)
    before = connection.execute(last).scalar()
    key = 0 if before is None else before + 1
    first = select(func.min(ENTRIES.c.at)).where(here, ENTRIES.c.number == key)
    at: int = connection.execute(first).scalar() or newest.at
    return key if old or at * 1000 > now - DAY else None
