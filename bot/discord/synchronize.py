"""Compares Discord's slash commands with ours, and replaces them if they differ."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, Final

import discord
import structlog
from discord import app_commands

from bot.discord.translator import Payload, describe_commands
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
    found: Sequence[Payload] = await client.http.request(route, params={"with_localizations": "true"})
    return found


async def synchronize_commands(
    client: discord.Client, tree: app_commands.CommandTree[Any], texts: Texts
) -> dict[str, int]:
    """Make Discord's commands the same as ours; return their ids by name.

    Discord's commands are compared at each start, since they can be deleted or changed without us. The catalogues are
    loaded while Discord answers. Raises the exceptions of a request to Discord.
    """
    theirs, _ = await asyncio.gather(fetch_commands(client), asyncio.to_thread(texts.load_catalogues))
    ours = await describe_commands(tree, texts)
    changed = find_differences(ours, theirs)
    if not changed:
        return {command["name"]: int(command["id"]) for command in theirs}
    payload: Any = ours
    replaced = await client.http.bulk_upsert_global_commands(client.application_id or 0, payload=payload)
    log.info("commands replaced", commands=", ".join(sorted(changed)))
    return {command["name"]: int(command["id"]) for command in replaced}


def find_differences(ours: Sequence[Payload], theirs: Sequence[Payload]) -> set[str]:
    """Return the names of commands that only one side has, or that differ."""
    our_commands, their_commands = ({command["name"]: _reduce(command) for command in side} for side in (ours, theirs))
    return {
        name
        for name in our_commands.keys() | their_commands.keys()
        if our_commands.get(name) != their_commands.get(name)
    }


def _reduce(command: Payload) -> Payload:
    """Return the compared fields of a command, spelled alike for both sides."""
    compared = {field: _normalize(command[field]) for field in COMMAND_FIELDS if command.get(field)}
    return {**compared, "options": [_reduce_option(option) for option in command.get("options") or ()]}


def _reduce_option(option: Payload) -> Payload:
    compared = {
        field: _normalize(option[field]) for field in OPTION_FIELDS if option.get(field) not in (None, False, [], {})
    }
    choices = [
        (choice["name"], choice["value"], _normalize(choice.get("name_localizations") or {}))
        for choice in option.get("choices") or ()
    ]
    return {**compared, "choices": choices}


def _normalize(value: Any) -> Any:
    """Return lists and translations sorted. Other values become text, since Discord returns permissions as text."""
    if isinstance(value, dict):
        return sorted(value.items())
    return sorted(value) if isinstance(value, list) else str(value)
