"""Gives one answer to an interaction, even if requests to Discord fail meanwhile.

Discord accepts one first response, within three seconds; later responses edit it or follow it. If the reply to one of
our requests is lost, the request is repeated. If Discord has already accepted a first response, it refuses another with
a code of its own (`ALREADY_ANSWERED`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from enum import Enum
from functools import partial
from typing import Any, Final

import aiohttp
import discord
from discord import ui

from bot.channel.port import MessageGone
from bot.discord import controls, messages
from bot.talk.letter import Letter

Interaction = discord.Interaction[Any]

PAUSES: Final = (0.2, 0.4, 0.8, 1.6, 3.0, 6.0, 12.0, 24.0)
"""Seconds between attempts.

Discord forgets an interaction without a first response after three seconds, so the long pauses are for later responses.
"""
ALREADY_ANSWERED = 40060
"""The code of an interaction that already has its first response."""
EXPIRED = frozenset({10015, 10062, 50027})
"""Codes of an interaction that can't be answered, because it is gone or its token has expired."""
MESSAGE_GONE = 10008
"""The code of a message that no longer exists."""
TOKEN_MARGIN: Final = timedelta(minutes=1)
"""How long before its end an interaction's token is no longer used, since requests take time."""
FAILURES: Final = (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError)
"""The exceptions of a request that fails at Discord or on the way there."""


class TooLate(Exception):
    """Discord has forgotten the interaction."""


class FirstResponse(Enum):
    """The kinds of first response to an interaction."""

    THINKING = "thinking"
    """The person reads "is thinking…" until the answer takes its place."""
    SILENT = "silent"
    """The person sees nothing; the answer can then replace the message that was pressed."""
    WHOLE = "whole"
    """The answer itself."""


class Reply:
    """The answer to one interaction; with `update`, it replaces the pressed message.

    Every method raises TooLate if no answer is possible any more. Other errors are raised only if retries fail or
    cannot help.
    """

    given_answer: GivenAnswer | None = None
    """The message that shows the answer, if it can be kept up to date."""

    def __init__(self, interaction: Interaction, *, update: bool) -> None:
        self._interaction = interaction
        self._update = update
        self._first_attempt: FirstResponse | None = None
        """The kind of first response with which this process first tried to answer."""
        self._accepted_response = FIRST_OF_TYPE.get(interaction.response.type) if interaction.response.type else None
        """The kind of first response that Discord has, as far as this process knows."""

    async def acknowledge(self) -> None:
        """Acknowledge the interaction; the answer comes later."""
        response = self._interaction.response
        if self._update:
            await self._retry(lambda: self._respond(FirstResponse.SILENT, response.defer))
        else:
            thinking = partial(response.defer, ephemeral=True, thinking=True)
            await self._retry(lambda: self._respond(FirstResponse.THINKING, thinking))

    async def open_form(self, form: ui.Modal) -> None:
        """Open a form."""
        send = partial(self._interaction.response.send_modal, form)
        await self._retry(lambda: self._respond(FirstResponse.WHOLE, send))

    async def post(self, letter: Letter, *, replaces: bool) -> None:
        """Post the answer.

        Without `replaces`, the message that was pressed stays as it is. It also stays if the letter is laid out and it
        isn't, or the reverse: a message that was laid out once can never be classic again.
        """
        is_same_kind = messages.is_laid_out(self._interaction.message) == bool(letter.parts)
        await self._retry(lambda: self._post(letter, update=self._update and replaces and is_same_kind))

    async def post_public(self, letter: Letter) -> bool:
        """Post a message for everyone who reads along; return whether they see it.

        It comes before the answer, and only after a press on a private message. It is not retried: after a failure it
        may be there already, and the user can press again. If the user may not use external apps there, Discord shows
        the message to them alone; then it is deleted again. Raises the exceptions of a request to Discord.
        """
        if self._accepted_response is None:
            await self.acknowledge()
        if self._accepted_response is FirstResponse.THINKING:
            return False  # Discord would put it in the place of the private answer
        send, files = self._interaction.followup.send, controls.build_files(letter)
        message = await send(**messages.body(letter), files=files, ephemeral=False, wait=True)
        if message.flags.ephemeral:
            with suppress(*FAILURES):
                await self._interaction.followup.delete_message(message.id)
        return not message.flags.ephemeral

    async def _post(self, letter: Letter, *, update: bool) -> None:
        first = self._accepted_response
        if first is None:
            try:
                first = await self._respond(
                    FirstResponse.WHOLE, lambda: self._send_first(letter, update=update), self._find_first_response
                )
            except discord.NotFound as gone:
                if gone.code != MESSAGE_GONE or not update:
                    raise
                await self._post(letter, update=False)  # the message was dismissed elsewhere
                return
            if first is FirstResponse.WHOLE:
                return
        if not update and first is not FirstResponse.THINKING:  # an edit could replace the pressed message
            await self._follow(letter)
            return
        try:
            await self._edit(letter)
        except discord.NotFound as gone:
            if gone.code != MESSAGE_GONE:
                raise
            await self._follow(letter)

    async def _respond(
        self,
        first: FirstResponse,
        send: Callable[[], Awaitable[object]],
        find_accepted: Callable[[], Awaitable[FirstResponse]] | None = None,
    ) -> FirstResponse:
        """Send the first response, and return the kind that Discord has.

        Discord may already have accepted an earlier attempt of ours, or the response of another process. If the answer
        itself is refused for that reason, `find_accepted` returns the kind of response that Discord has.
        """
        self._first_attempt = self._first_attempt or first
        try:
            await send()
        except discord.HTTPException as refused:
            if refused.code != ALREADY_ANSWERED:
                raise
            first = (
                await find_accepted()
                if find_accepted and self._first_attempt is FirstResponse.WHOLE
                else self._first_attempt
            )
        self._accepted_response = first
        return first

    async def _find_first_response(self) -> FirstResponse:
        """Return the kind of first response that Discord has, from any process.

        Another process may have ended before its answer. If it's unclear whether the pressed message shows the answer,
        return SILENT, and the answer is sent: twice is better than never.
        """
        pressed_message = self._interaction.message
        try:
            response = await self._interaction.original_response()
        except discord.NotFound as gone:
            if gone.code != MESSAGE_GONE:
                raise
            return FirstResponse.SILENT if self._update else FirstResponse.WHOLE
        if response.flags.loading:
            return FirstResponse.THINKING
        is_pressed_message = pressed_message is not None and response.id == pressed_message.id
        return FirstResponse.SILENT if self._update and is_pressed_message else FirstResponse.WHOLE

    async def _retry(self, send: Callable[[], Awaitable[object]]) -> None:
        """Call `send`, and again after each failure that may be temporary. Raises TooLate."""
        for pause in (*PAUSES, None):  # no pause after the last attempt
            try:
                await send()
                return
            except FAILURES as error:
                if isinstance(error, discord.HTTPException) and error.code in EXPIRED:
                    raise TooLate from error
                if pause is None or not _may_be_temporary(error):
                    raise
                await asyncio.sleep(pause)

    # -- the three ways to answer -------------------------------------------------------------------------------------

    async def _send_first(self, letter: Letter, *, update: bool) -> None:
        response = self._interaction.response
        if update:
            await response.edit_message(**messages.body(letter), attachments=controls.build_files(letter))
            pressed_message = self._interaction.message
            self._note_answer(pressed_message.id if pressed_message else None)
        else:
            message = await response.send_message(
                **messages.body(letter), files=controls.build_files(letter), ephemeral=True
            )
            self._note_answer(message.message_id)

    async def _edit(self, letter: Letter) -> None:
        edit = self._interaction.edit_original_response
        edited = await edit(**messages.body(letter), attachments=controls.build_files(letter))
        self._note_answer(edited.id)

    async def _follow(self, letter: Letter) -> None:
        await self._interaction.followup.send(
            **messages.body(letter), files=controls.build_files(letter), ephemeral=True
        )

    def _note_answer(self, message: int | None) -> None:
        """Note the message of the answer if it is ephemeral; other messages are kept up to date in another way."""
        pressed_message = self._interaction.message
        is_ephemeral = not self._update or (pressed_message is not None and pressed_message.flags.ephemeral)
        if message is not None and is_ephemeral:
            self.given_answer = GivenAnswer(self._interaction, message)


class GivenAnswer:
    """The first private answer to an interaction; implements `bot.channel.port.Answer`."""

    def __init__(self, interaction: Interaction, message: int) -> None:
        self.message = message
        self._interaction = interaction

    @property
    def is_editable(self) -> bool:
        return discord.utils.utcnow() < self._interaction.expires_at - TOKEN_MARGIN

    async def edit(self, letter: Letter) -> None:
        with _translate_gone():
            edit = self._interaction.edit_original_response
            await edit(**messages.body(letter), attachments=controls.build_files(letter))

    async def delete(self) -> None:
        with _translate_gone():
            await self._interaction.delete_original_response()

    async def follow(self, letter: Letter) -> GivenAnswer:
        with _translate_gone():
            send = self._interaction.followup.send
            message = await send(**messages.body(letter), files=controls.build_files(letter), ephemeral=True, wait=True)
        return FurtherAnswer(self._interaction, message.id)


class FurtherAnswer(GivenAnswer):
    """A further private answer to an interaction, after the first."""

    async def edit(self, letter: Letter) -> None:
        with _translate_gone():
            edit = self._interaction.followup.edit_message
            await edit(self.message, **messages.body(letter), attachments=controls.build_files(letter))

    async def delete(self) -> None:
        with _translate_gone():
            await self._interaction.followup.delete_message(self.message)


@contextmanager
def _translate_gone() -> Iterator[None]:
    """Turn errors about a dismissed message or an expired token into MessageGone."""
    try:
        yield
    except discord.HTTPException as refused:
        if refused.code != MESSAGE_GONE and refused.code not in EXPIRED:
            raise
        raise MessageGone from refused


FIRST_OF_TYPE: Final = {
    discord.InteractionResponseType.deferred_channel_message: FirstResponse.THINKING,
    discord.InteractionResponseType.deferred_message_update: FirstResponse.SILENT,
    discord.InteractionResponseType.channel_message: FirstResponse.WHOLE,
    discord.InteractionResponseType.message_update: FirstResponse.WHOLE,
}
"""The kind of a first response that was sent before this reply, by the library's type."""


def _may_be_temporary(error: Exception) -> bool:
    """Return whether the same request may succeed a moment later.

    A status of 403 without a code comes from Cloudflare, not from Discord.
    """
    if isinstance(error, discord.HTTPException):
        return error.status == 429 or error.status >= 500 or (error.status == 403 and not error.code)
    return True
