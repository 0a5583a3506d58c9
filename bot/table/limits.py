"""How much of everything there may be, so that nobody can fill the bot for all others. All such numbers stand here.

Each is a setting of the same name in capitals (see `.env.example`). Those in `OF_SERVERS` are only the usual ones of
servers, which can choose others in `/setup`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

import msgspec

from engine.words import Message, msg

AtLeastOne = Annotated[int, msgspec.Meta(ge=1, le=100_000)]


class Limits(msgspec.Struct, frozen=True, rename="upper"):
    """Every limit with its usual number."""

    tables_a_person: AtLeastOne = 20
    """Open tables where one person sits, on all servers together."""
    tables_a_channel: AtLeastOne = 50
    """Open tables in one channel."""
    tables_an_hour: AtLeastOne = 200
    """Tables that one person opens within an hour: each leaves rows and a message, also where it is closed at once."""
    practice_games_an_hour: AtLeastOne = 60
    """Practice games that one person begins within an hour; each takes the place of the one before."""
    minutes_between_votes: Annotated[int, msgspec.Meta(ge=0, le=1440)] = 10
    """Between two votes that one person asks for."""
    words_a_game: AtLeastOne = 10
    """Words for the shuffle that one person can give at one table, each in place of the one before."""
    changes_a_table: AtLeastOne = 300
    """Changes of options, computer players, hints and clock at one table before its game begins."""

    waiting_a_person: AtLeastOne = 12
    """Answers that one person may wait for; and pictures, hints and records, of each kind. Of analyses it is one."""
    waiting_in_all: AtLeastOne = 1000
    """How much may wait to be worked out of each kind: moves of computer players, hands, hints, boards, records."""
    records_kept: AtLeastOne = 8
    """The newest records, which are kept in memory for users who ask for them again."""
    replays_a_person: AtLeastOne = 2
    """Replays that one person may wait for."""
    replays_kept: AtLeastOne = 8
    """The newest replays, which are kept in memory: each has a few hundred kB, seldom more than three MB."""
    shares_a_game: AtLeastOne = 3
    """Replays and moments of one game that its players may post, each of them once."""
    least_space: Annotated[int, msgspec.Meta(ge=0, le=10_000_000)] = 0
    """MiB on the disk of the database that are too few; 0: fewer than 256 or than twice its size."""

    def of_server(self, chosen: Mapping[str, int]) -> Limits:
        """Return the limits on a server that chose these numbers."""
        return msgspec.structs.replace(self, **{name: n for name, n in chosen.items() if name in OF_SERVERS})


@dataclass(frozen=True)
class OfServer:
    """A limit that a server can choose: its name in `/setup`, what it says there, and the numbers to choose from."""

    command: str
    label: Message
    choices: Sequence[int]


OF_SERVERS: Mapping[str, OfServer] = {
    "tables_a_channel": OfServer("tables", msg("Open tables in one channel, at most"), (5, 10, 20, 50, 100, 200)),
    "minutes_between_votes": OfServer(
        "votes", msg("Minutes between two votes that one person asks for"), (0, 2, 5, 10, 30, 60)
    ),
    "words_a_game": OfServer("words", msg("Words for the shuffle from one person in a game, at most"), (1, 3, 10, 30)),
}
