"""Add the language of what a table's channel shows: English for tables from before."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "v3"
down_revision = "v2"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("language", sa.String(16), nullable=False, server_default="en"))
