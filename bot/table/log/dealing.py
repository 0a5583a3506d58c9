"""How the deals of a table are made, according to its log.

That is what goes into each deal, and which message announces it. The protocol is docs/DEALS.md.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from engine.deal import short_hash


@dataclass(frozen=True, slots=True)
class Anchor:
    """A step whose head a message in Discord shows.

    The message is None until one stands there for good.
    """

    seq: int
    head: str
    channel: int | None = None
    message: int | None = None
    at: int = 0
    """When that was noted, in UTC seconds."""

    @property
    def short(self) -> str:
        """The head as people read it."""
        return short_hash(self.head)

    def with_post(self, channel: int, message: int, at: int) -> Self:
        """Return the same with the message that shows it."""
        return replace(self, channel=channel, message=message, at=at)


@dataclass(frozen=True, slots=True)
class DueDeal(Anchor):
    """A deal that is due, from 1, with its announcement."""

    deal: int = 0
    root: str = ""
    """The root of the next chain, if this deal is the last of one."""
    gone: bool = False
    """Whether the announcement was deleted before the deal was made."""


@dataclass(frozen=True, slots=True)
class Made:
    """A deal that was made, with all that went into it beside its seed.

    `number` is that of the deal that was due.
    """

    number: int
    due: DueDeal
    beacon_round: int = 0
    signature: str = ""


@dataclass(frozen=True, slots=True)
class Dealing:
    """The state of a table's deals.

    `root` belongs to the chain of its next deal, and is empty before the first step.
    """

    root: str = ""
    beacon: bool = False
    """Whether deals to come wait for the public beacon, once they are announced."""
    chosen: bool = False
    """Whether the table was opened with it."""
    seated: tuple[bool, ...] = ()
    """For each seat that was taken before the start whether a person took it."""
    shared: bool = False
    """Whether a second person sits there, or has sat since the start: only then are deals announced."""
    due: DueDeal | None = None
    dues: int = 0
    """How many deals have been due; the last of them may be still."""
    set_aside: int = 0
    """The deal that was announced but not made, since all voted to go on without the beacon; else 0."""
    closed: bool = False
    """Whether the table was closed."""
    end: Anchor | None = None
    newest: int = 0
    """The newest message that a step names."""

    @property
    def seats(self) -> int:
        """How many are taken."""
        return len(self.seated)

    @property
    def anchors(self) -> tuple[Anchor, ...]:
        """The steps whose heads messages may show now."""
        return tuple(anchor for anchor in (self.due, self.end) if anchor is not None)

    @property
    def waits(self) -> bool:
        """Whether a deal waits for the public beacon: it was announced, so its round is settled."""
        return self.beacon and self.due is not None and self.due.message is not None
