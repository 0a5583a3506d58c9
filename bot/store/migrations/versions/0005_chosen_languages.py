"""Add the languages that people and servers chose, and the language of each person's Discord."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "v5"
down_revision = "v4"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("people", sa.Column("language", sa.String(16), nullable=True))
    op.add_column("people", sa.Column("seen_language", sa.String(16), nullable=True))
    op.add_column("servers", sa.Column("language", sa.String(16), nullable=True))
