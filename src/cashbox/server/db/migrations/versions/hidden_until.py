"""Store until when only players may know that a table has ended, so that lists need not compute it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "2"
down_revision = "1"

FILL = """
UPDATE tables SET hidden_until = changed + 121
WHERE watching = 'delayed' AND status IN ('over', 'closed')
AND EXISTS (SELECT 1 FROM entries WHERE entries.table_id = tables.id)
"""


def upgrade() -> None:
    """Add the column, fill it for the tables that have ended, and index it instead of the computed value."""
    op.add_column("tables", sa.Column("hidden_until", sa.BigInteger, nullable=False, server_default="0"))
    op.execute(FILL)
    op.drop_index("tables_ended_late", "tables")
    op.create_index("tables_by_hidden_until", "tables", ["hidden_until"])
