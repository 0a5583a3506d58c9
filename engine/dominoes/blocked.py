"""The blocked-game procedure: everybody in turn confirms that nobody can play.

A seat that can neither play nor draw declares this on its turn. It becomes the *proposer*, and its declaration is the
first confirmation. Each seat after it, clockwise, then confirms or plays. A play cancels the proposal and all
confirmations. The round is blocked once every seat has confirmed, the proposer included. No seat confirms twice.

The confirmations so far are a tuple of seats, the proposer first. The option `verification` decides only who takes
these steps: with MANUAL the seats themselves, with AUTO the table (`State.automatic`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from engine.game import Public, Seat
from engine.words import Message, Value, Who, deed, msg

MANUAL, AUTO = "manual", "auto"
"""The values of the option `verification`."""

Confirmations = tuple[Seat, ...]

NOBODY: Confirmations = ()
"""No block is proposed, as after every play."""


def add_confirmation(confirmed: Confirmations, seat: Seat, seats: int) -> Confirmations:
    """Return the confirmations with one more.

    Raises ValueError if the seat is not next, clockwise, or has already confirmed.
    """
    if confirmed and (seat != (confirmed[-1] + 1) % seats or seat in confirmed):
        raise ValueError(f"seat {seat} is not asked to confirm")
    return (*confirmed, seat)


def is_complete(confirmed: Confirmations, seats: int) -> bool:
    """Return whether all have confirmed: the round is blocked."""
    return len(confirmed) == seats


@dataclass(frozen=True, slots=True)
class Confirmed(Public):
    """A seat declared that it cannot play, as confirmation `number` of `seats`.

    The first confirmation is an ordinary pass.
    """

    seat: Seat
    number: int
    seats: int

    def describe(self) -> Message:
        who = Who(self.seat)
        if self.number == 1:
            return deed("{who} passes.", "You pass.", who=who)
        values: dict[str, Value] = {"who": who, "number": self.number, "seats": self.seats}
        if self.number == self.seats:
            return deed(
                "{who} passes ({number} of {seats} passed).", "You pass ({number} of {seats} passed).", **values
            )
        return deed("{who} passes ({number} of {seats} so far).", "You pass ({number} of {seats} so far).", **values)


def cancellation_events(confirmed: Confirmations, seat: Seat) -> tuple[Cancelled, ...]:
    """Return the event of a play that cancels several confirmations.

    It is empty if there are fewer than two, because a single confirmation looks like an ordinary pass.
    """
    return (Cancelled(seat),) if len(confirmed) > 1 else ()


@cache
def confirmation(seat: Seat, number: int, seats: int) -> Confirmed:
    """Return the cached event of a confirmation."""
    return Confirmed(seat, number, seats)


@dataclass(frozen=True, slots=True)
class Cancelled(Public):
    """A seat played after several had passed, which cancels their confirmations."""

    seat: Seat

    def describe(self) -> Message:
        return msg("A move after all, so the round isn't blocked.")
