"""Store whether people show their skill."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "6"
down_revision = "5"


def upgrade() -> None:
    """Add the column; until now, no one shows it."""
    op.add_column("guests", sa.Column("shows_skill", sa.Boolean, nullable=False, server_default=sa.false()))
