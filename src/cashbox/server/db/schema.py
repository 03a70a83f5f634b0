"""The tables of the database, as SQLAlchemy Core sees them. `migrations/__init__.py` explains how to add a column."""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    false,
    text,
)

METADATA: Final = MetaData()

CLOCKED: Final = text("clocked")
"""Tables whose players have clocks."""

UNCOUNTED: Final = text("status = 'over' AND NOT counted")
"""Finished tables whose results are not stored yet."""

UNARCHIVED: Final = text("status IN ('over', 'closed') AND NOT archived")
"""Ended tables that are missing from the archive or have changed."""


ASKED: Final = text("asked IS NOT NULL")
"""Reserved seats."""

FREE: Final = text("kind = 'open' AND asked IS NULL")
"""Open seats that are not reserved."""

GUESTS: Final = Table(
    "guests",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False, server_default="0"),
    Column("zone", String(64), nullable=False, server_default=""),
    Column("handle", String(16)),
    Column("hidden", Boolean, nullable=False, server_default=false()),
    Column("shows_skill", Boolean, nullable=False, server_default=false()),
    Index("guests_by_seen", "seen"),
    Index("guests_by_handle", "handle", unique=True),
)
"""Guests. seen: when the guest was last active, to the hour. zone: the time zone of the browser, "" if unknown. handle:
the last part of the profile's URL; hidden: whether the guest hides the profile; shows_skill: whether others see the
guest's skill there."""

TOKENS: Final = Table(
    "tokens",
    METADATA,
    Column("hash", String(64), primary_key=True),
    Column("guest", ForeignKey("guests.id", ondelete="CASCADE"), nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("until", BigInteger),
    Column("plain", Boolean, nullable=False),
    Column("replaces", String(64)),
    Column("device", String(16), nullable=False, server_default=""),
    Column("label", String(40), nullable=False, server_default=""),
    Column("seen", BigInteger, nullable=False, server_default="0"),
    Index("tokens_by_guest", "guest"),
)
"""Tokens, which identify guests; the fields are those of records.TokenRecord."""

CODES: Final = Table(
    "codes",
    METADATA,
    Column("hash", String(64), primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("guest", ForeignKey("guests.id", ondelete="CASCADE"), nullable=False),
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE")),
    Column("seat", Integer),
    Column("detail", Text, nullable=False, server_default=""),
    Column("made", BigInteger, nullable=False),
    Column("until", BigInteger),
    Column("used", BigInteger),
    Index("codes_by_guest", "guest", "kind"),
    Index("codes_by_table", "table_id"),
)
"""One-time codes; the fields are those of records.CodeRecord."""

ACCOUNTS: Final = Table(
    "accounts",
    METADATA,
    Column("guest", ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
    Column("key", Text, nullable=False),
    Column("email", String(254), nullable=False, server_default=""),
    Column("email_key", String(254)),
    Column("made", BigInteger, nullable=False),
    Index("accounts_by_key", "key", unique=True),
    Index("accounts_by_email", "email_key", unique=True),
)
"""Guests who can sign in. key: the skeleton of the name; email: confirmed, empty for none; email_key: the same,
normalized, null for none."""

PASSKEYS: Final = Table(
    "passkeys",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("guest", ForeignKey("guests.id", ondelete="CASCADE"), nullable=False),
    Column("host", String(253), nullable=False),
    Column("public_key", LargeBinary, nullable=False),
    Column("sign_count", BigInteger, nullable=False),
    Column("label", String(60), nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("used", BigInteger),
    Index("passkeys_by_guest", "guest"),
)
"""The fields are those of accounts.PasskeyRecord."""

CHALLENGES: Final = Table(
    "challenges",
    METADATA,
    Column("hash", String(64), primary_key=True),
    Column("guest", ForeignKey("guests.id", ondelete="CASCADE")),
    Column("until", BigInteger, nullable=False),
    Index("challenges_by_until", "until"),
    Index("challenges_by_guest", "guest"),
)
"""Challenges for passkeys, each valid once. guest: the guest who adds a passkey, null for signing in."""

CONTENTS: Final = Table(
    "contents",
    METADATA,
    Column("hash", String(64), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("body", LargeBinary, nullable=False),
)
"""Contents of games: canonical JSON by its hash. game: the first one that used it."""

TABLES: Final = Table(
    "tables",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("content_hash", ForeignKey("contents.hash"), nullable=False),
    Column("name", String(60), nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("status", String(8), nullable=False),
    Column("host", ForeignKey("guests.id"), nullable=False),
    Column("host_name", String(40), nullable=False),
    Column("secret", LargeBinary, nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("outcome", Text),
    Column("edition", Integer, nullable=False, server_default="1"),
    Column("format", Integer, nullable=False, server_default="1"),
    Column("commitment", String(64), nullable=False, server_default=""),
    Column("reveal_by", BigInteger),
    Column("version", Integer, nullable=False, server_default="0"),
    Column("after", String(32)),
    Column("series", String(32), nullable=False, server_default=""),
    Column("nth", Integer, nullable=False, server_default="1"),
    Index("tables_by_after", "after", unique=True),
    Index("tables_by_series", "series"),
    Column("closed", String(16), nullable=False, server_default=""),
    Column("votes", Text, nullable=False, server_default="[]"),
    Column("removed", Text, nullable=False, server_default="{}"),
    Column("warned", BigInteger, nullable=False, server_default="0"),
    Column("watching", String(8), nullable=False, server_default="link"),
    Index("tables_by_watching", "watching", "status", "made", "id"),
    Column("hidden_until", BigInteger, nullable=False, server_default="0"),
    Index("tables_by_hidden_until", "hidden_until"),
    Column("counted", Boolean, nullable=False, server_default=false()),
    Column("circle", String(32), ForeignKey("circles.id", ondelete="SET NULL")),
    Column("goes_on", Text, nullable=False, server_default=""),
    Column("earlier", Text, nullable=False, server_default=""),
    Index("tables_by_circle", "circle", "changed"),
    Index("tables_to_count", "changed", sqlite_where=UNCOUNTED, postgresql_where=UNCOUNTED),
    Column("archived", Boolean, nullable=False, server_default=false()),
    Column("settings", Text, nullable=False, server_default="{}"),
    Column("clocked", Boolean, nullable=False, server_default=false()),
    Index("tables_to_archive", "changed", sqlite_where=UNARCHIVED, postgresql_where=UNARCHIVED),
    Index("tables_by_status", "status", "listed", "changed", "host", "id", "game"),
    Index("tables_by_host", "host", "id"),
    Index("tables_by_id", "id", "status", "changed"),
    Index("tables_by_clock", "status", sqlite_where=CLOCKED, postgresql_where=CLOCKED),
)
"""settings: the JSON of tables.settings.TableSettings, without those that have their own columns: name, listed,
watching, circle; clocked: whether they include a clock. outcome, votes, removed, goes_on, earlier: JSON, "" for none.
changed: when a seat or the status last did; entries have their own times. edition: of the rules. format: of its
journal. commitment: to the secret, never changed. reveal_by: until when a starting table waits for nonces. version: the
number of changes of this row and its seats, so that of two simultaneous changes, one is refused. after, series, nth,
closed, votes, removed, warned, goes_on,
earlier, hidden_until: see records.TableRecord; a table has at most one successor, and either may be deleted without the
other. counted: whether `results` has its results, or it continues another game and so does not count; archived: whether
`archive` has it."""

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
    Column("stand_in", String(64), nullable=False, server_default=""),
    Column("why", String(8), nullable=False, server_default=""),
    Column("zone", String(64), nullable=False, server_default=""),
    Column("asked", ForeignKey("guests.id")),
    Column("nudged", BigInteger),
    Column("account", Boolean, nullable=False, server_default=false()),
    Column("since", Integer, nullable=False, server_default="0"),
    Column("hints", Integer, nullable=False, server_default="0"),
    Column("hinted", String(32), nullable=False, server_default=""),
    Column("hints_before", Integer, nullable=False, server_default="0"),
    Column("former", Text, nullable=False, server_default=""),
    Index("seats_by_guest", "guest", "table_id"),
    Index("seats_by_asked", "asked", "table_id", sqlite_where=ASKED, postgresql_where=ASKED),
    Index("seats_free", "table_id", sqlite_where=FREE, postgresql_where=FREE),
)
"""Seats. seal: hash of the nonce, given before any is revealed; nonce: empty until it is revealed. salt, name_hash: the
journal's data about the name, empty until play starts; the salt is empty again if the name was withdrawn. stand_in: the
bot that plays for the guest, empty for none; why: the reason. zone: the time zone for the player's quiet hours. asked:
the guest for whom it is reserved while it is open; nudged: when its player was last nudged. account: whether the guest
has one; since: the first entry that can be the guest's own; hints: the number of hints that its player asked for;
hinted: the mark of the last one's state; hints_before: the number of hints of its earlier players; former: hashes of
their ids, with a space after each."""

ENTRIES: Final = Table(
    "entries",
    METADATA,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("due", BigInteger, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("lapses", BigInteger),
    Column("clocks", Text),
    Column("made", BigInteger, nullable=False, server_default="0"),
    sqlite_with_rowid=False,
)
"""The journals. at: when something public last changed, including this entry; body: the entry as JSON; due: bit mask of
the seats that owe a decision after it; lapses: see CHECK_AT; clocks: the players' after it, JSON. made: the second by
which it was made, 0 for long ago."""

CHECK_AT: Final = ENTRIES.c.lapses
"""The latest time at which the server must check whether an answer owed after the newest entry has timed out, or a
player's clock has run out."""

REVEAL_BY: Final = TABLES.c.reveal_by

AWAITED: Final = (REVEAL_BY, CHECK_AT)
"""The moments (seconds since 1970) at which the server must act at a table by itself, null for never.

`queries.tables_needing_work` finds tables that have one, so that a process runs them. `queries.awaits` keeps a table
from being closed as unused before it. `tables/downtime.py` moves it when the machine's date changes.
`tables/timeouts.py:WAITS` says what happens then. Add a new one to this list and to `WAITS`; it needs nothing else."""

PROLOGUES: Final = Table(
    "prologues",
    METADATA,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("body", LargeBinary, nullable=False),
)
"""The entries that a waiting table will take over from another game, as a JSON list."""

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
    Column("account", Boolean, nullable=False, server_default=false()),
    Index("chat_by_guest", "guest"),
    sqlite_with_rowid=False,
)
"""The players' chat, the newest `chat.KEPT` messages of each table. seat, name: those of the guest at the time.
account: whether the guest has one."""

REMARKS: Final = Table(
    "remarks",
    METADATA,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("guest", ForeignKey("guests.id"), nullable=False),
    Column("name", String(48), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("account", Boolean, nullable=False, server_default=false()),
    Index("remarks_by_guest", "guest"),
    sqlite_with_rowid=False,
)
"""The spectators' chat, the newest `chat.KEPT` messages of each table, numbered separately from the players' chat. The
fields are those of CHAT."""

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
"""Which guests have muted which others."""

VISITS: Final = Table(
    "visits",
    METADATA,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("guest", ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
    Column("seen", BigInteger, nullable=False),
    Column("here", Boolean, nullable=False),
    Column("gone", BigInteger, nullable=False, server_default="0"),
    Index("visits_by_guest", "guest"),
)
"""When players were last at tables. here: whether the player was connected then, without a record since; gone: when the
player's process was found to have ended unexpectedly, 0 if it was not."""

PROBE: Final = Table(
    "probe", METADATA, Column("id", Integer, primary_key=True), Column("at", BigInteger, nullable=False)
)
"""One row for testing whether writing works."""

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
"""Actions of operators. who: the operating system's user; what: `close`, `delete`, `delete-guest`, `retention`,
`ban`, `unban`, `rename`, `delete-line` or `resolve`; subject: the id of a table or a guest, TABLE/LINE,
TABLE/watchers/LINE, or the number of a report."""

HOUSE: Final = Table(
    "house", METADATA, Column("id", Integer, primary_key=True), Column("alive", BigInteger, nullable=False)
)
"""One row. alive: when the server was last known to be running while clocks ran, in milliseconds since 1970."""

GAPS: Final = Table(
    "gaps",
    METADATA,
    Column("since", BigInteger, primary_key=True, autoincrement=False),
    Column("until", BigInteger, nullable=False),
)
"""Downtimes, in milliseconds since 1970: no clock counts them."""

PROCESSES: Final = Table(
    "processes",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("seen", BigInteger, nullable=False),
    Column("people", Integer, nullable=False, server_default="0"),
)
"""The processes that serve from one PostgreSQL database. seen: the last heartbeat, in milliseconds since 1970 by the
database's clock; people: how many people it served then."""

CLAIMS: Final = Table(
    "claims",
    METADATA,
    Column("what", String(32), primary_key=True),
    Column("process", ForeignKey("processes.id", ondelete="CASCADE"), nullable=False),
    Index("claims_by_process", "process"),
)
"""The automatic work of processes. what: the id of a table whose bots and timeouts it handles, or the name of another
task. A claim ends with its process."""

PRESENCE: Final = Table(
    "presence",
    METADATA,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("process", ForeignKey("processes.id", ondelete="CASCADE"), primary_key=True),
    Column("seats", BigInteger, nullable=False),
    Column("watchers", Integer, nullable=False),
    Column("names", Text, nullable=False, server_default="[]"),
    Index("presence_by_process", "process"),
)
"""Who is connected to a table through a process. seats: bit mask; watchers: the number of spectators; names: of some of
these, JSON, see records.Onlooker."""


PUBLIC: Final = text("public")
"""Public games. The condition is the same as in the indexes, so that both databases use them."""

NEWEST: Final = text("public AND shown >= 0")
"""The same condition in a different form, so that a query for games of one kind does not scan the newest games of all
kinds."""

ANALYSES: Final = Table(
    "analyses",
    METADATA,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("effort", String(8), nullable=False),
    Column("whole", Boolean, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("made", BigInteger, nullable=False),
)
"""Analyses of finished games; the fields are those of analysis.StoredAnalysis."""

ANALYSIS_CLAIMS: Final = Table(
    "analysis_claims",
    METADATA,
    Column("guest", ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
    Column("subject", String(32), nullable=False),
    Column("job", String(16), nullable=False),
    Column("until", BigInteger, nullable=False),
    Index("analysis_claims_by_subject", "subject", unique=True),
)
"""The analysis that each person runs, in whatever process. subject: the id of its table or file; job: who renews it;
until: when it lapses, in seconds since 1970, unless it is renewed."""

PUZZLES: Final = Table(
    "puzzles",
    METADATA,
    Column("game", String(64), primary_key=True),
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("step", Integer, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("asked", Integer, nullable=False),
    Column("found", Integer, nullable=False),
    Index("puzzles_by_table", "table_id"),
)
"""Daily puzzles; the fields are those of puzzles.StoredPuzzle."""

PUZZLE_ANSWERS: Final = Table(
    "puzzle_answers",
    METADATA,
    Column("game", String(64), primary_key=True),
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("voter", String(32), primary_key=True),
    Column("choice", Integer, nullable=False),
)
"""Answers to the puzzles of today and yesterday. voter: a hash that identifies a guest within one puzzle."""

FEEDBACK: Final = Table(
    "feedback",
    METADATA,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("guest", ForeignKey("guests.id", ondelete="CASCADE"), nullable=False),
    Column("answers", Text, nullable=False),
    Column("made", BigInteger, nullable=False),
    Index("feedback_by_guest", "guest"),
)
"""What players answered in the feedback form. answers: JSON, by the text of the question."""

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
"""A game that has ended. kind: the game and, after a slash, the mode; at: when it ended; shown: when everyone may know
the result, in seconds since 1970; length: an index of archive.LENGTHS; seconds: from its first entry to its end; steps:
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
"""A person who had a seat in such a game when it ended. name: the seat's name, normalized by archive.key; result: an
index of archive.RESULTS; the others as in ARCHIVE."""


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
"""The notification channels of people and tables; the fields are those of notices.ChannelRecord."""

WAITING: Final = text("done IS NULL")
"""Notifications that are still to be sent."""

DONE: Final = text("done IS NOT NULL")
"""Notifications that were sent or dropped."""

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
"""The queue of notifications, including those already sent; the fields are those of outbox.NoticeRecord."""

VAPID: Final = Table(
    "vapid",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("private", LargeBinary, nullable=False),
    Column("made", BigInteger, nullable=False),
)
"""One row: the key that identifies the server to push services. private: DER (PKCS #8)."""


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
"""Reports to the operator. table_id: the table, which may have been deleted since; line: in its chat, or (watchers) in
the spectators' chat, null if it is about the person; name, text: the person's name and the message's text at the time,
the text only until the report is closed; reason: in the reporter's words; closed: when an operator closed it. A report
is deleted with the reported person, and loses the reporter and the reason when the reporter is deleted."""

BANS: Final = Table(
    "bans",
    METADATA,
    Column("guest", String(32), primary_key=True),
    Column("made", BigInteger, nullable=False),
    Column("until", BigInteger),
    Column("reason", Text, nullable=False),
)
"""Bans. guest: the id, of a guest who may have been deleted since. until: null for no end; reason: shown to the
person."""

MARKS: Final = Table(
    "marks",
    METADATA,
    Column("hash", String(64), primary_key=True),
    Column("guest", ForeignKey("bans.guest", ondelete="CASCADE"), nullable=False),
    Index("marks_by_guest", "guest"),
)
"""The tokens of a banned person at the start of the ban, which identify a browser even if the person is deleted."""


LEAST: Final = 5
"""The number of rated games required for the leaderboard."""

LEADS: Final = text(f"games >= {LEAST}")
"""Ratings that a leaderboard shows."""

RESULTS: Final = Table(
    "results",
    METADATA,
    Column("table_id", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("guest", ForeignKey("guests.id", ondelete="CASCADE"), nullable=False),
    Column("game", String(64), nullable=False),
    Column("mode", String(64), nullable=False),
    Column("players", Integer, nullable=False),
    Column("rank", Integer, nullable=False),
    Column("score", BigInteger, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("stood_in", Integer, nullable=False),
    Column("abandoned", Boolean, nullable=False, server_default=false()),
    Column("at", BigInteger, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("public", Boolean, nullable=False),
    Index("results_by_guest", "guest", "public", "at", "table_id"),
)
"""How a finished game ended for each of its players. table_id: of a table that may have been deleted since; rank: 1 for
the best, the same for ties; stood_in: decisions of bots for the player; abandoned: whether the player left the game to
a bot and so has no result; at: when the game ended; public: whether the table is public."""

STANDINGS: Final = Table(
    "standings",
    METADATA,
    Column("guest", ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
    Column("public", Boolean, primary_key=True),
    Column("game", String(64), primary_key=True),
    Column("mode", String(64), primary_key=True),
    Column("played", Integer, nullable=False),
    Column("won", Integer, nullable=False),
    Column("best", BigInteger, nullable=False),
    Column("streak", Integer, nullable=False),
    Column("longest", Integer, nullable=False),
    Column("abandoned", Integer, nullable=False, server_default="0"),
)
"""Statistics of a person's results. public: of public games, otherwise of all; game, mode: "*" for all together; best:
the highest score; streak: the current winning streak, longest: the longest ever; abandoned: games that the person left
to a bot, which count as neither played nor won."""

MEETINGS: Final = Table(
    "meetings",
    METADATA,
    Column("guest", ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
    Column("other", ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
    Column("public", Boolean, primary_key=True),
    Column("played", Integer, nullable=False),
    Column("ahead", Integer, nullable=False),
    Column("behind", Integer, nullable=False),
    Index("meetings_by_played", "guest", "public", "played", "other"),
    Index("meetings_by_other", "other"),
)
"""Games that two people have played together, one row for each of them. public: as in STANDINGS; ahead, behind: how
often the first finished ahead of the other, and behind."""

RATINGS: Final = Table(
    "ratings",
    METADATA,
    Column("guest", ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
    Column("game", String(64), primary_key=True),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("ordinal", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index("ratings_to_lead", "game", "ordinal", "guest", sqlite_where=LEADS, postgresql_where=LEADS),
)
"""A person's rating in a game, as in the newest row of RATED. ordinal: mu - 3 sigma, by which leaders are sorted; at:
when the last rated game ended."""

RATED: Final = Table(
    "rated",
    METADATA,
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("table_id", String(32), nullable=False),
    Column("guest", ForeignKey("guests.id", ondelete="SET NULL")),
    Column("game", String(64), nullable=False),
    Column("rank", Integer, nullable=False),
    Column("mu_before", Double, nullable=False),
    Column("sigma_before", Double, nullable=False),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index("rated_by_guest", "guest", "game", "number"),
    Index("rated_by_table", "table_id"),
)
"""The changes of ratings by each rated game. number: of the game among all rated ones, in the order in which they were
rated; table_id: of a table that may have been deleted since; guest: null if deleted."""

TALLIES: Final = Table(
    "tallies",
    METADATA,
    Column("game", String(64), primary_key=True),
    Column("mode", String(64), primary_key=True),
    Column("players", Integer, primary_key=True, autoincrement=False),
    Column("what", String(16), primary_key=True),
    Column("key", BigInteger, primary_key=True, autoincrement=False),
    Column("many", BigInteger, nullable=False),
    Column("total", BigInteger, nullable=False),
)
"""Statistics of finished public tables: see tallies.Tally. many: the count; total: the sum."""

TIES: Final = Table(
    "ties",
    METADATA,
    Column("guest", ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
    Column("kind", String(8), primary_key=True),
    Column("other", ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
    Column("made", BigInteger, nullable=False),
    Index("ties_by_other", "other"),
)
"""Follows and blocks. kind: "follow", or "block"."""

GROUPS: Final = Table(
    "circles",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("name", String(60), nullable=False),
    Column("made", BigInteger, nullable=False),
)
"""Groups of people."""

MEMBERS: Final = Table(
    "members",
    METADATA,
    Column("circle", ForeignKey("circles.id", ondelete="CASCADE"), primary_key=True),
    Column("guest", ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, nullable=False),
    Index("members_by_guest", "guest"),
)
"""Members of groups. number: grows with each new member; the one with the lowest leads the group."""

GROUP_LINKS: Final = Table(
    "circle_links",
    METADATA,
    Column("hash", String(64), primary_key=True),
    Column("circle", ForeignKey("circles.id", ondelete="CASCADE"), nullable=False),
    Column("guest", ForeignKey("guests.id", ondelete="CASCADE"), nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("until", BigInteger, nullable=False),
    Column("uses", Integer),
    Index("circle_links_by_circle", "circle"),
    Index("circle_links_by_guest", "guest"),
    Index("circle_links_by_until", "until"),
)
"""Codes for joining a group. hash: SHA-256 (hex) of the code, which is not stored; guest: its creator; until: seconds
since 1970; uses: how many are left, null for any number."""
