"""Hands that players opened to users who do not play. Values only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from bot.table.events import OfSeat
from bot.table.rows import StepRow
from engine.game import Seat
from engine.words import SOMEBODY, Message, Who, msg

ON, OFF = "on", "off"
"""The notations of the step: it begins, or it ends."""


class Peek(NamedTuple):
    """A user who does not play, and the seat whose hand they may look at."""

    seat: Seat
    viewer: int


class Peeks(NamedTuple):
    """The users who may look at the hand of a seat now."""

    now: tuple[Peek, ...] = ()
    ever: tuple[Seat, ...] = ()
    """The seats whose hands were ever opened to a user, once for each time."""

    def after(self, seat: Seat, row: StepRow) -> Peeks:
        """Return the same after one began or ended; one of a user who was deleted since is none."""
        ever = (*self.ever, seat) if row.notation == ON else self.ever
        if row.user is None:
            return self._replace(ever=ever)
        peek = Peek(seat, row.user)
        others = tuple(other for other in self.now if other != peek)
        return Peeks((*others, peek) if row.notation == ON else others, ever)

    def without(self, seat: Seat) -> Peeks:
        """Return the same once the player of a seat has left: the peeks were theirs to give."""
        return self._replace(now=tuple(peek for peek in self.now if peek.seat != seat))

    def reseated(self, new: Mapping[Seat, Seat]) -> Peeks:
        """Return the same where everybody has the seat that was drawn."""
        now = tuple(peek._replace(seat=new[peek.seat]) for peek in self.now)
        return Peeks(now, tuple(new[seat] for seat in self.ever))


@dataclass(frozen=True, slots=True)
class Peeked(OfSeat):
    """A seat lets a user look at its hand, or no longer does; None stands for a user who was deleted."""

    viewer: int | None
    begins: bool

    def describe(self) -> Message:
        viewer = SOMEBODY if self.viewer is None else f"<@{self.viewer}>"
        if self.begins:
            return msg(
                "{who} lets {viewer} look at their hand, with `/peek`. Once they look, they can't take another seat.",
                who=Who(self.seat),
                viewer=viewer,
            )
        return msg("{viewer} no longer looks at {who}'s hand.", who=Who(self.seat), viewer=viewer)


def told(seat: Seat, row: StepRow) -> Peeked:
    """Tell everybody of such a step."""
    return Peeked(seat, row.user, begins=row.notation == ON)
