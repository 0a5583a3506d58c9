"""What moderators of the server did, as the section "Moderators" of docs/DEALS.md describes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from bot.table.record.check.refused import RecordRefused, at_step
from bot.table.record.record import RecordedStep
from engine.words import Message, count, msg

MODERATOR: Final = "moderator"
"""The notation of a step by which a moderator closes a game."""
MAX_ACTS: Final = 8
"""How many acts of moderators are listed one by one."""
_ACT = re.compile(r"close|pause|resume|free (?:0|[1-9][0-9]?)")


@dataclass
class Acts:
    """The acts of moderators. The step after each act carries it out."""

    pending: str = ""
    """The act in the newest step; empty if that is no act."""
    current: str = ""
    """The act in the step before the newest one; empty if that was no act."""
    done: list[tuple[int, str]] = field(default_factory=list)
    """The acts after the start, each with its step."""

    def read(self, step: RecordedStep, *, begun: bool) -> None:
        """Read an act. Raises RecordRefused."""
        if _ACT.fullmatch(step.notation) is None:
            raise at_step(step.seq, "has a notation that can't be read.")
        self.pending = step.notation
        if begun:
            self.done.append((step.seq, step.notation))

    def begin_step(self, step: RecordedStep, *, begun: bool) -> None:
        """Note a new step. Raises RecordRefused if an act precedes the step and the step doesn't carry it out."""
        self.current, self.pending = self.pending, ""
        if self.current and not _carries_out(self.current, step, begun=begun):
            raise at_step(step.seq, "isn't what a moderator did in the step before.")

    def require_none_pending(self) -> None:
        """Raise RecordRefused if the record ends before the last act was carried out."""
        if self.pending:
            raise RecordRefused(msg("The record stops before what a moderator did."))

    def has_closed(self, seq: int) -> bool:
        """Return whether step `seq` closed the game for a moderator."""
        return (seq - 1, "close") in self.done

    def lines(self) -> Sequence[Message]:
        """Return lines about what moderators did after the start, according to the log."""
        sentences = [_line(seq, act) for seq, act in self.done[:MAX_ACTS]]
        if (unlisted_count := len(self.done) - MAX_ACTS) > 0:
            unlisted = count("Moderators did {n} more thing.", "Moderators did {n} more things.", unlisted_count)
            sentences.append(unlisted)
        if sentences:
            how_to_check = msg("The channel named the moderator each time: its players know whether that's true.")
            sentences.append(how_to_check)
        return sentences


def _carries_out(act: str, step: RecordedStep, *, begun: bool) -> bool:
    """Return whether a step carries out an act."""
    match act:
        case "close":
            return step.kind == "close" and (not begun or step.notation == MODERATOR)
        case "pause":
            return step.kind == "pause" and not step.notation
        case "resume":
            return step.kind == "pause" and bool(step.notation)
    return step.kind == "leave" and act == f"free {step.seat}"


def _line(seq: int, act: str) -> Message:
    match act:
        case "pause":
            return msg("At step {seq} a moderator of the server paused the game.", seq=seq)
        case "resume":
            return msg("At step {seq} a moderator of the server resumed the game.", seq=seq)
        case "close":
            return msg("At step {seq} a moderator of the server ended the game without a result.", seq=seq)
    seat = int(act.removeprefix("free ")) + 1
    return msg("At step {seq} a moderator of the server freed seat {n}.", seq=seq, n=seat)
