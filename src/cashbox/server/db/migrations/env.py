"""The entry point for Alembic: runs the missing migrations on the server's connection."""

from __future__ import annotations

from alembic import context

from cashbox.server.db.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    transactional_ddl=True,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
