"""The score of a round, and the end of the game (moon.md §7 and §8)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.dominoes.tricks.trick import TRICKS
from engine.game import Outcome, Seat
from engine.games.moon.actions import MOON
from engine.games.moon.options import MoonOptions
from engine.win_text import describe_win
from engine.words import Who, deed


def tricks_needed(bid: int) -> int:
    """Return the number of tricks that a bid promises."""
    return min(bid, TRICKS)  # 21 promises all seven


def find_gains(bidder: Seat, bid: int, taken: Sequence[int]) -> tuple[int, ...]:
    """Return each seat's points from a round, given the tricks that each seat took.

    The bidder wins or loses the bid; the others get a point per trick.
    """
    stake = bid if taken[bidder] >= tricks_needed(bid) else -bid
    return tuple(stake if seat == bidder else tricks for seat, tricks in enumerate(taken))


def find_outcome(options: MoonOptions, scores: tuple[int, ...], bidder: Seat, bid: int, made: bool) -> Outcome | None:
    """Return the outcome of the game after a round; None if another round is played."""
    who = Who(bidder)
    if made and bid == MOON and options.moon_success == "wins_game":
        return Outcome(
            deed("{who} wins by shooting the moon: 21!", "You win by shooting the moon: 21!", who=who),
            scores,
            (bidder,),
        )
    if made and options.bidder_goes_out and scores[bidder] >= options.target:
        reason = deed(
            ("{who} makes the bid and wins with {n} point.", "{who} makes the bid and wins with {n} points."),
            ("You make the bid and win with {n} point.", "You make the bid and win with {n} points."),
            who=who,
            n=scores[bidder],
        )
        return Outcome(reason, scores, (bidder,))
    best = max(scores)
    if best < options.target or scores.count(best) > 1:
        return None
    winner = scores.index(best)
    return Outcome(describe_win(winner, best), scores, (winner,))
