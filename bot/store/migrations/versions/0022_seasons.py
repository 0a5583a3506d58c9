"""From which month on a server is told its months, and which were told."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("servers", sa.Column("season", sa.Integer(), nullable=True))
    op.create_table(
        "seasons",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("month", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("begun_at", sa.BigInteger(), nullable=False),
        sa.Column("message", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("guild", "month", name=op.f("pk_seasons")),
    )
