"""Letters to channels, with the bot's own token."""

from __future__ import annotations

import discord

from bot.discord import controls
from bot.letters import Letter
from bot.showing import MessageGone, Undeliverable

UNKNOWN_MESSAGE = 10008


class DiscordPostman:
    """Satisfies `bot.showing.Postman`. It needs no cache: ids are enough."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def send(self, channel: int, letter: Letter, nonce: str) -> int:
        try:
            message = await self._client.get_partial_messageable(channel).send(
                letter.text,
                files=controls.files(letter),
                view=controls.view(letter.rows),
                allowed_mentions=controls.mentions(letter),
                nonce=nonce,
            )
        except (discord.NotFound, discord.Forbidden) as refused:
            raise Undeliverable(f"channel {channel}: {refused.text} ({refused.code})") from refused
        return message.id

    async def edit(self, channel: int, message: int, letter: Letter) -> None:
        partial = self._client.get_partial_messageable(channel).get_partial_message(message)
        try:
            await partial.edit(
                content=letter.text,
                attachments=controls.files(letter),
                view=controls.view(letter.rows),
                allowed_mentions=controls.mentions(letter),
            )
        except discord.NotFound as gone:
            if gone.code == UNKNOWN_MESSAGE:
                raise MessageGone from gone
            raise Undeliverable(f"channel {channel}: {gone.text} ({gone.code})") from gone
        except discord.Forbidden as refused:
            raise Undeliverable(f"channel {channel}: {refused.text} ({refused.code})") from refused
