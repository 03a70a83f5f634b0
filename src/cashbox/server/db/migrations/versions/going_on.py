"""Tables whose game goes on from another one."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    """No game goes on from another one."""
    op.add_column("tables", sa.Column("goes_on", sa.Text, nullable=False, server_default=""))
    op.create_table(
        "prologues",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
