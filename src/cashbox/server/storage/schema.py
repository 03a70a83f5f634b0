"""The tables of the database, as SQLAlchemy Core sees them; migrations/ makes them."""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

METADATA: Final = MetaData()

GUESTS: Final = Table(
    "guests",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False, server_default="0"),
    Index("guests_by_seen", "seen"),
)
"""seen: when the guest was last here, to the hour."""

TOKENS: Final = Table(
    "tokens",
    METADATA,
    Column("hash", String(64), primary_key=True),
    Column("guest", ForeignKey("guests.id", ondelete="CASCADE"), nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("until", BigInteger),
    Column("plain", Boolean, nullable=False),
    Column("replaces", String(64)),
    Index("tokens_by_guest", "guest"),
)
"""What tells one guest from another; the fields are those of records.TokenRecord."""

CONTENTS: Final = Table(
    "contents",
    METADATA,
    Column("hash", String(64), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("body", LargeBinary, nullable=False),
)
"""What games were dealt with: canonical JSON by its hash."""

TABLES: Final = Table(
    "tables",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("content_hash", ForeignKey("contents.hash"), nullable=False),
    Column("options", Text, nullable=False),
    Column("mode", String(64), nullable=False),
    Column("name", String(60), nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("status", String(8), nullable=False),
    Column("host", ForeignKey("guests.id"), nullable=False),
    Column("host_name", String(40), nullable=False),
    Column("secret", LargeBinary, nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("outcome", Text),
    Column("lapse", Integer, nullable=False, server_default="0"),
    Column("edition", Integer, nullable=False, server_default="1"),
    Column("format", Integer, nullable=False, server_default="1"),
    Column("commitment", String(64), nullable=False, server_default=""),
    Column("reveal_by", BigInteger),
    Column("version", Integer, nullable=False, server_default="0"),
    Index("tables_by_status", "status", "listed", "changed"),
    Index("tables_by_host", "host"),
)
"""options, outcome: JSON. changed: when a seat or the status last did; entries have their own times. lapse: seconds
that the table waits for an answer, 0: forever. edition: of the rules that the table is played by. format: of its
journal. commitment: what was shown of the secret, never made anew. reveal_by: until when a table that is starting
waits for nonces. version: how often this row and its seats have changed, so that of two processes that change them at
once one comes too late."""

SEATS: Final = Table(
    "seats",
    METADATA,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(8), nullable=False),
    Column("guest", ForeignKey("guests.id")),
    Column("name", String(48), nullable=False),
    Column("bot", String(64), nullable=False),
    Column("nonce", String(64), nullable=False),
    Column("seal", String(64), nullable=False, server_default=""),
    Column("salt", String(32), nullable=False, server_default=""),
    Column("name_hash", String(64), nullable=False, server_default=""),
    Index("seats_by_guest", "guest"),
)
"""seal: hash of the nonce, given before any is shown; nonce: empty until it is shown. salt, name_hash: what the journal
has of the name, empty until play starts; the salt is empty again where the name was withdrawn."""

ENTRIES: Final = Table(
    "entries",
    METADATA,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("due", BigInteger, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("lapses", BigInteger),
    sqlite_with_rowid=False,
)
"""The journals. at: when something last changed that everybody may see, this entry included; body: the entry as JSON;
due: bit mask of the seats that owe a decision after it; lapses: when an answer that is owed after it does, none:
never."""

CHAT: Final = Table(
    "chat",
    METADATA,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("guest", ForeignKey("guests.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("name", String(48), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index("chat_by_guest", "guest"),
    sqlite_with_rowid=False,
)
"""What was said, the newest `chat.KEPT` lines of each table. seat, name: those of the guest then."""

MUTES: Final = Table(
    "mutes",
    METADATA,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("guest", ForeignKey("guests.id"), primary_key=True),
    Column("muted", ForeignKey("guests.id"), primary_key=True),
    Index("mutes_by_guest", "guest"),
    Index("mutes_by_muted", "muted"),
    sqlite_with_rowid=False,
)
"""A guest has muted another."""

PROBE: Final = Table(
    "probe", METADATA, Column("id", Integer, primary_key=True), Column("at", BigInteger, nullable=False)
)
"""One row that is written to test whether writing works."""

AUDIT: Final = Table(
    "audit",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("who", String(64), nullable=False),
    Column("what", String(32), nullable=False),
    Column("subject", String(64), nullable=False),
    Column("detail", Text, nullable=False),
)
"""What operators did. who: the operating system's user; what: `close`, `delete`, `delete-guest` or `retention`;
subject: the id of a table or a guest."""

PROCESSES: Final = Table(
    "processes",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("seen", BigInteger, nullable=False),
)
"""The processes that serve from one PostgreSQL. seen: when each last said so, in milliseconds since 1970 by the
database's clock."""

CLAIMS: Final = Table(
    "claims",
    METADATA,
    Column("what", String(32), primary_key=True),
    Column("process", ForeignKey("processes.id", ondelete="CASCADE"), nullable=False),
    Index("claims_by_process", "process"),
)
"""What a process does by itself. what: the id of a table where it plays the bots and lets answers lapse, or the name of
another task. A claim ends with its process."""

PRESENCE: Final = Table(
    "presence",
    METADATA,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("process", ForeignKey("processes.id", ondelete="CASCADE"), primary_key=True),
    Column("seats", BigInteger, nullable=False),
    Column("watchers", Integer, nullable=False),
    Index("presence_by_process", "process"),
)
"""Who is connected to a table through a process. seats: bit mask; watchers: how many without a seat."""
