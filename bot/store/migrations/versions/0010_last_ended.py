"""The game that ended last in a channel, found without all the others."""

from __future__ import annotations

from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index(op.f("ix_tables_channel_ended_at_id"), "tables", ["channel", "ended_at", "id"])
    op.create_index(op.f("ix_tables_thread_ended_at_id"), "tables", ["thread", "ended_at", "id"])
