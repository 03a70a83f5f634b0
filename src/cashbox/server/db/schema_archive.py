"""Finished games, in rows that are narrow enough to search a million of them: what the archive asks for by index. All
of it follows from other tables, and `archive` keeps it so."""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, Integer, String, Table, Text, text

from cashbox.server.db.schema import METADATA

PUBLIC: Final = text("public")
"""Games of which everybody may know. As the indexes have it, so that both databases see that they fit."""

NEWEST: Final = text("public AND shown >= 0")
"""The same, in other words: a database that is asked for games of one kind shall not look through the newest of all,
however likely it thinks that these are among them."""

ARCHIVE: Final = Table(
    "archive",
    METADATA,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("kind", String(129), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("shown", BigInteger, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("length", Integer, nullable=False),
    Column("seconds", BigInteger, nullable=False),
    Column("steps", Integer, nullable=False),
    Index("archive_newest", "at", "table_id", sqlite_where=NEWEST, postgresql_where=NEWEST),
    Index("archive_by_kind", "kind", "length", "at", "table_id", sqlite_where=PUBLIC, postgresql_where=PUBLIC),
)
"""A game that has ended. kind: the game and, after a slash, the mode; at: when it ended; shown: from when on everybody
may know how, seconds since 1970; length: a place in archive.LENGTHS; seconds: from its first entry to its end; steps:
the number of its last entry."""

ARCHIVE_SEATS: Final = Table(
    "archive_seats",
    METADATA,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("guest", ForeignKey("guests.id", ondelete="CASCADE"), nullable=False),
    Column("name", Text, nullable=False),
    Column("kind", String(129), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("shown", BigInteger, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("length", Integer, nullable=False),
    Column("result", Integer, nullable=False),
    Index("archive_seats_by_guest", "guest", "at", "table_id", "public", "shown", "kind", "length", "result"),
    Index("archive_seats_by_name", "name", "at", "table_id"),
)
"""A person who had a seat in such a game when it ended. name: what the seat is called, as archive.key has it; result: a
place in archive.RESULTS; the others as in ARCHIVE."""
