"""Who had a seat before, so that nobody plays two seats of one game."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"


def upgrade() -> None:
    """Add the column. Who had a seat until now is not known."""
    op.add_column("seats", sa.Column("former", sa.Text, nullable=False, server_default=""))
