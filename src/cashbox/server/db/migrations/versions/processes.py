"""What several processes that serve from one database know of each other."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Nobody else is there yet."""
    op.add_column("tables", sa.Column("version", sa.Integer, nullable=False, server_default="0"))
    op.create_table(
        "processes",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("seen", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "claims",
        sa.Column("what", sa.String(32), primary_key=True),
        sa.Column("process", sa.String(32), sa.ForeignKey("processes.id", ondelete="CASCADE"), nullable=False),
    )
    op.create_index("claims_by_process", "claims", ["process"])
    op.create_table(
        "presence",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("process", sa.String(32), sa.ForeignKey("processes.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seats", sa.BigInteger, nullable=False),
        sa.Column("watchers", sa.Integer, nullable=False),
    )
    op.create_index("presence_by_process", "presence", ["process"])
