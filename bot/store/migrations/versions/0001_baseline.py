"""The first schema of a version that may be published."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "v1"
down_revision = None
branch_labels = None
depends_on = None

KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def _index_part(name: str, table: str, columns: list[str], condition: sa.ClauseElement) -> None:
    """Index only the rows that fulfil a condition."""
    op.create_index(name, table, columns, sqlite_where=condition, postgresql_where=condition)


def upgrade() -> None:
    op.create_table(
        "digests",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("hour", sa.Integer(), nullable=True),
        sa.Column("wake_at", sa.BigInteger(), nullable=True),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.Column("sent_at", sa.BigInteger(), nullable=True),
        sa.Column("text", sa.Text(), nullable=True),
        sa.Column("begun_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_digests")),
    )
    op.create_index(op.f("ix_digests_wake_at"), "digests", ["wake_at"])
    op.create_table(
        "away_marks",
        sa.Column("mark", sa.String(length=64), nullable=False),
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("times", sa.String(length=700), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("mark", name=op.f("pk_away_marks")),
    )
    op.create_table(
        "leases",
        sa.Column("shard", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("holder", sa.String(length=80), nullable=False),
        sa.Column("session", sa.Integer(), nullable=False),
        sa.Column("until", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("shard", name=op.f("pk_leases")),
    )
    op.create_table(
        "meta",
        sa.Column("key", sa.String(length=80), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_meta")),
    )
    op.create_table(
        "people",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("refused_at", sa.BigInteger(), nullable=True),
        sa.Column("zone", sa.String(length=64), nullable=True),
        sa.Column("quiet", sa.String(length=11), nullable=True),
        sa.Column("reminders", sa.String(length=10), nullable=True),
        sa.Column("away", sa.String(length=700), nullable=True),
        sa.Column("private_hand", sa.Boolean(), nullable=False),
        sa.Column("large_print", sa.Boolean(), nullable=False),
        sa.Column("open_stats", sa.Boolean(), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_people")),
    )
    op.create_table(
        "ratings",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("size", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("player", sa.String(length=20), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("guild", "game", "size", "user_id", "player", name=op.f("pk_ratings")),
    )
    op.create_index(op.f("ix_ratings_user_id"), "ratings", ["user_id"])
    op.create_table(
        "servers",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("channels", sa.JSON(), nullable=False),
        sa.Column("role", sa.BigInteger(), nullable=True),
        sa.Column("preset", sa.String(length=20), nullable=True),
        sa.Column("tables_a_channel", sa.Integer(), nullable=True),
        sa.Column("own_tables", sa.Integer(), nullable=True),
        sa.Column("game", sa.String(length=20), nullable=True),
        sa.Column("game_preset", sa.String(length=40), nullable=True),
        sa.Column("results", sa.BigInteger(), nullable=True),
        sa.Column("left_at", sa.BigInteger(), nullable=True),
        sa.Column("threads", sa.Boolean(), nullable=False),
        sa.Column("rematch_stays", sa.Boolean(), nullable=False),
        sa.Column("calls", sa.Boolean(), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("guild", name=op.f("pk_servers")),
    )
    op.create_table(
        "orders",
        sa.Column("what", sa.String(length=10), nullable=False),
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("what", "id", name=op.f("pk_orders")),
    )
    op.create_table(
        "blocked",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_blocked")),
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
        sa.Column("clock", sa.Text(), nullable=False),
        sa.Column("wake_at", sa.BigInteger(), nullable=True),
        sa.CheckConstraint("status IN ('lobby', 'running', 'over', 'closed')", name=op.f("ck_tables_status")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tables")),
        sa.UniqueConstraint("guild", "number", name=op.f("uq_tables_guild_number")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_tables_channel_ended_at_id"), "tables", ["channel", "ended_at", "id"])
    op.create_index(op.f("ix_tables_channel_status_id"), "tables", ["channel", "status", "id"])
    op.create_index(op.f("ix_tables_host"), "tables", ["host"])
    _index_part("ix_tables_open", "tables", ["guild"], sa.text("status IN ('lobby', 'running')"))
    op.create_index(op.f("ix_tables_thread_ended_at_id"), "tables", ["thread", "ended_at", "id"])
    op.create_index(op.f("ix_tables_thread_status_id"), "tables", ["thread", "status", "id"])
    _index_part("ix_tables_unshown", "tables", ["guild"], sa.text("shown_seq < seq"))
    op.create_index(op.f("ix_tables_wake_at"), "tables", ["wake_at"])
    op.create_table(
        "tours",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("step", sa.String(length=20), nullable=False),
        sa.Column("at_table", sa.BigInteger(), nullable=False),
        sa.Column("at_seq", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", "game", "step", name=op.f("pk_tours")),
    )
    op.create_table(
        "checkpoints",
        sa.Column("table_id", KEY, autoincrement=False, nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("head", sa.String(length=64), nullable=False),
        sa.Column("program", sa.String(length=64), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_checkpoints_table_id")),
        sa.PrimaryKeyConstraint("table_id", "seq", name=op.f("pk_checkpoints")),
    )
    op.create_table(
        "departures",
        sa.Column("table_id", KEY, autoincrement=False, nullable=False),
        sa.Column("mark", sa.String(length=64), nullable=False),
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_departures_table_id")),
        sa.PrimaryKeyConstraint("table_id", "mark", name=op.f("pk_departures")),
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
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_posts_table_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_posts")),
        sa.UniqueConstraint("table_id", "kind", "seq", name=op.f("uq_posts_table_id_kind_seq")),
        sqlite_autoincrement=True,
    )
    _index_part("ix_posts_user_id", "posts", ["user_id"], sa.text("user_id IS NOT NULL"))
    op.create_table(
        "records",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("key", sa.String(length=20), nullable=False),
        sa.Column("value", sa.Integer(), nullable=False),
        sa.Column("before", sa.Integer(), nullable=True),
        sa.Column("table_id", KEY, autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("stint", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_records_table_id")),
        sa.PrimaryKeyConstraint("guild", "game", "key", name=op.f("pk_records")),
    )
    op.create_table(
        "results",
        sa.Column("table_id", KEY, autoincrement=False, nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("ended_at", sa.BigInteger(), nullable=False),
        sa.Column("nth", sa.Integer(), nullable=True),
        sa.Column("rated", sa.Boolean(), nullable=True),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_results_table_id")),
        sa.PrimaryKeyConstraint("table_id", name=op.f("pk_results")),
    )
    op.create_index(op.f("ix_results_guild_game"), "results", ["guild", "game"])
    _index_part("ix_results_uncounted", "results", ["ended_at"], sa.text("nth IS NULL"))
    op.create_table(
        "seats",
        sa.Column("table_id", KEY, autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("player", sa.String(length=20), nullable=True),
        sa.Column("live", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_seats_table_id")),
        sa.PrimaryKeyConstraint("table_id", "seat", name=op.f("pk_seats")),
        sa.UniqueConstraint("table_id", "user_id", name=op.f("uq_seats_table_id_user_id")),
    )
    op.create_index(op.f("ix_seats_user_id"), "seats", ["user_id"])
    # This comes last, because SQLite takes the newer one of two indexes that serve a query equally well.
    _index_part("ix_seats_live", "seats", ["user_id"], sa.column("live").is_(sa.true()))
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
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_steps_table_id")),
        sa.PrimaryKeyConstraint("table_id", "seq", name=op.f("pk_steps")),
        sa.UniqueConstraint("interaction", name=op.f("uq_steps_interaction")),
    )
    _index_part("ix_steps_user_id_at", "steps", ["user_id", "at"], sa.text("user_id IS NOT NULL"))
    op.create_table(
        "scores",
        sa.Column("table_id", KEY, autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("stint", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("player", sa.String(length=20), nullable=True),
        sa.Column("moves", sa.Integer(), nullable=False),
        sa.Column("final", sa.Boolean(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("marks", sa.JSON(), nullable=False),
        sa.Column("left", sa.Boolean(), nullable=False),
        sa.Column("rating", sa.JSON(none_as_null=True), nullable=True),
        sa.ForeignKeyConstraint(["table_id"], ["results.table_id"], name=op.f("fk_scores_table_id")),
        sa.PrimaryKeyConstraint("table_id", "seat", "stint", name=op.f("pk_scores")),
    )
    op.create_index(op.f("ix_scores_user_id"), "scores", ["user_id"])
