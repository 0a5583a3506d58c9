"""How one interaction is answered, however Discord fails it meanwhile.

A first response must come within three seconds, and is taken once; what comes later edits it or follows it. Where an
answer of Discord's is lost, the same is sent again: a second first response is refused by a code of its own, which
tells that the first was taken.
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
"""Seconds between attempts. The first two or three come before Discord forgets an unanswered interaction."""
TAKEN = 40060
"""The code of an interaction that has its first response already."""
LATE = frozenset({10015, 10062, 50027})
"""Codes of an interaction that is gone or whose token has expired: nothing can be said."""
GONE = 10008
"""The code of a message that is not there any more."""


ON_THE_WAY: Final = timedelta(minutes=1)
"""How long before its end the token of an interaction is not used any more."""
FAILURES: Final = (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError)
"""How Discord, or the way there, fails."""


class TooLate(Exception):
    """Discord has forgotten the interaction."""


class First(Enum):
    """What the first response can be."""

    THINKING = "thinking"
    """The person reads "is thinking…" until the answer takes its place."""
    SILENT = "silent"
    """Nothing to be seen; the message that was pressed can be replaced."""
    WHOLE = "whole"
    """The answer itself."""


class Reply:
    """The answer to one interaction; with `update` it takes the place of the message that was pressed.

    Every method raises TooLate where nothing can be said any more, and otherwise only what does not pass.
    """

    given: GivenAnswer | None = None
    """The message that says the answer now, where it is known."""

    def __init__(self, interaction: Interaction, *, update: bool) -> None:
        self._interaction = interaction
        self._update = update
        self._tried: First | None = None
        self._taken = FIRST.get(interaction.response.type) if interaction.response.type else None

    async def acknowledge(self) -> None:
        """Tell Discord that the answer will come."""
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
        """Give the answer; one that `replaces` nothing leaves the message that was pressed as it is.

        So does a letter that is laid out where the message is not, or the other way round: a message that was laid out
        once can never be classic again.
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
        """Send the first response, and tell what Discord has: an earlier try of it may have arrived, or one of another
        process; `taken` finds out where the answer itself was refused for that."""
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
        """Return which first response Discord has: that of another process, which may have ended before its answer.

        A message that was pressed may have been changed or taken away since, and not by this answer: it is given again,
        as once too often is better than never.
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
        """Try again while it may pass."""
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

    # -- the three ways to say something -------------------------------------------------------------------------------

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
        """Note which message says the answer; a private message of ours that was pressed is changed by its own way."""
        pressed = self._interaction.message
        if message is not None and (not self._update or (pressed is not None and pressed.flags.ephemeral)):
            self.given = GivenAnswer(self._interaction, message)


class GivenAnswer:
    """A private answer to an interaction, here the first. Satisfies `bot.channel.port.Answer`."""

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
    """One that followed the first."""

    async def edit(self, letter: Letter) -> None:
        with _translate_gone():
            edit = self._interaction.followup.edit_message
            await edit(self.message, **messages.body(letter), attachments=controls.files(letter))

    async def delete(self) -> None:
        with _translate_gone():
            await self._interaction.followup.delete_message(self.message)


@contextmanager
def _translate_gone() -> Iterator[None]:
    """Understand what Discord says of a message that was dismissed, or of a token that is over."""
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
    """Return whether the same may succeed a moment later. What has no code is no answer of Discord's: Cloudflare's
    page."""
    if isinstance(error, discord.HTTPException):
        return error.status == 429 or error.status >= 500 or (error.status == 403 and not error.code)
    return True
