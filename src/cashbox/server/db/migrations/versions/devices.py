"""Tokens tell of the device that has them, seats and lines whether it is an account's or a guest's name."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """A token that takes the place of another is on the same device. What device that is, is found out as it comes."""
    op.add_column("tokens", sa.Column("device", sa.String(16), nullable=False, server_default=""))
    op.add_column("tokens", sa.Column("label", sa.String(40), nullable=False, server_default=""))
    op.add_column("tokens", sa.Column("seen", sa.BigInteger, nullable=False, server_default="0"))
    op.execute("UPDATE tokens SET device = substr(coalesce(replaces, hash), 1, 16), seen = made")
    op.add_column("seats", sa.Column("account", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("chat", sa.Column("account", sa.Boolean, nullable=False, server_default=sa.false()))
