"""Keeps the private messages that show open hands up to date.

Discord lets us edit a private answer for 15 minutes after a press. The messages are known in memory only. If one is
forgotten, the next press of *My hand* makes a new one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

import structlog

from bot.channel.port import Answer, MessageGone
from bot.table.log.model import User
from bot.talk.letter import Hand, Letter

MOST_MESSAGES = 1000
"""The most messages that are kept up to date. If there are more, the oldest stay as they are."""
MOST_UPDATES = 4
"""The most messages that are changed at the same time."""
MOST_BELOW = 1
"""The most public messages that may be below a hand.

If there are more, the next hand is posted as a new message below them, and the old one shrinks to a line.
"""
UPDATE_TIMEOUT = 10.0
"""How many seconds one update may take, with its pictures and Discord's answers."""

Key = tuple[User, int]
"""A user and a table."""

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class ShownHand:
    """The newest private message that shows a hand, and the hand that it shows."""

    user: User
    hand: Hand
    locale: str
    """The locale of the user's Discord."""
    channel: int | None
    answer: Answer = field(repr=False)
    line: Answer | None = field(default=None, repr=False)
    """An older message, further up, that has shrunk to a line."""


class Renewal(Protocol):
    """Decides what a message shows once its table has changed."""

    async def build_letter(self, shown: ShownHand) -> Letter | None:
        """Return the new content of a message; None to leave it as it is."""
        ...

    async def count_below(self, shown: ShownHand) -> int:
        """Return how many public messages about the table of a hand are below the hand."""
        ...

    async def build_line(self, shown: ShownHand) -> Letter:
        """Return the line that replaces a message once a newer one shows the hand."""
        ...


class OpenHands:
    """The newest private message of each user at each table."""

    def __init__(self, renewal: Renewal) -> None:
        self._renewal = renewal
        self._shown: dict[Key, ShownHand] = {}
        self._changed: set[Key] = set()
        """Messages that became outdated again during their update, so that they are updated once more."""
        self._renewals: dict[Key, asyncio.Task[None]] = {}
        """The running updates."""
        self._deletions: set[asyncio.Task[None]] = set()
        """The running deletions of messages that a newer one has replaced."""
        self._slots = asyncio.Semaphore(MOST_UPDATES)

    def track_answer(self, user: User, locale: str, letter: Letter, answer: Answer, channel: int | None) -> None:
        """Note what a private message in a channel shows now.

        `locale` is the locale of the user's Discord. If the message shows a hand, delete the user's older message about
        the same table.
        """
        line = None
        # the answer may have replaced a hand in the same message; the line further up stays the same
        for key in [key for key, shown in self._shown.items() if shown.user == user and _is_shown_in(shown, answer)]:
            line = self._shown.pop(key).line
        if letter.hand is None:
            return
        key = (user, letter.hand.table)
        if (older := self._shown.pop(key, None)) is not None and older.answer.is_editable:
            self._delete_in_background(older.answer)
        self._shown[key] = ShownHand(user, letter.hand, locale, channel, answer, line)
        if len(self._shown) > MOST_MESSAGES:
            del self._shown[next(iter(self._shown))]  # the oldest
        if not letter.hand.open:
            self._schedule_renewal(key)  # the player's turn may have begun while this answer was on its way

    def touch(self, table: int) -> None:
        """Bring all messages about a table up to date."""
        for key in [key for key, shown in self._shown.items() if shown.hand.table == table]:
            self._schedule_renewal(key)

    async def wait_idle(self) -> None:
        """Wait until no message is being changed."""
        while tasks := self._running_tasks():
            await asyncio.gather(*tasks, return_exceptions=True)
            await asyncio.sleep(0)  # the callbacks of the tasks remove them

    async def close(self) -> None:
        """Stop. All messages stay as they are."""
        self._shown.clear()
        self._changed.clear()
        for task in self._running_tasks():
            task.cancel()
        await self.wait_idle()

    def _running_tasks(self) -> list[asyncio.Task[None]]:
        return [*self._renewals.values(), *self._deletions]

    def _delete_in_background(self, answer: Answer) -> None:
        task = asyncio.create_task(self._ignore_failures(answer.delete()), name="hand")
        self._deletions.add(task)
        task.add_done_callback(self._deletions.discard)

    def _schedule_renewal(self, key: Key) -> None:
        """Start to update a message. If an update is running, update the message once more afterwards."""
        if key in self._renewals:
            self._changed.add(key)
        else:
            task = asyncio.create_task(self._renew(key), name="hand")
            self._renewals[key] = task
            task.add_done_callback(lambda _: self._on_renewed(key))

    def _on_renewed(self, key: Key) -> None:
        del self._renewals[key]
        if key in self._changed:
            self._changed.discard(key)
            self._schedule_renewal(key)

    async def _renew(self, key: Key) -> None:
        """Bring one message up to date, or forget it if it cannot be edited."""
        shown = self._shown.get(key)
        if shown is None or not shown.answer.is_editable:
            self._shown.pop(key, None)
            return
        renewed = await self._ignore_failures(self._edit_if_outdated(shown))
        if self._shown.get(key) is not shown:
            self._changed.add(key)  # update again: a press was answered meanwhile, which this edit may have replaced
            if renewed is not None and renewed.answer is not shown.answer:  # the update posted the hand again
                await self._ignore_failures(renewed.answer.delete())
        elif renewed is None:
            del self._shown[key]
        else:
            self._shown[key] = renewed
            if renewed.answer is not shown.answer:
                await self._ignore_failures(self._shrink(shown))

    async def _edit_if_outdated(self, shown: ShownHand) -> ShownHand | None:
        """Edit a message if it is outdated, or post the hand again below newer messages.

        Return the message that then shows the hand, or None if no message shows it.
        """
        letter = await self._renewal.build_letter(shown)
        # the message is up to date, or was replaced meanwhile
        if letter is None or self._shown.get((shown.user, shown.hand.table)) is not shown:
            return shown
        if letter.hand is not None and letter.hand.open and await self._renewal.count_below(shown) > MOST_BELOW:
            answer = await self._repost_below(shown, letter)
            if answer is not None:
                return replace(shown, hand=letter.hand, answer=answer, line=shown.answer)
        await shown.answer.edit(letter)
        return None if letter.hand is None else replace(shown, hand=letter.hand)

    async def _repost_below(self, shown: ShownHand, letter: Letter) -> Answer | None:
        """Post a hand below newer messages; return None if that fails."""
        try:
            return await shown.answer.follow(letter)
        except Exception as error:
            log.warning("hand not posted below newer messages", reason=type(error).__name__)
            return None

    async def _shrink(self, shown: ShownHand) -> None:
        """Replace a message by a line once a newer one shows the hand, and delete the line of an older message."""
        await shown.answer.edit(await self._renewal.build_line(shown))
        if shown.line is not None and shown.line.is_editable:
            await shown.line.delete()

    async def _ignore_failures(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Return the result of the work, or None if it fails.

        A failure is logged, unless the message was dismissed or can no longer be edited.
        """
        try:
            async with self._slots, asyncio.timeout(UPDATE_TIMEOUT):
                return await work
        except MessageGone:
            return None
        except Exception as error:
            log.warning("private message not updated", reason=type(error).__name__)
            return None


def _is_shown_in(shown: ShownHand, answer: Answer) -> bool:
    return shown.answer.message == answer.message
