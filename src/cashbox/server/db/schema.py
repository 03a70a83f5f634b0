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
"""Finished tables of which it is not kept yet what they mean for their players."""

UNARCHIVED: Final = text("status IN ('over', 'closed') AND NOT archived")
"""Ended tables that are not in the archive as they are."""


ASKED: Final = text("asked IS NOT NULL")
"""Seats that are kept for someone."""

FREE: Final = text("kind = 'open' AND asked IS NULL")
"""Seats that anyone may take."""

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
"""seen: when the guest was last here, to the hour. zone: the time zone of its browser, "" where it is not known.
handle: the end of the address of its page; hidden: the guest keeps that to itself; shows_skill: others see there how
well it decides."""

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
"""What tells one guest from another; the fields are those of records.TokenRecord."""

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
"""What works once; the fields are those of records.CodeRecord."""

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
"""Guests who can sign in. key: what the name looks like; email: confirmed, empty for none; email_key: the same in one
spelling, null for none."""

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
"""What a passkey has been asked to sign, each once. guest: who wants a new passkey, null where someone signs in."""

CONTENTS: Final = Table(
    "contents",
    METADATA,
    Column("hash", String(64), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("body", LargeBinary, nullable=False),
)
"""What games were dealt with: canonical JSON by its hash. game: the first that was dealt with it."""

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
"""settings: the JSON of tables.settings.TableSettings, without those that have columns of their own: name, listed,
watching, circle; clocked: whether a clock is among them. outcome, votes, removed, goes_on, earlier: JSON, "" for none.
changed: when a seat or the status last did; entries have their own times. edition: of the rules that the table is
played by. format: of its journal. commitment: what was shown of the secret, never changed. reveal_by: until when a
table that is starting waits for nonces. version: how often this row and its seats have changed, so that of two
processes that change them at once one comes too late. after, series, nth, closed, votes, removed, warned, goes_on,
earlier, hidden_until: see records.TableRecord; a table has one after it at most, and either may be deleted without the
other. counted: whether `results` has what became of it, or it continues another game, and counts for nothing; archived:
whether `archive` has it."""

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
"""seal: hash of the nonce, given before any is shown; nonce: empty until it is shown. salt, name_hash: what the journal
has of the name, empty until play starts; the salt is empty again where the name was withdrawn. stand_in: the bot that
plays for the guest, empty for none; why: it does. zone: by which the player's nights and weekends are. asked: the guest
for whom it is kept while it is open; nudged: when its player was last asked to go on. account: whether the guest has
one; since: the first entry that can be its own; hints: how often its player asked what to do;
hinted: about what last, its mark; hints_before: how often those asked who had the seat before; former: hashes of their
ids, with a space after each."""

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
"""The journals. at: when something last changed that everyone may see, this entry included; body: the entry as JSON;
due: bit mask of the seats that owe a decision after it; lapses: when the server has to see whether an answer that is
owed after it has lapsed or a player's time is up, none: never, and no later than that; clocks: the players' after it,
JSON. made: the second by which it was made, 0: long ago."""

PROLOGUES: Final = Table(
    "prologues",
    METADATA,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("body", LargeBinary, nullable=False),
)
"""What a table that waits takes over from another game once play starts: the entries as a JSON list."""

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
"""What was said, the newest `chat.KEPT` lines of each table. seat, name: those of the guest then. account: whether the
guest has one."""

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
"""What those said who watch, the newest `chat.KEPT` lines of each table, numbered apart from what players say. The
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
"""A guest has muted another."""

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
"""When a player was last at a table. here: it was connected then, and nothing has been noted since; gone: when it was
found that the process through which it was connected has ended without a word, 0: it was not."""

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
"""What operators did. who: the operating system's user; what: `close`, `delete`, `delete-guest`, `retention`,
`ban`, `unban`, `rename`, `delete-line` or `resolve`; subject: the id of a table or a guest, TABLE/LINE,
TABLE/watchers/LINE, or the number of a report."""

HOUSE: Final = Table(
    "house", METADATA, Column("id", Integer, primary_key=True), Column("alive", BigInteger, nullable=False)
)
"""One row. alive: when the house was last known to be open while clocks ran, in milliseconds since 1970."""

GAPS: Final = Table(
    "gaps",
    METADATA,
    Column("since", BigInteger, primary_key=True, autoincrement=False),
    Column("until", BigInteger, nullable=False),
)
"""When no one could play, in milliseconds since 1970: no clock counts these times."""

PROCESSES: Final = Table(
    "processes",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("seen", BigInteger, nullable=False),
    Column("people", Integer, nullable=False, server_default="0"),
)
"""The processes that serve from one PostgreSQL. seen: when each last said so, in milliseconds since 1970 by the
database's clock; people: how many it served then."""

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
    Column("names", Text, nullable=False, server_default="[]"),
    Index("presence_by_process", "process"),
)
"""Who is connected to a table through a process. seats: bit mask; watchers: how many without a seat;
names: of some of these, JSON, see records.Onlooker."""


PUBLIC: Final = text("public")
"""Games of which everyone may know. As the indexes have it, so that both databases see that they fit."""

NEWEST: Final = text("public AND shown >= 0")
"""The same, in other words: a database that is asked for games of one kind shall not look through the newest of all,
however likely it thinks that these are among them."""

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
"""Answers to the puzzles of today and yesterday. voter: a hash that names a guest in one puzzle."""

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
"""A game that has ended. kind: the game and, after a slash, the mode; at: when it ended; shown: from when on everyone
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
"""Where someone, or those of a table, are told what happens; the fields are those of notices.ChannelRecord."""

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
"""What someone has reported to the operator. table_id: where, though that may be deleted since; line: of its chat, or
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
"""The tokens of someone when the ban began, by which a browser is known even when the person is deleted."""


LEAST: Final = 5
"""Rated games from which on someone is on a leaderboard."""

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
the best, the same for those who are level; stood_in: decisions of bots for the player; abandoned: the player left the
game to a bot, so that it has no result for this seat; at: when the game ended; public: whether everyone may know of
the table."""

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
"""What comes of someone's results. public: of those that everyone may know of, else of all; game, mode: "*" for all
together; best: the highest score; streak: games won one after the other up to now, longest: ever; abandoned: games that
the person left to a bot, which count as neither played nor won."""

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
"""Games that two have played together, once for each of them. public: as in STANDINGS; ahead, behind: how often the
first ended before the other, and after."""

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
"""How well someone plays a game, as the newest row of RATED has it. ordinal: mu - 3 sigma, by which leaders are
sorted; at: when the last rated game ended."""

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
"""What each rated game did to its players' ratings. number: of the game among all rated ones, in the order in which
they were rated; table_id: of a table that may have been deleted since; guest: null for those who were deleted."""

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
"""What finished public tables were like: see tallies.Tally. many: how often; total: what was added up."""

TIES: Final = Table(
    "ties",
    METADATA,
    Column("guest", ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
    Column("kind", String(8), primary_key=True),
    Column("other", ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
    Column("made", BigInteger, nullable=False),
    Index("ties_by_other", "other"),
)
"""kind: "follow", or "block"."""

GROUPS: Final = Table(
    "circles",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("name", String(60), nullable=False),
    Column("made", BigInteger, nullable=False),
)
"""Groups of persons."""

MEMBERS: Final = Table(
    "members",
    METADATA,
    Column("circle", ForeignKey("circles.id", ondelete="CASCADE"), primary_key=True),
    Column("guest", ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, nullable=False),
    Index("members_by_guest", "guest"),
)
"""number: grows with each who joins the group; whoever has the lowest leads it."""

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
"""Codes with which one joins a group. hash: SHA-256 (hex) of the code, which is kept nowhere; guest: who made it;
until: seconds since 1970; uses: how many are left, null for any number."""
