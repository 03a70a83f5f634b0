"""The first schema."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "1"
down_revision = None

SCHEMA = sa.MetaData()
"""The tables at that time. Do not change it: a change of the schema is a new migration."""


def upgrade() -> None:
    """Create all tables in an empty database."""
    SCHEMA.create_all(op.get_bind())


sa.Table(
    "audit",
    SCHEMA,
    sa.Column("id", sa.Integer, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("who", sa.String(64), nullable=False),
    sa.Column("what", sa.String(32), nullable=False),
    sa.Column("subject", sa.String(64), nullable=False),
    sa.Column("detail", sa.Text, nullable=False),
    sa.PrimaryKeyConstraint("id"),
)

sa.Table(
    "bans",
    SCHEMA,
    sa.Column("guest", sa.String(32), nullable=False),
    sa.Column("made", sa.BigInteger, nullable=False),
    sa.Column("until", sa.BigInteger, nullable=True),
    sa.Column("reason", sa.Text, nullable=False),
    sa.PrimaryKeyConstraint("guest"),
)

sa.Table(
    "circles",
    SCHEMA,
    sa.Column("id", sa.String(32), nullable=False),
    sa.Column("name", sa.String(60), nullable=False),
    sa.Column("made", sa.BigInteger, nullable=False),
    sa.PrimaryKeyConstraint("id"),
)

sa.Table(
    "contents",
    SCHEMA,
    sa.Column("hash", sa.String(64), nullable=False),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("body", sa.LargeBinary, nullable=False),
    sa.PrimaryKeyConstraint("hash"),
)

sa.Table(
    "gaps",
    SCHEMA,
    sa.Column("since", sa.BigInteger, autoincrement=False, nullable=False),
    sa.Column("until", sa.BigInteger, nullable=False),
    sa.PrimaryKeyConstraint("since"),
)

sa.Table(
    "guests",
    SCHEMA,
    sa.Column("id", sa.String(32), nullable=False),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("made", sa.BigInteger, nullable=False),
    sa.Column("seen", sa.BigInteger, server_default="0", nullable=False),
    sa.Column("zone", sa.String(64), server_default="", nullable=False),
    sa.Column("handle", sa.String(16), nullable=True),
    sa.Column("hidden", sa.Boolean, server_default=sa.false(), nullable=False),
    sa.PrimaryKeyConstraint("id"),
    sa.Index("guests_by_handle", "handle", unique=True),
    sa.Index("guests_by_seen", "seen"),
)

sa.Table(
    "house",
    SCHEMA,
    sa.Column("id", sa.Integer, nullable=False),
    sa.Column("alive", sa.BigInteger, nullable=False),
    sa.PrimaryKeyConstraint("id"),
)

sa.Table(
    "probe",
    SCHEMA,
    sa.Column("id", sa.Integer, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.PrimaryKeyConstraint("id"),
)

sa.Table(
    "processes",
    SCHEMA,
    sa.Column("id", sa.String(32), nullable=False),
    sa.Column("seen", sa.BigInteger, nullable=False),
    sa.Column("people", sa.Integer, server_default="0", nullable=False),
    sa.PrimaryKeyConstraint("id"),
)

sa.Table(
    "tallies",
    SCHEMA,
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("mode", sa.String(64), nullable=False),
    sa.Column("players", sa.Integer, autoincrement=False, nullable=False),
    sa.Column("what", sa.String(16), nullable=False),
    sa.Column("key", sa.BigInteger, autoincrement=False, nullable=False),
    sa.Column("many", sa.BigInteger, nullable=False),
    sa.Column("total", sa.BigInteger, nullable=False),
    sa.PrimaryKeyConstraint("game", "mode", "players", "what", "key"),
)

sa.Table(
    "vapid",
    SCHEMA,
    sa.Column("id", sa.Integer, nullable=False),
    sa.Column("private", sa.LargeBinary, nullable=False),
    sa.Column("made", sa.BigInteger, nullable=False),
    sa.PrimaryKeyConstraint("id"),
)

sa.Table(
    "accounts",
    SCHEMA,
    sa.Column("guest", sa.String(32), nullable=False),
    sa.Column("key", sa.Text, nullable=False),
    sa.Column("email", sa.String(254), server_default="", nullable=False),
    sa.Column("email_key", sa.String(254), nullable=True),
    sa.Column("made", sa.BigInteger, nullable=False),
    sa.ForeignKeyConstraint(["guest"], ["guests.id"], ondelete="CASCADE"),
    sa.PrimaryKeyConstraint("guest"),
    sa.Index("accounts_by_email", "email_key", unique=True),
    sa.Index("accounts_by_key", "key", unique=True),
)

sa.Table(
    "challenges",
    SCHEMA,
    sa.Column("hash", sa.String(64), nullable=False),
    sa.Column("guest", sa.String(32), nullable=True),
    sa.Column("until", sa.BigInteger, nullable=False),
    sa.ForeignKeyConstraint(["guest"], ["guests.id"], ondelete="CASCADE"),
    sa.PrimaryKeyConstraint("hash"),
    sa.Index("challenges_by_guest", "guest"),
    sa.Index("challenges_by_until", "until"),
)

sa.Table(
    "circle_links",
    SCHEMA,
    sa.Column("hash", sa.String(64), nullable=False),
    sa.Column("circle", sa.String(32), nullable=False),
    sa.Column("guest", sa.String(32), nullable=False),
    sa.Column("made", sa.BigInteger, nullable=False),
    sa.Column("until", sa.BigInteger, nullable=False),
    sa.Column("uses", sa.Integer, nullable=True),
    sa.ForeignKeyConstraint(["circle"], ["circles.id"], ondelete="CASCADE"),
    sa.ForeignKeyConstraint(["guest"], ["guests.id"], ondelete="CASCADE"),
    sa.PrimaryKeyConstraint("hash"),
    sa.Index("circle_links_by_circle", "circle"),
    sa.Index("circle_links_by_guest", "guest"),
    sa.Index("circle_links_by_until", "until"),
)

sa.Table(
    "claims",
    SCHEMA,
    sa.Column("what", sa.String(32), nullable=False),
    sa.Column("process", sa.String(32), nullable=False),
    sa.ForeignKeyConstraint(["process"], ["processes.id"], ondelete="CASCADE"),
    sa.PrimaryKeyConstraint("what"),
    sa.Index("claims_by_process", "process"),
)

sa.Table(
    "marks",
    SCHEMA,
    sa.Column("hash", sa.String(64), nullable=False),
    sa.Column("guest", sa.String(32), nullable=False),
    sa.ForeignKeyConstraint(["guest"], ["bans.guest"], ondelete="CASCADE"),
    sa.PrimaryKeyConstraint("hash"),
    sa.Index("marks_by_guest", "guest"),
)

sa.Table(
    "meetings",
    SCHEMA,
    sa.Column("guest", sa.String(32), nullable=False),
    sa.Column("other", sa.String(32), nullable=False),
    sa.Column("public", sa.Boolean, nullable=False),
    sa.Column("played", sa.Integer, nullable=False),
    sa.Column("ahead", sa.Integer, nullable=False),
    sa.Column("behind", sa.Integer, nullable=False),
    sa.ForeignKeyConstraint(["guest"], ["guests.id"], ondelete="CASCADE"),
    sa.ForeignKeyConstraint(["other"], ["guests.id"], ondelete="CASCADE"),
    sa.PrimaryKeyConstraint("guest", "other", "public"),
    sa.Index("meetings_by_other", "other"),
    sa.Index("meetings_by_played", "guest", "public", "played", "other"),
)

sa.Table(
    "members",
    SCHEMA,
    sa.Column("circle", sa.String(32), nullable=False),
    sa.Column("guest", sa.String(32), nullable=False),
    sa.Column("number", sa.Integer, nullable=False),
    sa.ForeignKeyConstraint(["circle"], ["circles.id"], ondelete="CASCADE"),
    sa.ForeignKeyConstraint(["guest"], ["guests.id"], ondelete="CASCADE"),
    sa.PrimaryKeyConstraint("circle", "guest"),
    sa.Index("members_by_guest", "guest"),
)

sa.Table(
    "passkeys",
    SCHEMA,
    sa.Column("id", sa.Text, nullable=False),
    sa.Column("guest", sa.String(32), nullable=False),
    sa.Column("host", sa.String(253), nullable=False),
    sa.Column("public_key", sa.LargeBinary, nullable=False),
    sa.Column("sign_count", sa.BigInteger, nullable=False),
    sa.Column("label", sa.String(60), nullable=False),
    sa.Column("made", sa.BigInteger, nullable=False),
    sa.Column("used", sa.BigInteger, nullable=True),
    sa.ForeignKeyConstraint(["guest"], ["guests.id"], ondelete="CASCADE"),
    sa.PrimaryKeyConstraint("id"),
    sa.Index("passkeys_by_guest", "guest"),
)

sa.Table(
    "rated",
    SCHEMA,
    sa.Column("number", sa.BigInteger, autoincrement=False, nullable=False),
    sa.Column("seat", sa.Integer, autoincrement=False, nullable=False),
    sa.Column("table_id", sa.String(32), nullable=False),
    sa.Column("guest", sa.String(32), nullable=True),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("rank", sa.Integer, nullable=False),
    sa.Column("mu_before", sa.Double, nullable=False),
    sa.Column("sigma_before", sa.Double, nullable=False),
    sa.Column("mu", sa.Double, nullable=False),
    sa.Column("sigma", sa.Double, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.ForeignKeyConstraint(["guest"], ["guests.id"], ondelete="SET NULL"),
    sa.PrimaryKeyConstraint("number", "seat"),
    sa.Index("rated_by_guest", "guest", "game", "number"),
    sa.Index("rated_by_table", "table_id"),
)

sa.Table(
    "ratings",
    SCHEMA,
    sa.Column("guest", sa.String(32), nullable=False),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("mu", sa.Double, nullable=False),
    sa.Column("sigma", sa.Double, nullable=False),
    sa.Column("ordinal", sa.Double, nullable=False),
    sa.Column("games", sa.Integer, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.ForeignKeyConstraint(["guest"], ["guests.id"], ondelete="CASCADE"),
    sa.PrimaryKeyConstraint("guest", "game"),
    sa.Index(
        "ratings_to_lead",
        "game",
        "ordinal",
        "guest",
        sqlite_where=sa.text("games >= 5"),
        postgresql_where=sa.text("games >= 5"),
    ),
)

sa.Table(
    "reports",
    SCHEMA,
    sa.Column("id", sa.Integer, nullable=False),
    sa.Column("made", sa.BigInteger, nullable=False),
    sa.Column("reporter", sa.String(32), nullable=True),
    sa.Column("reported", sa.String(32), nullable=False),
    sa.Column("table_id", sa.String(32), nullable=False),
    sa.Column("line", sa.Integer, nullable=True),
    sa.Column("watchers", sa.Boolean, nullable=False),
    sa.Column("name", sa.String(48), nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("closed", sa.BigInteger, nullable=True),
    sa.ForeignKeyConstraint(["reported"], ["guests.id"], ondelete="CASCADE"),
    sa.ForeignKeyConstraint(["reporter"], ["guests.id"], ondelete="SET NULL"),
    sa.PrimaryKeyConstraint("id"),
    sa.Index("reports_by_closed", "closed", "id"),
    sa.Index("reports_by_reported", "reported"),
    sa.Index("reports_by_reporter", "reporter", "reported"),
)

sa.Table(
    "results",
    SCHEMA,
    sa.Column("table_id", sa.String(32), nullable=False),
    sa.Column("seat", sa.Integer, autoincrement=False, nullable=False),
    sa.Column("guest", sa.String(32), nullable=False),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("mode", sa.String(64), nullable=False),
    sa.Column("players", sa.Integer, nullable=False),
    sa.Column("rank", sa.Integer, nullable=False),
    sa.Column("score", sa.BigInteger, nullable=False),
    sa.Column("won", sa.Boolean, nullable=False),
    sa.Column("stood_in", sa.Integer, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("rated", sa.Boolean, nullable=False),
    sa.Column("public", sa.Boolean, nullable=False),
    sa.Column("abandoned", sa.Boolean, server_default=sa.false(), nullable=False),
    sa.ForeignKeyConstraint(["guest"], ["guests.id"], ondelete="CASCADE"),
    sa.PrimaryKeyConstraint("table_id", "seat"),
    sa.Index("results_by_guest", "guest", "public", "at", "table_id"),
)

sa.Table(
    "standings",
    SCHEMA,
    sa.Column("guest", sa.String(32), nullable=False),
    sa.Column("public", sa.Boolean, nullable=False),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("mode", sa.String(64), nullable=False),
    sa.Column("played", sa.Integer, nullable=False),
    sa.Column("won", sa.Integer, nullable=False),
    sa.Column("best", sa.BigInteger, nullable=False),
    sa.Column("streak", sa.Integer, nullable=False),
    sa.Column("longest", sa.Integer, nullable=False),
    sa.Column("abandoned", sa.Integer, server_default="0", nullable=False),
    sa.ForeignKeyConstraint(["guest"], ["guests.id"], ondelete="CASCADE"),
    sa.PrimaryKeyConstraint("guest", "public", "game", "mode"),
)

sa.Table(
    "tables",
    SCHEMA,
    sa.Column("id", sa.String(32), nullable=False),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("content_hash", sa.String(64), nullable=False),
    sa.Column("name", sa.String(60), nullable=False),
    sa.Column("listed", sa.Boolean, nullable=False),
    sa.Column("status", sa.String(8), nullable=False),
    sa.Column("host", sa.String(32), nullable=False),
    sa.Column("host_name", sa.String(40), nullable=False),
    sa.Column("secret", sa.LargeBinary, nullable=False),
    sa.Column("made", sa.BigInteger, nullable=False),
    sa.Column("changed", sa.BigInteger, nullable=False),
    sa.Column("outcome", sa.Text, nullable=True),
    sa.Column("edition", sa.Integer, server_default="1", nullable=False),
    sa.Column("format", sa.Integer, server_default="1", nullable=False),
    sa.Column("commitment", sa.String(64), server_default="", nullable=False),
    sa.Column("reveal_by", sa.BigInteger, nullable=True),
    sa.Column("version", sa.Integer, server_default="0", nullable=False),
    sa.Column("closed", sa.String(16), server_default="", nullable=False),
    sa.Column("votes", sa.Text, server_default="[]", nullable=False),
    sa.Column("removed", sa.Text, server_default="{}", nullable=False),
    sa.Column("warned", sa.BigInteger, server_default="0", nullable=False),
    sa.Column("after", sa.String(32), nullable=True),
    sa.Column("series", sa.String(32), server_default="", nullable=False),
    sa.Column("nth", sa.Integer, server_default="1", nullable=False),
    sa.Column("watching", sa.String(8), server_default="link", nullable=False),
    sa.Column("counted", sa.Boolean, server_default=sa.false(), nullable=False),
    sa.Column("circle", sa.String(32), nullable=True),
    sa.Column("archived", sa.Boolean, server_default=sa.false(), nullable=False),
    sa.Column("goes_on", sa.Text, server_default="", nullable=False),
    sa.Column("earlier", sa.Text, server_default="", nullable=False),
    sa.Column("settings", sa.Text, server_default="{}", nullable=False),
    sa.Column("clocked", sa.Boolean, server_default=sa.false(), nullable=False),
    sa.ForeignKeyConstraint(["circle"], ["circles.id"], ondelete="SET NULL"),
    sa.ForeignKeyConstraint(
        ["content_hash"],
        ["contents.hash"],
    ),
    sa.ForeignKeyConstraint(
        ["host"],
        ["guests.id"],
    ),
    sa.PrimaryKeyConstraint("id"),
    sa.Index("tables_by_after", "after", unique=True),
    sa.Index("tables_by_circle", "circle", "changed"),
    sa.Index("tables_by_clock", "status", sqlite_where=sa.text("clocked"), postgresql_where=sa.text("clocked")),
    sa.Index("tables_by_host", "host", "id"),
    sa.Index("tables_by_id", "id", "status", "changed"),
    sa.Index("tables_by_series", "series"),
    sa.Index("tables_by_status", "status", "listed", "changed", "host", "id", "game"),
    sa.Index("tables_by_watching", "watching", "status", "made", "id"),
    sa.Index(
        "tables_ended_late",
        "changed",
        sqlite_where=sa.text("watching = 'delayed' AND status IN ('over', 'closed')"),
        postgresql_where=sa.text("watching = 'delayed' AND status IN ('over', 'closed')"),
    ),
    sa.Index(
        "tables_to_archive",
        "changed",
        sqlite_where=sa.text("status IN ('over', 'closed') AND NOT archived"),
        postgresql_where=sa.text("status IN ('over', 'closed') AND NOT archived"),
    ),
    sa.Index(
        "tables_to_count",
        "changed",
        sqlite_where=sa.text("status = 'over' AND NOT counted"),
        postgresql_where=sa.text("status = 'over' AND NOT counted"),
    ),
)

sa.Table(
    "ties",
    SCHEMA,
    sa.Column("guest", sa.String(32), nullable=False),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("other", sa.String(32), nullable=False),
    sa.Column("made", sa.BigInteger, nullable=False),
    sa.ForeignKeyConstraint(["guest"], ["guests.id"], ondelete="CASCADE"),
    sa.ForeignKeyConstraint(["other"], ["guests.id"], ondelete="CASCADE"),
    sa.PrimaryKeyConstraint("guest", "kind", "other"),
    sa.Index("ties_by_other", "other"),
)

sa.Table(
    "tokens",
    SCHEMA,
    sa.Column("hash", sa.String(64), nullable=False),
    sa.Column("guest", sa.String(32), nullable=False),
    sa.Column("made", sa.BigInteger, nullable=False),
    sa.Column("until", sa.BigInteger, nullable=True),
    sa.Column("plain", sa.Boolean, nullable=False),
    sa.Column("replaces", sa.String(64), nullable=True),
    sa.Column("device", sa.String(16), server_default="", nullable=False),
    sa.Column("label", sa.String(40), server_default="", nullable=False),
    sa.Column("seen", sa.BigInteger, server_default="0", nullable=False),
    sa.ForeignKeyConstraint(["guest"], ["guests.id"], ondelete="CASCADE"),
    sa.PrimaryKeyConstraint("hash"),
    sa.Index("tokens_by_guest", "guest"),
)

sa.Table(
    "archive",
    SCHEMA,
    sa.Column("table_id", sa.String(32), nullable=False),
    sa.Column("kind", sa.String(129), nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("shown", sa.BigInteger, nullable=False),
    sa.Column("public", sa.Boolean, nullable=False),
    sa.Column("length", sa.Integer, nullable=False),
    sa.Column("seconds", sa.BigInteger, nullable=False),
    sa.Column("steps", sa.Integer, nullable=False),
    sa.ForeignKeyConstraint(["table_id"], ["tables.id"], ondelete="CASCADE"),
    sa.PrimaryKeyConstraint("table_id"),
    sa.Index(
        "archive_by_kind",
        "kind",
        "length",
        "at",
        "table_id",
        sqlite_where=sa.text("public"),
        postgresql_where=sa.text("public"),
    ),
    sa.Index(
        "archive_newest",
        "at",
        "table_id",
        sqlite_where=sa.text("public AND shown >= 0"),
        postgresql_where=sa.text("public AND shown >= 0"),
    ),
)

sa.Table(
    "archive_seats",
    SCHEMA,
    sa.Column("table_id", sa.String(32), nullable=False),
    sa.Column("seat", sa.Integer, autoincrement=False, nullable=False),
    sa.Column("guest", sa.String(32), nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("kind", sa.String(129), nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("shown", sa.BigInteger, nullable=False),
    sa.Column("public", sa.Boolean, nullable=False),
    sa.Column("length", sa.Integer, nullable=False),
    sa.Column("result", sa.Integer, nullable=False),
    sa.ForeignKeyConstraint(["guest"], ["guests.id"], ondelete="CASCADE"),
    sa.ForeignKeyConstraint(["table_id"], ["tables.id"], ondelete="CASCADE"),
    sa.PrimaryKeyConstraint("table_id", "seat"),
    sa.Index("archive_seats_by_guest", "guest", "at", "table_id", "public", "shown", "kind", "length", "result"),
    sa.Index("archive_seats_by_name", "name", "at", "table_id"),
)

sa.Table(
    "channels",
    SCHEMA,
    sa.Column("id", sa.String(24), nullable=False),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("place", sa.String(80), nullable=False),
    sa.Column("guest", sa.String(32), nullable=True),
    sa.Column("table_id", sa.String(32), nullable=True),
    sa.Column("address", sa.Text, nullable=False),
    sa.Column("keys", sa.Text, nullable=False),
    sa.Column("lane", sa.String(260), nullable=False),
    sa.Column("wants", sa.Integer, nullable=False),
    sa.Column("device", sa.String(16), nullable=False),
    sa.Column("token", sa.String(32), nullable=False),
    sa.Column("made", sa.BigInteger, nullable=False),
    sa.Column("told", sa.BigInteger, nullable=False),
    sa.Column("said", sa.String(200), nullable=False),
    sa.Column("said_at", sa.BigInteger, nullable=False),
    sa.ForeignKeyConstraint(["guest"], ["guests.id"], ondelete="CASCADE"),
    sa.ForeignKeyConstraint(["table_id"], ["tables.id"], ondelete="CASCADE"),
    sa.PrimaryKeyConstraint("id"),
    sa.Index("channels_by_guest", "guest"),
    sa.Index("channels_by_place", "place", unique=True),
    sa.Index("channels_by_table", "table_id"),
    sa.Index("channels_by_token", "token", unique=True),
)

sa.Table(
    "chat",
    SCHEMA,
    sa.Column("table_id", sa.String(32), nullable=False),
    sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
    sa.Column("guest", sa.String(32), nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("name", sa.String(48), nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("account", sa.Boolean, server_default=sa.false(), nullable=False),
    sa.ForeignKeyConstraint(
        ["guest"],
        ["guests.id"],
    ),
    sa.ForeignKeyConstraint(
        ["table_id"],
        ["tables.id"],
    ),
    sa.PrimaryKeyConstraint("table_id", "number"),
    sa.Index("chat_by_guest", "guest"),
    sqlite_with_rowid=False,
)

sa.Table(
    "codes",
    SCHEMA,
    sa.Column("hash", sa.String(64), nullable=False),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("guest", sa.String(32), nullable=False),
    sa.Column("table_id", sa.String(32), nullable=True),
    sa.Column("seat", sa.Integer, nullable=True),
    sa.Column("detail", sa.Text, server_default="", nullable=False),
    sa.Column("made", sa.BigInteger, nullable=False),
    sa.Column("until", sa.BigInteger, nullable=True),
    sa.Column("used", sa.BigInteger, nullable=True),
    sa.ForeignKeyConstraint(["guest"], ["guests.id"], ondelete="CASCADE"),
    sa.ForeignKeyConstraint(["table_id"], ["tables.id"], ondelete="CASCADE"),
    sa.PrimaryKeyConstraint("hash"),
    sa.Index("codes_by_guest", "guest", "kind"),
    sa.Index("codes_by_table", "table_id"),
)

sa.Table(
    "entries",
    SCHEMA,
    sa.Column("table_id", sa.String(32), nullable=False),
    sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("due", sa.BigInteger, nullable=False),
    sa.Column("body", sa.LargeBinary, nullable=False),
    sa.Column("lapses", sa.BigInteger, nullable=True),
    sa.Column("clocks", sa.Text, nullable=True),
    sa.Column("made", sa.BigInteger, server_default="0", nullable=False),
    sa.ForeignKeyConstraint(
        ["table_id"],
        ["tables.id"],
    ),
    sa.PrimaryKeyConstraint("table_id", "number"),
    sqlite_with_rowid=False,
)

sa.Table(
    "mutes",
    SCHEMA,
    sa.Column("table_id", sa.String(32), nullable=False),
    sa.Column("guest", sa.String(32), nullable=False),
    sa.Column("muted", sa.String(32), nullable=False),
    sa.ForeignKeyConstraint(
        ["guest"],
        ["guests.id"],
    ),
    sa.ForeignKeyConstraint(
        ["muted"],
        ["guests.id"],
    ),
    sa.ForeignKeyConstraint(
        ["table_id"],
        ["tables.id"],
    ),
    sa.PrimaryKeyConstraint("table_id", "guest", "muted"),
    sa.Index("mutes_by_guest", "guest"),
    sa.Index("mutes_by_muted", "muted"),
    sqlite_with_rowid=False,
)

sa.Table(
    "presence",
    SCHEMA,
    sa.Column("table_id", sa.String(32), nullable=False),
    sa.Column("process", sa.String(32), nullable=False),
    sa.Column("seats", sa.BigInteger, nullable=False),
    sa.Column("watchers", sa.Integer, nullable=False),
    sa.Column("names", sa.Text, server_default="[]", nullable=False),
    sa.ForeignKeyConstraint(["process"], ["processes.id"], ondelete="CASCADE"),
    sa.ForeignKeyConstraint(["table_id"], ["tables.id"], ondelete="CASCADE"),
    sa.PrimaryKeyConstraint("table_id", "process"),
    sa.Index("presence_by_process", "process"),
)

sa.Table(
    "prologues",
    SCHEMA,
    sa.Column("table_id", sa.String(32), nullable=False),
    sa.Column("body", sa.LargeBinary, nullable=False),
    sa.ForeignKeyConstraint(["table_id"], ["tables.id"], ondelete="CASCADE"),
    sa.PrimaryKeyConstraint("table_id"),
)

sa.Table(
    "remarks",
    SCHEMA,
    sa.Column("table_id", sa.String(32), nullable=False),
    sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
    sa.Column("guest", sa.String(32), nullable=False),
    sa.Column("name", sa.String(48), nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("account", sa.Boolean, server_default=sa.false(), nullable=False),
    sa.ForeignKeyConstraint(
        ["guest"],
        ["guests.id"],
    ),
    sa.ForeignKeyConstraint(
        ["table_id"],
        ["tables.id"],
    ),
    sa.PrimaryKeyConstraint("table_id", "number"),
    sa.Index("remarks_by_guest", "guest"),
    sqlite_with_rowid=False,
)

sa.Table(
    "seats",
    SCHEMA,
    sa.Column("table_id", sa.String(32), nullable=False),
    sa.Column("seat", sa.Integer, autoincrement=False, nullable=False),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("guest", sa.String(32), nullable=True),
    sa.Column("name", sa.String(48), nullable=False),
    sa.Column("bot", sa.String(64), nullable=False),
    sa.Column("nonce", sa.String(64), nullable=False),
    sa.Column("seal", sa.String(64), server_default="", nullable=False),
    sa.Column("salt", sa.String(32), server_default="", nullable=False),
    sa.Column("name_hash", sa.String(64), server_default="", nullable=False),
    sa.Column("stand_in", sa.String(64), server_default="", nullable=False),
    sa.Column("why", sa.String(8), server_default="", nullable=False),
    sa.Column("account", sa.Boolean, server_default=sa.false(), nullable=False),
    sa.Column("zone", sa.String(64), server_default="", nullable=False),
    sa.Column("asked", sa.String(32), nullable=True),
    sa.Column("nudged", sa.BigInteger, nullable=True),
    sa.Column("since", sa.Integer, server_default="0", nullable=False),
    sa.Column("hints", sa.Integer, server_default="0", nullable=False),
    sa.Column("hinted", sa.String(32), server_default="", nullable=False),
    sa.Column("hints_before", sa.Integer, server_default="0", nullable=False),
    sa.Column("former", sa.Text, server_default="", nullable=False),
    sa.ForeignKeyConstraint(
        ["asked"],
        ["guests.id"],
    ),
    sa.ForeignKeyConstraint(
        ["guest"],
        ["guests.id"],
    ),
    sa.ForeignKeyConstraint(
        ["table_id"],
        ["tables.id"],
    ),
    sa.PrimaryKeyConstraint("table_id", "seat"),
    sa.Index(
        "seats_by_asked",
        "asked",
        "table_id",
        sqlite_where=sa.text("asked IS NOT NULL"),
        postgresql_where=sa.text("asked IS NOT NULL"),
    ),
    sa.Index("seats_by_guest", "guest", "table_id"),
    sa.Index(
        "seats_free",
        "table_id",
        sqlite_where=sa.text("kind = 'open' AND asked IS NULL"),
        postgresql_where=sa.text("kind = 'open' AND asked IS NULL"),
    ),
)

sa.Table(
    "visits",
    SCHEMA,
    sa.Column("table_id", sa.String(32), nullable=False),
    sa.Column("guest", sa.String(32), nullable=False),
    sa.Column("seen", sa.BigInteger, nullable=False),
    sa.Column("here", sa.Boolean, nullable=False),
    sa.Column("gone", sa.BigInteger, server_default="0", nullable=False),
    sa.ForeignKeyConstraint(["guest"], ["guests.id"], ondelete="CASCADE"),
    sa.ForeignKeyConstraint(["table_id"], ["tables.id"], ondelete="CASCADE"),
    sa.PrimaryKeyConstraint("table_id", "guest"),
    sa.Index("visits_by_guest", "guest"),
)

sa.Table(
    "notices",
    SCHEMA,
    sa.Column("id", sa.String(24), nullable=False),
    sa.Column("channel", sa.String(24), nullable=False),
    sa.Column("lane", sa.String(260), nullable=False),
    sa.Column("kind", sa.String(12), nullable=False),
    sa.Column("key", sa.String(100), nullable=False),
    sa.Column("table_id", sa.String(32), nullable=True),
    sa.Column("seat", sa.Integer, nullable=True),
    sa.Column("who", sa.String(48), nullable=False),
    sa.Column("made", sa.BigInteger, nullable=False),
    sa.Column("next", sa.BigInteger, nullable=False),
    sa.Column("until", sa.BigInteger, nullable=False),
    sa.Column("tries", sa.Integer, nullable=False),
    sa.Column("process", sa.String(32), nullable=False),
    sa.Column("lead", sa.String(24), nullable=True),
    sa.Column("done", sa.BigInteger, nullable=True),
    sa.Column("why", sa.String(200), nullable=False),
    sa.ForeignKeyConstraint(["channel"], ["channels.id"], ondelete="CASCADE"),
    sa.ForeignKeyConstraint(["table_id"], ["tables.id"], ondelete="CASCADE"),
    sa.PrimaryKeyConstraint("id"),
    sa.Index(
        "notices_by_done",
        "done",
        sqlite_where=sa.text("done IS NOT NULL"),
        postgresql_where=sa.text("done IS NOT NULL"),
    ),
    sa.Index("notices_by_key", "channel", "key", unique=True),
    sa.Index(
        "notices_by_lane",
        "lane",
        "next",
        sqlite_where=sa.text("done IS NULL"),
        postgresql_where=sa.text("done IS NULL"),
    ),
    sa.Index("notices_by_lead", "lead"),
    sa.Index("notices_by_table", "table_id"),
)
