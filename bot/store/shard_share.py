"""The Discord servers that a process serves: all servers, or the servers of some shards."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import ColumnElement, literal_column

SHIFT = 22
"""A server's shard is its id, shifted right by this number of bits, modulo the number of shards."""


@dataclass(frozen=True, slots=True)
class Share:
    """The shards, out of `total`, that a process serves. Private messages and practice games belong to shard 0."""

    total: int = 1
    shards: frozenset[int] = frozenset({0})

    def holds(self, guild: int | None) -> bool:
        """Return whether a server belongs to these shards; 0 or None stands for private messages."""
        return ((guild or 0) >> SHIFT) % self.total in self.shards

    def among(self, guild: ColumnElement[int]) -> tuple[ColumnElement[bool], ...]:
        """Return the conditions of a query for rows whose server belongs to these shards.

        If these are all shards, there are no conditions.
        """
        if len(self.shards) == self.total:
            return ()
        shard = guild.op(">>", return_type=guild.type)(literal_column(str(SHIFT))) % literal_column(str(self.total))
        return (shard.in_(sorted(self.shards)),)


ALL = Share()


@dataclass(frozen=True, slots=True)
class ShardClaim:
    """The shards that a process wants to serve. If `shards` is None, it wants its fair share."""

    total: int
    shards: frozenset[int] | None = None
