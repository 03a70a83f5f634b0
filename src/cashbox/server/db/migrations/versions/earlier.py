"""How tables looked before they changed, for spectators with a delay."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"


def upgrade() -> None:
    """Add the column. What changed before the upgrade shows at once."""
    op.add_column("tables", sa.Column("earlier", sa.Text, nullable=False, server_default=""))
