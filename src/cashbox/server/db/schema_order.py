"""Reports to the operator, and bans: the tables of the database that `schema` does not have."""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, Integer, String, Table, Text

from cashbox.server.db.schema import METADATA

REPORTS: Final = Table(
    "reports",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("made", BigInteger, nullable=False),
    Column("reporter", ForeignKey("guests.id", ondelete="SET NULL")),
    Column("reported", ForeignKey("guests.id", ondelete="CASCADE"), nullable=False),
    Column("table_id", String(32), nullable=False),
    Column("line", Integer),
    Column("watchers", Boolean, nullable=False),
    Column("name", String(48), nullable=False),
    Column("text", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("closed", BigInteger),
    Index("reports_by_reporter", "reporter", "reported"),
    Index("reports_by_reported", "reported"),
    Index("reports_by_closed", "closed", "id"),
)
"""What somebody has reported to the operator. table_id: where, though that may be deleted since; line: of its chat, or
(watchers) of what those say who watch, null where it is about the person; name, text: the person's and the line's as
they were, and the text only until the report is closed; reason: the reporter's words; closed: when an operator was done
with it. A report goes with the reported one, and loses the reporter and the reason with the reporter."""

BANS: Final = Table(
    "bans",
    METADATA,
    Column("guest", String(32), primary_key=True),
    Column("made", BigInteger, nullable=False),
    Column("until", BigInteger),
    Column("reason", Text, nullable=False),
)
"""Those who may only look. guest: the id, though that one may be deleted since. until: null for good; reason: what
the person is told."""

MARKS: Final = Table(
    "marks",
    METADATA,
    Column("hash", String(64), primary_key=True),
    Column("guest", ForeignKey("bans.guest", ondelete="CASCADE"), nullable=False),
    Index("marks_by_guest", "guest"),
)
"""The tokens of somebody when the ban began, by which a browser is known even when the person is deleted."""
