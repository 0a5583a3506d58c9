"""The gateway's events: from which servers people can reach the bot.

An event that cannot be read does not stop anything.
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

    The library keeps servers from which the bot was removed meanwhile.
    """

    def __init__(
        self, client: discord.AutoShardedClient, unreadable: Callable[[Event], object] = lambda _: None
    ) -> None:
        """Listen; call `unreadable` with each interaction that the library can't parse."""
        self._unreadable = unreadable
        self.servers: set[int] = set()
        """Those that the bot is on."""
        self._silent: set[int] = set()
        """Those of them that Discord itself cannot reach."""
        self._shards: set[int] = set()
        """The connections that stand."""
        self._count = 1
        parsers: dict[str, Callable[[Event], None]] = client._connection.parsers  # it has no public hook for this
        for kind, parse in parsers.items():
            parsers[kind] = partial(self._read, kind, parse)

    def reaches(self, guild: int | None) -> bool:
        """Return whether people of a server can press anything now.

        None stands for private messages.
        """
        if guild is None:
            return 0 in self._shards
        return guild in self.servers and guild not in self._silent and self._shard_of(guild) in self._shards

    def has_connections(self, shards: int) -> bool:
        """Return whether at least `shards` connections stand."""
        return len(self._shards) >= shards

    def is_connected(self, shard: int) -> bool:
        """Return whether the connection of a shard stands."""
        return shard in self._shards

    def mark_disconnected(self, shard: int) -> None:
        """Note that a connection broke."""
        self._shards.discard(shard)

    def _read(self, kind: str, parse: Callable[[Event], None], event: Event) -> None:
        try:
            self._note(kind, event)
            parse(event)
        except Exception:
            if kind == "READY":
                raise  # there is no connection without it
            log.exception("an event of Discord could not be read", kind=kind)
            if kind == "INTERACTION_CREATE":
                self._unreadable(event)

    def _note(self, kind: str, event: Event) -> None:
        match kind:
            case "READY":
                shard, self._count = event["shard"]
                self.servers = {guild for guild in self.servers if self._shard_of(guild) != shard}
                listed = {int(guild["id"]) for guild in event["guilds"]}
                self.servers |= listed
                self._silent |= listed  # until Discord sends each in full
                self._shards.add(shard)
            case "RESUMED":
                self._shards.add(event["__shard_id__"])
            case "GUILD_CREATE":
                self.servers.add(int(event["id"]))
                self._silent.discard(int(event["id"]))
            case "GUILD_DELETE" if event.get("unavailable"):
                self._silent.add(int(event["id"]))
            case "GUILD_DELETE":
                self.servers.discard(int(event["id"]))

    def _shard_of(self, guild: int) -> int:
        return (guild >> 22) % self._count
