"""How tables may be watched, what watchers say, who they are, and when entries were made."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"

ENDED_LATE = sa.text("watching = 'delayed' AND status IN ('over', 'closed')")


def upgrade() -> None:
    """Every table can be watched by those who have its link, and shows everything when it is over, as it always was.
    Entries from before count as made long ago: nobody sees their tables with a delay."""
    op.add_column("tables", sa.Column("watching", sa.String(8), nullable=False, server_default="link"))
    op.add_column("tables", sa.Column("open_hands", sa.Boolean, nullable=False, server_default=sa.true()))
    op.create_index("tables_by_watching", "tables", ["watching", "status", "made", "id"])
    op.create_index("tables_ended_late", "tables", ["changed"], sqlite_where=ENDED_LATE, postgresql_where=ENDED_LATE)
    op.add_column("entries", sa.Column("made", sa.BigInteger, nullable=False, server_default="0"))
    op.add_column("presence", sa.Column("names", sa.Text, nullable=False, server_default="[]"))
    op.create_table(
        "remarks",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("guest", sa.String(32), sa.ForeignKey("guests.id"), nullable=False),
        sa.Column("name", sa.String(48), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("account", sa.Boolean, nullable=False, server_default=sa.false()),
        sqlite_with_rowid=False,
    )
    op.create_index("remarks_by_guest", "remarks", ["guest"])
