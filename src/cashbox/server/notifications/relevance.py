"""Check whether notifications are still true before sending them, on a connection."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import select

from cashbox.server.accounts import store as accounts_store
from cashbox.server.db import queries
from cashbox.server.db.schema import MUTES, PRESENCE, SEATS, TABLES
from cashbox.server.moderation import store as moderation_store
from cashbox.server.notifications import channels, outbox
from cashbox.server.notifications.channels import BITS
from cashbox.server.social import groups_store

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from sqlalchemy import Connection

    from cashbox.server.notifications.channels import ChannelRecord
    from cashbox.server.notifications.outbox import Claimed, NoticeRecord

OVER = "It is no longer relevant."
"""The reason for dropping a notification that is no longer true."""


class Standing(msgspec.Struct, frozen=True):
    """The current state of a notification. why: the reason for not sending it, "" for none; name, game, status: of its
    table; seats: the recipient's seats, by table; here: those of them connected through other processes (bit masks, by
    table)."""

    why: str = ""
    name: str = ""
    game: str = ""
    status: str = ""
    seats: dict[str, int] = {}
    here: dict[str, int] = {}


class Reached(msgspec.Struct, frozen=True):
    """The current state of a channel. why: the reason for sending nothing there, "" for none; email: of an email
    channel; count: the number of tables that wait for its owner."""

    why: str = ""
    email: str = ""
    count: int = 0
    ended: bool = False


def standing(
    connection: Connection, claimed: Sequence[Claimed], now: int, process: str
) -> tuple[dict[str, Standing], dict[str, Reached]]:
    """Read the current state of some notifications, by their ids, and their channels. `now` is in milliseconds since
    1970; `process` is this process, if there are others."""
    look = _Look(connection, now, process)
    notices: dict[str, Standing] = {}
    reached: dict[str, Reached] = {}
    for one in claimed:
        if one.channel.id not in reached:
            reached[one.channel.id] = look.channel(one.channel)
        for notice in one.notices:
            notices[notice.id] = look.notice(notice, one.channel)
    return notices, reached


def wants(channel: ChannelRecord, kind: str) -> bool:
    """Check whether a channel wants this kind."""
    return kind == "test" or bool(channel.wants & BITS["turn" if kind in ("nudge", "handed") else kind])


class _Look:
    """Reads the state of each table once."""

    def __init__(self, connection: Connection, now: int, process: str) -> None:
        self._connection = connection
        self._now = now
        self._process = process
        self._tables: dict[str, Any] = {}
        self._seats: dict[str, list[Any]] = {}
        self._here: dict[str, int] = {}

    def channel(self, channel: ChannelRecord) -> Reached:
        guest = channel.guest
        if moderation_store.banned_among(self._connection, [guest or self._host(channel.table_id)], self._now // 1000):
            return Reached("Its owner is banned.")
        if guest is None:
            return Reached()
        if channel.kind == "push" and not channels.is_signed_in(
            self._connection, guest, channel.device, self._now // 1000
        ):
            return Reached("That browser was signed out.", ended=True)
        email = ""
        if channel.kind == "mail":
            found = accounts_store.account(self._connection, guest)
            email = found.email if found is not None else ""
            if not email:
                return Reached("The account has no confirmed email address.")
        return Reached(email=email, count=len(queries.waiting_for(self._connection, guest)))

    def notice(self, notice: NoticeRecord, channel: ChannelRecord) -> Standing:
        if not wants(channel, notice.kind):
            return Standing("Notifications were turned off.")
        if notice.table_id is None:
            return Standing()
        table = self._table(notice.table_id)
        if table is None or not self._still(notice, channel, table):
            return Standing(OVER)
        seats = self._whose(notice, channel, table)
        here = {one: self._present(one) for one in seats}
        return Standing("", table.name, table.game, table.status, seats, here)

    def _still(self, notice: NoticeRecord, channel: ChannelRecord, table: Any) -> bool:
        seat = next((one for one in self._at(table.id) if one.seat == notice.seat), None)
        mine = seat is not None and (channel.guest is None or seat.guest == channel.guest)
        if notice.kind in ("turn", "clock", "nudge"):
            if table.status != "playing" or seat is None or not mine or seat.stand_in:
                return False
            key = outbox.turn_key(self._connection, table.id, notice.seat or 0, self._now, old=True)
            return key is not None and (notice.kind == "nudge" or notice.key.endswith(f":{key}"))
        if notice.kind in ("invitation", "rematch"):
            return table.status == "waiting" and seat is not None and seat.asked == channel.guest
        if notice.kind == "handed":
            return not mine
        if notice.kind == "chat":
            return mine and not self._unheard(notice, channel)
        return channel.guest is None or mine

    def _unheard(self, notice: NoticeRecord, channel: ChannelRecord) -> bool:
        """Return whether the author is muted or blocked by now."""
        wrote = [one.guest for one in self._at(notice.table_id or "") if one.name == notice.who and one.guest]
        mutes = select(MUTES.c.muted).where(
            MUTES.c.table_id == notice.table_id, MUTES.c.guest == channel.guest, MUTES.c.muted.in_(wrote)
        )
        muted = self._connection.execute(mutes).first() is not None
        return muted or any(groups_store.blocked_by(self._connection, one, [channel.guest or ""]) for one in wrote)

    def _whose(self, notice: NoticeRecord, channel: ChannelRecord, table: Any) -> dict[str, int]:
        """Return the seats of recipients who need no notification while connected."""
        found: dict[str, int] = {}
        if channel.guest is None:
            return {table.id: notice.seat} if notice.seat is not None else found
        for one in (table.id, table.after):
            for seat in self._at(one) if one else ():
                if seat.guest == channel.guest:
                    found[one] = seat.seat
        return found

    def _host(self, table_id: str | None) -> str:
        return self._connection.execute(select(TABLES.c.host).where(TABLES.c.id == table_id)).scalar() or ""

    def _table(self, table_id: str) -> Any:
        if table_id not in self._tables:
            columns = (TABLES.c.id, TABLES.c.name, TABLES.c.game, TABLES.c.status, TABLES.c.after)
            found = self._connection.execute(select(*columns).where(TABLES.c.id == table_id)).first()
            self._tables[table_id] = found
        return self._tables[table_id]

    def _at(self, table_id: str) -> list[Any]:
        if table_id not in self._seats:
            query = select(SEATS).where(SEATS.c.table_id == table_id)
            self._seats[table_id] = list(self._connection.execute(query))
        return self._seats[table_id]

    def _present(self, table_id: str) -> int:
        if table_id not in self._here:
            others = (PRESENCE.c.table_id == table_id) & (PRESENCE.c.process != self._process)
            mask = 0
            for seats in self._connection.execute(select(PRESENCE.c.seats).where(others)).scalars():
                mask |= seats
            self._here[table_id] = mask
        return self._here[table_id]
