"""Sends, edits and reads messages in channels and threads, with the bot's own token."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final, TypeVar

import aiohttp
import discord

from bot.channel.port import (
    FetchedMessage,
    MessageGone,
    OwnMessage,
    PrivateClosed,
    Refused,
    TooLarge,
    TooOften,
    TryLater,
)
from bot.discord import controls, messages
from bot.discord.refused_requests import RefusedRequests
from bot.talk.letter import Letter
from bot.talk.trouble import Trouble

T = TypeVar("T")

ARCHIVED_THREAD = 50083
HAS_A_THREAD = 160004
INVALID_BODY = 50035
"""Discord's error codes; these and those in `_to_port_error` are documented as *JSON error codes*."""
WEEK: Final = 10080
"""Minutes without a message until Discord archives a thread; the most that it accepts."""
MOST_SEARCHED: Final = 50
"""How many of the newest messages in a place are searched for ours."""
PAGE_SIZE: Final = 100
"""How many messages Discord returns at once."""


class DiscordPostman:
    """Implements `bot.channel.port.Postman` from ids alone, without a cache.

    A `place` is the id of a channel or of a thread.
    """

    def __init__(self, client: discord.Client, refused: RefusedRequests | None = None) -> None:
        self._client = client
        self._refused_requests = refused or RefusedRequests()

    @contextmanager
    def _sending(self, place: int) -> Iterator[None]:
        """Translate Discord's errors; raise TryLater before any request if too many were refused lately."""
        if wait := self._refused_requests.seconds_to_wait():
            raise TryLater("Discord refused too many requests", wait)
        with _translate_errors(place):
            yield

    async def send(self, place: int, letter: Letter, nonce: str) -> int:
        with self._sending(place):
            return await self._retry_after_waking(place, lambda: self._send(place, letter, nonce))

    async def _send(self, place: int, letter: Letter, nonce: str) -> int:
        channel = self._client.get_partial_messageable(place)
        return (await channel.send(**messages.body(letter), files=controls.build_files(letter), nonce=nonce)).id

    async def edit(self, place: int, message: int, letter: Letter) -> None:
        with self._sending(place):
            await self._retry_after_waking(place, lambda: self._edit(place, message, letter))

    async def _edit(self, place: int, message: int, letter: Letter) -> None:
        """Edit a message; if Discord rejects a classic letter, try it laid out.

        A message that was ever laid out accepts only laid-out letters.
        """
        sent = self._client.get_partial_messageable(place).get_partial_message(message)
        try:
            await sent.edit(**messages.body(letter), **_new_files(letter))
        except discord.HTTPException as refused:
            if refused.code != INVALID_BODY or letter.parts:
                raise
            laid_out = letter.with_layout()
            await sent.edit(**messages.body(laid_out), **_new_files(laid_out))

    async def _retry_after_waking(self, place: int, work: Callable[[], Awaitable[T]]) -> T:
        """Return the work's result. If its place is an archived thread, reopen the thread and retry."""
        try:
            return await work()
        except discord.HTTPException as refused:
            if refused.code != ARCHIVED_THREAD:
                raise
        channel = await self._client.fetch_channel(place)
        if isinstance(channel, discord.Thread):
            await channel.edit(archived=False)
        return await work()

    async def exists(self, place: int, message: int) -> bool:
        try:
            with self._sending(place):
                await self._client.get_partial_messageable(place).fetch_message(message)
        except MessageGone:
            return False
        return True

    async def read(self, place: int, message: int) -> FetchedMessage:
        me = self._client.user
        with self._sending(place):
            fetched_message = await self._client.get_partial_messageable(place).fetch_message(message)
        is_ours = me is not None and fetched_message.author.id == me.id
        is_answer = fetched_message.interaction_metadata is not None or fetched_message.webhook_id is not None
        return FetchedMessage(
            messages.read_text(fetched_message),
            is_ours=is_ours,
            is_edited=fetched_message.edited_at is not None,
            is_answer=is_answer,
        )

    async def newest_messages(self, place: int) -> Sequence[OwnMessage]:
        with self._sending(place):
            return self._own_messages(await self._client.http.logs_from(place, MOST_SEARCHED))

    async def messages_after(self, place: int, message: int) -> Sequence[OwnMessage]:
        own = list[OwnMessage]()
        while True:  # read all pages: many messages of others may come before ours
            with self._sending(place):
                page = await self._client.http.logs_from(place, PAGE_SIZE, after=message)
            page.sort(key=lambda sent: int(sent["id"]))
            own += self._own_messages(page)
            if len(page) < PAGE_SIZE:
                return own
            message = int(page[-1]["id"])

    def _own_messages(self, page: Sequence[Any]) -> Sequence[OwnMessage]:
        """Return our messages in a page. The library doesn't parse the page, since it may fail on others' messages."""
        me = self._client.user
        ours = [message for message in page if me and int(message["author"]["id"]) == me.id]
        return [
            OwnMessage(int(sent["id"]), messages.text_of_payload(sent), messages.ids_of_payload(sent)) for sent in ours
        ]

    async def open_thread(self, channel: int, message: int, name: str) -> int:
        with self._sending(channel):
            parent = self._client.get_channel(channel) or await self._client.fetch_channel(channel)
            if not isinstance(parent, discord.TextChannel):
                raise Refused(Trouble.FORBIDDEN, channel, "has no threads")
            try:
                thread = await parent.get_partial_message(message).create_thread(name=name, auto_archive_duration=WEEK)
            except discord.HTTPException as refused:
                if refused.code == HAS_A_THREAD:
                    return message  # a thread has the id of the message that it belongs to
                if refused.status == 400:  # such as code 160006: too many threads are open on the server
                    raise Refused(Trouble.FORBIDDEN, channel, f"{refused.text} ({refused.code})") from refused
                raise
        return thread.id

    async def open_private_channel(self, user: int) -> int:
        with self._sending(user):
            return (await self._client.create_dm(discord.Object(user))).id


@contextmanager
def _translate_errors(place: int) -> Iterator[None]:
    """Turn Discord's errors into the port's exceptions, except errors from our own faults (status 400)."""
    try:
        yield
    except discord.RateLimited as limited:
        raise TryLater("rate limit", limited.retry_after) from limited
    except discord.HTTPException as refused:
        raise _to_port_error(refused, place) from refused
    except (aiohttp.ClientError, OSError, TimeoutError) as failed:
        raise TryLater(f"{type(failed).__name__}: {failed}") from failed


def _new_files(letter: Letter) -> dict[str, Any]:
    """Return the argument with the files of an edited message; without it the message keeps its files."""
    return {} if letter.keeps_pictures else {"attachments": controls.build_files(letter)}


def _to_port_error(refused: discord.HTTPException, place: int) -> Exception:
    reason = f"{refused.text} ({refused.code})"
    match refused.code:
        case 10008:  # unknown message
            return MessageGone()
        case 10003:  # unknown channel
            return Refused(Trouble.GONE, place, reason)
        case 30046:  # too many edits of messages older than an hour
            return TooOften()
        case 50007 | 50033 | 50278:  # no private messages to this person; an invalid recipient; no server in common
            return PrivateClosed()
        case 40005:  # the files are too large for this server
            return TooLarge()
        case 160005 | 50083:  # thread locked; archived, and it cannot be woken
            return Refused(Trouble.LOCKED, place, reason)
        case 200000 | 200001 | 240000:  # the server's AutoMod blocks the message
            return Refused(Trouble.FORBIDDEN, place, reason)
    if refused.status == 413:
        return TooLarge()
    if refused.status == 429 or refused.status >= 500:
        return TryLater(f"{refused.status} {reason}")
    if refused.status in (401, 403, 404):
        return Refused(Trouble.FORBIDDEN, place, reason)
    return refused
