"""The holidays that a user took within the last twelve months, and the one that goes on."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("people", sa.Column("holidays", sa.String(length=300), nullable=True))
