"""Compares Discord's slash commands with ours, and replaces them if they differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import discord
import structlog
from discord import app_commands

log = structlog.get_logger()

Payload = Mapping[str, Any]

COMMAND_FIELDS: Final = (
    "name",
    "description",
    "type",
    "nsfw",
    "default_member_permissions",
    "contexts",
    "integration_types",
)
OPTION_FIELDS: Final = (
    "name", "description", "type", "required", "autocomplete", "channel_types",
    "min_value", "max_value", "min_length", "max_length",
)  # fmt: skip
"""The fields of a command and of an option that are compared: those that we set.

Discord adds other fields, and leaves out those that are false or empty.
"""


async def synchronize_commands(client: discord.Client, tree: app_commands.CommandTree[Any]) -> dict[str, int]:
    """Make Discord's commands the same as ours; return their ids by name.

    Discord's commands are compared at each start, since they can be deleted or changed without us. Raises the
    exceptions of a request to Discord.
    """
    ours = [command.to_dict(tree) for command in tree.get_commands()]
    theirs: Sequence[Payload] = await client.http.get_global_commands(client.application_id or 0)
    changed = find_differences(ours, theirs)
    if not changed:
        return {command["name"]: int(command["id"]) for command in theirs}
    ids = {command.name: command.id for command in await tree.sync()}
    log.info("commands replaced", commands=", ".join(sorted(changed)))
    return ids


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
        field: _normalize(option[field]) for field in OPTION_FIELDS if option.get(field) not in (None, False, [])
    }
    choices = [(choice["name"], choice["value"]) for choice in option.get("choices") or ()]
    return {**compared, "choices": choices}


def _normalize(value: Any) -> Any:
    """Return a list sorted, and any other value as text, as Discord returns permissions."""
    return sorted(value) if isinstance(value, list) else str(value)
