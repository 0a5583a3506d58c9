"""Who may see statistics, what counts for ratings, and where a server's results are told."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for table, name in (("people", "open_stats"), ("people", "rated"), ("servers", "rated")):
        op.add_column(table, sa.Column(name, sa.Boolean(), nullable=False, server_default=sa.true()))
    op.add_column("servers", sa.Column("results", sa.BigInteger(), nullable=True))
