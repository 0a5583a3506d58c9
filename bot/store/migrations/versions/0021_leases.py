"""Which process serves which servers."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "leases",
        sa.Column("shard", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("holder", sa.String(length=80), nullable=False),
        sa.Column("session", sa.Integer(), nullable=False),
        sa.Column("until", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("shard", name="pk_leases"),
    )
