"""When a guest was last here, and what it takes to find those that nobody needs any more."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Guests made before were last here now, as far as is known."""
    op.add_column("guests", sa.Column("seen", sa.BigInteger, nullable=False, server_default="0"))
    now = "CAST(strftime('%s', 'now') AS INTEGER)"
    if op.get_context().dialect.name == "postgresql":
        now = "CAST(extract(epoch FROM now()) AS BIGINT)"
    op.execute(f"UPDATE guests SET seen = {now}")
    op.create_index("guests_by_seen", "guests", ["seen"])
    op.create_index("chat_by_guest", "chat", ["guest"])
    op.create_index("mutes_by_guest", "mutes", ["guest"])
    op.create_index("mutes_by_muted", "mutes", ["muted"])
