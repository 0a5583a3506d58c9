"""The tables of the database, for both engines.

A change here needs a migration and a line in docs/PRIVACY.md; tests compare them.
"""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    literal_column,
    true,
)

from bot.table import preferences, server_settings

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
    }
)

Key = BigInteger().with_variant(Integer, "sqlite")  # on SQLite, only INTEGER is incremented automatically


def _of_table(*, key: bool = True) -> Column[int]:
    return Column("table_id", Key, ForeignKey("tables.id"), primary_key=key, autoincrement=False, nullable=False)


tables = Table(
    "tables",
    metadata,
    Column("id", Key, primary_key=True),
    Column("number", Integer, nullable=False),
    Column("guild", BigInteger, nullable=False),  # 0: private messages (not null, so that numbers are unique there too)
    Column("channel", BigInteger, nullable=False),  # where the card is; 0: a practice game
    Column("threaded", Boolean, nullable=False),
    Column("thread", BigInteger),  # where a threaded table is played; null: it is not open yet
    Column("host", BigInteger, nullable=False),
    Column("game", String(40), nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("options", Text, nullable=False),
    Column("status", String(10), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("position_seq", Integer, nullable=False),
    Column("shown_seq", Integer, nullable=False),
    Column("round", Integer, nullable=False),
    Column("to_act", Integer),  # the seat to act; -1: the dealer; null: nobody, since no game is running
    Column("head", String(64), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("started_at", BigInteger),
    Column("ended_at", BigInteger),
    Column("clock", Text, nullable=False),  # JSON; its instants are UTC seconds
    Column("wake_at", BigInteger),  # when something is due next; null: never
    Column("language", String(16), nullable=False, server_default="en"),  # the language of all that its channel shows
    UniqueConstraint("guild", "number"),
    CheckConstraint("status IN ('lobby', 'running', 'over', 'closed')", name="status"),
    Index(None, "channel", "status", "id"),
    Index(None, "thread", "status", "id"),
    Index(None, "channel", "ended_at", "id"),
    Index(None, "thread", "ended_at", "id"),
    Index(None, "host"),
    Index(None, "wake_at"),
    sqlite_autoincrement=True,  # no id is used twice, since the seeds of deals depend on it
)

seats = Table(
    "seats",
    metadata,
    _of_table(),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger),  # null: a computer player's seat, or its user was deleted
    Column("name", Text, nullable=False),
    Column("player", String(20)),  # the computer player that plays the seat; null: its person does
    Column("live", Boolean, nullable=False),  # whether the table is open; a partial index has only the live seats
    UniqueConstraint("table_id", "user_id"),
    Index(None, "user_id"),
)

steps = Table(
    "steps",
    metadata,
    _of_table(),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(20), nullable=False),
    Column("interaction", BigInteger),
    Column("seat", Integer),
    Column("notation", Text, nullable=False),
    Column("hash", String(64), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("user_id", BigInteger),  # who took the step; null: time did, or its user was deleted
    UniqueConstraint("interaction"),
)

secrets = Table(
    "secrets",
    metadata,
    _of_table(),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("seed", LargeBinary(32), nullable=False),
    Column("at", BigInteger, nullable=False),
)

checkpoints = Table(
    "checkpoints",
    metadata,
    _of_table(),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("head", String(64), nullable=False),  # the hash of step `seq`
    Column("program", String(64), nullable=False),  # the program that wrote it; no other program reads it
    Column("digest", String(64), nullable=False),  # a hash of the row with the bot's key
    Column("body", LargeBinary, nullable=False),  # the position, with all that is hidden
)

places = Table(
    "places",
    metadata,
    _of_table(),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("place", Integer, primary_key=True, autoincrement=False),
    Column("numbers", JSON, nullable=False),
)

posts = Table(
    "posts",
    metadata,
    Column("id", Key, primary_key=True),
    _of_table(key=False),
    Column("kind", String(20), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("channel", BigInteger, nullable=False),
    Column("message", BigInteger),
    Column("collapsed", Boolean, nullable=False),
    Column("pinged", Integer),  # the seat whose player it pings
    Column("generation", Integer, nullable=False),  # how often the message was deleted
    Column("digest", String(64), key="fingerprint", nullable=False),  # a hash of its content, to send only changes
    Column("at", BigInteger, nullable=False),
    Column("user_id", BigInteger),  # the recipient of a private message; null: everybody sees it
    UniqueConstraint("table_id", "kind", "seq"),
    sqlite_autoincrement=True,
)

quizzes = Table(
    "quizzes",
    metadata,
    _of_table(),
    Column("user_id", BigInteger),  # who asks; null: that user was deleted, so the picture has to be removed
    Column("first", Text, nullable=False),  # the labels of the two buttons
    Column("second", Text, nullable=False),
    Column("better", Integer, nullable=False),  # which of the two the analysis prefers: 0 or 1
    Column("points", Integer),  # how many points better it is; null: more points than a round can bring
    Column("until", BigInteger, nullable=False),  # when it closes, unless enough people answer earlier
    Column("wake_at", BigInteger),  # when its message is due to be edited; null: it was edited
    Index(None, "user_id"),
    Index(None, "wake_at"),
)

quiz_answers = Table(
    "quiz_answers",
    metadata,
    Column("table_id", Key, ForeignKey("quizzes.table_id"), primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("choice", Integer, nullable=False),  # 0 or 1
    Column("interaction", BigInteger, nullable=False),  # the id of the press, so that an older press changes nothing
    Index(None, "user_id"),
)

people = Table(
    "people",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("refused_at", BigInteger),  # when their private messages were last found closed
    Column("zone", String(64)),  # null: the time zone of each table
    Column("quiet", String(11)),  # hours without reminders; null: the usual hours
    Column("reminders", String(10)),  # null: all
    Column("away", String(700)),  # the times away of twelve months; the last may not be over
    Column("language", String(16)),  # null: the language of their Discord
    Column("seen_language", String(16)),  # the language of their Discord at their last request
    *(Column(switch.field, Boolean, nullable=False) for switch in preferences.SWITCHES),
)

digests = Table(
    "digests",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("hour", Integer),  # the hour in their own time zone; null: they want no digest
    Column("wake_at", BigInteger),  # when the next digest is due; null: none is planned
    Column("since", BigInteger, nullable=False),  # games that ended up to this time were listed
    Column("sent_at", BigInteger),
    Column("text", Text),  # the digest that is being sent
    Column("begun_at", BigInteger),  # when `text` was written
    Index(None, "wake_at"),
)

tours = Table(
    "tours",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("game", String(40), primary_key=True),
    Column("step", String(20), primary_key=True),  # empty: the user skipped the rest
    Column("at_table", BigInteger, nullable=False),  # the table and position where it was shown, to show it there again
    Column("at_seq", Integer, nullable=False),
)

departures = Table(
    "departures",
    metadata,
    _of_table(),
    Column("mark", String(64), primary_key=True),  # a hash of the user's id with `key`, from which the id can't be read
    Column("key", String(64), nullable=False),
    Column("seat", Integer, nullable=False),  # the seat whose tiles they have seen, so that they can take no other
)

away_marks = Table(
    "away_marks",
    metadata,
    Column("mark", String(64), primary_key=True),  # a hash of the id of a deleted user with `key`
    Column("key", String(64), nullable=False),
    Column("times", String(700), nullable=False),  # as in `people.away`
    Column("until", BigInteger, nullable=False),  # when the last of these times stops counting, so the row is deleted
)

blocks = Table(
    "blocks",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),  # who has blocked the other
    Column("mark", String(64), primary_key=True),  # a hash of the other's id with `key`
    Column("key", String(64), nullable=False),
    Column("other_id", BigInteger),  # null: that user was deleted, and only the mark keeps them apart
    Column("at", BigInteger, nullable=False),
    UniqueConstraint("user_id", "other_id"),
    Index(None, "other_id"),
)

servers = Table(
    "servers",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("channels", JSON, nullable=False),  # where tables may be opened; empty: everywhere
    Column("role", BigInteger),  # the role that may open tables; null: everybody may
    Column("preset", String(20)),  # the clock of new tables; null: the usual clock
    Column("tables_a_channel", Integer),  # how many tables may be open in one channel; null: the usual number
    Column("own_tables", Integer),  # how many open tables may be needed by one person alone; null: the usual number
    Column("game", String(20)),  # the game of new tables; null: players are asked each time
    Column("game_preset", String(40)),  # the preset of its options; null: the usual options
    Column("results", BigInteger),  # the channel where all results are posted; null: none
    Column("left_at", BigInteger),  # when the bot was first found to be off the server; null: it is on it
    Column("language", String(16)),  # of new tables; null: the server's in Discord, else the opening user's
    Column("moderators", BigInteger),  # a role that moderates tables; null: only people who may manage messages
    Column("reports", BigInteger),  # the channel where reports are posted; null: they are only in the log
    Column("newcomers", Integer),  # after how many days on the server a member can join tables; null: at once
    *(Column(switch.field, Boolean, nullable=False) for switch in server_settings.SWITCHES),
)

orders = Table(
    "orders",
    metadata,
    Column("what", String(10), primary_key=True),
    Column("id", BigInteger, primary_key=True, autoincrement=False),  # of a user or a server
)

blocked = Table("blocked", metadata, Column("id", BigInteger, primary_key=True, autoincrement=False))
"""Users and servers that the operator has blocked."""

results = Table(
    "results",
    metadata,
    _of_table(),
    Column("guild", BigInteger, nullable=False),
    Column("game", String(40), nullable=False),
    Column("seats", Integer, nullable=False),
    Column("ended_at", BigInteger, nullable=False),
    Column("nth", Integer),  # its place in the order of counting; null: not counted yet; 0: its log can't be read
    Column("rated", Boolean),  # whether it counted for ratings
    Column("sides", Integer),  # how many sides, if players had partners; null: everyone played alone
    Index(None, "guild", "game"),
)

scores = Table(
    "scores",
    metadata,
    Column("table_id", Key, ForeignKey("results.table_id"), primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("stint", Integer, primary_key=True, autoincrement=False),  # numbers the players of a seat
    Column("user_id", BigInteger),  # null: a computer player, or a user who was deleted
    Column("player", String(20)),
    Column("moves", Integer, nullable=False),
    Column("final", Boolean, nullable=False),
    Column("place", Integer, nullable=False),
    Column("points", Integer, nullable=False),
    Column("marks", JSON, nullable=False),
    Column("left", Boolean, nullable=False),  # whether a user gave the seat up for good
    Column("rating", JSON(none_as_null=True)),  # by scope: mu and sigma before the game, then after it
    Index(None, "user_id"),
)

ratings = Table(
    "ratings",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),  # 0: all servers
    Column("game", String(40), primary_key=True),
    Column("size", Integer, primary_key=True, autoincrement=False),  # the class: its fewest seats; 4 for partners
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),  # 0: a computer player
    Column("player", String(20), primary_key=True),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Index(None, "user_id"),
)

records = Table(
    "records",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("game", String(40), primary_key=True),
    Column("key", String(20), primary_key=True),
    Column("value", Integer, nullable=False),
    Column("before", Integer),  # the previous record; null: this is the first
    _of_table(key=False),
    Column("seat", Integer, nullable=False),
    Column("stint", Integer, nullable=False),
)

leases = Table(
    "leases",
    metadata,
    Column("shard", Integer, primary_key=True, autoincrement=False),
    Column("total", Integer, nullable=False),
    Column("holder", String(80), nullable=False),  # empty: nobody
    Column("session", Integer, nullable=False),  # the process id that PostgreSQL gave the holder's session
    Column("until", Double, nullable=False),  # UTC seconds by the database's clock
)

meta = Table(
    "meta",
    metadata,
    Column("key", String(80), primary_key=True),
    Column("value", Text, nullable=False),
)

# Some tables grow for ever, but only a few of their rows still matter. Partial indexes hold only these rows. A query
# uses such an index if it has the same condition.
OPEN = tables.c.status.in_([literal_column("'lobby'"), literal_column("'running'")])
"""Tables that wait for players, or have a running game."""
UNSHOWN = tables.c.shown_seq < tables.c.seq
"""Tables with steps that Discord has not been shown."""
Index("ix_tables_open", tables.c.guild, sqlite_where=OPEN, postgresql_where=OPEN)
Index("ix_tables_unshown", tables.c.guild, sqlite_where=UNSHOWN, postgresql_where=UNSHOWN)
UNCOUNTED = results.c.nth.is_(None)
"""Games that are over and not in the statistics yet."""
Index("ix_results_uncounted", results.c.ended_at, sqlite_where=UNCOUNTED, postgresql_where=UNCOUNTED)
LIVE = seats.c.live.is_(true())
"""Seats of open tables."""
Index("ix_seats_live", seats.c.user_id, sqlite_where=LIVE, postgresql_where=LIVE)
_BY_USER, _PRIVATE = steps.c.user_id.is_not(None), posts.c.user_id.is_not(None)
Index("ix_steps_user_id_at", steps.c.user_id, steps.c.at, sqlite_where=_BY_USER, postgresql_where=_BY_USER)
Index("ix_posts_user_id", posts.c.user_id, sqlite_where=_PRIVATE, postgresql_where=_PRIVATE)
KEEPING = (steps.c.kind == literal_column("'keep'")) & _BY_USER
"""Steps that name the user for whom a seat is or was kept."""
Index("ix_steps_keeping", steps.c.at, sqlite_where=KEEPING, postgresql_where=KEEPING)
