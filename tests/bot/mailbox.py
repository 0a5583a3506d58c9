"""A postman without Discord: it keeps what was said, and can be told to fail."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count

from bot.channel.port import MessageGone
from bot.talk.letter import Letter


@dataclass
class Mailbox:
    """Every letter in order, each with where it went, and what is there now."""

    said: list[tuple[str, Letter]] = field(default_factory=list)
    there: dict[int, Letter] = field(default_factory=dict)
    failures: list[Exception] = field(default_factory=list)
    """What the next sends raise, before or after the letter has arrived."""
    arrives: bool = False
    """Whether a letter whose sending fails has arrived all the same."""
    _ids: Iterator[int] = field(default_factory=lambda: count(10**18))

    async def send(self, place: int, letter: Letter, nonce: str) -> int:
        failure = self.failures.pop(0) if self.failures else None
        if failure is not None and not self.arrives:
            raise failure
        self.said.append((f"sent to {place} as {nonce}", letter))
        message = next(self._ids)
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

    async def find(self, place: int, letter: Letter) -> int | None:
        found = [message for message, kept in self.there.items() if kept.text == letter.text]
        return found[-1] if found else None

    async def open_thread(self, channel: int, message: int, name: str) -> int:
        self.said.append((f"opened a thread at {message} in {channel}", Letter(name)))
        return message

    async def private(self, user: int) -> int:
        return user
