"""The tables of the database about moderation, beside those in `bot/store/schema.py`."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Index, String, Table, Text

from bot.store.schema import Key, metadata

moderation = Table(
    "moderation",
    metadata,
    Column("id", Key, primary_key=True),
    Column("guild", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("act", String(10), nullable=False),
    Column("user_id", BigInteger),  # who did it, or reported it; null: that user was deleted
    Column("about_id", BigInteger),  # whom it is about; null: nobody, or that user was deleted
    Column("table_id", Key),
    Column("until", BigInteger),  # the end of the time for which the user is kept out; null: until it is lifted
    Column("reason", Text, nullable=False),  # what was typed
    Column("interaction", BigInteger),  # the press, so that a repeated press is noted once
    Index(None, "guild", "id"),
    Index(None, "user_id"),
    Index(None, "about_id"),
)

kept_out = Table(
    "kept_out",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("mark", String(64), primary_key=True),  # a hash of the user's id with `key`
    Column("key", String(64), nullable=False),
    Column("until", BigInteger),  # null: until it is lifted
)

notices = Table(
    "notices",
    metadata,
    Column("id", Key, primary_key=True),
    Column("user_id", BigInteger, nullable=False),  # the recipient
    Column("at", BigInteger, nullable=False),
    Column("act", String(10), nullable=False),
    Column("place", BigInteger, nullable=False),  # the channel in which it was done
    Column("table_id", Key),
    Column("until", BigInteger),
    Column("reason", Text, nullable=False),
    Column("wake_at", BigInteger),  # when it is due as a private message; null: with the user's next answer
    Column("by_id", BigInteger),  # the moderator who wrote the reason; null: that user was deleted, and the reason too
    Index(None, "user_id"),
    Index(None, "wake_at"),
    Index(None, "by_id"),
)
