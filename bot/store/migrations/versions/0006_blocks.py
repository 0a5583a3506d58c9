"""Add the users whom each user has blocked."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "v6"
down_revision = "v5"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "blocks",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("mark", sa.String(64), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("other_id", sa.BigInteger(), nullable=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", "mark", name=op.f("pk_blocks")),
        sa.UniqueConstraint("user_id", "other_id", name=op.f("uq_blocks_user_id_other_id")),
    )
    op.create_index(op.f("ix_blocks_other_id"), "blocks", ["other_id"])
