"""Which edition of its game's rules a table is played by."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Tables made before are played by the first edition."""
    op.add_column("tables", sa.Column("edition", sa.Integer, nullable=False, server_default="1"))
