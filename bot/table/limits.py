"""All limits of the bot, with their reasons: nobody may use it up for all others.

A server chooses how many tables a channel holds (`/setup tables`) and how many of them are one person's own
(`/setup own`). The other numbers are the same everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from bot.table.server_settings import ServerRow


@dataclass(frozen=True)
class Limits:
    """The limits. The defaults are used, except in tests."""

    tables_a_person: int = 20
    """Open tables at which one person sits, on all servers together: more than anyone follows."""
    tables_a_channel: int = 50
    """Open tables in one channel, unless its server chose another number: its cards would bury each other."""
    own_tables: int = 3
    """Tables on one server that one person has opened and that no other person needs.

    Those are tables that wait for their start, and games with computer players alone. A few people would fill a channel
    with more. A server can choose another number.
    """
    tables_an_hour: int = 200
    """Tables that one person opens within an hour: each leaves rows and a message, even if it is closed at once."""
    changes_a_table: int = 300
    """Changes of options, computer players, hints and clock before a game: each is a step of its log for ever."""
    practice_games_an_hour: int = 60
    """Practice games that one person begins within an hour: each leaves rows, though it replaces the one before."""
    minutes_between_votes: int = 10
    """Minutes between two votes that one person asks for: each pings every player of a table."""

    waiting_a_person: int = 12
    """Answers, pictures, hints and records, of each kind, that one person waits for.

    A person who taps quickly asks for about as many.
    """
    waiting_in_all: int = 1000
    """Jobs of one kind that wait in all: a refusal at once is better than an answer after minutes."""
    replays_a_person: int = 2
    """Replays that one person waits for: each takes seconds of a core."""

    records_kept: int = 8
    """Newest records in memory, for players who ask for the same one after a game."""
    replays_kept: int = 8
    """Newest replays in memory: some hundred kB each, seldom more than 3 MB."""
    shares_a_game: int = 3
    """Pictures of one game that its players post: more would drown the channel."""

    def on_server(self, server: ServerRow) -> Limits:
        """Return the limits on a server, with the numbers that it chose."""
        chosen = {"tables_a_channel": server.tables_a_channel, "own_tables": server.own_tables}
        return replace(self, **{name: most for name, most in chosen.items() if most is not None})


LIMITS: Final = Limits()
TABLES_A_CHANNEL = (5, 10, 20, 50, 100, 200)
OWN_TABLES = (1, 2, 3, 5, 10, 20)
NEWCOMER_DAYS = (0, 1, 2, 3, 7, 14, 30)
"""The numbers that a server can choose from."""
