"""Reports, bans, and the tokens by which a browser of somebody who is banned is known."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    """Nobody has reported anything, and nobody is banned."""
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("reporter", sa.String(32), sa.ForeignKey("guests.id", ondelete="SET NULL")),
        sa.Column("reported", sa.String(32), sa.ForeignKey("guests.id", ondelete="CASCADE"), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("line", sa.Integer),
        sa.Column("watchers", sa.Boolean, nullable=False),
        sa.Column("name", sa.String(48), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("closed", sa.BigInteger),
    )
    op.create_index("reports_by_reporter", "reports", ["reporter", "reported"])
    op.create_index("reports_by_reported", "reports", ["reported"])
    op.create_index("reports_by_closed", "reports", ["closed", "id"])
    op.create_table(
        "bans",
        sa.Column("guest", sa.String(32), primary_key=True),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger),
        sa.Column("reason", sa.Text, nullable=False),
    )
    op.create_table(
        "marks",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("guest", sa.String(32), sa.ForeignKey("bans.guest", ondelete="CASCADE"), nullable=False),
    )
    op.create_index("marks_by_guest", "marks", ["guest"])
