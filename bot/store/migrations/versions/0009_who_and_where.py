"""The user who took each step, so that it can be told and forgotten; marks for users who left a seat; open tables found
fast."""

from __future__ import annotations

import hashlib
import hmac
import secrets

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
OPEN = sa.text("status IN ('lobby', 'running')")
UNSHOWN = sa.text("shown_seq < seq")
LIVE = sa.column("live").is_(sa.true())
TAKEN = sa.text("user_id IS NOT NULL")

SINCE = """
    SELECT seats.table_id, seats.seat, seats.user_id, MAX(changed.seq) AS seq
    FROM seats JOIN tables ON tables.id = seats.table_id
    JOIN steps AS changed ON changed.table_id = seats.table_id AND (
        changed.kind = 'start'
        OR (changed.kind = 'join' AND changed.seat = seats.seat)
        OR (changed.kind = 'leave' AND (changed.seat = seats.seat OR tables.started_at IS NULL))
    )
    WHERE seats.user_id IS NOT NULL
    GROUP BY seats.table_id, seats.seat, seats.user_id
"""
"""Since which step each person has had their seat for certain: before the start seats move up when a player leaves."""
THEIRS = (
    "'act', 'standin', 'word', 'vote', 'again', 'option', 'clock', 'hints', 'hint', 'ready', 'start', 'resume', 'undo'"
)


def upgrade() -> None:
    op.add_column("steps", sa.Column("user_id", sa.BigInteger(), nullable=True))
    op.add_column("posts", sa.Column("user_id", sa.BigInteger(), nullable=True))
    op.add_column("seats", sa.Column("live", sa.Boolean(), nullable=False, server_default=sa.true()))
    _say_who()
    _mark_departures()
    _find_fast()
    op.execute("DELETE FROM meta WHERE key = 'cleaning'")
    op.execute("INSERT INTO meta (key, value) VALUES ('cleaning', 'due')")  # what was deleted here leaves the files too


def _say_who() -> None:
    """Give steps and private messages their person, as far as that is certain; delete the ids of old presses, which
    come no more, and messages to nobody knows whom."""
    op.execute(
        f"UPDATE steps SET user_id = since.user_id FROM ({SINCE}) AS since WHERE steps.table_id = since.table_id"
        f" AND steps.seat = since.seat AND steps.seq >= since.seq AND steps.kind IN ({THEIRS})"
    )
    op.execute("UPDATE steps SET interaction = NULL WHERE interaction IS NOT NULL")
    op.execute(
        f"UPDATE posts SET user_id = since.user_id FROM ({SINCE}) AS since WHERE posts.table_id = since.table_id"
        " AND posts.pinged = since.seat AND posts.seq >= since.seq AND posts.kind = 'hand'"
    )
    op.execute("DELETE FROM posts WHERE kind = 'hand' AND user_id IS NULL")


def _mark_departures() -> None:
    """Put marks from which no id can be read in place of the ids of users who left a seat of a running game."""
    of_running = "SELECT table_id, user_id, seat FROM departures JOIN tables ON id = table_id WHERE status = 'running'"
    left = op.get_bind().execute(sa.text(of_running)).all()
    op.execute("DELETE FROM departures")
    op.drop_table("departures")
    departures = op.create_table(
        "departures",
        sa.Column("table_id", KEY, autoincrement=False, nullable=False),
        sa.Column("mark", sa.String(length=64), nullable=False),
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_departures_table_id")),
        sa.PrimaryKeyConstraint("table_id", "mark", name=op.f("pk_departures")),
    )
    rows = []
    for table, user, seat in left:
        key = secrets.token_hex(32)
        mark = hmac.new(bytes.fromhex(key), f"{table} {user}".encode(), hashlib.sha256).hexdigest()
        rows.append({"table_id": table, "mark": mark, "key": key, "seat": seat})
    if rows:
        op.bulk_insert(departures, rows)


def _find_fast() -> None:
    """Index the little part that still matters of what grows for ever."""
    op.execute(
        "UPDATE seats SET live = false WHERE table_id IN (SELECT id FROM tables WHERE status IN ('over', 'closed'))"
    )
    for old in ("ix_tables_channel_status", "ix_tables_thread", "ix_tables_status"):
        op.drop_index(op.f(old), table_name="tables")
    op.create_index(op.f("ix_tables_channel_status_id"), "tables", ["channel", "status", "id"])
    op.create_index(op.f("ix_tables_thread_status_id"), "tables", ["thread", "status", "id"])
    op.create_index(op.f("ix_tables_host"), "tables", ["host"])
    for name, table, columns, where in (
        ("ix_tables_open", "tables", ["guild"], OPEN),
        ("ix_tables_unshown", "tables", ["guild"], UNSHOWN),
        ("ix_seats_live", "seats", ["user_id"], LIVE),
        ("ix_steps_user_id_at", "steps", ["user_id", "at"], TAKEN),
        ("ix_posts_user_id", "posts", ["user_id"], TAKEN),
    ):
        op.create_index(name, table, columns, sqlite_where=where, postgresql_where=where)
