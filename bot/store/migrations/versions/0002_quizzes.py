"""Add players' questions to everyone about finished games, and the answers."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "v2"
down_revision = "v1"
branch_labels = None
depends_on = None

KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "quizzes",
        sa.Column("table_id", KEY, autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("first", sa.Text(), nullable=False),
        sa.Column("second", sa.Text(), nullable=False),
        sa.Column("better", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=True),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.Column("wake_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_quizzes_table_id")),
        sa.PrimaryKeyConstraint("table_id", name=op.f("pk_quizzes")),
    )
    op.create_index(op.f("ix_quizzes_user_id"), "quizzes", ["user_id"])
    op.create_index(op.f("ix_quizzes_wake_at"), "quizzes", ["wake_at"])
    op.create_table(
        "quiz_answers",
        sa.Column("table_id", KEY, autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("choice", sa.Integer(), nullable=False),
        sa.Column("interaction", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["quizzes.table_id"], name=op.f("fk_quiz_answers_table_id")),
        sa.PrimaryKeyConstraint("table_id", "user_id", name=op.f("pk_quiz_answers")),
    )
    op.create_index(op.f("ix_quiz_answers_user_id"), "quiz_answers", ["user_id"])
