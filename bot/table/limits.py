"""All limits of the bot, with their reasons.

They keep one user from using up the bot for all others. A server chooses how many tables can be open in a channel
(`/setup tables`) and how many of them can be one person's own (`/setup own`). Other numbers are the same everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from bot.table.server_settings import ServerRow


@dataclass(frozen=True)
class Limits:
    """The limits. Only tests use other numbers than the defaults."""

    tables_a_person: int = 20
    """Open tables at which one person sits, on all servers together. Nobody can follow more."""
    tables_a_channel: int = 50
    """Open tables in one channel, unless its server chose another number. The cards of more would bury each other."""
    own_tables: int = 3
    """Tables on one server that one person has opened and that no other person needs.

    Those are tables that wait for their start, and games with computer players alone. With a higher limit, a few people
    could fill a channel. A server can choose another number.
    """
    tables_an_hour: int = 200
    """Tables that one person opens within an hour. Each leaves rows and a message, even if closed at once."""
    changes_a_table: int = 300
    """Changes of options, computer players, hints and clock before a game. Each stays in the log as a step."""
    practice_games_an_hour: int = 60
    """Practice games that one person begins within an hour. Each leaves rows, though it replaces the game before."""
    minutes_between_votes: int = 10
    """Minutes between two votes that one person asks for, because each vote pings all players of a table."""

    waiting_a_person: int = 12
    """Queued jobs of one kind for one person: answers, pictures, hints or records.

    A person who taps quickly causes about as many.
    """
    waiting_in_all: int = 1000
    """Queued jobs of one kind in total. A refusal at once is better than an answer after minutes."""
    replays_a_person: int = 2
    """Queued replays for one person. Each takes seconds of a core."""

    records_kept: int = 8
    """Newest records in memory, for players who ask for the same one after a game."""
    replays_kept: int = 8
    """Newest replays in memory. Each has some hundred kB, seldom more than 3 MB."""
    shares_a_game: int = 3
    """Pictures of one game that its players post. More would flood the channel."""

    def on_server(self, server: ServerRow) -> Limits:
        """Return the limits on a server, with the numbers that it chose."""
        chosen = {"tables_a_channel": server.tables_a_channel, "own_tables": server.own_tables}
        return replace(self, **{name: number for name, number in chosen.items() if number is not None})


LIMITS: Final = Limits()
TABLES_A_CHANNEL = (5, 10, 20, 50, 100, 200)
OWN_TABLES = (1, 2, 3, 5, 10, 20)
NEWCOMER_DAYS = (0, 1, 2, 3, 7, 14, 30)
"""The numbers that a server can choose from for these settings (`tables_a_channel`, `own_tables`, `newcomers`)."""
