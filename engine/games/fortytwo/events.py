"""The events of Texas 42, and what each viewer may know of them."""

from __future__ import annotations

from dataclasses import dataclass

from engine.deal_text import RepeatedByResult
from engine.dominoes.tricks.events import Dealt, NamedTrump, Played, TookTrick
from engine.game import Outcome, Public, Seat
from engine.games.fortytwo import actions
from engine.games.fortytwo.actions import MARK, count_marks
from engine.games.fortytwo.observation import RoundResult
from engine.games.fortytwo.result_text import describe_result
from engine.tiles import Tile
from engine.words import Message, Who, deed

__all__ = ["Bade", "Claimed", "Dealt", "NamedNello", "NamedTrump", "Played", "RoundScored", "TookTrick", "Won"]


@dataclass(frozen=True, slots=True)
class Bade(Public):
    """A seat bid."""

    seat: Seat
    bid: int
    leap: str = ""

    def describe(self) -> Message:
        who, n = Who(self.seat), count_marks(self.bid)
        match self.leap:
            case actions.PLUNGE:
                return deed("{who} plunges: {n} marks.", "You plunge: {n} marks.", who=who, n=n)
            case actions.SPLASH:
                return deed("{who} splashes: {n} marks.", "You splash: {n} marks.", who=who, n=n)
        if self.bid >= MARK:
            return deed(
                ("{who} bids {n} mark.", "{who} bids {n} marks."),
                ("You bid {n} mark.", "You bid {n} marks."),
                who=who,
                n=n,
            )
        return deed("{who} bids {bid}.", "You bid {bid}.", who=who, bid=self.bid)


@dataclass(frozen=True, slots=True)
class NamedNello(Public):
    """The bidder named nello, and `partner` sits out."""

    seat: Seat
    partner: Seat

    def describe(self) -> Message:
        return deed(
            "{who} plays nello: no trick at all. {partner} sits out.",
            "You play nello: no trick at all. {partner} sits out.",
            who=Who(self.seat),
            partner=Who(self.partner),
        )


@dataclass(frozen=True, slots=True)
class Claimed(Public):
    """The leader laid down the `tiles` of its hand and takes the tricks that are left."""

    seat: Seat
    tiles: tuple[Tile, ...]

    def describe(self) -> Message:
        return deed(
            ("{who} lays down and takes the last {n} trick.", "{who} lays down and takes the last {n} tricks."),
            ("You lay down and take the last {n} trick.", "You lay down and take the last {n} tricks."),
            who=Who(self.seat),
            n=len(self.tiles),
        )


@dataclass(frozen=True, slots=True)
class RoundScored(RepeatedByResult):
    """A round was scored, and its tiles are shown face up."""

    result: RoundResult
    scoring: str

    def describe(self) -> Message:
        return describe_result(self.result, self.scoring)


@dataclass(frozen=True, slots=True)
class Won(RepeatedByResult):
    """The game is over."""

    outcome: Outcome

    def describe(self) -> Message:
        return self.outcome.reason
