"""Store the settings of a table as one JSON document.

Only what lists read or filter by keeps columns: name, listed, watching, circle, and whether there is a clock. The
document is filled from the old columns, which are dropped.
"""

from __future__ import annotations

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"

CLOCKED = sa.text("clocked")
GONE = ("options", "mode", "lapse", "absence", "clock", "open_hands", "rated")
SOME = 500
"""Tables that are read at once."""


def upgrade() -> None:
    """Fill the document of every table."""
    op.add_column("tables", sa.Column("settings", sa.Text, nullable=False, server_default="{}"))
    op.add_column("tables", sa.Column("clocked", sa.Boolean, nullable=False, server_default=sa.false()))
    _fill(op.get_bind())
    op.drop_index("tables_by_clock", "tables")
    op.create_index("tables_by_clock", "tables", ["status"], sqlite_where=CLOCKED, postgresql_where=CLOCKED)
    for name in GONE:
        op.drop_column("tables", name)


def _fill(connection: sa.Connection) -> None:
    new = (sa.column("settings", sa.Text), sa.column("clocked", sa.Boolean))
    tables = sa.table("tables", sa.column("id", sa.String), *map(sa.column, GONE), *new)
    fill = sa.update(tables).where(tables.c.id == sa.bindparam("table"))
    fill = fill.values(settings=sa.bindparam("document"), clocked=sa.bindparam("runs"))
    query = sa.select(tables.c.id, *(tables.c[name] for name in GONE)).order_by(tables.c.id).limit(SOME)
    last = ""
    while rows := connection.execute(query.where(tables.c.id > last)).all():
        filled = [{"table": row.id, "document": _document(row), "runs": bool(row.clock)} for row in rows]
        connection.execute(fill, filled)
        last = rows[-1].id


def _document(row: Any) -> str:
    """Return the JSON of a table's settings. Options and clocks are JSON already, and stay as they are."""
    pieces = {
        "lapse": json.dumps(row.lapse),
        "absence": json.dumps(row.absence),
        "clock": row.clock or "null",
        "mode": json.dumps(row.mode),
        "options": row.options,
        "open_hands": json.dumps(bool(row.open_hands)),
        "rated": json.dumps(bool(row.rated)),
    }
    return "{" + ",".join(f'"{name}":{piece}' for name, piece in pieces.items()) + "}"
