"""Joining a game that goes on, between its rounds: what a game that allows it says of that."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from engine.options import Options

P = TypeVar("P", bound=Options)


@dataclass(frozen=True)
class Late(Generic[P]):
    """How a game grows between its rounds: each newcomer sits after the last seat, with the mean of the points."""

    allowed: Callable[[P], bool]
    """Whether these options let players join at all."""
    most: Callable[[P, int], int]
    """Options and a number of seats to the most seats that this game can grow to; the same number where nobody can
    join."""
    last: Callable[[P, int], int | None]
    """Options and a number of seats to the round after which the game is over; None where points decide that."""
    widened: Callable[[Any, int], Any]
    """A state between rounds and a larger number of seats to the same game with so many; the deck stays as it is.

    Raises ValueError in the midst of a round, and for more seats than `most`."""


def mean(points: Sequence[int]) -> int:
    """Return what a newcomer begins with, from `Observation.points`: the mean, rounded so that nobody gains by it."""
    return sum(points) // len(points)


def grown(course: Sequence[tuple[int, ...]], seats: int) -> list[tuple[int, ...]]:
    """Return the points after each round as if newcomers had always had the mean."""
    return [(*points, *(mean(points),) * (seats - len(points))) for points in course]


def most_seats(refused: Callable[[int], object], same: Callable[[int], bool], seats: int, limit: int) -> int:
    """Return how far the seats can grow one by one, up to a limit: none is refused, and the tiles stay the same."""
    while seats < limit and same(seats + 1) and not refused(seats + 1):
        seats += 1
    return seats
