"""Builds discord.py's commands from those in `bot/desk`."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from inspect import Parameter, Signature
from typing import Any, Final, cast

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.desk.ask import Arguments, Games
from bot.desk.caller import ProgramId, StrangerId
from bot.desk.command import Arg, ArgKind, Command, PersonCommand, Suggest
from bot.desk.desk import Desk
from bot.desk.routes import PERSON_COMMANDS, commands
from bot.discord.answers import Answers, Interaction, caller, target
from bot.discord.translator import make_localizable
from bot.discord.tree import Tree, choices
from bot.locales.languages import OFFERED, Languages

AnyCommand = app_commands.Command[Any, ..., Any]
Suggestions = Callable[[Interaction, str], Coroutine[Any, Any, list[Choice[Any]]]]
TYPES: Final[Mapping[ArgKind, Any]] = {
    ArgKind.TEXT: str,
    ArgKind.NUMBER: int,
    ArgKind.CHANNEL: discord.TextChannel,
    ArgKind.ROLE: discord.Role,
    ArgKind.USER: discord.User,
}
"""The annotation that the library expects for each kind of argument."""
IN_SERVERS: Final = app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False)
"""The places for commands that need a server."""
EVERYWHERE: Final = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True)
"""The places for all other commands: servers, DMs with the bot, and all other DMs and groups."""
BY_SERVERS: Final = app_commands.AppInstallationType(guild=True, user=False)
BY_ALL: Final = app_commands.AppInstallationType(guild=True, user=True)
"""The two kinds of installation: by servers alone, or also by users for themselves."""


class Commands:
    """Builds the commands of a tree."""

    def __init__(self, desk: Desk, games: Games, answer: Answers, languages: Languages = OFFERED) -> None:
        self._desk = desk
        self._languages = languages
        self._games = games
        self._answer = answer

    def add_to(self, tree: app_commands.CommandTree[Any]) -> None:
        """Register every command."""
        for command in commands(self._games, self._languages):
            tree.add_command(self._build_command(command))
        for person_command in PERSON_COMMANDS:
            tree.add_command(self._build_person_command(person_command))

    def _build_person_command(self, command: PersonCommand) -> app_commands.ContextMenu:
        async def run(interaction: Interaction, chosen: discord.Member | discord.User) -> None:
            work = self._desk.person_command(caller(interaction), command, target(interaction, chosen))
            await self._answer(interaction, work)

        menu_command = app_commands.ContextMenu(name=make_localizable(command.label), callback=run)
        menu_command.guild_only = True
        menu_command.allowed_contexts, menu_command.allowed_installs = IN_SERVERS, BY_SERVERS
        if command.for_managers:
            menu_command.default_permissions = discord.Permissions(manage_guild=True)
        return menu_command

    def _build_command(self, command: Command) -> AnyCommand:
        async def run(interaction: Interaction, **typed: Any) -> None:
            await self._answer(interaction, self._desk.command(caller(interaction), command, collect_arguments(typed)))

        cast("Any", run).__signature__ = signature(command)  # the library reads the arguments from there
        app_commands.describe(**{arg.name: make_localizable(arg.help) for arg in command.args})(run)
        app_commands.choices(**{arg.name: self._choices(arg) for arg in command.args if arg.choices})(run)
        slash_command: AnyCommand = app_commands.Command(
            name=command.name, description=make_localizable(command.help), callback=run
        )
        slash_command.guild_only = not command.works_everywhere
        slash_command.allowed_contexts = EVERYWHERE if command.works_everywhere else IN_SERVERS
        slash_command.allowed_installs = BY_ALL if command.works_everywhere else BY_SERVERS
        if command.for_managers:
            slash_command.default_permissions = discord.Permissions(manage_guild=True)
        for arg in command.args:
            if arg.suggest:
                slash_command.autocomplete(arg.name)(self._make_suggestions(arg.suggest))
        return slash_command

    def _choices(self, arg: Arg) -> list[Choice[Any]]:
        return [Choice(name=make_localizable(name), value=value) for name, value in arg.choices_for(self._games)]

    def _make_suggestions(self, suggest: Suggest) -> Suggestions:
        async def suggestions(interaction: Interaction, typed: Any) -> list[Choice[Any]]:
            other_arguments = collect_arguments(dict(iter(interaction.namespace)))
            work = self._desk.suggest(caller(interaction), suggest, str(typed), other_arguments)
            return choices(await self._answer.suggest(interaction, work))

        return suggestions


def build_tree(client: discord.Client, games: Games, languages: Languages) -> Tree:
    """Return a tree that describes the commands, but can't answer them."""
    unused = cast("Any", None)
    tree = Tree(client, unused, lambda _: True)
    Commands(unused, games, unused, languages).add_to(tree)
    return tree


def signature(command: Command) -> Signature:
    """Return the arguments of a command as a function's signature.

    Raises ValueError if a required argument comes after an optional one.
    """
    first = Parameter("interaction", Parameter.POSITIONAL_OR_KEYWORD)
    return Signature([first, *map(_parameter, command.args)])


def _parameter(arg: Arg) -> Parameter:
    kind: Any = TYPES[arg.kind] if arg.max_length is None else app_commands.Range[str, 1, arg.max_length]
    default = Parameter.empty if arg.is_required else None
    return Parameter(arg.name, Parameter.POSITIONAL_OR_KEYWORD, default=default, annotation=kind)


def collect_arguments(typed: Mapping[str, Any]) -> Arguments:
    """Return the given arguments, without those that were left out.

    Channels, roles and users become their ids; the @everyone role becomes 0.
    """
    return {name: _to_id(value) for name, value in typed.items() if value is not None}


def _to_id(value: Any) -> Any:
    if isinstance(value, discord.Role) and value.is_default():
        return 0
    if isinstance(value, discord.User | discord.Member) and (value.bot or value.system):
        return ProgramId(value.id)
    if isinstance(value, discord.User):  # not a `Member` of the server
        return StrangerId(value.id)
    return value.id if isinstance(value, discord.abc.Snowflake) else value
