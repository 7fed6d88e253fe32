"""Alembic's door: every migration runs in one transaction that takes the write lock first."""

from __future__ import annotations

from alembic import context

from tilewright.server.store.schema import metadata

engine = context.config.attributes["engine"]
with engine.connect().execution_options(writes=True) as connection:
    context.configure(connection=connection, target_metadata=metadata, render_as_batch=True, transactional_ddl=True)
    with context.begin_transaction():
        context.run_migrations()
    connection.commit()
