"""What new tables of a server begin with, and whether a rematch stays in its thread."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("servers", sa.Column("game", sa.String(length=20), nullable=True))
    op.add_column("servers", sa.Column("game_preset", sa.String(length=40), nullable=True))
    op.add_column("servers", sa.Column("rematch_stays", sa.Boolean(), nullable=False, server_default=sa.false()))
