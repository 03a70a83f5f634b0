"""Store feedback on finished games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "5"
down_revision = "4"


def upgrade() -> None:
    """Add its table."""
    op.create_table(
        "feedback",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("guest", sa.String(32), sa.ForeignKey("guests.id", ondelete="CASCADE"), nullable=False),
        sa.Column("answers", sa.Text, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
    )
    op.create_index("feedback_by_guest", "feedback", ["guest"])
