"""What the players of a game compare over many games: marks that its events give to seats, and the figures made of
them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from engine import defaults
from engine.words import Message, count


class Mark(NamedTuple):
    """Something that a seat did or suffered: its key, and how much of it; `of` is the other seat it concerns."""

    seat: int
    key: str
    amount: int = 1
    of: int | None = None


class Figure(NamedTuple):
    """A number that is shown of many games; made of the marks with its key."""

    key: str
    label: Message
    most: bool = False
    """Whether the greatest mark counts, not the sum."""
    per: str = ""
    """The key of what the sum is divided by."""

    def of(self, sums: Mapping[str, int]) -> str | None:
        """Return the number as it is shown, from the sums of all marks; None where there is nothing to count."""
        amount = sums.get(self.key, 0)
        if not self.per:
            return str(amount).replace("-", "−")
        each = sums.get(self.per, 0)
        return f"{amount / each:.1f}".replace("-", "−") if each else None


class Record(NamedTuple):
    """The best that was ever done on a server: the key of the mark whose greatest amount it is, or with `least` the
    smallest."""

    key: str
    label: Message
    of: Callable[[int], Message]
    """Says an amount with its unit."""
    least: bool = False

    def beats(self, amount: int, before: int) -> bool:
        """Return whether an amount is better than the one before."""
        return amount < before if self.least else amount > before


class Stats(NamedTuple):
    """The statistics of a game; one that has none of its own tells only of games, wins and points."""

    marks: Callable[[Iterable[Any]], Iterable[Mark]] = defaults.no_items
    """Yields the marks of a game from its events, each as soon as the event that gives it was read."""
    figures: Sequence[Figure] = ()
    records: Sequence[Record] = ()
    """Those that a server keeps, what is told first before the others."""
    found: Callable[[Any], Iterable[Mark]] = defaults.no_items
    """Yields more marks of records, from what everybody saw when a round was scored."""

    def add_marks(self, sums: Mapping[str, int], marks: Mapping[str, int]) -> dict[str, int]:
        """Return the sums with the marks of one more game."""
        most = {figure.key for figure in self.figures if figure.most} | {record.key for record in self.records}
        together = dict(sums)
        for key, amount in marks.items():
            before = together.get(key)
            together[key] = amount if before is None else max(before, amount) if key in most else before + amount
        return together


def tiles(n: int) -> Message:
    """Say how many tiles."""
    return count("{n} tile", "{n} tiles", n)


def points(n: int) -> Message:
    """Say how many points."""
    return count("{n} point", "{n} points", n)


PLAIN = Stats()
