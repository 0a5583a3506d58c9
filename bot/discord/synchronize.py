"""Compares Discord's commands with ours, and replaces them if they differ."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, Final

import discord
import structlog
from discord import app_commands

from bot.discord.installation import offer_commands
from bot.discord.translator import Payload, describe_commands
from bot.discord.tree import SLASH_COMMAND
from bot.talk.words import Texts

log = structlog.get_logger()

COMMAND_FIELDS: Final = (
    "name",
    "description",
    "type",
    "nsfw",
    "default_member_permissions",
    "contexts",
    "integration_types",
    "name_localizations",
    "description_localizations",
)
OPTION_FIELDS: Final = (
    "name", "description", "type", "required", "autocomplete", "channel_types",
    "min_value", "max_value", "min_length", "max_length", "description_localizations",
)  # fmt: skip
"""The fields of a command and of an option that are compared: those that we set.

Discord adds other fields, and leaves out those that are false or empty.
"""


async def fetch_commands(client: discord.Client) -> Sequence[Payload]:
    """Return the commands that Discord has, in all languages."""
    route = discord.http.Route("GET", "/applications/{id}/commands", id=client.application_id or 0)
    commands: Sequence[Payload] = await client.http.request(route, params={"with_localizations": "true"})
    return commands


async def synchronize_commands(
    client: discord.Client, tree: app_commands.CommandTree[Any], texts: Texts, *, to_users: bool = False
) -> dict[str, int]:
    """Make Discord's commands the same as ours; return the ids of slash commands.

    With `to_users`, commands that work everywhere are offered to users who installed the bot for themselves. The
    commands are compared at each start, since they can be deleted or changed without us. The catalogues are loaded
    while Discord answers. Raises the exceptions of a request to Discord.
    """
    theirs, _ = await asyncio.gather(fetch_commands(client), asyncio.to_thread(texts.load_catalogues))
    ours = offer_commands(await describe_commands(tree, texts), to_users=to_users)
    differing_names = find_differences(ours, theirs)
    if not differing_names:
        return _ids_by_name(theirs)
    payload: Any = ours
    new_commands = await client.http.bulk_upsert_global_commands(client.application_id or 0, payload=payload)
    log.info("commands replaced", commands=", ".join(sorted(differing_names)))
    return _ids_by_name(new_commands)


def _ids_by_name(commands: Sequence[Any]) -> dict[str, int]:
    """Return the ids of slash commands, which a message can mention."""
    return {command["name"]: int(command["id"]) for command in commands if _type_of(command) == SLASH_COMMAND}


def find_differences(ours: Sequence[Payload], theirs: Sequence[Payload]) -> set[str]:
    """Return the names of commands that only one side has, or that differ."""
    our_commands, their_commands = (
        {(_type_of(command), command["name"]): _reduce(command) for command in side} for side in (ours, theirs)
    )
    keys = our_commands.keys() | their_commands.keys()
    return {key[1] for key in keys if our_commands.get(key) != their_commands.get(key)}  # the names of the commands


def _type_of(command: Payload) -> int:
    """Return Discord's number for the type of a command. Two types may use the same name."""
    return int(command.get("type", SLASH_COMMAND))


def _reduce(command: Payload) -> Payload:
    """Return the compared fields of a command, in the same form for both sides."""
    compared_fields = {field: _normalize(command[field]) for field in COMMAND_FIELDS if command.get(field)}
    return {**compared_fields, "options": [_reduce_option(option) for option in command.get("options") or ()]}


def _reduce_option(option: Payload) -> Payload:
    compared_fields = {
        field: _normalize(option[field]) for field in OPTION_FIELDS if option.get(field) not in (None, False, [], {})
    }
    choices = [
        (choice["name"], choice["value"], _normalize(choice.get("name_localizations") or {}))
        for choice in option.get("choices") or ()
    ]
    return {**compared_fields, "choices": choices}


def _normalize(value: Any) -> Any:
    """Return lists and translations sorted. Other values become text, since Discord returns permissions as text."""
    if isinstance(value, dict):
        return sorted(value.items())
    return sorted(value) if isinstance(value, list) else str(value)
