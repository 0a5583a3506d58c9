"""Alembic's setup: it uses the connection and transaction of `bot.store.migrate`."""

from __future__ import annotations

from alembic import context

from bot.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=True,
    render_as_batch=True,  # SQLite changes a column by copying the table
    compare_type=True,
)
context.run_migrations()
