"""Moves that players take back, by the section about them in docs/DEALS.md.

Which moves showed something hidden isn't known here: the check by the game's rules finds that out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from bot.table.record.check.refused import at_step
from bot.table.record.check.votes import UNDO, Voters
from bot.table.record.record import RecordedStep

MOVES: Final = frozenset({"act", "auto", "late", "standin"})
"""The kinds of steps that are actions of seats in the game."""
FREE_SECONDS: Final = 60
"""The seconds for which players can take back their own newest move without a vote."""
_STEP = re.compile(r"[1-9][0-9]{0,15}")


class Move(NamedTuple):
    """A move that can be taken back, with the step and time at which it was made."""

    seq: int
    seat: int
    at: int


@dataclass
class Moves:
    """The moves since the last step that showed something, oldest first."""

    undoable: list[Move] = field(default_factory=list)
    newest: int = 0
    """The newest step that changed the position."""
    last_undo: int | None = None
    """The seat that took a move back last, if no other seat has moved since."""
    gone: set[int] = field(default_factory=set)
    """The steps of moves whose players have left since."""

    def note(self, step: RecordedStep) -> None:
        """Note an action of a seat, or a deal. Unless it is an `act`, it and all earlier moves are final."""
        if step.kind != "act" or step.seat is None:
            self.undoable.clear()
        else:
            self.undoable.append(Move(step.seq, step.seat, step.at))
        self.newest = step.seq
        if step.seat != self.last_undo:
            self.last_undo = None

    def hand_over(self, seat: int) -> None:
        """Note that a seat belongs to another player now, who can't take back the former player's moves."""
        self.gone.update(move.seq for move in self.undoable if move.seat == seat)

    def take_back(self, step: RecordedStep, voters: Voters, *, shared: bool) -> None:
        """Take back a move and all moves since. Raises RecordRefused."""
        if _STEP.fullmatch(step.notation) is None:
            raise at_step(step.seq, "has a notation that can't be read.")
        move_seq = int(step.notation) + 1  # the notation names the step before the move
        target = (move_seq, step.seat)
        index = next((n for n, move in enumerate(self.undoable) if (move.seq, move.seat) == target), None)
        if index is None or move_seq in self.gone:
            raise at_step(step.seq, "takes back a move that can't be taken back.")
        if shared and not self._is_free(step, self.undoable[index:], voters):
            self._require_vote(step, voters)
        del self.undoable[index:]
        self.newest = step.seq
        self.last_undo = step.seat
        voters.note_move()

    def _is_free(self, step: RecordedStep, moves: Sequence[Move], voters: Voters) -> bool:
        """Return whether moves can be taken back without a vote.

        The first of the moves is the player's own. They need no vote if that move is fresh and the newest step, unless
        they took back a move just before. Nor do they need a vote if no other person has a seat, and nobody has moved
        since on a seat that waits for a new person.
        """
        own_move = moves[0]
        is_fresh = own_move.seq == self.newest and step.at - own_move.at <= FREE_SECONDS
        is_first_undo = self.last_undo != own_move.seat
        is_alone = sum(voters.belongs_to_person) == 1 and all(voters.can_be_asked(move.seat) for move in moves)
        return voters.played_by_person[own_move.seat] and ((is_fresh and is_first_undo) or is_alone)

    def _require_vote(self, step: RecordedStep, voters: Voters) -> None:
        if (voters.asker, voters.to) != (step.seat, step.notation):
            raise at_step(step.seq, "takes a move back, and nobody asked for that.")
        voters.require_agreement(step, UNDO)
