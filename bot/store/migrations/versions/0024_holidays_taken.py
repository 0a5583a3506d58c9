"""How many days of holiday were taken by users who have deleted everything about them: marks that name nobody."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "holidays_taken",
        sa.Column("mark", sa.String(length=64), nullable=False),
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("holidays", sa.String(length=300), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("mark", name=op.f("pk_holidays_taken")),
    )
