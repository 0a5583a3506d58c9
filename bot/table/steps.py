"""What a step of the log is: its kind, and the notations that are more than a word."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from bot.table.rows import Plain
from engine.game import Seat


class Kind(StrEnum):
    """What a step is."""

    NEW = "new"
    JOIN = "join"
    LEAVE = "leave"
    SEAT = "seat"
    HINTS = "hints"
    HINT = "hint"
    OPTION = "option"
    WORD = "word"
    CHECK = "check"  # people are asked whether they are here; notation: until when, empty: no more
    READY = "ready"  # a player is
    START = "start"
    CLOSE = "close"
    DEAL = "deal"
    ACT = "act"
    AUTO = "auto"
    CLOCK = "clock"  # another clock was chosen
    REMINDER = "reminder"  # the seat to move is called again; notation: which time
    EXTENSION = "extension"  # it has more time; notation: seconds
    LATE = "late"  # an action for a seat whose time was over
    STAND_IN = "standin"  # an action that its seat left to the bot
    STALL = "stall"  # the clock stands: everybody is away, or the table waits for the seat to move
    PARK = "park"
    UNDO = "undo"  # notation: the step to go back to
    VOTE = "vote"  # notation: a subject, or an answer to it
    SILENCE = "silence"  # a player who has not answered the vote agrees
    PAUSE = "pause"
    RESUME = "resume"
    LOST = "lost"  # a message of ours names a later step than there is; nobody moves until the host resumes
    PEEK = "peek"  # a seat lets the step's user look at its hand; notation: on or off
    AGAIN = "again"
    REMATCH = "rematch"  # notation: the next table

    @property
    def moves(self) -> bool:
        """Whether it changes the position, so that older buttons become stale."""
        return self in (Kind.START, Kind.DEAL, Kind.ACT, Kind.AUTO, Kind.LATE, Kind.STAND_IN, Kind.UNDO)


BY_SEATS = frozenset({Kind.ACT, Kind.AUTO, Kind.LATE, Kind.STAND_IN})
"""The kinds of what seats do: actions of the game."""
HANDED = frozenset({Kind.JOIN, Kind.LEAVE})
"""The kinds by which a seat changes hands."""


class Subject(StrEnum):
    """What all who play are asked to agree to."""

    CANCEL = "cancel"
    PAUSE = "pause"
    FINISH = "finish"
    UNDO = "undo"


class Start(msgspec.Struct, frozen=True):
    """The notation of a start, as JSON: all that the rules need to begin."""

    game: str
    rules: int
    seats: int
    options: dict[str, Plain]


class Seated(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The notation of a seat's change, as JSON: the computer player that plays it from now on, null for its person;
    who decided that, where it was not its person; and what it is called, where the seat is its own."""

    player: str | None
    by: Seat | None = None
    name: str = ""


def seated(player: str | None, by: Seat | None = None, name: str = "") -> str:
    """Return the notation of a seat's change."""
    return msgspec.json.encode(Seated(player, by, name)).decode()


class Voted(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The notation of a vote's step, as JSON: the subject where it is asked for, and the seat's answer."""

    yes: bool
    subject: str = ""
    to: int = 0


class Missed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The notation of a loss, as JSON: the step that a message of ours names; what was sent to Discord up to `until`
    (Discord's ids grow with time) may name steps that are lost."""

    later: int
    until: int


class Checked(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The notation of a check, as JSON: a player who did something at `since` or later need not answer, the others have
    until `until`; the host, where another player caused it, answers in any case."""

    since: int
    until: int
    host: Seat | None = None


class Dealt(msgspec.Struct, frozen=True):
    """The notation of a deal, as JSON: all that is public about it. The seed lies elsewhere."""

    round: int
    commitment: str
    entropy: tuple[str, ...]
