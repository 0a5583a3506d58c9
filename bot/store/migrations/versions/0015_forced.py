"""Whether moves that leave no choice are made for a user."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("people", sa.Column("forced", sa.Boolean(), nullable=True))
