"""A seat's rewards in a round: the margin of points, and a prize for winning the game."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.game import Seat
from engine.sides import Sides, number_sides


def margin(points: Sequence[int], seat: Seat) -> float:
    """Return a seat's points above the mean of the others."""
    return points[seat] - (sum(points) - points[seat]) / (len(points) - 1)


def reward_function(
    scores: Sequence[int], goal: int | None, is_last: bool, win_prize: float, sides: Sides
) -> Callable[[Sequence[int]], Sequence[float]]:
    """Return a function from the seats' points in the round to their rewards.

    A reward is the margin of the seat's side. If the game ends, because `goal` is reached or the round is the last one,
    the sides with the most points also share `win_prize`.
    """
    side_scores = [scores[side[0]] for side in sides]
    other_sides = len(sides) - 1

    def reward_sides(gains: Sequence[int]) -> list[float]:
        total = sum(gains)
        margins = [gained - (total - gained) / other_sides for gained in gains]
        if not is_last and goal is None:
            return margins
        totals = [score + gained for score, gained in zip(side_scores, gains, strict=True)]
        highest = max(totals)
        if not is_last and goal is not None and highest < goal:
            return margins
        prize = win_prize / totals.count(highest)
        return [margin + (prize if total == highest else 0.0) for margin, total in zip(margins, totals, strict=True)]

    if len(sides) == len(scores):  # nobody has a partner
        return reward_sides
    first_seats, side_numbers = [side[0] for side in sides], number_sides(sides)

    def reward_partners(gains: Sequence[int]) -> Sequence[float]:
        rewards = reward_sides([gains[seat] for seat in first_seats])
        return [rewards[number] for number in side_numbers]

    return reward_partners
