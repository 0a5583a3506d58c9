"""In which hours of weekdays and of weekends a user acts: how often, a digit each."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("people", sa.Column("acts", sa.String(length=48), nullable=True))
