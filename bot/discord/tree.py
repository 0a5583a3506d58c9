"""Refuses commands that can't run, with the reason, and shortens suggestions.

The commands that Discord sends may come from another version of this program.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeVar

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.discord.answers import Answers
from bot.discord.permissions import invite_link
from bot.table.refusals import OtherVersion, Refusal
from bot.talk.letter import MOST_OPTIONS, Letter
from bot.talk.venue import NotOnServer
from bot.talk.words import shorten_text

Value = TypeVar("Value", str, int)
AnyCommand = app_commands.Command[Any, ..., Any] | app_commands.ContextMenu

SUGGESTION_LENGTH = 100
"""Discord's limit for the name of a suggestion, and for its value if that is text."""
SLASH_COMMAND: Final = 1
"""Discord's number for the type of a slash command."""
KNOWN_TYPES: Final = frozenset({SLASH_COMMAND, discord.AppCommandType.user.value})
"""Discord's numbers for the types of commands that we have."""
OTHER_VERSION_ERRORS: Final = (
    app_commands.CommandNotFound,
    app_commands.CommandSignatureMismatch,
    app_commands.TransformerError,
)
"""The errors that arise if Discord, or the user's client, has the commands of another version."""


class Tree(app_commands.CommandTree[Any]):
    """The tree of commands; answers with a reason if a command can't run."""

    def __init__(self, client: discord.Client, answer: Answers, is_on: Callable[[int], bool]) -> None:
        """Make an empty tree; `is_on` returns whether the bot is on a server."""
        super().__init__(client)
        self._answer = answer
        self._is_on = is_on

    async def interaction_check(self, interaction: discord.Interaction, /) -> bool:
        """Return whether a command may run; if not, answer with the reason.

        Commands of an unknown type may not run. Where the bot isn't a member, only commands that work everywhere may.
        """
        data: Mapping[str, Any] = interaction.data or {}
        if data.get("type", SLASH_COMMAND) not in KNOWN_TYPES:
            await self._refuse(interaction, OtherVersion())
            return False
        if not self._is_member(interaction.guild_id) and not _works_everywhere(interaction.command):
            await self._refuse(interaction, NotOnServer(invite_link(interaction.application_id)))
            return False
        return True

    def _is_member(self, guild: int | None) -> bool:
        return guild is not None and self._is_on(guild)

    async def _refuse(self, interaction: discord.Interaction, refusal: Refusal) -> None:
        if interaction.type is not discord.InteractionType.autocomplete:
            await self._answer(interaction, _fail_with(refusal))

    async def on_error(self, interaction: discord.Interaction, error: app_commands.AppCommandError, /) -> None:
        if interaction.type is not discord.InteractionType.autocomplete:
            refusal = OtherVersion() if isinstance(error, OTHER_VERSION_ERRORS) else error
            await self._answer(interaction, _fail_with(refusal))


def _works_everywhere(command: AnyCommand | None) -> bool:
    """Return whether users can install a command, so that it works everywhere.

    Return True for an unknown command too, which `on_error` answers.
    """
    return command is None or (command.allowed_installs is not None and bool(command.allowed_installs.user))


async def _fail_with(error: Exception) -> Letter:
    """Raise an error in place of an answer."""
    raise error


def choices(suggestions: Sequence[tuple[str, Value]]) -> list[Choice[Value]]:
    """Return suggestions with their names cut to Discord's limit.

    A suggestion whose value is too long is left out; users can still type it.
    """
    fitting_choices = [(name, value) for name, value in suggestions if len(str(value)) <= SUGGESTION_LENGTH]
    return [
        Choice(name=shorten_text(name, SUGGESTION_LENGTH), value=value)
        for name, value in fitting_choices[:MOST_OPTIONS]
    ]
