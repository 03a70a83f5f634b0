"""The first page: how many people each process serves, and indexes that answer for its lists by themselves."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"

ASKED = sa.text("asked IS NOT NULL")
FREE = sa.text("kind = 'open' AND asked IS NULL")


def upgrade() -> None:
    """An index that has all that is asked for spares a look at each table. Almost no seat is kept for anybody, and
    few can be taken: those have their place in an index, and the others none."""
    op.add_column("processes", sa.Column("people", sa.Integer, nullable=False, server_default="0"))
    for name, table in (("tables_by_status", "tables"), ("tables_by_host", "tables"), ("seats_by_guest", "seats")):
        op.drop_index(name, table)
    op.drop_index("seats_by_asked", "seats")
    op.create_index("tables_by_status", "tables", ["status", "listed", "changed", "host", "id", "game"])
    op.create_index("tables_by_host", "tables", ["host", "id"])
    op.create_index("tables_by_id", "tables", ["id", "status", "changed"])
    op.create_index("seats_by_guest", "seats", ["guest", "table_id"])
    op.create_index("seats_by_asked", "seats", ["asked", "table_id"], sqlite_where=ASKED, postgresql_where=ASKED)
    op.create_index("seats_free", "seats", ["table_id"], sqlite_where=FREE, postgresql_where=FREE)
