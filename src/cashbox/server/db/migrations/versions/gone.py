"""Since when a player is away whose process was killed."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Who was connected through a process that was killed before counts from when the next one finds it so."""
    op.add_column("visits", sa.Column("gone", sa.BigInteger, nullable=False, server_default="0"))
