"""The options of Moon (moon.md §2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from engine.options import choice, flag, number
from engine.series import SeriesOptions
from engine.words import Message, msg

SEATS = 3


@dataclass(frozen=True)
class MoonOptions(SeriesOptions):
    """Every option with its default first."""

    all_pass: str = choice("redeal", "last_must_bid_4", help=msg("What happens when nobody wants to bid"))
    moon_success: str = choice("wins_game", "plus_21", help=msg("What a made bid of 21 is worth"))
    lead_suit: str = choice("high_end", "leader_choice", help=msg("Which of its two suits a tile leads"))
    first_lead: str = choice("any", "trump", help=msg("What the bidder may lead to the first trick"))
    bidder_goes_out: bool = flag(False, help=msg("A bidder who makes the bid and reaches the target wins at once"))
    doubles_trump: bool = flag(True, help=msg("Whether the doubles may be named as trump"))
    no_trump: bool = flag(True, help=msg("Whether a hand may be played without trump"))
    target: int = number(21, low=1, high=99, help=msg("Points that win"))
    seats: str = choice("clockwise", "random", help=msg("Seats clockwise in the order of joining, or at random"))

    turning: bool = True
    """Whether the first bid of a series goes round as the turns do. In series begun before this was so it goes by the
    order of joining, whichever way the three sit; their logs do not name it."""

    @classmethod
    def from_json(cls, values: Mapping[str, str | int | bool | None]) -> Self:
        return super().from_json({"turning": False, **values})

    def later_pick(self, first: int, seats: int, games: int) -> int:
        way, seat = divmod(first, seats)
        if not (way and self.turning):
            return super().later_pick(first, seats, games)
        return way * seats + (seat - games) % seats

    def refusal(self, seats: int) -> Message | None:
        if seats != SEATS:
            return msg("Moon is played by exactly three.")
        return None
