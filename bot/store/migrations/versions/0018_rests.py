"""Up to when a user's clocks rest, and when they asked for that."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("people", sa.Column("rests_until", sa.BigInteger(), nullable=True))
    op.add_column("people", sa.Column("rested", sa.String(length=80), nullable=True))
