"""Add an index of the steps that name the user for whom a seat was kept. It finds old names to delete."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "v8"
down_revision = "v7"
branch_labels = None
depends_on = None


def upgrade() -> None:
    keeping = sa.text("kind = 'keep' AND user_id IS NOT NULL")
    op.create_index("ix_steps_keeping", "steps", ["at"], sqlite_where=keeping, postgresql_where=keeping)
