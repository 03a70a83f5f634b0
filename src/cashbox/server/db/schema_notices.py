"""Who is told what, and what is still to be sent: the tables of the database that `schema` does not have."""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, LargeBinary, String, Table, Text, text

from cashbox.server.db.schema import METADATA

CHANNELS: Final = Table(
    "channels",
    METADATA,
    Column("id", String(24), primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("place", String(80), nullable=False),
    Column("guest", ForeignKey("guests.id", ondelete="CASCADE")),
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE")),
    Column("address", Text, nullable=False),
    Column("keys", Text, nullable=False),
    Column("lane", String(260), nullable=False),
    Column("wants", Integer, nullable=False),
    Column("device", String(16), nullable=False),
    Column("token", String(32), nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("told", BigInteger, nullable=False),
    Column("said", String(200), nullable=False),
    Column("said_at", BigInteger, nullable=False),
    Index("channels_by_place", "place", unique=True),
    Index("channels_by_token", "token", unique=True),
    Index("channels_by_guest", "guest"),
    Index("channels_by_table", "table_id"),
)
"""Where somebody, or those of a table, are told what happens; the fields are those of notices.ChannelRecord."""

WAITING: Final = text("done IS NULL")
"""Notices that are still to be sent."""

DONE: Final = text("done IS NOT NULL")
"""Notices that were sent or dropped."""

NOTICES: Final = Table(
    "notices",
    METADATA,
    Column("id", String(24), primary_key=True),
    Column("channel", ForeignKey("channels.id", ondelete="CASCADE"), nullable=False),
    Column("lane", String(260), nullable=False),
    Column("kind", String(12), nullable=False),
    Column("key", String(100), nullable=False),
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE")),
    Column("seat", Integer),
    Column("who", String(48), nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("next", BigInteger, nullable=False),
    Column("until", BigInteger, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("process", String(32), nullable=False),
    Column("lead", String(24)),
    Column("done", BigInteger),
    Column("why", String(200), nullable=False),
    Index("notices_by_key", "channel", "key", unique=True),
    Index("notices_by_lane", "lane", "next", sqlite_where=WAITING, postgresql_where=WAITING),
    Index("notices_by_table", "table_id"),
    Index("notices_by_lead", "lead"),
    Index("notices_by_done", "done", sqlite_where=DONE, postgresql_where=DONE),
)
"""The queue of what is to be sent, and what was; the fields are those of outbox.NoticeRecord."""

VAPID: Final = Table(
    "vapid",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("private", LargeBinary, nullable=False),
    Column("made", BigInteger, nullable=False),
)
"""One row: the key by which push services know the house. private: DER (PKCS #8)."""
