"""Statistics of Chickenfoot: rounds without a point, and feet begun and completed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.game import Event
from engine.games.chickenfoot.events import Played, RoundEnded
from engine.games.chickenfoot.moments import foot_lengths
from engine.games.chickenfoot.observation import ChickenfootObservation, TileRole
from engine.stats import Figure, Mark, Record, Stats, tiles
from engine.words import msg


def marks(events: Iterable[Event]) -> Iterator[Mark]:
    """Yield marks for feet begun and completed, and for the points of each round."""
    for event in events:
        if isinstance(event, Played):
            if event.role is TileRole.DOUBLE:
                yield Mark(event.seat, "opened")
            elif event.role is TileRole.TOE and not event.missing:
                yield Mark(event.seat, "closed")
        elif isinstance(event, RoundEnded):
            yield from _round_marks(event.result.values, event.result.out)


def _round_marks(values: tuple[int, ...], out: int | None) -> Iterator[Mark]:
    for seat, value in enumerate(values):
        yield Mark(seat, "rounds")
        yield Mark(seat, "paid", value)
        yield Mark(seat, "worst", value)
        if not value:
            yield Mark(seat, "zeros")
        if seat == out:
            yield Mark(seat, "outs")


def find_round_marks(seen: ChickenfootObservation) -> Iterator[Mark]:
    """Yield marks for the longest row of tiles from each foot of a round that was just scored."""
    for place, length in foot_lengths(seen).items():
        if length:
            yield Mark(seen.laid[place].seat, "foot", length)


STATS = Stats(
    marks,
    (
        Figure("zeros", msg("Rounds with 0 points")),
        Figure("outs", msg("Times gone out")),
        Figure("opened", msg("Feet begun")),
        Figure("closed", msg("Feet completed")),
        Figure("paid", msg("Points per round"), per="rounds"),
        Figure("worst", msg("Worst round"), is_greatest=True),
        Figure("rounds", msg("Rounds played")),
    ),
    (Record("foot", msg("Longest foot"), tiles),),
    find_round_marks,
)
