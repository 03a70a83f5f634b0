"""What a player asked about last, and how often those asked who had the seat before."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"


def upgrade() -> None:
    """Of questions of before, only the number is known."""
    op.add_column("seats", sa.Column("hinted", sa.String(32), nullable=False, server_default=""))
    op.add_column("seats", sa.Column("hints_before", sa.Integer, nullable=False, server_default="0"))
