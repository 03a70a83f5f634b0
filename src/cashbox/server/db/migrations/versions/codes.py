"""Codes of one use."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """None is given yet."""
    op.create_table(
        "codes",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("guest", sa.String(32), sa.ForeignKey("guests.id", ondelete="CASCADE"), nullable=False),
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE")),
        sa.Column("seat", sa.Integer),
        sa.Column("detail", sa.Text, nullable=False, server_default=""),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger),
        sa.Column("used", sa.BigInteger),
    )
    op.create_index("codes_by_guest", "codes", ["guest", "kind"])
    op.create_index("codes_by_table", "codes", ["table_id"])
