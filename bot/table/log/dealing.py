"""The state of a table's deals according to its log; the protocol is in docs/DEALS.md."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from engine.deal import short_hash


@dataclass(frozen=True, slots=True)
class Anchor:
    """A step whose head (its hash) a message in Discord shows.

    `message` is None until such a message is known to stand there for good.
    """

    seq: int
    head: str
    channel: int | None = None
    message: int | None = None
    at: int = 0
    """When the message was noted, in UTC seconds."""

    @property
    def short(self) -> str:
        """The short form of the head, which people read."""
        return short_hash(self.head)

    def with_post(self, channel: int, message: int, at: int) -> Self:
        """Return this step with the message that shows its head."""
        return replace(self, channel=channel, message=message, at=at)


@dataclass(frozen=True, slots=True)
class DueDeal(Anchor):
    """A deal that is due, with its announcement; `deal` counts from 1."""

    deal: int = 0
    root: str = ""
    """The root of the next chain, if this deal is the last of its chain."""
    gone: bool = False
    """Whether the announcement was deleted before the deal was made."""


@dataclass(frozen=True, slots=True)
class Made:
    """A deal that was made, with all that went into it besides its seed.

    `number` is the number of the deal that was due.
    """

    number: int
    due: DueDeal
    beacon_round: int = 0
    signature: str = ""


@dataclass(frozen=True, slots=True)
class Dealing:
    """The state of a table's deals.

    `root` is the root of the next deal's chain; it is empty before the first step.
    """

    root: str = ""
    beacon: bool = False
    """Whether future deals wait for the public beacon, once they are announced."""
    chosen: bool = False
    """Whether the table was opened with the beacon."""
    seated: tuple[bool, ...] = ()
    """For each seat that was taken before the start: whether a person took it."""
    shared: bool = False
    """Whether a second person sits at the table, or did at any time since the start: only then are deals announced."""
    due: DueDeal | None = None
    dues: int = 0
    """How many deals have been due so far; the last of them may still be due."""
    set_aside: int = 0
    """The deal that was announced but not made, because all voted to go on without the beacon; else 0."""
    closed: bool = False
    """Whether the table was closed."""
    end: Anchor | None = None
    newest: int = 0
    """The id of the newest message that a step names."""

    @property
    def seats(self) -> int:
        """How many seats are taken."""
        return len(self.seated)

    @property
    def anchors(self) -> tuple[Anchor, ...]:
        """The steps whose heads may be shown by messages now."""
        return tuple(anchor for anchor in (self.due, self.end) if anchor is not None)

    @property
    def waits(self) -> bool:
        """Whether a deal waits for the public beacon: one whose announcement has been sent, which names the round."""
        return self.beacon and self.due is not None and self.due.message is not None
