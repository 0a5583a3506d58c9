"""Add the number of sides to results, for games with partners."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "v4"
down_revision = "v3"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("results", sa.Column("sides", sa.Integer(), nullable=True))
