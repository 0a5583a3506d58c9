"""The first schema."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "meta",
        sa.Column("key", sa.String(length=80), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_meta")),
    )
    op.create_table(
        "tables",
        sa.Column("id", KEY, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("threaded", sa.Boolean(), nullable=False),
        sa.Column("thread", sa.BigInteger(), nullable=True),
        sa.Column("host", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("position_seq", sa.Integer(), nullable=False),
        sa.Column("shown_seq", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("to_act", sa.Integer(), nullable=True),
        sa.Column("head", sa.String(length=64), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("started_at", sa.BigInteger(), nullable=True),
        sa.Column("ended_at", sa.BigInteger(), nullable=True),
        sa.CheckConstraint("status IN ('lobby', 'running', 'over', 'closed')", name=op.f("ck_tables_status")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tables")),
        sa.UniqueConstraint("guild", "number", name=op.f("uq_tables_guild_number")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_tables_channel_status"), "tables", ["channel", "status"], unique=False)
    op.create_index(op.f("ix_tables_thread"), "tables", ["thread"], unique=False)
    op.create_index(op.f("ix_tables_status"), "tables", ["status"], unique=False)
    op.create_table(
        "people",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("private_hand", sa.Boolean(), nullable=False),
        sa.Column("refused_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_people")),
    )
    op.create_table(
        "places",
        sa.Column("table_id", KEY, autoincrement=False, nullable=False),
        sa.Column("round", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("place", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("numbers", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_places_table_id")),
        sa.PrimaryKeyConstraint("table_id", "round", "place", name=op.f("pk_places")),
    )
    op.create_table(
        "posts",
        sa.Column("id", KEY, nullable=False),
        sa.Column("table_id", KEY, autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("message", sa.BigInteger(), nullable=True),
        sa.Column("collapsed", sa.Boolean(), nullable=False),
        sa.Column("pinged", sa.Integer(), nullable=True),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_posts_table_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_posts")),
        sa.UniqueConstraint("table_id", "kind", "seq", name=op.f("uq_posts_table_id_kind_seq")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "seats",
        sa.Column("table_id", KEY, autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("word", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_seats_table_id")),
        sa.PrimaryKeyConstraint("table_id", "seat", name=op.f("pk_seats")),
        sa.UniqueConstraint("table_id", "user_id", name=op.f("uq_seats_table_id_user_id")),
    )
    op.create_index(op.f("ix_seats_user_id"), "seats", ["user_id"], unique=False)
    op.create_table(
        "secrets",
        sa.Column("table_id", KEY, autoincrement=False, nullable=False),
        sa.Column("round", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seed", sa.LargeBinary(length=32), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_secrets_table_id")),
        sa.PrimaryKeyConstraint("table_id", "round", name=op.f("pk_secrets")),
    )
    op.create_table(
        "steps",
        sa.Column("table_id", KEY, autoincrement=False, nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("interaction", sa.BigInteger(), nullable=True),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("notation", sa.Text(), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_steps_table_id")),
        sa.PrimaryKeyConstraint("table_id", "seq", name=op.f("pk_steps")),
        sa.UniqueConstraint("interaction", name=op.f("uq_steps_interaction")),
    )
