"""Add the language of a table's messages, which is English for existing tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "v3"
down_revision = "v2"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("language", sa.String(16), nullable=False, server_default="en"))
