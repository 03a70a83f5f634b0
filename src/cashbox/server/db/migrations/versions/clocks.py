"""Clocks of the players, and when nobody could play."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """No table has clocks yet."""
    op.add_column("guests", sa.Column("zone", sa.String(64), nullable=False, server_default=""))
    op.add_column("tables", sa.Column("clock", sa.Text, nullable=False, server_default=""))
    op.add_column("seats", sa.Column("zone", sa.String(64), nullable=False, server_default=""))
    op.add_column("entries", sa.Column("clocks", sa.Text))
    clocked = sa.text("clock <> ''")
    op.create_index("tables_by_clock", "tables", ["status"], sqlite_where=clocked, postgresql_where=clocked)
    op.create_table(
        "house", sa.Column("id", sa.Integer, primary_key=True), sa.Column("alive", sa.BigInteger, nullable=False)
    )
    op.create_table(
        "gaps",
        sa.Column("since", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
