"""Games that are over, and what each player did in them; those that ended before wait to be counted."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

_KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_UNCOUNTED = sa.text("nth IS NULL")
_BEFORE = """
INSERT INTO results (table_id, guild, game, seats, ended_at)
SELECT id, guild, game, (SELECT count(*) FROM seats WHERE seats.table_id = tables.id), ended_at
FROM tables WHERE status = 'over' AND channel <> 0 AND ended_at IS NOT NULL
"""


def upgrade() -> None:
    op.create_table(
        "results",
        sa.Column("table_id", _KEY, autoincrement=False, nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("ended_at", sa.BigInteger(), nullable=False),
        sa.Column("nth", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_results_table_id")),
        sa.PrimaryKeyConstraint("table_id", name=op.f("pk_results")),
    )
    op.create_index(op.f("ix_results_guild_game"), "results", ["guild", "game"])
    op.create_index(
        "ix_results_uncounted", "results", ["ended_at"], sqlite_where=_UNCOUNTED, postgresql_where=_UNCOUNTED
    )
    op.create_table(
        "scores",
        sa.Column("table_id", _KEY, autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("stint", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("player", sa.String(20), nullable=True),
        sa.Column("moves", sa.Integer(), nullable=False),
        sa.Column("final", sa.Boolean(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("marks", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["results.table_id"], name=op.f("fk_scores_table_id")),
        sa.PrimaryKeyConstraint("table_id", "seat", "stint", name=op.f("pk_scores")),
    )
    op.create_index(op.f("ix_scores_user_id"), "scores", ["user_id"])
    op.execute(_BEFORE)
