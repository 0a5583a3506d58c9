"""Users who want a digest once a day, and when the last one came."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "digests",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("hour", sa.Integer(), nullable=True),
        sa.Column("wake_at", sa.BigInteger(), nullable=True),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.Column("sent_at", sa.BigInteger(), nullable=True),
        sa.Column("text", sa.Text(), nullable=True),
        sa.Column("begun_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_digests")),
    )
    op.create_index(op.f("ix_digests_wake_at"), "digests", ["wake_at"])
