"""How fast a user replies on each clock: their newest times, in seconds."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("people", sa.Column("replies", sa.String(length=500), nullable=True))
