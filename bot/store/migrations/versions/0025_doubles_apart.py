"""Users in whose hands doubles stand apart."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("people", sa.Column("doubles_apart", sa.Boolean(), nullable=False, server_default=sa.false()))
