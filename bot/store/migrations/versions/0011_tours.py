"""The steps of the tours that users were shown."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "tours",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("step", sa.String(20), nullable=False),
        sa.Column("at_table", sa.BigInteger(), nullable=False),
        sa.Column("at_seq", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", "game", "step", name=op.f("pk_tours")),
    )
