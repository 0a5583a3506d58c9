"""Ending a game that was begun under other rules. Its log is not replayed, since that would give another game; what its
people agree to is appended all the same, as the program that began it would."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec

from bot.table.clock.timing import without_private
from bot.table.fold import Folded, following
from bot.table.model import By
from bot.table.refusals import NotSeated, Refusal
from bot.table.rows import SeatRow, StepRow, TableRow
from bot.table.settled.votes import Voted
from bot.table.steps import Kind, Opened, Subject, written
from engine.game import Seat
from engine.words import msg


@dataclass
class Old:
    """A game that cannot be replayed: its rows, and the steps that are added to its log."""

    row: TableRow
    seats: Sequence[SeatRow]
    log: Sequence[StepRow]
    now: int
    by: By
    added: list[StepRow] = field(default_factory=list)

    @property
    def present(self) -> set[Seat]:
        """The seats that people play themselves."""
        return {seat for seat, row in enumerate(self.seats) if row.user and row.player is None}

    @property
    def agreed(self) -> set[Seat]:
        """The seats that agree to cancel the game, in a vote that nobody said no to."""
        agreed: set[Seat] | None = None
        for step in (*self.log, *self.added):
            if step.kind in (Kind.JOIN, Kind.LEAVE) and agreed is not None:
                agreed = agreed - {step.seat}  # another player has the seat since, or nobody
            if step.kind != Kind.VOTE or step.seat is None:
                continue
            said = msgspec.json.decode(step.notation, type=Voted)
            if said.subject:
                agreed = {step.seat} if said.subject == Subject.CANCEL else None
            elif agreed is not None:
                agreed = agreed | {step.seat} if said.yes else None
        return agreed or set()

    def step(self, kind: Kind, seat: Seat | None, notation: str, by: By | None = None) -> None:
        """Append a step to the log."""
        at = Folded(self.row.id, self.row.head).stand(seq=self.row.seq)
        step = following(at, kind, seat, notation, self.now, by or By())
        self.added.append(step)
        self.row = self.row._replace(seq=step.seq, head=step.hash)


def agree(game: Old, user: int) -> None:
    """Agree that the game is cancelled; once all who play do, it is. Raises NotSeated and Refusal."""
    seat = next((seat for seat, row in enumerate(game.seats) if row.user == user), None)
    if seat is None:
        raise NotSeated
    if seat not in game.present:
        raise Refusal(msg("A computer player plays for you, so the others decide."))
    agreed = game.agreed
    if seat not in agreed:
        said = Voted(yes=True) if agreed else Voted(yes=True, subject=Subject.CANCEL)
        game.step(Kind.VOTE, seat, written(said), game.by)
    if game.present <= game.agreed:
        game.step(Kind.CLOSE, None, Subject.CANCEL)
        if _chained(game.log[0]):
            game.step(Kind.END, None, "")
        clock = without_private(game.row.clock)
        game.row = game.row._replace(status="closed", ended_at=game.now, wake_at=None, clock=clock)


def _chained(first: StepRow) -> bool:
    """Return whether the deals of a table are a chain of seeds, so that its end is shown by a step."""
    return bool(first.notation) and bool(msgspec.json.decode(first.notation, type=Opened).root)
