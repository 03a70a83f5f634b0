"""What is said at tables, who does not hear whom, and when an answer that is owed lapses."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Tables made before let nothing lapse."""
    op.create_table(
        "chat",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("guest", sa.String(32), sa.ForeignKey("guests.id"), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("name", sa.String(48), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "mutes",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("guest", sa.String(32), sa.ForeignKey("guests.id"), primary_key=True),
        sa.Column("muted", sa.String(32), sa.ForeignKey("guests.id"), primary_key=True),
        sqlite_with_rowid=False,
    )
    op.add_column("tables", sa.Column("lapse", sa.Integer, nullable=False, server_default="0"))
    op.add_column("entries", sa.Column("lapses", sa.BigInteger))
