"""Gives one answer to an interaction, even if requests to Discord fail meanwhile.

Discord accepts one first response, within three seconds; later ones edit it or follow it. If Discord's reply to a
request is lost, the request is repeated: Discord refuses a second first response with a code of its own, which shows
that it accepted the first.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
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
"""Seconds between attempts; Discord forgets an unanswered interaction after two or three of them."""
TAKEN = 40060
"""The code of an interaction that already has its first response."""
LATE = frozenset({10015, 10062, 50027})
"""Codes of an interaction that is gone or whose token has expired: it cannot be answered."""
GONE = 10008
"""The code of a message that is not there any more."""


ON_THE_WAY: Final = timedelta(minutes=1)
"""An interaction's token is no longer used this long before it expires."""
FAILURES: Final = (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError)
"""The exceptions if Discord, or the network on the way there, fails."""


class TooLate(Exception):
    """Discord has forgotten the interaction."""


class First(Enum):
    """The kinds of first response."""

    THINKING = "thinking"
    """The person reads "is thinking…" until the answer takes its place."""
    SILENT = "silent"
    """The person sees nothing; the message that was pressed can be replaced."""
    WHOLE = "whole"
    """The answer itself."""


class Reply:
    """The answer to one interaction; with `update` it replaces the pressed message.

    Every method raises TooLate if no answer is possible any more. Other errors are raised only if retries fail or
    cannot help.
    """

    given: GivenAnswer | None = None
    """The message that shows the answer now, if it is known."""

    def __init__(self, interaction: Interaction, *, update: bool) -> None:
        self._interaction = interaction
        self._update = update
        self._tried: First | None = None
        self._taken = FIRST.get(interaction.response.type) if interaction.response.type else None

    async def acknowledge(self) -> None:
        """Acknowledge the interaction; the answer comes later."""
        response = self._interaction.response
        if self._update:
            await self._insist(lambda: self._respond(First.SILENT, response.defer))
        else:
            thinking = partial(response.defer, ephemeral=True, thinking=True)
            await self._insist(lambda: self._respond(First.THINKING, thinking))

    async def ask(self, form: ui.Modal) -> None:
        """Open a form."""
        open_form = partial(self._interaction.response.send_modal, form)
        await self._insist(lambda: self._respond(First.WHOLE, open_form))

    async def say(self, letter: Letter, *, replaces: bool) -> None:
        """Post the answer.

        Without `replaces`, the message that was pressed stays as it is. It also stays if either it or the letter is
        laid out but not both: a message that was laid out once can never be classic again.
        """
        alike = messages.is_laid_out(self._interaction.message) == bool(letter.parts)
        await self._insist(lambda: self._say(letter, update=self._update and replaces and alike))

    async def _say(self, letter: Letter, *, update: bool) -> None:
        first = self._taken
        if first is None:
            try:
                first = await self._respond(
                    First.WHOLE, lambda: self._answer(letter, update=update), self._find_first_response
                )
            except discord.NotFound as gone:
                if gone.code != GONE or not update:
                    raise
                await self._say(letter, update=False)  # the message was dismissed elsewhere
                return
            if first is First.WHOLE:
                return
        if not update and first is not First.THINKING:
            await self._follow(letter)
            return
        try:
            await self._edit(letter)
        except discord.NotFound as gone:
            if gone.code != GONE:
                raise
            await self._follow(letter)

    async def _respond(
        self, first: First, send: Callable[[], Awaitable[object]], taken: Callable[[], Awaitable[First]] | None = None
    ) -> First:
        """Send the first response, and return which one Discord has.

        Discord may already have an earlier attempt of ours, or another process's response. If the answer itself was
        refused for that reason, `taken` finds out which response Discord has.
        """
        self._tried = self._tried or first
        try:
            await send()
        except discord.HTTPException as refused:
            if refused.code != TAKEN:
                raise
            first = await taken() if taken and self._tried is First.WHOLE else self._tried
        self._taken = first
        return first

    async def _find_first_response(self) -> First:
        """Return which first response Discord has, if another process sent it.

        That process may have ended before its answer. If the pressed message may have been changed or deleted by
        something else since, the answer is sent again: twice is better than never.
        """
        pressed = self._interaction.message
        try:
            there = await self._interaction.original_response()
        except discord.NotFound as gone:
            if gone.code != GONE:
                raise
            return First.SILENT if self._update else First.WHOLE
        if there.flags.loading:
            return First.THINKING
        return First.SILENT if self._update and pressed and there.id == pressed.id else First.WHOLE

    async def _insist(self, send: Callable[[], Awaitable[object]]) -> None:
        """Send, and retry as long as the failure may be temporary."""
        for pause in (*PAUSES, None):
            try:
                await send()
                return
            except FAILURES as error:
                if isinstance(error, discord.HTTPException) and error.code in LATE:
                    raise TooLate from error
                if pause is None or not _passes(error):
                    raise
                await asyncio.sleep(pause)

    # -- the three ways to answer -------------------------------------------------------------------------------------

    async def _answer(self, letter: Letter, *, update: bool) -> None:
        response = self._interaction.response
        if update:
            await response.edit_message(**messages.body(letter), attachments=controls.files(letter))
            pressed = self._interaction.message
            self._gave(pressed.id if pressed else None)
        else:
            sent = await response.send_message(**messages.body(letter), files=controls.files(letter), ephemeral=True)
            self._gave(sent.message_id)

    async def _edit(self, letter: Letter) -> None:
        edit = self._interaction.edit_original_response
        self._gave((await edit(**messages.body(letter), attachments=controls.files(letter))).id)

    async def _follow(self, letter: Letter) -> None:
        await self._interaction.followup.send(**messages.body(letter), files=controls.files(letter), ephemeral=True)

    def _gave(self, message: int | None) -> None:
        """Note which message shows the answer.

        A pressed message counts only if it is ephemeral; other private messages are kept up to date in another way.
        """
        pressed = self._interaction.message
        if message is not None and (not self._update or (pressed is not None and pressed.flags.ephemeral)):
            self.given = GivenAnswer(self._interaction, message)


class GivenAnswer:
    """The first private answer to an interaction; satisfies `bot.channel.port.Answer`."""

    def __init__(self, interaction: Interaction, message: int) -> None:
        self.message = message
        self._interaction = interaction

    @property
    def lives(self) -> bool:
        return discord.utils.utcnow() < self._interaction.expires_at - ON_THE_WAY

    async def edit(self, letter: Letter) -> None:
        with _translate_gone():
            edit = self._interaction.edit_original_response
            await edit(**messages.body(letter), attachments=controls.files(letter))

    async def delete(self) -> None:
        with _translate_gone():
            await self._interaction.delete_original_response()

    async def follow(self, letter: Letter) -> GivenAnswer:
        with _translate_gone():
            send = self._interaction.followup.send
            sent = await send(**messages.body(letter), files=controls.files(letter), ephemeral=True, wait=True)
        return FurtherAnswer(self._interaction, sent.id)


class FurtherAnswer(GivenAnswer):
    """An answer that followed the first."""

    async def edit(self, letter: Letter) -> None:
        with _translate_gone():
            edit = self._interaction.followup.edit_message
            await edit(self.message, **messages.body(letter), attachments=controls.files(letter))

    async def delete(self) -> None:
        with _translate_gone():
            await self._interaction.followup.delete_message(self.message)


@contextmanager
def _translate_gone() -> Iterator[None]:
    """Turn errors about a dismissed message or an expired token into MessageGone."""
    try:
        yield
    except discord.HTTPException as refused:
        if refused.code != GONE and refused.code not in LATE:
            raise
        raise MessageGone from refused


FIRST: Final = {
    discord.InteractionResponseType.deferred_channel_message: First.THINKING,
    discord.InteractionResponseType.deferred_message_update: First.SILENT,
    discord.InteractionResponseType.channel_message: First.WHOLE,
    discord.InteractionResponseType.message_update: First.WHOLE,
}


def _passes(error: Exception) -> bool:
    """Return whether the same request may succeed a moment later.

    A 403 without a code comes from Cloudflare, not from Discord.
    """
    if isinstance(error, discord.HTTPException):
        return error.status == 429 or error.status >= 500 or (error.status == 403 and not error.code)
    return True
