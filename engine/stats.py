"""The statistics that players of a game compare over many games.

The events of a game give marks to seats, and figures are computed from the marks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from engine import defaults
from engine.words import Message, count


class Mark(NamedTuple):
    """Something that a seat did or suffered, with its key and amount.

    `other_seat` is the other seat that was involved, such as the victim.
    """

    seat: int
    key: str
    amount: int = 1
    other_seat: int | None = None


class Figure(NamedTuple):
    """A number over many games, from the marks with its key."""

    key: str
    label: Message
    is_greatest: bool = False
    """Whether the greatest mark counts, not the sum."""
    per: str = ""
    """For an average, the key of the marks whose sum divides this sum; else empty."""

    def format_sum(self, sums: Mapping[str, int]) -> str | None:
        """Return the number as it is shown, from the sums of all marks.

        It is None for an average over 0 cases.
        """
        amount = sums.get(self.key, 0)
        if not self.per:
            return str(amount).replace("-", "−")
        cases = sums.get(self.per, 0)
        return f"{amount / cases:.1f}".replace("-", "−") if cases else None


class Record(NamedTuple):
    """The best result on a server: the greatest amount of the mark with this key.

    With `is_least`, the smallest amount is the best.
    """

    key: str
    label: Message
    format_amount: Callable[[int], Message]
    """Returns an amount with its unit."""
    is_least: bool = False

    def beats(self, amount: int, before: int) -> bool:
        """Return whether an amount is better than the record before it."""
        return amount < before if self.is_least else amount > before


class Stats(NamedTuple):
    """The statistics of a game; the default has only games, wins and points."""

    marks: Callable[[Iterable[Any]], Iterable[Mark]] = defaults.no_items
    """Yields the marks of a game, each as soon as the event that gives it is read."""
    figures: Sequence[Figure] = ()
    records: Sequence[Record] = ()
    """The records that a server keeps, the most important first."""
    find_more_marks: Callable[[Any], Iterable[Mark]] = defaults.no_items
    """Yields more marks for records, from what everybody saw when a round was scored."""

    def add_marks(self, sums: Mapping[str, int], marks: Mapping[str, int]) -> dict[str, int]:
        """Return the sums with the marks of one more game."""
        maxima = {figure.key for figure in self.figures if figure.is_greatest} | {record.key for record in self.records}
        totals = dict(sums)
        for key, amount in marks.items():
            if key not in totals:
                totals[key] = amount
            else:
                totals[key] = max(totals[key], amount) if key in maxima else totals[key] + amount
        return totals


def tiles(n: int) -> Message:
    """Return a number of tiles in words."""
    return count("{n} tile", "{n} tiles", n)


def points(n: int) -> Message:
    """Return a number of points in words."""
    return count("{n} point", "{n} points", n)


PLAIN = Stats()
"""The statistics of a game without figures of its own."""
