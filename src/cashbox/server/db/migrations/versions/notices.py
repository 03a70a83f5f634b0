"""Notices: where people are told, and the queue of what is to be sent."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"

_DONE = sa.text("done IS NOT NULL")
_WAITING = sa.text("done IS NULL")


def upgrade() -> None:
    """Nobody is told anything before asking for it."""
    _channels()
    op.create_table(
        "notices",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("channel", sa.String(24), sa.ForeignKey("channels.id", ondelete="CASCADE"), nullable=False),
        sa.Column("lane", sa.String(260), nullable=False),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("key", sa.String(100), nullable=False),
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE")),
        sa.Column("seat", sa.Integer),
        sa.Column("who", sa.String(48), nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("next", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("process", sa.String(32), nullable=False),
        sa.Column("lead", sa.String(24)),
        sa.Column("done", sa.BigInteger),
        sa.Column("why", sa.String(200), nullable=False),
    )
    op.create_index("notices_by_key", "notices", ["channel", "key"], unique=True)
    op.create_index("notices_by_lane", "notices", ["lane", "next"], sqlite_where=_WAITING, postgresql_where=_WAITING)
    op.create_index("notices_by_table", "notices", ["table_id"])
    op.create_index("notices_by_lead", "notices", ["lead"])
    op.create_index("notices_by_done", "notices", ["done"], sqlite_where=_DONE, postgresql_where=_DONE)
    op.create_table(
        "vapid",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("private", sa.LargeBinary, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
    )


def _channels() -> None:
    op.create_table(
        "channels",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("place", sa.String(80), nullable=False),
        sa.Column("guest", sa.String(32), sa.ForeignKey("guests.id", ondelete="CASCADE")),
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE")),
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
    )
    op.create_index("channels_by_place", "channels", ["place"], unique=True)
    op.create_index("channels_by_token", "channels", ["token"], unique=True)
    op.create_index("channels_by_guest", "channels", ["guest"])
    op.create_index("channels_by_table", "channels", ["table_id"])
