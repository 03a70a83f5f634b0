"""What binds a table's journal: its format, its commitment, the seals of its seats' nonces and the hashes of names."""

from __future__ import annotations

import hashlib

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

_TABLES = sa.table(
    "tables",
    sa.column("id", sa.String),
    sa.column("status", sa.String),
    sa.column("secret", sa.LargeBinary),
    sa.column("format", sa.Integer),
    sa.column("commitment", sa.String),
)
_SEATS = sa.table(
    "seats",
    sa.column("table_id", sa.String),
    sa.column("seat", sa.Integer),
    sa.column("kind", sa.String),
    sa.column("nonce", sa.String),
    sa.column("seal", sa.String),
)


def upgrade() -> None:
    """Games that have begun stay in format 1, and what was shown as their commitment is kept from now on.

    A table that still waits will begin in format 2: the nonces that its players gave count as they stand, those that
    the server made for bots are dropped.
    """
    op.add_column("tables", sa.Column("format", sa.Integer, nullable=False, server_default="1"))
    op.add_column("tables", sa.Column("commitment", sa.String(64), nullable=False, server_default=""))
    op.add_column("tables", sa.Column("reveal_by", sa.BigInteger))
    for name, size in (("seal", 64), ("salt", 32), ("name_hash", 64)):
        op.add_column("seats", sa.Column(name, sa.String(size), nullable=False, server_default=""))
    connection = op.get_bind()
    for row in connection.execute(sa.select(_TABLES.c.id, _TABLES.c.secret)).all():
        commitment = hashlib.sha256(row.secret).hexdigest()
        connection.execute(_TABLES.update().where(_TABLES.c.id == row.id).values(commitment=commitment))
    waiting = sa.select(_TABLES.c.id).where(_TABLES.c.status == "waiting")
    bots = _SEATS.update().where(_SEATS.c.table_id.in_(waiting), _SEATS.c.kind != "guest")
    connection.execute(bots.values(nonce=""))
    given = sa.select(_SEATS).where(_SEATS.c.table_id.in_(waiting), _SEATS.c.nonce != "")
    for row in connection.execute(given).all():
        seal = hashlib.sha256(row.nonce.encode()).hexdigest()
        place = (_SEATS.c.table_id == row.table_id) & (_SEATS.c.seat == row.seat)
        connection.execute(_SEATS.update().where(place).values(seal=seal))
    connection.execute(_TABLES.update().where(_TABLES.c.status == "waiting").values(format=2))
