"""How often a player asked what to do."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"


def upgrade() -> None:
    """Nobody has asked so far."""
    op.add_column("seats", sa.Column("hints", sa.Integer, nullable=False, server_default="0"))
