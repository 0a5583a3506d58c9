"""Clocks of tables, and when people want to be reminded."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("clock", sa.Text(), nullable=False, server_default="{}"))
    op.add_column("tables", sa.Column("wake_at", sa.BigInteger(), nullable=True))
    op.create_index(op.f("ix_tables_wake_at"), "tables", ["wake_at"], unique=False)
    op.add_column("people", sa.Column("zone", sa.String(length=64), nullable=True))
    op.add_column("people", sa.Column("quiet", sa.String(length=11), nullable=True))
    op.add_column("people", sa.Column("reminders", sa.String(length=10), nullable=True))
