"""Users who want large print."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("people", sa.Column("large_print", sa.Boolean(), nullable=False, server_default=sa.false()))
