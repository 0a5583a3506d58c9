"""The configuration of a bot."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.store import ShardClaim
from bot.table.clock.timing import Timing
from bot.table.limits import LIMITS, Limits
from engine.words import Value


@dataclass(frozen=True, kw_only=True)
class Config:
    """The configuration of a bot. Its database and its connections are passed separately."""

    threads: bool = True
    """Whether games can get threads of their own."""
    pace: float = 0.0
    """Seconds that a computer player waits before it moves."""
    source: str = "engine.games"
    """The module from which the processes of computer players import the games."""
    default_timing: Timing | None = None
    """The clock of new tables; None for no clock."""
    limits: Limits = LIMITS
    contact: Value = ""
    """How users reach the operator."""
    key: bytes = field(default=b"", repr=False)
    """The key that signs checkpoints; needed if others can write into the database."""
    shards: ShardClaim | None = None
    """The shards to serve; None if this process serves all servers alone."""


DEFAULT = Config()
