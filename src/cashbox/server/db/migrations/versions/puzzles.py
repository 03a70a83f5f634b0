"""Store daily puzzles and the answers to them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "4"
down_revision = "3"


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "puzzles",
        sa.Column("game", sa.String(64), primary_key=True),
        sa.Column("day", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
        sa.Column("step", sa.Integer, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("asked", sa.Integer, nullable=False),
        sa.Column("found", sa.Integer, nullable=False),
    )
    op.create_index("puzzles_by_table", "puzzles", ["table_id"])
    op.create_table(
        "puzzle_answers",
        sa.Column("game", sa.String(64), primary_key=True),
        sa.Column("day", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("voter", sa.String(32), primary_key=True),
        sa.Column("choice", sa.Integer, nullable=False),
    )
