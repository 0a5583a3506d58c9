"""The permissions that the bot needs to show a game, and those that are missing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import discord

from bot.talk.venue import Venue
from engine.words import Message, msg

NEEDED: Mapping[str, Message] = {
    "view_channel": msg("View Channel"),
    "send_messages": msg("Send Messages"),
    "attach_files": msg("Attach Files"),
    "read_message_history": msg("Read Message History"),
}
"""The permissions that every game needs, by discord.py's names; the values are the names in Discord's settings."""
THREADS: Mapping[str, Message] = {
    "create_public_threads": msg("Create Public Threads"),
    "send_messages_in_threads": msg("Send Messages in Threads"),
}
"""The permissions that threads for tables need in addition.

The invite link asks for all of these permissions and no others.
"""
TYPES_WITH_THREADS = frozenset({discord.ChannelType.text, discord.ChannelType.news})
"""The types of channels in which threads can be opened."""
THREAD_TYPES = frozenset({discord.ChannelType.public_thread, discord.ChannelType.private_thread})


def invite_permissions() -> discord.Permissions:
    """Return the permissions that the invite link asks for."""
    return discord.Permissions(**dict.fromkeys([*NEEDED, *THREADS], True))


def invite_link(application: int) -> str:
    """Return the link with which a server's manager can invite the bot."""
    scopes = ("bot", "applications.commands")
    return discord.utils.oauth_url(application, permissions=invite_permissions(), scopes=scopes)


def venue_of_interaction(interaction: discord.Interaction[Any]) -> Venue:
    """Return the venue of an interaction: the permissions that the bot lacks in its channel or thread."""
    channel = interaction.channel
    place = getattr(channel, "parent_id", None) or interaction.channel_id
    return _venue(interaction.app_permissions, channel.type if channel else None, place)


def is_member(interaction: discord.Interaction[Any]) -> bool:
    """Return whether the bot is a member of the server of an interaction; never in DMs and groups."""
    return interaction.guild_id is not None and interaction.client.get_guild(interaction.guild_id) is not None


def may_post(interaction: discord.Interaction[Any]) -> bool:
    """Return whether an answer may be posted for everyone who reads along.

    The user needs permission to write there. If only the user has installed the bot, and not the server, they also need
    permission to use external apps. Otherwise Discord would show the answer to them alone.
    """
    if interaction.guild_id is None:
        return True
    allowed = interaction.permissions
    in_thread = interaction.channel and interaction.channel.type in THREAD_TYPES
    can_write = allowed.send_messages_in_threads if in_thread else allowed.send_messages
    return can_write and (interaction.is_guild_integration() or is_member(interaction) or allowed.use_external_apps)


def venue_of_channel(channel: discord.abc.GuildChannel) -> Venue:
    """Return the venue of a channel: the permissions that the bot lacks by the roles that Discord has sent so far."""
    venue = _venue(channel.permissions_for(channel.guild.me), channel.type, channel.id)
    return replace(venue, is_public=channel.permissions_for(channel.guild.default_role).view_channel)


def can_read(member: discord.Member, channel: Any) -> bool:
    """Return whether a member may read the channel of an interaction.

    Discord sends the permissions of a member whom a command names. If nothing is known, return True. `channel` is the
    channel of the interaction.
    """
    allowed = member.resolved_permissions
    if allowed is None and isinstance(channel, discord.abc.GuildChannel):
        allowed = channel.permissions_for(member)
    return allowed is None or allowed.view_channel


def _venue(allowed: discord.Permissions, kind: discord.ChannelType | None, channel: int | None) -> Venue:
    needed_permissions = dict(NEEDED)
    if kind in THREAD_TYPES:
        needed_permissions["send_messages_in_threads"] = THREADS["send_messages_in_threads"]
        del needed_permissions["send_messages"]  # it has no effect in threads
    return Venue(
        missing_permissions=_missing(allowed, needed_permissions),
        threads=kind in TYPES_WITH_THREADS,
        missing_for_threads=_missing(allowed, THREADS),
        channel=channel or 0,
    )


def _missing(allowed: discord.Permissions, permissions: Mapping[str, Message]) -> tuple[Message, ...]:
    return tuple(label for name, label in permissions.items() if not getattr(allowed, name))
