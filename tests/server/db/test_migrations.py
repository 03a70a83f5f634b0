"""Test that the migrations, run one after another, make the schema."""

from __future__ import annotations

import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from cashbox.server.db import migrations
from cashbox.server.db.schema import METADATA


def test_the_migrations_make_exactly_the_schema() -> None:
    engine = sa.create_engine("sqlite://")
    with engine.begin() as connection:
        migrations.upgrade(connection)
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        different = compare_metadata(context, METADATA)
    assert different == [], "see src/cashbox/server/db/migrations/__init__.py"
