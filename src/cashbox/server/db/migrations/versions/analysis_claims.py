"""Store which analysis each person runs, so that it is one at a time in all processes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "7"
down_revision = "6"


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "analysis_claims",
        sa.Column("guest", sa.String(32), sa.ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("subject", sa.String(32), nullable=False),
        sa.Column("job", sa.String(16), nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.create_index("analysis_claims_by_subject", "analysis_claims", ["subject"], unique=True)
