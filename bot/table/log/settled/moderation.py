"""What moderators of a server did at a table.

Each act is a step of its own. The step after it does what the act says.

The notation names no moderator. Like any step, the step records its user, until that user is deleted.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from bot.table.log.rows import StepRow
from bot.table.log.steps import MODERATOR, RESUMED, Kind
from engine.game import Seat


class Act(StrEnum):
    """What a moderator does at a table."""

    CLOSE = "close"  # a table that waits for players is closed, a game ends without a result
    PAUSE = "pause"
    RESUME = "resume"
    FREE = "free"  # a person loses their seat; the notation names it


_NOTATION = re.compile(r"(?P<act>close|pause|resume)|free (?P<seat>0|[1-9][0-9]?)")


class Moderated(NamedTuple):
    """An act of a moderator: its step, the seat that it is about, and the moderator (None if deleted)."""

    seq: int
    act: Act
    seat: Seat | None
    by: int | None


def encode_act(act: Act, seat: Seat | None = None) -> str:
    """Return the notation of an act."""
    return act.value if seat is None else f"{act} {seat}"


def read_act(row: StepRow) -> Moderated:
    """Return the act of a step. Raises ValueError if its notation can't be read."""
    fields = _NOTATION.fullmatch(row.notation)
    if fields is None:
        raise ValueError("no moderator does that")
    if fields["seat"] is None:
        return Moderated(row.seq, Act(fields["act"]), None, row.user)
    return Moderated(row.seq, Act.FREE, int(fields["seat"]), row.user)


def follows_act(notation: str, kind: Kind, row: StepRow, *, begun: bool) -> bool:
    """Return whether a step carries out the act before it; `notation` is the notation of the act."""
    match notation:
        case Act.CLOSE:
            return kind is Kind.CLOSE and row.notation == (MODERATOR if begun else "")
        case Act.PAUSE:
            return kind is Kind.PAUSE and not row.notation
        case Act.RESUME:
            return kind is Kind.PAUSE and row.notation == RESUMED
    return kind is Kind.LEAVE and notation == encode_act(Act.FREE, row.seat)


def is_pause(acts: Sequence[Moderated]) -> bool:
    """Return whether a moderator has paused the game, and none has resumed it since."""
    newest = next((entry.act for entry in reversed(acts) if entry.act in (Act.PAUSE, Act.RESUME)), None)
    return newest is Act.PAUSE
