"""The state of a table's deals according to its log; the protocol is in docs/DEALS.md."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from engine.deal import short_hash


@dataclass(frozen=True, slots=True)
class Anchor:
    """A step whose head (its hash) must be shown by a message in Discord.

    `message` is None until a message with that head is known to be posted.
    """

    seq: int
    head: str
    channel: int | None = None
    message: int | None = None
    at: int = 0
    """When the message was noted, in UTC seconds."""

    @property
    def short_head(self) -> str:
        """The short form of the head, which the message shows."""
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
class MadeDeal:
    """A deal that was made, with everything that determines it except its seed."""

    number: int
    """Which deal of the table it is, counted from 1; the same as `due.deal`."""
    due: DueDeal
    beacon_round: int = 0
    signature: str = ""


@dataclass(frozen=True, slots=True)
class Dealing:
    """The state of a table's deals."""

    root: str = ""
    """The root of the seed chain to which the next deal belongs; empty before the first step."""
    source: int = 0
    """The id that is mixed into all deals: the table's own, or the id of the practice game whose deals it repeats."""
    beacon: bool = False
    """Whether future deals wait for the public beacon, once they are announced."""
    opened_with_beacon: bool = False
    """Whether the table was opened with the beacon."""
    seated: tuple[bool, ...] = ()
    """For each seat that was taken before the start: whether a person took it."""
    shared: bool = False
    """Whether deals are announced: a second person sits at the table, or sat there at any time since the start."""
    due: DueDeal | None = None
    due_count: int = 0
    """How many deals have been due so far; the last of them may still be due."""
    set_aside: int = 0
    """The announced deal that was not made because all voted to go on without the beacon; 0 if there is none."""
    closed: bool = False
    """Whether the table was closed."""
    end: Anchor | None = None
    """The step that records the end of the game, once it is over or closed."""
    newest: int = 0
    """The id of the newest message that a step names."""
    act: str = ""
    """The act of a moderator that the next step has to carry out; empty if there is none."""

    @property
    def seats(self) -> int:
        """How many seats are taken."""
        return len(self.seated)

    @property
    def anchors(self) -> tuple[Anchor, ...]:
        """The steps for which a message may be noted now."""
        return tuple(anchor for anchor in (self.due, self.end) if anchor is not None)

    @property
    def waits_for_beacon(self) -> bool:
        """Whether a deal is announced and waits for the public beacon; the announcement's id decides the round."""
        return self.beacon and self.due is not None and self.due.message is not None
