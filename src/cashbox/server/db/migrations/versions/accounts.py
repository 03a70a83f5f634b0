"""Accounts: guests who can sign in."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """Nobody has one yet."""
    op.create_table(
        "accounts",
        sa.Column("guest", sa.String(32), sa.ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("email", sa.String(254), nullable=False, server_default=""),
        sa.Column("email_key", sa.String(254)),
        sa.Column("made", sa.BigInteger, nullable=False),
    )
    op.create_index("accounts_by_key", "accounts", ["key"], unique=True)
    op.create_index("accounts_by_email", "accounts", ["email_key"], unique=True)
    op.create_table(
        "passkeys",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("guest", sa.String(32), sa.ForeignKey("guests.id", ondelete="CASCADE"), nullable=False),
        sa.Column("host", sa.String(253), nullable=False),
        sa.Column("public_key", sa.LargeBinary, nullable=False),
        sa.Column("sign_count", sa.BigInteger, nullable=False),
        sa.Column("label", sa.String(60), nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("used", sa.BigInteger),
    )
    op.create_index("passkeys_by_guest", "passkeys", ["guest"])
    op.create_table(
        "challenges",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("guest", sa.String(32), sa.ForeignKey("guests.id", ondelete="CASCADE")),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.create_index("challenges_by_until", "challenges", ["until"])
    op.create_index("challenges_by_guest", "challenges", ["guest"])
