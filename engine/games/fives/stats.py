"""Statistics of Fives: points a round, the biggest play, and rounds gone out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.dominoes.ending import Ending
from engine.dominoes.events import Played, RoundScored, ShutoutWon
from engine.dominoes.summary import SHUTOUTS, shutout_marks
from engine.game import Event, Seat
from engine.games.fives.events import Counted
from engine.games.fives.observation import FivesObservation, RoundResult
from engine.stats import Figure, Mark, Record, Stats, points, tiles
from engine.words import msg


def marks(events: Iterable[Event]) -> Iterator[Mark]:
    """Yield marks for the points of each play, and for each round."""
    last_seat: Seat = 0
    for event in events:
        if isinstance(event, Played):
            last_seat = event.seat
        elif isinstance(event, Counted) and event.points:
            yield Mark(event.seat, "plays", event.points)
            yield Mark(event.seat, "biggest", event.points)
        elif isinstance(event, RoundScored):
            yield from _round(event.result, last_seat)
        elif isinstance(event, ShutoutWon):
            yield from shutout_marks(event)


def _round(result: RoundResult, last: Seat) -> Iterator[Mark]:
    for seat, gain in enumerate(result.gains):
        yield Mark(seat, "rounds")
        yield Mark(seat, "points", gain)
        if result.ending is Ending.OUT and seat == last:
            yield Mark(seat, "outs")


def find_round_marks(seen: FivesObservation) -> Iterator[Mark]:
    """Yield the marks of a scored round that may be records."""
    if seen.laid:
        yield Mark(seen.laid[-1].seat, "chain", len(seen.laid))


STATS = Stats(
    marks,
    (
        Figure("points", msg("Points per round"), per="rounds"),
        Figure("biggest", msg("Biggest play"), is_greatest=True),
        Figure("plays", msg("Points by plays")),
        Figure("outs", msg("Times gone out")),
        SHUTOUTS,
        Figure("rounds", msg("Rounds played")),
    ),
    (Record("biggest", msg("Biggest play"), points), Record("chain", msg("Most tiles in a round"), tiles)),
    find_round_marks,
)
