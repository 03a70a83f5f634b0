"""The archive: finished games by when they ended, by game, by length and by person."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    """The finished tables of before come into it while the server runs, a few at a time."""
    op.add_column("tables", sa.Column("archived", sa.Boolean, nullable=False, server_default=sa.false()))
    ended = sa.text("status IN ('over', 'closed') AND NOT archived")
    op.create_index("tables_to_archive", "tables", ["changed"], sqlite_where=ended, postgresql_where=ended)
    public, newest = sa.text("public"), sa.text("public AND shown >= 0")
    op.create_table(
        "archive",
        _table(),
        *_what(),
        sa.Column("seconds", sa.BigInteger, nullable=False),
        sa.Column("steps", sa.Integer, nullable=False),
    )
    for name, columns, which in (("archive_newest", [], newest), ("archive_by_kind", ["kind", "length"], public)):
        op.create_index(name, "archive", [*columns, "at", "table_id"], sqlite_where=which, postgresql_where=which)
    guest = sa.ForeignKey("guests.id", ondelete="CASCADE")
    op.create_table(
        "archive_seats",
        _table(),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("guest", sa.String(32), guest, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        *_what(),
        sa.Column("result", sa.Integer, nullable=False),
    )
    covering = ["guest", "at", "table_id", "public", "shown", "kind", "length", "result"]
    op.create_index("archive_seats_by_guest", "archive_seats", covering)
    op.create_index("archive_seats_by_name", "archive_seats", ["name", "at", "table_id"])


def _table() -> sa.Column[str]:
    return sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)


def _what() -> list[sa.Column[object]]:
    return [
        sa.Column("kind", sa.String(129), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("shown", sa.BigInteger, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("length", sa.Integer, nullable=False),
    ]
