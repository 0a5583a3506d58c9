"""Events beside the board, which are announced like moves. Everybody may know of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from bot.table.log.steps import MODERATOR, Subject
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
    """A player gave a seat up for good, so a computer player plays it now."""

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
    """A player let a computer player take over the seat of an absent player."""

    by: Seat
    """The seat of the player who decided that."""

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
    """A new player took over the seat of a computer player."""

    name: str
    """The name of the computer player."""
    player: str
    """Its strength."""

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
    """The step to which the table went back."""
    move: Message
    """The label of the move's button."""

    def describe(self) -> Message:
        return deed("{who} takes back “{move}”.", "You take back “{move}”.", who=Who(self.seat), move=self.move)


def moves_text(moves: Sequence[Event]) -> Message:
    """Describe moves, one sentence each, as they were announced."""
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
    """The first deal drew the seats."""

    order: tuple[Seat, ...]
    """For each new seat, the old seat of its player."""
    sides: Sides
    """The sides of the new seats."""

    def describe(self) -> Message:
        if has_partners(self.sides):
            names = [name_side(self.sides, side) for side in self.sides]
            return msg("Seats by lot: {sides}.", sides=join_items(names, Join.COMMA))
        seats = [msg("{n}. {who}", n=seat + 1, who=Who(seat)) for seat in range(len(self.order))]
        return msg("Seats by lot: {seats}.", seats=join_items(seats, Join.COMMA))


@dataclass(frozen=True, slots=True)
class Closed(Public):
    """A running game was closed before its end."""

    why: str
    """The subject of the vote that closed it, "restored", "left" or MODERATOR. Empty if nobody moved for too long."""

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
            case _ if self.why == MODERATOR:
                return msg("A moderator ends the game, without a result.")
        return msg("Nobody has moved for two weeks: the game is closed.")
