"""Events at a table beside the board, announced like moves.

Everybody may know of them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from bot.table.log.steps import Subject
from engine.game import Event, Public, Seat
from engine.words import Join, Message, Who, join_items, msg


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
        return msg("{who} takes over for {former}.", who=Who(self.seat), former=Who(self.seat, before=True))


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
        return msg("{who} takes seat {n}.", who=Who(self.seat), n=self.seat + 1)


@dataclass(frozen=True, slots=True)
class TookOver(OfSeat):
    """A new player took the seat of the computer player named here, of this strength."""

    name: str
    player: str

    def describe(self) -> Message:
        return msg("{who} takes over for {former}.", who=Who(self.seat), former=Who(self.seat, before=True))


@dataclass(frozen=True, slots=True)
class TookBack(OfSeat):
    """The newest move of a seat was undone, with everything done since."""

    since: int
    moves: tuple[Event, ...]

    def describe(self) -> Message:
        deed = next((event.describe() for event in self.moves), None)
        while deed is not None and not deed.template.startswith("{who} "):
            deed = next((value for _, value in deed.values if isinstance(value, Message)), None)
        return _take_back_line(self.seat, deed)


_BID = re.compile(r"\{who\} bids (\{\w+\})")
_DID = re.compile(r"\{who\} \w+(?: with)? (\{\w+\}(?: on \{\w+\})?)")
"""The pattern of a move's sentence: its verb, what is moved, and its destination."""


def _take_back_line(seat: Seat, deed: Message | None) -> Message:
    """Describe how a seat takes back a move, such as "Ana takes back 6-2 on A."."""
    if deed is not None and dict(deed.values).get("who") == Who(seat):
        if bid := _BID.match(deed.template):
            return Message(f"{{who}} takes back the bid of {bid[1]}.", None, deed.values)
        if did := _DID.match(deed.template):
            return Message(f"{{who}} takes back {did[1]}.", None, deed.values)
    return msg("{who} takes back the last move.", who=Who(seat))


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
        return msg("{who} is back.", who=Who(self.seat))


@dataclass(frozen=True, slots=True)
class SeatsDrawn(Public):
    """The first deal drew the seats.

    For each new seat, `order` has the old seat of its player.
    """

    order: tuple[Seat, ...]

    def describe(self) -> Message:
        seats = [msg("{n}. {who}", n=seat + 1, who=Who(seat)) for seat in range(len(self.order))]
        return msg("Seats by lot: {seats}.", seats=join_items(seats, Join.COMMA))


@dataclass(frozen=True, slots=True)
class Closed(Public):
    """A running game was closed before its end: by a vote, because all left, or because none came back."""

    why: str

    def describe(self) -> Message:
        match self.why:
            case Subject.FINISH:
                return msg("The game ends as it stands.")
            case Subject.CANCEL:
                return msg("The game is cancelled.")
            case "restored":
                return msg("A later deal of this game is lost after all saw it: the game is cancelled.")
            case "left":
                return msg("Everyone has left: the game is closed.")
        return msg("Nobody has moved for two weeks: the game is closed.")
