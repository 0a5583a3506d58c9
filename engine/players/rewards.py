"""A seat's rewards in a round: a margin of points, and a lead at the game's end."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.game import Seat


def margin(points: Sequence[int], seat: Seat) -> float:
    """Return a seat's points above the mean of the others."""
    return points[seat] - (sum(points) - points[seat]) / (len(points) - 1)


def seeking(
    scores: Sequence[int], goal: int | None, last: bool, lead: float
) -> Callable[[Sequence[int]], Sequence[float]]:
    """Return each seat's rewards as a function of what all gain in the round.

    They are a margin, and the prize `lead` shared by those with most points when the game ends, because `goal` was
    reached or the round was the `last` one.
    """
    others = len(scores) - 1

    def rewards(gains: Sequence[int]) -> Sequence[float]:
        total = sum(gains)
        margins = [gained - (total - gained) / others for gained in gains]
        if not last and goal is None:
            return margins
        totals = [had + gained for had, gained in zip(scores, gains, strict=True)]
        most = max(totals)
        if not last and goal is not None and most < goal:
            return margins
        prize = lead / totals.count(most)
        return [margin + (prize if total == most else 0.0) for margin, total in zip(margins, totals, strict=True)]

    return rewards
