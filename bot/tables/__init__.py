"""Tables: the only door to games, and the only code that keeps states."""

from bot.tables.door import Tables
from bot.tables.model import (
    ANY,
    Commitment,
    Happened,
    Offer,
    Person,
    Played,
    Post,
    Reveal,
    Seen,
    Status,
    Table,
    User,
)

__all__ = [
    "ANY",
    "Commitment",
    "Happened",
    "Offer",
    "Person",
    "Played",
    "Post",
    "Reveal",
    "Seen",
    "Status",
    "Table",
    "Tables",
    "User",
]
