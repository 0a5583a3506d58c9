"""A postman without Discord: it keeps what was said, and can be told to fail."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count

from bot.channel.port import FetchedMessage, MessageGone, OwnMessage
from bot.talk.letter import ControlId, Letter, Select
from tests.bot.tools import FixedClock


@dataclass
class Mailbox:
    """Every letter in order, each with where it went, and what is there now."""

    said: list[tuple[str, Letter]] = field(default_factory=list)
    there: dict[int, Letter] = field(default_factory=dict)
    failures: list[BaseException] = field(default_factory=list)
    """What the next sends raise, before or after the letter has arrived."""
    arrives: bool = False
    """Whether a letter whose sending fails has arrived all the same."""
    clock: FixedClock = field(default_factory=FixedClock)
    """Ids tell the time by it, as Discord's do."""
    ids: Iterator[int] = field(default_factory=lambda: count(10**9))

    async def send(self, place: int, letter: Letter, nonce: str) -> int:
        failure = self.failures.pop(0) if self.failures else None
        if failure is not None and not self.arrives:
            raise failure
        self.said.append((f"sent to {place} as {nonce}", letter))
        message = (((1000 * self.clock.time) - 1_420_070_400_000) << 22) + next(self.ids)
        self.there[message] = letter
        if failure is not None:
            raise failure
        return message

    async def edit(self, place: int, message: int, letter: Letter) -> None:
        if message not in self.there:
            raise MessageGone
        self.said.append((f"edited {message} in {place}", letter))
        self.there[message] = letter

    async def exists(self, place: int, message: int) -> bool:
        return message in self.there

    async def read(self, place: int, message: int) -> FetchedMessage:
        if message not in self.there:
            raise MessageGone
        return FetchedMessage(self.there[message].text, is_ours=True, is_edited=False)

    async def newest_messages(self, place: int) -> Sequence[OwnMessage]:
        return [OwnMessage(message, kept.text, _controls(kept)) for message, kept in reversed(self.there.items())]

    async def messages_after(self, place: int, message: int) -> Sequence[OwnMessage]:
        return [OwnMessage(id, kept.text, _controls(kept)) for id, kept in self.there.items() if id > message]

    async def open_thread(self, channel: int, message: int, name: str) -> int:
        self.said.append((f"opened a thread at {message} in {channel}", Letter(name)))
        return message

    async def open_private_channel(self, user: int) -> int:
        return user


def _controls(letter: Letter) -> tuple[ControlId, ...]:
    rows = (row.options if isinstance(row, Select) else row for row in letter.rows)
    return tuple(control.id for row in rows for control in row)
