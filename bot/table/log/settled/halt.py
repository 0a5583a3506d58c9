"""The reasons why nobody can move: the game was paused, or its newest steps are lost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import msgspec

from bot.table.log.events import OfSeat
from bot.table.log.rows import StepRow
from bot.table.log.steps import RESUMED, Kind
from engine.game import Event, Public
from engine.words import Message, Who, deed, msg


class Missed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The notation of a loss of steps, as JSON.

    `later` is a step that a message of the bot names and the log doesn't have. Messages with ids up to `until` may name
    lost steps (Discord's ids grow with time).
    """

    later: int
    until: int


class Restored(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The notation of a step after the database was restored from a copy, as JSON.

    `copy` is when the copy was made (UTC seconds). Messages with ids up to `until` may name lost steps. `looked` is
    whether the channel was searched for such messages.
    """

    copy: int
    until: int
    looked: bool = False


class Loss(NamedTuple):
    """A loss of the newest steps of a log.

    The log ended with step `seq`, and a message of the bot named step `later`. Messages with ids up to `until` may name
    lost steps. While the loss is `unresolved`, the game is paused; usually, its host resumes it.

    If the database was restored from a copy, `copy` is when the copy was made (UTC seconds), else 0. The loss is then
    unresolved until the channel was searched for newer messages. If the game was `paused` before the loss, it stays
    paused afterwards.
    """

    seq: int
    later: int
    until: int
    unresolved: bool = True
    at: int = 0
    copy: int = 0
    paused: bool = False

    @property
    def needs_search(self) -> bool:
        """Whether the channel must still be searched for messages newer than the copy."""
        return self.unresolved and bool(self.copy)

    def is_lost_message(self, message: int, seq: int) -> bool:
        """Return whether a message with this id names a lost step; `seq` is the step that it names."""
        return message <= self.until and seq > self.seq


class Halt(NamedTuple):
    """Whether a game is paused, and what it has lost."""

    paused: bool = False
    resumed: int = 0
    """The step by which the newest pause ended."""
    lost: Loss | None = None
    """The newest loss of steps."""

    def apply_step(self, kind: Kind, row: StepRow) -> Halt:
        """Return the state after a step that stops the game or lets it go on."""
        match kind:
            case Kind.LOST:
                missed = msgspec.json.decode(row.notation, type=Missed)
                return self._replace(paused=True, lost=Loss(row.seq - 1, missed.later, missed.until, at=row.at))
            case Kind.RESTORED:
                return self._apply_restoration(row)
        lost = None if self.lost is None else self.lost._replace(unresolved=False)
        is_over = row.notation == RESUMED
        return Halt(paused=not is_over, resumed=row.seq if is_over else self.resumed, lost=lost)

    def _apply_restoration(self, row: StepRow) -> Halt:
        """Return the state after a step about a restored copy.

        Either the game is paused, because its newest steps may be lost, or its channel was searched for them.
        """
        restored = msgspec.json.decode(row.notation, type=Restored)
        lost = self.lost
        if not restored.looked:
            # until the search after an earlier copy is done, the game is paused by it: `lost.paused` is from before
            paused = lost.paused if lost is not None and lost.needs_search else self.paused
            loss = Loss(row.seq - 1, later=0, until=restored.until, at=row.at, copy=restored.copy, paused=paused)
            return self._replace(paused=True, lost=loss)
        if lost is None or not lost.needs_search:
            raise ValueError("nothing was restored")
        resumed = self.resumed if lost.paused else row.seq
        return Halt(lost.paused, resumed, lost._replace(until=restored.until, unresolved=False))


class Paused(Public):
    """All agreed to pause the game."""

    __slots__ = ()

    def describe(self) -> Message:
        return msg("The game is paused.")


@dataclass(frozen=True, slots=True)
class Lost(Public):
    """The newest steps are lost: the log ends with step `seq`, but a message named step `later`."""

    seq: int
    later: int

    def describe(self) -> Message:
        return msg("The newest moves are lost. The game continues from what is left.", seq=self.seq)

    def why(self) -> Message:
        """Return why nobody can move now, and when the game will go on."""
        return msg(
            "The newest moves of this game are lost. It continues from what is left, once the host presses *Resume*.",
            later=self.later,
            seq=self.seq,
        )


@dataclass(frozen=True, slots=True)
class RestoredFromCopy(Public):
    """The database was restored from a copy made at `copy` (UTC seconds), so newer moves are lost."""

    copy: int

    def describe(self) -> Message:
        return msg("This bot was restored from a copy of {at}. Newer moves are lost.", at=f"<t:{self.copy}:f>")

    def why(self) -> Message:
        """Return why nobody can move now, and when the game goes on."""
        return msg(
            "This bot was restored from a copy of {at}. It looks for newer messages first: you can go on in a moment.",
            at=f"<t:{self.copy}:f>",
        )


class Resumed(OfSeat):
    """A player ended the pause."""

    __slots__ = ()

    def describe(self) -> Message:
        return deed("{who} resumes the game.", "You resume the game.", who=Who(self.seat))


def public_events(kind: Kind, row: StepRow) -> tuple[Event, ...]:
    """Return the events that everybody sees of a step that stops the game or lets it go on."""
    match kind:
        case Kind.LOST:
            return (Lost(row.seq - 1, msgspec.json.decode(row.notation, type=Missed).later),)
        case Kind.RESTORED:
            restored = msgspec.json.decode(row.notation, type=Restored)
            return (RestoredFromCopy(restored.copy),) if restored.looked else ()
    if row.notation != RESUMED:
        return (Paused(),)
    return () if row.seat is None else (Resumed(row.seat),)
