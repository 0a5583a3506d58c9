"""Add the log of moderation, the people kept out of tables, and the notices to people concerned."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "v7"
down_revision = "v6"
branch_labels = None
depends_on = None

KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.add_column("servers", sa.Column("moderators", sa.BigInteger(), nullable=True))
    op.add_column("servers", sa.Column("reports", sa.BigInteger(), nullable=True))
    op.add_column("servers", sa.Column("newcomers", sa.Integer(), nullable=True))
    op.create_table(
        "moderation",
        sa.Column("id", KEY, nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("act", sa.String(10), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("about_id", sa.BigInteger(), nullable=True),
        sa.Column("table_id", KEY, nullable=True),
        sa.Column("until", sa.BigInteger(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("interaction", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_moderation")),
    )
    op.create_index(op.f("ix_moderation_guild_id"), "moderation", ["guild", "id"])
    op.create_index(op.f("ix_moderation_user_id"), "moderation", ["user_id"])
    op.create_index(op.f("ix_moderation_about_id"), "moderation", ["about_id"])
    op.create_table(
        "kept_out",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("mark", sa.String(64), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("guild", "mark", name=op.f("pk_kept_out")),
    )
    op.create_table(
        "notices",
        sa.Column("id", KEY, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("act", sa.String(10), nullable=False),
        sa.Column("place", sa.BigInteger(), nullable=False),
        sa.Column("table_id", KEY, nullable=True),
        sa.Column("until", sa.BigInteger(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("wake_at", sa.BigInteger(), nullable=True),
        sa.Column("by_id", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notices")),
    )
    op.create_index(op.f("ix_notices_user_id"), "notices", ["user_id"])
    op.create_index(op.f("ix_notices_wake_at"), "notices", ["wake_at"])
    op.create_index(op.f("ix_notices_by_id"), "notices", ["by_id"])
