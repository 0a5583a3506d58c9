"""The interface that sends letters to Discord, and its exceptions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.talk.letter import LAYOUT_LENGTH, TEXT_LENGTH, ControlId, Letter
from bot.talk.trouble import Trouble
from bot.talk.words import shorten_text


class MessageGone(Exception):
    """The message was deleted."""


class PrivateClosed(Exception):
    """The person takes no private messages from the bot."""


class TooOften(Exception):
    """Discord allows no edit now, since it limits edits of messages older than an hour."""


class TooLarge(Exception):
    """The files are too large for Discord."""


class TryLater(Exception):
    """Discord did not answer, or asks to wait; the request may have succeeded or not.

    If `seconds` is None, the caller decides how long to wait.
    """

    def __init__(self, reason: str, seconds: float | None = None) -> None:
        super().__init__(reason)
        self.seconds = seconds


class Refused(Exception):
    """Discord refuses the request until the server or the user changes something."""

    def __init__(self, trouble: Trouble, place: int, reason: str = "") -> None:
        super().__init__(f"channel {place}: {trouble.value} {reason}".rstrip())
        self.trouble = trouble
        self.place = place


@dataclass(frozen=True, slots=True)
class OwnMessage:
    """One of our own messages as Discord lists it: its text and its controls."""

    message: int
    text: str
    controls: tuple[ControlId, ...] = ()


@dataclass(frozen=True, slots=True)
class FetchedMessage:
    """The current content of any message in Discord, ours or not."""

    text: str
    is_ours: bool
    is_edited: bool
    is_answer: bool = False
    """Whether it answers an interaction or came by a webhook.

    The text of an answer can be missing at first: Discord knows its id before its text.
    """


def find_same_text(sent: Sequence[OwnMessage], letter: Letter) -> int | None:
    """Return the newest of these messages that has the text of a letter."""
    text = shorten_text(letter.text, LAYOUT_LENGTH if letter.parts else TEXT_LENGTH)
    return next((each.message for each in sent if each.text == text), None)


def find_with_head(sent: Sequence[OwnMessage], head: str) -> int | None:
    """Return the oldest of these messages that shows the head (the hash) of a step.

    Only messages for that step show it, and the first counts.
    """
    return next((each.message for each in reversed(sent) if head in each.text), None)


class Answer(Protocol):
    """Our private answer to a press; Discord lets us change it for a quarter of an hour."""

    @property
    def message(self) -> int:
        """The id of the message."""
        ...

    @property
    def is_editable(self) -> bool:
        """Whether it can still be changed."""
        ...

    async def edit(self, letter: Letter) -> None:
        """Replace the answer. Raises MessageGone if Discord no longer allows it."""
        ...

    async def delete(self) -> None:
        """Delete the answer. Raises MessageGone if Discord no longer allows it."""
        ...

    async def follow(self, letter: Letter) -> Answer:
        """Post a letter below this answer, visible only to the same user.

        Raises MessageGone if Discord no longer allows it.
        """
        ...


class Postman(Protocol):
    """Brings letters to channels and threads. Every method may raise Refused or TryLater."""

    async def send(self, place: int, letter: Letter, nonce: str) -> int:
        """Post a message and return its id.

        The same nonce again returns the same message. Raises PrivateClosed and TooLarge.
        """
        ...

    async def edit(self, place: int, message: int, letter: Letter) -> None:
        """Edit a message, even in an archived thread.

        Raises MessageGone, TooOften and TooLarge.
        """
        ...

    async def exists(self, place: int, message: int) -> bool:
        """Return whether a message is still there."""
        ...

    async def read(self, place: int, message: int) -> FetchedMessage:
        """Return the current content of a message. Raises MessageGone."""
        ...

    async def newest_messages(self, place: int) -> Sequence[OwnMessage]:
        """Return our own messages among the last ones of a place, newest first."""
        ...

    async def messages_after(self, place: int, message: int) -> Sequence[OwnMessage]:
        """Return our own messages of a place that are newer than a message, oldest first."""
        ...

    async def open_thread(self, channel: int, message: int, name: str) -> int:
        """Open a thread at a message, or return the existing one. Raises MessageGone."""
        ...

    async def open_private_channel(self, user: int) -> int:
        """Return the channel of a person's private messages. Raises PrivateClosed."""
        ...
