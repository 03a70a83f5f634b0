"""Persons: their pages, results, ratings, statistics, whom they follow and block, and groups."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"

_RANDOM = {"sqlite": "lower(hex(randomblob(8)))", "postgresql": "substr(replace(gen_random_uuid()::text, '-', ''), 17)"}


def upgrade() -> None:
    """Everybody gets a page at an address that nobody can guess, and no table of before was rated. What became of the
    finished tables is counted by the server, a little at a time."""
    op.add_column("guests", sa.Column("handle", sa.String(16)))
    op.execute(f"UPDATE guests SET handle = {_RANDOM[op.get_bind().dialect.name]} WHERE id <> 'former'")
    op.create_index("guests_by_handle", "guests", ["handle"], unique=True)
    op.add_column("guests", sa.Column("hidden", sa.Boolean, nullable=False, server_default=sa.false()))
    _circles()
    op.add_column("tables", sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("tables", sa.Column("counted", sa.Boolean, nullable=False, server_default=sa.false()))
    # Both databases take a reference with a new column, and SQLite takes none later.
    op.execute("ALTER TABLE tables ADD COLUMN circle VARCHAR(32) REFERENCES circles (id) ON DELETE SET NULL")
    op.create_index("tables_by_circle", "tables", ["circle", "changed"])
    uncounted = sa.text("status = 'over' AND NOT counted")
    op.create_index("tables_to_count", "tables", ["changed"], sqlite_where=uncounted, postgresql_where=uncounted)
    _results()
    _standings()
    _ratings()
    _tallies()
    _ties()


def _guest(name: str = "guest", *, primary: bool = False, gone: str = "CASCADE") -> sa.Column[str]:
    foreign = sa.ForeignKey("guests.id", ondelete=gone)
    return sa.Column(name, sa.String(32), foreign, primary_key=primary, nullable=gone == "SET NULL")


def _key(name: str, kind: Any) -> sa.Column[Any]:
    return sa.Column(name, kind, primary_key=True, autoincrement=False)


def _numbers(kind: Any, *names: str) -> list[sa.Column[Any]]:
    return [sa.Column(name, kind, nullable=False) for name in names]


def _results() -> None:
    op.create_table(
        "results",
        _key("table_id", sa.String(32)),
        _key("seat", sa.Integer),
        _guest(),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("mode", sa.String(64), nullable=False),
        *_numbers(sa.Integer, "players", "rank"),
        *_numbers(sa.BigInteger, "score"),
        *_numbers(sa.Boolean, "won"),
        *_numbers(sa.Integer, "stood_in"),
        *_numbers(sa.BigInteger, "at"),
        *_numbers(sa.Boolean, "rated", "public"),
    )
    op.create_index("results_by_guest", "results", ["guest", "public", "at", "table_id"])


def _standings() -> None:
    op.create_table(
        "standings",
        _guest(primary=True),
        _key("public", sa.Boolean),
        _key("game", sa.String(64)),
        _key("mode", sa.String(64)),
        *_numbers(sa.Integer, "played", "won"),
        *_numbers(sa.BigInteger, "best"),
        *_numbers(sa.Integer, "streak", "longest"),
    )
    op.create_table(
        "meetings",
        _guest(primary=True),
        _guest("other", primary=True),
        _key("public", sa.Boolean),
        *_numbers(sa.Integer, "played", "ahead", "behind"),
    )
    op.create_index("meetings_by_played", "meetings", ["guest", "public", "played", "other"])
    op.create_index("meetings_by_other", "meetings", ["other"])


def _ratings() -> None:
    op.create_table(
        "ratings",
        _guest(primary=True),
        _key("game", sa.String(64)),
        *_numbers(sa.Double, "mu", "sigma", "ordinal"),
        *_numbers(sa.Integer, "games"),
        *_numbers(sa.BigInteger, "at"),
    )
    leads = sa.text("games >= 5")
    op.create_index(
        "ratings_to_lead", "ratings", ["game", "ordinal", "guest"], sqlite_where=leads, postgresql_where=leads
    )
    op.create_table(
        "rated",
        _key("number", sa.BigInteger),
        _key("seat", sa.Integer),
        sa.Column("table_id", sa.String(32), nullable=False),
        _guest(gone="SET NULL"),
        sa.Column("game", sa.String(64), nullable=False),
        *_numbers(sa.Integer, "rank"),
        *_numbers(sa.Double, "mu_before", "sigma_before", "mu", "sigma"),
        *_numbers(sa.BigInteger, "at"),
    )
    op.create_index("rated_by_guest", "rated", ["guest", "game", "number"])
    op.create_index("rated_by_table", "rated", ["table_id"])


def _tallies() -> None:
    op.create_table(
        "tallies",
        _key("game", sa.String(64)),
        _key("mode", sa.String(64)),
        _key("players", sa.Integer),
        _key("what", sa.String(16)),
        _key("key", sa.BigInteger),
        *_numbers(sa.BigInteger, "many", "total"),
    )


def _ties() -> None:
    op.create_table(
        "ties",
        _guest(primary=True),
        _key("kind", sa.String(8)),
        _guest("other", primary=True),
        *_numbers(sa.BigInteger, "made"),
    )
    op.create_index("ties_by_other", "ties", ["other"])


def _circles() -> None:
    op.create_table(
        "circles",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(60), nullable=False),
        *_numbers(sa.BigInteger, "made"),
    )
    circle = sa.ForeignKey("circles.id", ondelete="CASCADE")
    op.create_table(
        "members",
        sa.Column("circle", sa.String(32), circle, primary_key=True),
        _guest(primary=True),
        *_numbers(sa.Integer, "number"),
    )
    op.create_index("members_by_guest", "members", ["guest"])
    op.create_table(
        "circle_links",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("circle", sa.String(32), sa.ForeignKey("circles.id", ondelete="CASCADE"), nullable=False),
        _guest(),
        *_numbers(sa.BigInteger, "made", "until"),
        sa.Column("uses", sa.Integer),
    )
    for column in ("circle", "guest", "until"):
        op.create_index(f"circle_links_by_{column}", "circle_links", [column])
