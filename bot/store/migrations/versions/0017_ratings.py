"""Ratings: of whom, and what each game did to them. All games are counted anew for it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("results", sa.Column("rated", sa.Boolean(), nullable=True))
    op.add_column("scores", sa.Column("left", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("scores", sa.Column("rating", sa.JSON(), nullable=True))
    op.create_table(
        "ratings",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("size", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("player", sa.String(20), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("guild", "game", "size", "user_id", "player", name=op.f("pk_ratings")),
    )
    op.create_index(op.f("ix_ratings_user_id"), "ratings", ["user_id"])
    op.execute("DELETE FROM scores")
    op.execute("UPDATE results SET nth = NULL")
