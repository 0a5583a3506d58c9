"""What a step of the log is: its kind, and the notations that are more than a word."""

from __future__ import annotations

from enum import StrEnum
from typing import TypeVar

import msgspec

from bot.table.log.rows import Plain, StepRow
from engine.game import Seat


class Kind(StrEnum):
    """What a step is."""

    NEW = "new"
    JOIN = "join"
    LEAVE = "leave"
    SEAT = "seat"
    HINT = "hint"
    OPTION = "option"  # the host chose: an option of the game, hints, ratings or a clock; notation: name and value
    CHECK = "check"  # people are asked whether they are here; notation: until when, empty: a seat is, or no more
    START = "start"
    CLOSE = "close"
    DUE = "due"  # a deal is due: what goes into it beside its seed is settled, its announcement names this step
    POSTED = "posted"  # a message stands in Discord that shows the head of a step
    GONE = "gone"  # the announcement of a deal was deleted before the deal was made
    NOBEACON = "nobeacon"  # all agreed to go on without the public beacon
    DEAL = "deal"
    END = "end"  # the game is over or closed: the result names this step
    ACT = "act"
    AUTO = "auto"
    REMINDER = "reminder"  # the seat to move is called again; notation: which time
    EXTENSION = "extension"  # it has more time; notation: seconds
    LATE = "late"  # an action for a seat whose time was over
    STAND_IN = "standin"  # an action that its seat left to the bot
    STALL = "stall"  # the clock stands: everybody is away, or the table waits for the seat to move
    PARK = "park"
    UNDO = "undo"  # notation: the step to go back to
    VOTE = "vote"  # notation: a subject, or an answer to it; without a seat all who said nothing agree
    PAUSE = "pause"  # notation: empty, or that a player ends it
    LOST = "lost"  # a message of ours names a later step than there is; nobody moves until the host resumes
    RESTORED = "restored"  # the database is an older copy; nobody moves until its newer messages were looked for
    AWAY = "away"  # a player is; notation: until when, that they are back, or that the time is over
    REMATCH = "rematch"  # a seat wants to play again; without one the notation is the next table

    @property
    def moves(self) -> bool:
        """Whether it changes the position, so that older buttons become stale."""
        return self in (Kind.START, Kind.DEAL, Kind.ACT, Kind.AUTO, Kind.LATE, Kind.STAND_IN, Kind.UNDO)


BY_SEATS = frozenset({Kind.ACT, Kind.AUTO, Kind.LATE, Kind.STAND_IN})
"""The kinds of what seats do: actions of the game."""
HANDED = frozenset({Kind.JOIN, Kind.LEAVE})
"""The kinds by which a seat changes hands."""
OF_TURNS = HANDED | {
    Kind.SEAT, Kind.AWAY, Kind.EXTENSION, Kind.STALL, Kind.PARK, Kind.PAUSE, Kind.LOST, Kind.RESTORED,
}  # fmt: skip
"""The kinds that change what the message of a turn says: when it is due, and who plays."""
OF_DEALS = frozenset({Kind.DUE, Kind.POSTED, Kind.GONE, Kind.NOBEACON, Kind.END})
"""The kinds that only show how deals were made; they are not announced to players."""


def is_planned(row: StepRow) -> bool:
    """Return whether an action was planned by its player, and so came without a press."""
    return row.kind == Kind.ACT and row.user is not None and row.interaction is None


class Subject(StrEnum):
    """What all who play are asked to agree to."""

    CANCEL = "cancel"
    PAUSE = "pause"
    FINISH = "finish"
    UNDO = "undo"
    BEACON = "beacon"  # to go on without it
    SEAT = "seat"  # that a new player takes a computer player's seat between rounds


ENDINGS = (Subject.CANCEL, Subject.FINISH)
"""What ends a game for all, once it was agreed to."""


class Start(msgspec.Struct, frozen=True):
    """The notation of a start, as JSON: all that the rules need to begin."""

    game: str
    rules: int
    seats: int
    options: dict[str, Plain]


class Joined(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The notation of joining before the game begins with a wish for a seat, as JSON.

    Without a wish the notation is empty.
    """

    seat: Seat


class Seated(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The notation of a seat's change, as JSON.

    It has the computer player that plays the seat from now on, null for its person; who decided that, if it was not its
    person; and what it is called, if the seat is its own.
    """

    player: str | None
    by: Seat | None = None
    name: str = ""


def encode_seating(player: str | None, by: Seat | None = None, name: str = "") -> str:
    """Return the notation of a seat's change."""
    return msgspec.json.encode(Seated(player, by, name)).decode()


class Opened(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The notation of a table's first step, as JSON.

    It records how its deals are made, and the place in which they are announced: a channel of a server, and a thread
    there if it is open by then.
    """

    deals: int
    root: str
    beacon: bool
    server: int = 0
    channel: int = 0
    thread: int = 0


class Due(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The notation of a deal that is due, as JSON.

    It has the root of the next chain if it is the last deal of one. The salt hides the steps before it, whose hash is
    published while they may name hidden tiles.
    """

    deal: int
    salt: str
    root: str = ""


class Posted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The notation of a message that stands in Discord, as JSON.

    It has the step whose head the message shows, and the head as people read it.
    """

    seq: int
    channel: int
    message: int
    head: str


class Gone(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The notation of an announcement that was deleted, as JSON."""

    message: int


class Dealt(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The notation of a deal, as JSON: with the beacon its round and signature in hex."""

    deal: int
    round: int = 0
    signature: str = ""


Exact = TypeVar("Exact", Opened, Due, Posted, Gone, Dealt)


def exact(notation: str, type: type[Exact]) -> Exact:
    """Return what a notation means.

    Raises ValueError if it is not written exactly as this program writes it.
    """
    said = msgspec.json.decode(notation, type=type)
    if encode_notation(said) != notation:
        raise ValueError("a notation has one spelling")
    return said


RATED, UNRATED = "rated", "unrated"
"""The notations of the steps by which a host sets whether a game can count for ratings."""
HINTS_ON, HINTS_OFF = "hints on", "hints off"
"""The notations of the steps by which a host sets whether hints are given."""
RESUMED = "over"
"""The notation of the step by which a player ends a pause."""


def encode_notation(said: msgspec.Struct) -> str:
    """Write a notation: compact JSON."""
    return msgspec.json.encode(said).decode()
