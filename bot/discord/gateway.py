"""Follows the gateway's events, to know which servers can reach the bot.

An event that cannot be read is logged, and the next events are read as usual. Only READY, the first event of a
connection, must be readable: otherwise the connection fails.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import discord
import structlog

log = structlog.get_logger()

Event = dict[str, Any]


class Gateway:
    """Listens to every event before the library does.

    The library itself still lists servers that removed the bot while the bot was not connected.
    """

    def __init__(
        self, client: discord.AutoShardedClient, on_unreadable: Callable[[Event], object] = lambda _: None
    ) -> None:
        """Listen; call `on_unreadable` with each interaction that the library can't parse."""
        self._on_unreadable = on_unreadable
        self.servers: set[int] = set()
        """The servers that the bot is on."""
        self._unreachable: set[int] = set()
        """The servers that Discord itself cannot reach now, or has not sent in full yet."""
        self._shards: set[int] = set()
        """The shards whose connections are up."""
        self._shard_count = 1
        parsers: dict[str, Callable[[Event], None]] = client._connection.parsers  # there is no public hook
        for kind, parse in parsers.items():
            parsers[kind] = partial(self._read, kind, parse)

    def reaches(self, guild: int | None) -> bool:
        """Return whether presses on a server reach the bot now; None means private messages."""
        if guild is None:
            return 0 in self._shards  # Discord sends private messages to shard 0
        is_connected = self._shard_of(guild) in self._shards
        return is_connected and guild in self.servers and guild not in self._unreachable

    def has_connections(self, shards: int) -> bool:
        """Return whether at least this number of connections is up."""
        return len(self._shards) >= shards

    def is_connected(self, shard: int) -> bool:
        """Return whether the connection of a shard is up."""
        return shard in self._shards

    def mark_disconnected(self, shard: int) -> None:
        """Note that the connection of a shard broke."""
        self._shards.discard(shard)

    def _read(self, kind: str, parse: Callable[[Event], None], event: Event) -> None:
        try:
            self._note(kind, event)
            parse(event)
        except Exception:
            if kind == "READY":
                raise  # a connection can't work without this event
            log.exception("an event of Discord could not be read", kind=kind)
            if kind == "INTERACTION_CREATE":
                self._on_unreadable(event)

    def _note(self, kind: str, event: Event) -> None:
        match kind:
            case "READY":
                shard, self._shard_count = event["shard"]
                self.servers = {guild for guild in self.servers if self._shard_of(guild) != shard}
                listed_servers = {int(guild["id"]) for guild in event["guilds"]}
                self.servers |= listed_servers
                self._unreachable |= listed_servers  # until Discord sends each server in full
                self._shards.add(shard)
            case "RESUMED":
                self._shards.add(event["__shard_id__"])
            case "GUILD_CREATE":
                self.servers.add(int(event["id"]))
                self._unreachable.discard(int(event["id"]))
            case "GUILD_DELETE" if event.get("unavailable"):
                self._unreachable.add(int(event["id"]))
            case "GUILD_DELETE":
                self.servers.discard(int(event["id"]))

    def _shard_of(self, guild: int) -> int:
        return (guild >> 22) % self._shard_count  # Discord's formula
