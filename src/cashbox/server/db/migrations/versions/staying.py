"""Nobody is stuck at a table: who was there last, what the players vote on, why a table was closed."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """At tables of before, a player who is not there counts as away after a day: nobody chose less."""
    op.add_column("tables", sa.Column("absence", sa.Integer, nullable=False, server_default="86400"))
    op.add_column("tables", sa.Column("closed", sa.String(16), nullable=False, server_default=""))
    op.add_column("tables", sa.Column("votes", sa.Text, nullable=False, server_default="[]"))
    op.add_column("tables", sa.Column("removed", sa.Text, nullable=False, server_default="{}"))
    op.add_column("tables", sa.Column("warned", sa.BigInteger, nullable=False, server_default="0"))
    op.create_table(
        "visits",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("guest", sa.String(32), sa.ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.Column("here", sa.Boolean, nullable=False),
    )
    op.create_index("visits_by_guest", "visits", ["guest"])
