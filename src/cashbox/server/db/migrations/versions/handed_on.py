"""Since which entry a seat is its player's, where somebody else had it before."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Where a seat was handed on before, nobody knows when; what was played there by then counts as nobody's own. Such
    a seat is known by its first player's name, which was withdrawn."""
    op.add_column("seats", sa.Column("since", sa.Integer, nullable=False, server_default="0"))
    op.execute(
        "UPDATE seats SET since = (SELECT coalesce(max(number), -1) + 1 FROM entries"
        " WHERE entries.table_id = seats.table_id) WHERE guest IS NOT NULL AND name_hash <> '' AND salt = ''"
    )
