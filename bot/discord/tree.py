"""Commands as Discord sends them, also those of another version of this program; and suggestions as it takes them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeVar

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.discord.answers import Answers
from bot.table.refusals import Updated
from bot.talk.letter import MOST_OPTIONS, Letter
from bot.talk.words import clipped

Value = TypeVar("Value", str, int)

SUGGESTION_LENGTH = 100
"""Discord's limit for the name of a suggestion, and for a text that it stands for."""
OTHER_VERSION: Final = (
    app_commands.CommandNotFound,
    app_commands.CommandSignatureMismatch,
    app_commands.TransformerError,
)
"""What goes wrong where Discord, or the user's client, knows the commands of another version."""


class Tree(app_commands.CommandTree[Any]):
    """Answers with a sentence where a command cannot be called."""

    def __init__(self, client: discord.Client, answer: Answers) -> None:
        super().__init__(
            client,
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        )
        self._answer = answer

    async def on_error(self, interaction: discord.Interaction, error: app_commands.AppCommandError, /) -> None:
        if interaction.type is not discord.InteractionType.autocomplete:
            await self._answer(interaction, _failed(error))


async def _failed(error: app_commands.AppCommandError) -> Letter:
    raise Updated() if isinstance(error, OTHER_VERSION) else error


def choices(found: Sequence[tuple[str, Value]]) -> list[Choice[Value]]:
    """Return suggestions: names are cut, and what is too long to stand for is left out, since it can be typed all the
    same."""
    fitting = [(name, value) for name, value in found if len(str(value)) <= SUGGESTION_LENGTH]
    return [Choice(name=clipped(name, SUGGESTION_LENGTH), value=value) for name, value in fitting[:MOST_OPTIONS]]
