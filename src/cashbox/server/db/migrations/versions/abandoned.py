"""Games that people left to bots have no result for them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"


def upgrade() -> None:
    """Have the server count again the finished games in which a bot decided for a player."""
    op.add_column("results", sa.Column("abandoned", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("standings", sa.Column("abandoned", sa.Integer, nullable=False, server_default="0"))
    op.execute(
        "UPDATE tables SET counted = false"
        " WHERE status = 'over' AND id IN (SELECT table_id FROM results WHERE stood_in > 0)"
    )
