"""The result of a finished game: totals, ties and winners (chickenfoot.md §8)."""

from __future__ import annotations

from engine.game import Outcome, Seat
from engine.win_text import describe_shared_win, describe_win
from engine.words import Message, Who, count, deed, msg, sentences

_ZERO_WEIGHT = 1_000_000
"""The weight of a round of zero in the tie-break: more than any hand can count."""


def totals(scores: tuple[tuple[int, ...], ...], seats: int) -> tuple[int, ...]:
    """Return the sum of the rounds for each seat."""
    return tuple(sum(points[seat] for points in scores) for seat in range(seats))


def outcome(scores: tuple[tuple[int, ...], ...]) -> Outcome:
    """Rank the seats; the lowest total wins.

    A tie goes to the most rounds of zero, then to the lowest round above zero.
    """
    seats = range(len(scores[0]))
    points = tuple(-total for total in totals(scores, len(seats)))
    zeros = tuple(sum(not points[seat] for points in scores) for seat in seats)
    lowest = tuple(min((points[seat] for points in scores if points[seat]), default=_ZERO_WEIGHT) for seat in seats)
    # more rounds of zero are better, then a lower round
    tiebreak = tuple(_ZERO_WEIGHT * (zeros[seat] + 1) - lowest[seat] for seat in seats)
    best = _leaders(list(seats), points)
    most_zeros = _leaders(best, zeros)
    winners = _leaders(best, tiebreak)
    reason = _reason(-max(points), best, most_zeros, winners, zeros, lowest)
    return Outcome(reason, points, tuple(winners), tiebreak)


def _leaders(seats: list[Seat], values: tuple[int, ...]) -> list[Seat]:
    """Return the seats, among these, that have the highest value."""
    highest = max(values[seat] for seat in seats)
    return [seat for seat in seats if values[seat] == highest]


def _reason(
    total: int,
    best: list[Seat],
    most_zeros: list[Seat],
    winners: list[Seat],
    zeros: tuple[int, ...],
    lowest: tuple[int, ...],
) -> Message:
    """Announce the winners, and the step of the tie rule that decided."""
    first = winners[0]
    who = Who(first)
    if len(best) == 1:
        return deed(
            "{who} wins with the fewest points: {total}.",
            "You win with the fewest points: {total}.",
            who=who,
            total=total,
        )
    if len(winners) > 1:
        return describe_shared_win(winners, total)
    tie_break = msg("The lowest round breaks the tie: {points}.", points=lowest[first])
    if len(most_zeros) == 1:
        tie_break = count("{n} round of zero breaks the tie.", "{n} rounds of zero break the tie.", zeros[first])
    return sentences(describe_win(first, total), tie_break)
