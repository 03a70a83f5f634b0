"""What Alembic runs: the steps that are missing, on the connection that the server hands over."""

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
