"""Tables after tables, seats that are kept for somebody, and nudges."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Every table is the first of its series, and nobody was asked for anything."""
    op.add_column("tables", sa.Column("after", sa.String(32)))
    op.add_column("tables", sa.Column("series", sa.String(32), nullable=False, server_default=""))
    op.add_column("tables", sa.Column("nth", sa.Integer, nullable=False, server_default="1"))
    op.create_index("tables_by_after", "tables", ["after"], unique=True)
    op.create_index("tables_by_series", "tables", ["series"])
    # Both databases take a reference with a new column, and SQLite takes none later.
    op.execute("ALTER TABLE seats ADD COLUMN asked VARCHAR(32) REFERENCES guests (id)")
    op.add_column("seats", sa.Column("nudged", sa.BigInteger))
    op.create_index("seats_by_asked", "seats", ["asked"])
