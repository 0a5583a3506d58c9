"""Exceptions for requests of players that cannot be done. They are normal answers, not errors."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from engine.game import Doubt
from engine.words import Message, count, msg

FORMER = "a former player"
"""The name that is stored for a user who was deleted; readers see it in their own language."""
NO_APP = msg("Apps don't play at tables. Choose a person.")
"""The answer to a user who named an app instead of a person."""
CANNOT_JOIN = msg("You can't join this table.")
"""The answer to a user who may not join for a private reason. It never tells the reason."""
ONLY_INVITED = msg("🔒 Only invited people can join.")
NOBODY_ELSE = msg("🔒 Closed: nobody else can join.")

PAUSED_BY_MODERATOR = msg("A moderator has paused this game, so only a moderator can resume it.")


class SeatPlayer(Protocol):
    """A person or computer player in a seat, as sentences name them."""

    @property
    def user(self) -> int | None: ...
    @property
    def name(self) -> str: ...
    @property
    def player(self) -> str | None: ...


class Refusal(Exception):
    """Something that a person asked for is not possible. `message` is the sentence that they read."""

    seats: tuple[SeatPlayer, ...] = ()
    """The players whom the message may name."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message


@contextmanager
def naming(seats: tuple[SeatPlayer, ...]) -> Iterator[None]:
    """Give these players to the refusals that are raised in this context, so that their messages can name them."""
    try:
        yield
    except Refusal as refusal:
        refusal.seats = seats
        raise


class Stale(Refusal):
    """The button belongs to an older position."""

    def __init__(self) -> None:
        super().__init__(msg("The table has moved on. Here is how it is now."))


class Unsure(Refusal):
    """The action is easily triggered by mistake and costs a lot, so the caller is asked once more."""

    def __init__(self, doubt: Doubt) -> None:
        super().__init__(doubt.question)
        self.doubt = doubt


class Blocked(Refusal):
    """The operator has blocked the user, or the server."""

    def __init__(self, *, server: bool = False) -> None:
        to_server = msg("My operator doesn't let this server use me. `/privacy` still works.")
        to_user = msg("My operator doesn't let you use me. `/privacy` still works.")
        super().__init__(to_server if server else to_user)


class NotSeated(Refusal):
    """Only people who have seats at the table can do this."""

    def __init__(self) -> None:
        super().__init__(msg("You don't play at this table. `/games` lists yours."))


class NotYourTurn(Refusal):
    """Another seat is to act."""


class Unknown(Refusal):
    """There is no such table, or it is on another server. The answer is the same for both."""

    def __init__(self) -> None:
        super().__init__(msg("I don't know that table here. `/games` lists yours."))


class Elsewhere(Refusal):
    """Another process serves the server of this table. No player reads this."""

    def __init__(self) -> None:
        super().__init__(msg("Another process serves this server."))


class AlreadyPlaying(Refusal):
    """The caller already plays such a game alone in this channel, so a second press doesn't begin another game."""

    def __init__(self, table: int) -> None:
        super().__init__(msg("Your game continues."))
        self.table = table


class TableLimit(Refusal):
    """A limit of open tables is reached. A table whose card was deleted can be closed to make room."""


class OwnTablesFull(TableLimit):
    """The caller has opened as many tables for themselves as one person may on this server."""

    def __init__(self, limit: int) -> None:
        message = count(
            "{n} table of your own is open on this server, and that's the limit. Leave it first.",
            "{n} tables of your own are open on this server, and that's the limit. Leave one first.",
            limit,
        )
        super().__init__(message)


class ChannelFull(TableLimit):
    """The limit of open tables in this channel is reached."""

    def __init__(self, limit: int) -> None:
        super().__init__(
            count(
                "{n} table is open in this channel, and that's the limit. Join it, or open yours in another channel.",
                "{n} tables are open in this channel, and that's the limit. Join one of them, or open yours in "
                "another channel.",
                limit,
            )
        )


class Over(Refusal):
    """The game has ended, or the table was closed."""

    def __init__(self) -> None:
        super().__init__(msg("This game is over. Open a new table with `/new`."))


class NotStarted(Refusal):
    """The table still waits for its game to begin."""

    def __init__(self) -> None:
        super().__init__(msg("This game hasn't started yet. Its host presses *Start* on its card."))


class Damaged(Refusal):
    """The stored log of one table is damaged. Only that table can't be used."""

    def __init__(self) -> None:
        super().__init__(
            msg(
                "What I stored of this table is damaged, so it rests. Tell my operator, who can restore a backup: "
                "`/help` says how."
            )
        )


class OtherRules(Damaged):
    """A game began under older rules. This program's rules would replay it differently."""

    def __init__(self) -> None:
        Refusal.__init__(self, msg("This game was played by older rules, so I can't open it any more."))


class StorageFull(Refusal):
    """The disk of the database is full. Nothing was changed."""

    def __init__(self) -> None:
        super().__init__(msg("My storage is full, so nothing has changed. Please tell my operator: `/help` says how."))


class Busy(Refusal):
    """The database did not answer in time. Nothing was changed."""

    def __init__(self) -> None:
        super().__init__(msg("I'm very busy, so nothing has changed. Try again in a moment."))


class NoAnswer(Refusal):
    """The database can't be reached, or its answer was lost.

    It is unknown whether anything was changed. The store logs the outage.
    """

    def __init__(self) -> None:
        super().__init__(msg("My database doesn't answer. Look at your hand before you try again."))


class Restarting(Refusal):
    """The bot is about to end. Nothing was done."""

    def __init__(self) -> None:
        super().__init__(msg("I'm restarting, so nothing has changed. Try again in a minute."))


class OtherVersion(Refusal):
    """What was asked for belongs to another version of the bot."""

    def __init__(self) -> None:
        super().__init__(msg("I've been updated. Type the command again."))


class TooMuch(Refusal):
    """Too much work is queued, for this person or in total. Nothing was changed.

    `waiting` is the number of jobs that are queued for this person, or 0 if there are too many in total.
    """

    def __init__(self, waiting: int = 0) -> None:
        super().__init__(
            count(
                "I'm still working on {n} thing you asked for. Ask again when it's here.",
                "I'm still working on {n} things you asked for. Ask again when they're here.",
                waiting,
            )
            if waiting
            else msg("I have too much to do right now. Try again in a minute.")
        )
