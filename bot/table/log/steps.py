"""The kinds of steps in the log, and the notations that are JSON."""

from __future__ import annotations

from enum import StrEnum
from typing import TypeVar

import msgspec

from bot.table.log.rows import Plain, StepRow
from engine.game import Seat


class Kind(StrEnum):
    """The kind of a step."""

    NEW = "new"
    JOIN = "join"
    LEAVE = "leave"
    SEAT = "seat"
    HINT = "hint"  # the player of the seat got a hint; notation: the action that was advised
    OPTION = (
        "option"  # the host set an option of the game, hints, ratings, a clock or who may join; notation: the choice
    )
    EXCHANGE = "exchange"  # the host exchanges the seats of two players before the game; notation: their seats
    KEEP = "keep"  # a seat is kept for the step's user before the game, or longer than before; notation: until when
    RELEASE = "release"  # a kept seat is free again: the step's user said no, or without a user, the time is over
    # asks who is here; a step with an empty notation is the answer of its seat, or ends the question if it has no seat
    CHECK = "check"
    START = "start"
    CLOSE = "close"
    DUE = "due"  # a deal is due; its announcement shows the head of this step
    POSTED = "posted"  # a message in Discord shows the head of a step
    GONE = "gone"  # the announcement of a deal was deleted before the deal was made
    NOBEACON = "nobeacon"  # all agreed to go on without the public beacon
    DEAL = "deal"
    END = "end"  # the game is over or closed; its result shows the head of this step
    ACT = "act"
    AUTO = "auto"  # an action that the table took by itself
    REMINDER = "reminder"  # the player to move is reminded; notation: the number of the reminder
    EXTENSION = "extension"  # a turn or a vote gets more time; notation: seconds
    LATE = "late"  # an action that the rules took for a seat whose time was over
    STAND_IN = "standin"  # an action that the player of the seat left to the bot
    STALL = "stall"  # the clock stands: everybody is away, or the table waits for the seat to move
    PARK = "park"  # the game has waited for a player for days
    UNDO = "undo"  # notation: the step to go back to
    VOTE = "vote"  # notation: a question or an answer; a step without a seat counts the silence of all others as a yes
    PAUSE = "pause"  # notation: empty if a pause begins, RESUMED if a player ends it
    LOST = "lost"  # a message of the bot names a step that the log doesn't have; nobody moves until the host resumes
    RESTORED = "restored"  # the database was restored from a copy; nobody moves until the channel was searched
    AWAY = "away"  # a player is away until the notation's time; `settled.away.BACK` or `OVER` ends that
    MODERATION = "moderation"  # a moderator of the server steps in; the next step is what they did
    REMATCH = "rematch"  # a seat wants to play again; without a seat, the notation names the next table

    @property
    def moves(self) -> bool:
        """Whether such a step changes the position, so that older buttons become stale."""
        return self in (Kind.START, Kind.DEAL, Kind.ACT, Kind.AUTO, Kind.LATE, Kind.STAND_IN, Kind.UNDO)


SEAT_ACTIONS = frozenset({Kind.ACT, Kind.AUTO, Kind.LATE, Kind.STAND_IN})
"""The kinds of steps that are actions of seats in the game."""
SEAT_HANDOVERS = frozenset({Kind.JOIN, Kind.LEAVE})
"""The kinds of steps by which a seat changes hands."""
CHANGES_TURN_MESSAGE = SEAT_HANDOVERS | {
    Kind.SEAT, Kind.AWAY, Kind.EXTENSION, Kind.STALL, Kind.PARK, Kind.PAUSE, Kind.LOST, Kind.RESTORED,
}  # fmt: skip
"""The kinds of steps that change a turn message, which says until when the turn lasts and who plays."""


def is_planned(row: StepRow) -> bool:
    """Return whether a step is an action that its player had planned, so that no press caused it."""
    return row.kind == Kind.ACT and row.user is not None and row.interaction is None


class Subject(StrEnum):
    """The subjects of votes."""

    CANCEL = "cancel"
    PAUSE = "pause"
    FINISH = "finish"
    GIVE_UP = "giveup"  # that one side gives up; only its own players are asked
    UNDO = "undo"
    BEACON = "beacon"  # to go on without the beacon
    SEAT = "seat"  # that a new player takes a computer player's seat between rounds


ENDINGS = (Subject.CANCEL, Subject.FINISH)
"""The subjects that end a game for all, once all have agreed."""


MODERATOR = "moderator"
"""The notation of the step by which a moderator of the server closes a running game."""


class Start(msgspec.Struct, frozen=True):
    """The notation of a game's start, as JSON: all that the rules need to begin the game."""

    game: str
    rules: int
    seats: int
    options: dict[str, Plain]


class Joined(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The notation of joining before the game, as JSON. It is empty if the player doesn't ask for a certain seat."""

    seat: Seat


class Exchanged(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The notation of an exchange before the game, as JSON: the seats of both players, by their numbers in the log."""

    seats: tuple[Seat, Seat]


class Seated(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The notation of a step after which a person or a computer player plays a seat.

    `player` is the strength of the computer player that plays the seat from now on, or null if its person does. `by` is
    the seat of another player who decided that. `name` is the computer player's name, if the seat now belongs to it.
    """

    player: str | None
    by: Seat | None = None
    name: str = ""


def encode_seating(player: str | None, by: Seat | None = None, name: str = "") -> str:
    """Return the notation of a step after which a person or a computer player plays a seat."""
    return msgspec.json.encode(Seated(player, by, name)).decode()


class Opened(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The notation of a table's first step, as JSON.

    It records how the table's deals are made and where they are announced: in a channel of a server, or in a thread of
    it that is open already. If a practice game repeats the deals of another table, `like` is that table's id.
    """

    deals: int
    root: str
    beacon: bool
    server: int = 0
    channel: int = 0
    thread: int = 0
    like: int = 0


class Due(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The notation of a deal that is due, as JSON.

    If the deal is the last of its chain, `root` is the root of the next chain. The hash of this step is published. It
    covers earlier steps, which may name hidden tiles. The `salt` keeps anyone from guessing these tiles by the hash.
    """

    deal: int
    salt: str
    root: str = ""


class Posted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The notation of a step that names a message in Discord, as JSON.

    `seq` is the step whose head the message shows, and `head` the short form of that head.
    """

    seq: int
    channel: int
    message: int
    head: str


class Gone(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The notation of a step that names a deleted announcement, as JSON."""

    message: int


class Dealt(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The notation of a deal, as JSON; with the beacon, it has the round and its signature in hex."""

    deal: int
    round: int = 0
    signature: str = ""


Exact = TypeVar("Exact", Opened, Due, Posted, Gone, Dealt)


def decode_exactly(notation: str, type: type[Exact]) -> Exact:
    """Return the value of a notation.

    Raises ValueError if the text differs from what this program would write.
    """
    value = msgspec.json.decode(notation, type=type)
    if encode_notation(value) != notation:
        raise ValueError("the notation is not spelled as this program spells it")
    return value


RATED, UNRATED = "rated", "unrated"
"""The notations of the steps by which a host sets whether a game can count for ratings."""
HINTS_ON, HINTS_OFF = "hints on", "hints off"
"""The notations of the steps by which a host sets whether hints are given."""
RESUMED = "over"
"""The notation of the step by which a player ends a pause."""


def encode_notation(value: msgspec.Struct) -> str:
    """Return a notation as compact JSON."""
    return msgspec.json.encode(value).decode()
