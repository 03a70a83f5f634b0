"""Store notification channels, on a connection: a browser's push subscription, an account's email, webhooks."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Final, Literal

import msgspec
from sqlalchemy import delete, select, update

from cashbox.server.db.backend import hold_guest, insert_new
from cashbox.server.db.schema import CHANNELS, TABLES, TOKENS, VAPID
from cashbox.server.ids import new_id, new_secret

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Connection, Row

ChannelKind = Literal["push", "mail", "webhook"]

Kind = Literal["turn", "clock", "invitation", "rematch", "end", "chat"]

BITS: Final[dict[str, int]] = {"turn": 1, "clock": 2, "invitation": 4, "rematch": 8, "end": 16, "chat": 32}
"""The bit of each kind of notification in `ChannelRecord.wants`."""

EVERYTHING: Final = sum(BITS.values())

MAIL: Final = "@mail"
"""The lane of all email. No host has such a name, so no webhook is in it."""

BROWSERS: Final = 20
"""The most browsers of one guest with notifications."""


class ChannelRecord(msgspec.Struct, frozen=True):
    """A channel as stored. place: its unique key: a browser's subscription, a guest's email, the webhook of a guest or
    a table. guest, table_id: its owner, the other one is None. address: of a push service or a webhook, "" for email;
    keys: of a subscription, JSON; lane: the queue of its server, so that a hanging server delays no others; wants: bit
    mask of kinds; device: the guest's device id of the browser; token: for unsubscribing. told: when (milliseconds
    since 1970) it last got a notification that others could be grouped with; said, said_at: the result of the last one,
    "" if it was delivered, and when (seconds since 1970)."""

    id: str
    kind: ChannelKind
    place: str
    guest: str | None
    table_id: str | None
    address: str
    keys: str
    lane: str
    wants: int
    device: str
    token: str
    made: int
    told: int = 0
    said: str = ""
    said_at: int = 0

    def __repr__(self) -> str:
        return f"ChannelRecord({self.kind})"


def new(
    kind: ChannelKind,
    wants: int,
    now: int,
    *,
    guest: str | None = None,
    table_id: str | None = None,
    address: str = "",
    keys: str = "",
    lane: str = MAIL,
    device: str = "",
) -> ChannelRecord:
    """Build a channel that is not stored yet."""
    whose = guest if guest is not None else table_id
    return ChannelRecord(
        id=new_id(),
        kind=kind,
        place=f"{kind}:{hashlib.sha256(address.encode()).hexdigest() if kind == 'push' else whose}",
        guest=guest,
        table_id=table_id,
        address=address,
        keys=keys,
        lane=lane,
        wants=wants,
        device=device,
        token=new_secret(),
        made=now,
    )


def keep(connection: Connection, record: ChannelRecord) -> None:
    """Store a channel, replacing the one with the same key, whose owner gets no more notifications there."""
    if record.guest is not None:
        hold_guest(connection, record.guest)
    there = connection.execute(select(CHANNELS).where(CHANNELS.c.place == record.place).with_for_update()).first()
    if there is not None and (there.guest, there.table_id) == (record.guest, record.table_id):
        same = {"id": there.id, "token": there.token, "made": there.made, "told": there.told}
        record = msgspec.structs.replace(record, **same)
    if there is not None:
        fields = msgspec.structs.asdict(record)
        if there.id == record.id and there.address == record.address:
            connection.execute(update(CHANNELS).where(CHANNELS.c.id == there.id).values(fields))
            return
        # Notifications waiting for another address are not sent to this one.
        connection.execute(delete(CHANNELS).where(CHANNELS.c.id == there.id))
    connection.execute(insert_new(connection, CHANNELS).values(msgspec.structs.asdict(record)))
    if record.kind == "push" and record.guest is not None:
        mine = (CHANNELS.c.guest == record.guest) & (CHANNELS.c.kind == "push")
        newest = select(CHANNELS.c.id).where(mine).order_by(CHANNELS.c.made.desc(), CHANNELS.c.id).offset(BROWSERS)
        for old in connection.execute(newest).scalars().all():
            drop(connection, old)


def has_host(connection: Connection, table_id: str, host: str) -> None:
    """Delete a table's webhook if its host is about to change, because the URL is the old host's secret."""
    other = select(TABLES.c.id).where(TABLES.c.id == table_id, TABLES.c.host != host)
    connection.execute(delete(CHANNELS).where(CHANNELS.c.table_id.in_(other)))


def drop(connection: Connection, channel_id: str) -> None:
    """Delete a channel, with all waiting notifications."""
    connection.execute(delete(CHANNELS).where(CHANNELS.c.id == channel_id))


def of_guest(connection: Connection, guest: str) -> list[ChannelRecord]:
    """Read a guest's channels, oldest first."""
    query = select(CHANNELS).where(CHANNELS.c.guest == guest)
    return [record(row) for row in connection.execute(query.order_by(CHANNELS.c.made, CHANNELS.c.id))]


def of_table(connection: Connection, table_id: str) -> ChannelRecord | None:
    """Read a table's webhook."""
    row = connection.execute(select(CHANNELS).where(CHANNELS.c.table_id == table_id)).first()
    return record(row) if row is not None else None


def those(connection: Connection, ids: Sequence[str]) -> dict[str, ChannelRecord]:
    """Read channels by id."""
    return {row.id: record(row) for row in connection.execute(select(CHANNELS).where(CHANNELS.c.id.in_(ids)))}


def with_token(connection: Connection, token: str) -> ChannelRecord | None:
    """Find the channel of an unsubscribe token."""
    row = connection.execute(select(CHANNELS).where(CHANNELS.c.token == token)).first()
    return record(row) if row is not None else None


def unsubscribe(connection: Connection, token: str) -> bool:
    """Turn off a channel. Returns whether it exists."""
    return bool(connection.execute(update(CHANNELS).where(CHANNELS.c.token == token).values(wants=0)).rowcount)


def move(connection: Connection, guest: str, before: str, account: str, device: str) -> None:
    """Move a browser's channel from a guest to an account. `before` and `device` are the browser's device ids there."""
    there = (CHANNELS.c.guest == guest) & (CHANNELS.c.kind == "push") & (CHANNELS.c.device == before)
    connection.execute(update(CHANNELS).where(there).values(guest=account, device=device))


def is_signed_in(connection: Connection, guest: str, device: str, now: int) -> bool:
    """Check whether a device still belongs to a guest."""
    counts = TOKENS.c.until.is_(None) | (TOKENS.c.until > now)
    query = select(TOKENS.c.hash).where(TOKENS.c.guest == guest, TOKENS.c.device == device, counts)
    return connection.execute(query.limit(1)).first() is not None


def record(row: Row[tuple[object, ...]]) -> ChannelRecord:
    """Convert a row to a record."""
    return ChannelRecord(**{field: getattr(row, field) for field in ChannelRecord.__struct_fields__})


# -- the server's key --------------------------------------------------------------------------------------------------


def private_key(connection: Connection) -> bytes | None:
    """Read the key that identifies this server to push services."""
    key: bytes | None = connection.execute(select(VAPID.c.private).where(VAPID.c.id == 1)).scalar()
    return key


def keep_private_key(connection: Connection, key: bytes, now: int) -> bytes:
    """Store a key, unless there already is one. Returns the stored one."""
    row = {"id": 1, "private": key, "made": now}
    connection.execute(insert_new(connection, VAPID).values(row).on_conflict_do_nothing())
    found = private_key(connection)
    assert found is not None
    return found
