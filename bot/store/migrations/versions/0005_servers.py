"""How servers want games to be played."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "servers",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("channels", sa.JSON(), nullable=False),
        sa.Column("threads", sa.Boolean(), nullable=False),
        sa.Column("role", sa.BigInteger(), nullable=True),
        sa.Column("preset", sa.String(length=20), nullable=True),
        sa.Column("calls", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("guild", name=op.f("pk_servers")),
    )
