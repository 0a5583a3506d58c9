"""The actions of Texas 42, and the ladder of bids (fortytwo.md §3 and §9)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.dominoes.tricks.actions import PASS, NameTrump, Pass, Play
from engine.game import Seat
from engine.words import Message, count, msg, term

__all__ = ["MARK", "PASS", "PLUNGE", "SPLASH", "Bid", "Call", "Claim", "Leap", "NameTrump", "Nello", "Pass", "Play"]

MARK = 42
"""The bid of one mark; n marks are n times as much."""
POINT_BIDS = range(30, MARK)
MARK_BIDS = tuple(range(MARK, 5 * MARK + 1, MARK))
TOP = MARK_BIDS[-1]
"""The highest possible bid."""
PLUNGE, SPLASH = "plunge", "splash"
LEAP_MARKS = {PLUNGE: 4, SPLASH: 2}
"""The fewest marks of a plunge and of a splash."""
LEAP_DOUBLES = {PLUNGE: 4, SPLASH: 3}
"""The fewest doubles that a hand needs for a plunge and for a splash."""


class Call(NamedTuple):
    """A seat's bid or pass; for a pass, `bid` is PASS."""

    seat: Seat
    bid: int
    """The points, or 42 for each mark."""
    leap: str = ""
    """PLUNGE or SPLASH, if the bid was one."""


def count_marks(bid: int) -> int:
    """Return the number of marks that a bid promises; 0 for a bid of points."""
    return bid // MARK


def list_bids(highest: int) -> Iterator[int]:
    """Yield the bids that are higher than the highest one."""
    yield from (bid for bid in POINT_BIDS if bid > highest)
    # a bid may go up to two marks at once; above that, each bid is one mark higher
    limit = max(2 * MARK, highest + MARK)
    yield from (bid for bid in MARK_BIDS if highest < bid <= limit)


def find_leap_bid(leap: str, highest: int) -> int | None:
    """Return the bid that a plunge or splash makes over the highest one; None if it can't be made."""
    minimum = LEAP_MARKS[leap] * MARK
    bid = minimum if highest < minimum else highest + MARK
    maximum = TOP if leap == PLUNGE else (LEAP_MARKS[leap] + 1) * MARK  # a splash may be one mark above its minimum
    return bid if bid <= maximum else None


def bid_title(bid: int) -> Message:
    """Return a bid on its own: "34", "2 marks"."""
    return count("{n} mark", "{n} marks", count_marks(bid)) if bid >= MARK else msg("{n}", n=bid)


@dataclass(frozen=True, slots=True)
class Bid:
    """Promise points, or all seven tricks for marks."""

    bid: int

    def __str__(self) -> str:
        return f"bid {self.bid}"

    @property
    def label(self) -> Message:
        if self.bid < MARK:
            return msg("Bid {bid}", bid=self.bid)
        return count("Bid {n} mark", "Bid {n} marks", count_marks(self.bid))

    @property
    def parts(self) -> tuple[str, ...]:
        return (str(self.bid),)

    @property
    def spellings(self) -> Sequence[str]:
        """The ways in which people write marks."""
        if self.bid < MARK:
            return ()
        n = count_marks(self.bid)
        return tuple(f"{start}{n} {noun}" for start in ("", "bid ") for noun in ("mark", "marks"))


@dataclass(frozen=True, slots=True)
class Leap:
    """Plunge or splash: with many doubles, bid marks that the rules fix; the partner names trump."""

    leap: str

    def __str__(self) -> str:
        return self.leap

    @property
    def label(self) -> Message:
        return term("Plunge", "move") if self.leap == PLUNGE else term("Splash", "move")

    @property
    def parts(self) -> tuple[str, ...]:
        return (self.leap,)


@dataclass(frozen=True, slots=True)
class Nello:
    """Name nello instead of trump: take no trick, without the partner."""

    def __str__(self) -> str:
        return "nello"

    @property
    def label(self) -> Message:
        return term("Nello", "move")

    @property
    def parts(self) -> tuple[str, ...]:
        return ("nello",)


@dataclass(frozen=True, slots=True)
class Claim:
    """Lay down: take all tricks that are left."""

    def __str__(self) -> str:
        return "claim"

    @property
    def label(self) -> Message:
        return msg("Lay down")

    @property
    def parts(self) -> tuple[str, ...]:
        return ("claim",)
