"""Holidays at one table: which players are away, and until when. Values only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from bot.table.events import CameBack, OfSeat
from bot.table.rows import StepRow
from engine.game import Event, Seat
from engine.words import Message, Who, msg

BACK, OVER = "back", "over"
"""The notations of the step that ends a holiday: its player came back, or its time is over."""


class Absent(NamedTuple):
    """The holiday of a seat's player: announced at one instant, until another."""

    seat: Seat
    since: int
    until: int


Holidays = tuple[Absent, ...]
"""Those of a table, in the order of seats."""


def after(before: Holidays, seat: Seat, row: StepRow) -> Holidays:
    """Return the players on holiday after one went or came back."""
    others = without(before, seat)
    if row.notation in (BACK, OVER):
        return others
    return tuple(sorted((*others, Absent(seat, row.at, int(row.notation)))))


def without(before: Holidays, seat: Seat) -> Holidays:
    """Return the same without the player of a seat."""
    return tuple(absent for absent in before if absent.seat != seat)


def moved_up(before: Holidays, left: Seat) -> Holidays:
    """Return the same before the game begins, where a seat was left and those behind moved up."""
    return tuple(absent._replace(seat=absent.seat - (absent.seat > left)) for absent in without(before, left))


def reseated(before: Holidays, new: Mapping[Seat, Seat]) -> Holidays:
    """Return the same where everybody has the seat that was drawn."""
    return tuple(sorted(absent._replace(seat=new[absent.seat]) for absent in before))


@dataclass(frozen=True, slots=True)
class WentOnHoliday(OfSeat):
    """A player is on holiday until an instant, in UTC seconds."""

    until: int

    def describe(self) -> Message:
        return msg("{who} is on holiday until {at}.", who=Who(self.seat), at=f"<t:{self.until}:f>")


class HolidayOver(OfSeat):
    """The time of a player's holiday is over."""

    __slots__ = ()

    def describe(self) -> Message:
        return msg("{who}'s holiday is over.", who=Who(self.seat))


def told(seat: Seat, row: StepRow) -> Event:
    """Tell everybody of such a step."""
    if row.notation == BACK:
        return CameBack(seat)
    return HolidayOver(seat) if row.notation == OVER else WentOnHoliday(seat, int(row.notation))
