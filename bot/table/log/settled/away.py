"""The players of one table who are away, and until when."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from bot.table.log.events import CameBack, OfSeat
from bot.table.log.rows import StepRow
from engine.game import Event, Seat
from engine.words import Message, Who, deed

BACK, OVER = "back", "over"
"""The notations of a step that ends an absence: the player came back early, or its time is over."""


class AwayUntil(NamedTuple):
    """An absence of a seat's player: announced at `since`, and over at `until`, in UTC seconds."""

    seat: Seat
    since: int
    until: int


Absences = tuple[AwayUntil, ...]
"""The absences at a table, in the order of seats."""


def apply_step(before: Absences, seat: Seat, row: StepRow) -> Absences:
    """Return the absences after a player went away or came back."""
    others = drop_absence(before, seat)
    if row.notation in (BACK, OVER):
        return others
    return tuple(sorted((*others, AwayUntil(seat, row.at, int(row.notation)))))


def drop_absence(before: Absences, seat: Seat) -> Absences:
    """Return the absences without the absence of a seat's player."""
    return tuple(absence for absence in before if absence.seat != seat)


def drop_seat(before: Absences, left_seat: Seat) -> Absences:
    """Return the absences after a player left a lobby. Players in later seats have moved up by one seat."""
    others = drop_absence(before, left_seat)
    return tuple(absence._replace(seat=absence.seat - 1) if absence.seat > left_seat else absence for absence in others)


def apply_seat_draw(before: Absences, new_seats: Mapping[Seat, Seat]) -> Absences:
    """Return the absences after the draw of seats; `new_seats` has the new seat for each old seat."""
    return tuple(sorted(absence._replace(seat=new_seats[absence.seat]) for absence in before))


@dataclass(frozen=True, slots=True)
class WentAway(OfSeat):
    """A player is away until an instant, in UTC seconds."""

    until: int

    def describe(self) -> Message:
        return deed(
            "{who} is away until {at}.", "You're away until {at}.", who=Who(self.seat), at=f"<t:{self.until}:f>"
        )


class AwayOver(OfSeat):
    """A player's time away is over."""

    __slots__ = ()

    def describe(self) -> Message:
        return deed("{who} is no longer away.", "You're no longer away.", who=Who(self.seat))


def public_event(seat: Seat, row: StepRow) -> Event:
    """Return the event that everybody sees of a step of kind AWAY."""
    if row.notation == BACK:
        return CameBack(seat)
    return AwayOver(seat) if row.notation == OVER else WentAway(seat, int(row.notation))
