"""The score of a round, the moment when it is decided, and the end of the game (fortytwo.md §6 to §8)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.dominoes.tricks.trick import TRICKS
from engine.game import Outcome, Seat
from engine.games.fortytwo.actions import MARK, count_marks
from engine.games.fortytwo.options import MARKS, SEATS, FortytwoOptions
from engine.games.fortytwo.suits import HAND_POINTS
from engine.sides import PAIRS, Side, find_leaders, find_side, name_side
from engine.words import Message, count


class Contract(NamedTuple):
    """The promise of the bidders."""

    bidder: Seat
    bid: int
    nello: bool = False

    @property
    def side(self) -> Side:
        """The bidders."""
        return find_side(PAIRS, self.bidder)

    def find_result(self, counts: Sequence[int], taken: Sequence[int]) -> bool | None:
        """Return whether the contract is made; None until that is decided.

        `counts` are the points that each seat's pair has taken, `taken` the tricks of each seat.
        """
        if self.nello or self.bid >= MARK:
            own_tricks = sum(taken[seat] for seat in self.side)
            has_failed = taken[self.bidder] > 0 if self.nello else sum(taken) > own_tricks
            if has_failed:
                return False
            return True if sum(taken) == TRICKS else None
        if counts[self.bidder] >= self.bid:
            return True
        setter = (self.bidder + 1) % SEATS
        # the bid fails once the setters have more points than it leaves for them
        return False if counts[setter] > HAND_POINTS - self.bid else None


def find_gains(options: FortytwoOptions, contract: Contract, made: bool, counts: Sequence[int]) -> tuple[int, ...]:
    """Return the gains of each seat's pair in a round that is decided."""
    setter = (contract.bidder + 1) % SEATS
    bidders_gain, setters_gain = _gains(options, contract, made, counts[contract.bidder], counts[setter])
    return tuple(bidders_gain if seat in contract.side else setters_gain for seat in range(SEATS))


def _gains(
    options: FortytwoOptions, contract: Contract, made: bool, bidders_count: int, setters_count: int
) -> tuple[int, int]:
    """Return the gains of the bidders and of the setters, from the points that each pair has taken."""
    if options.scoring == MARKS:
        marks = max(1, count_marks(contract.bid))
        return (marks, 0) if made else (0, marks)
    if contract.nello:
        return (contract.bid, 0) if made else (0, contract.bid)
    if contract.bid >= MARK:
        return (contract.bid, 0) if made else (0, contract.bid + setters_count)
    return (bidders_count, setters_count) if made else (0, contract.bid + setters_count)


def find_outcome(options: FortytwoOptions, scores: tuple[int, ...]) -> Outcome | None:
    """Return the outcome of the game after a round; None if another round is played."""
    leaders = find_leaders(PAIRS, scores)
    if max(scores) < options.goal or len(leaders) > 1:
        return None
    return Outcome(_describe_win(options, leaders[0], max(scores)), scores, leaders[0])


def _describe_win(options: FortytwoOptions, winner: Side, best: int) -> Message:
    side = name_side(PAIRS, winner)
    if options.scoring == MARKS:
        return count("{side} win with {n} mark.", "{side} win with {n} marks.", best, side=side)
    return count("{side} win with {n} point.", "{side} win with {n} points.", best, side=side)
