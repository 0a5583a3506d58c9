"""Which servers a process serves: all of them, or those of some Discord shards."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import ColumnElement, literal_column


@dataclass(frozen=True, slots=True)
class Share:
    """Some of `total` shards. Private messages and practice games belong to shard 0."""

    total: int = 1
    shards: frozenset[int] = frozenset({0})

    def holds(self, guild: int | None) -> bool:
        """Return whether a server is among them; 0 or None stands for private messages."""
        return ((guild or 0) >> 22) % self.total in self.shards

    def among(self, guild: ColumnElement[int]) -> tuple[ColumnElement[bool], ...]:
        """Return the conditions for a row's server to belong to these shards.

        There are none if these are all shards.
        """
        if len(self.shards) == self.total:
            return ()
        shard = guild.op(">>", return_type=guild.type)(literal_column("22")) % literal_column(str(self.total))
        return (shard.in_(sorted(self.shards)),)


ALL = Share()


@dataclass(frozen=True, slots=True)
class ShardClaim:
    """The shards that a process wants: these, or with None its fair share of all."""

    total: int
    shards: frozenset[int] | None = None
