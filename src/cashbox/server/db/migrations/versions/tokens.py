"""Tokens have a table of their own, so that a guest may have several, each with an end."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """The token of each guest goes on; it was given without a `__Host-` cookie."""
    op.create_table(
        "tokens",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("guest", sa.String(32), sa.ForeignKey("guests.id", ondelete="CASCADE"), nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger),
        sa.Column("plain", sa.Boolean, nullable=False),
        sa.Column("replaces", sa.String(64)),
    )
    op.create_index("tokens_by_guest", "tokens", ["guest"])
    op.execute("INSERT INTO tokens (hash, guest, made, plain) SELECT token_hash, id, made, true FROM guests")
    with op.batch_alter_table("guests") as guests:
        guests.drop_column("token_hash")
