"""Bots that stand in for players."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Every player plays."""
    op.add_column("seats", sa.Column("stand_in", sa.String(64), nullable=False, server_default=""))
    op.add_column("seats", sa.Column("why", sa.String(8), nullable=False, server_default=""))
