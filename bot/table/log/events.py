"""Events at a table beside the board, announced like moves.

Everybody may know of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from bot.table.log.steps import Subject
from engine.game import Event, Public, Seat
from engine.sides import Sides, has_partners, name_side
from engine.words import Join, Message, Who, deed, join_items, msg


@dataclass(frozen=True, slots=True)
class OfSeat:
    """An event of one seat that everybody sees."""

    seat: Seat

    def redact_for(self, viewer: Seat | None) -> Self:
        return self


class Left(OfSeat):
    """A player gave a seat up for good; the computer player named here plays it now."""

    __slots__ = ()

    def describe(self) -> Message:
        return deed(
            "{who} takes over for {former}.",
            "You take over for {former}.",
            who=Who(self.seat),
            former=Who(self.seat, before=True),
        )


@dataclass(frozen=True, slots=True)
class Claimed(OfSeat):
    """A player gave the seat of an absent player to the computer player named here."""

    by: Seat

    def describe(self) -> Message:
        return msg(
            "{by} lets {who} take over for {former}.",
            who=Who(self.seat),
            former=Who(self.seat, before=True),
            by=Who(self.by),
        )


class Took(OfSeat):
    """A new player took an open seat."""

    __slots__ = ()

    def describe(self) -> Message:
        return deed("{who} takes seat {n}.", "You take seat {n}.", who=Who(self.seat), n=self.seat + 1)


@dataclass(frozen=True, slots=True)
class TookOver(OfSeat):
    """A new player took the seat of the computer player named here, of this strength."""

    name: str
    player: str

    def describe(self) -> Message:
        return deed(
            "{who} takes over for {former}.",
            "You take over for {former}.",
            who=Who(self.seat),
            former=Who(self.seat, before=True),
        )


@dataclass(frozen=True, slots=True)
class TookBack(OfSeat):
    """The newest move of a seat was undone, with everything done since."""

    since: int
    move: Message
    """The label of the move's button."""

    def describe(self) -> Message:
        return deed("{who} takes back “{move}”.", "You take back “{move}”.", who=Who(self.seat), move=self.move)


def moves_text(moves: Sequence[Event]) -> Message:
    """Describe the moves of consecutive steps, in the words used at the time."""
    return join_items([event.describe() for event in moves], Join.SENTENCES)


class StoodIn(OfSeat):
    """A computer player sits in for a player who is away."""

    __slots__ = ()

    def describe(self) -> Message:
        return msg("A computer player takes over for {who}, who is away.", who=Who(self.seat))


class CameBack(OfSeat):
    """A player who was away plays again."""

    __slots__ = ()

    def describe(self) -> Message:
        return deed("{who} is back.", "You're back.", who=Who(self.seat))


@dataclass(frozen=True, slots=True)
class SeatsDrawn(Public):
    """The first deal drew the seats.

    For each new seat, `order` has the old seat of its player. `sides` are those of the new seats.
    """

    order: tuple[Seat, ...]
    sides: Sides

    def describe(self) -> Message:
        if has_partners(self.sides):
            named = [name_side(self.sides, side) for side in self.sides]
            return msg("Seats by lot: {sides}.", sides=join_items(named, Join.COMMA))
        seats = [msg("{n}. {who}", n=seat + 1, who=Who(seat)) for seat in range(len(self.order))]
        return msg("Seats by lot: {seats}.", seats=join_items(seats, Join.COMMA))


@dataclass(frozen=True, slots=True)
class Closed(Public):
    """A running game was closed before its end: by a vote, because all left, or because none came back."""

    why: str

    def describe(self) -> Message:
        match self.why:
            case Subject.FINISH:
                return msg("The game ends early, with the scores so far.")
            case Subject.GIVE_UP:
                return msg("One pair gives up: the other wins.")
            case Subject.CANCEL:
                return msg("The game is cancelled.")
            case "restored":
                return msg("A later deal of this game is lost after all saw it: the game is cancelled.")
            case "left":
                return msg("Everyone has left: the game is closed.")
        return msg("Nobody has moved for two weeks: the game is closed.")
