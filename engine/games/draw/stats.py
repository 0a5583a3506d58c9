"""The statistics of Draw and Block: blocks, pips, and rounds gone out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.dominoes.ending import Ending
from engine.dominoes.events import Played, RoundScored, ShutoutWon
from engine.dominoes.partners import CAPICUA, Verdict
from engine.dominoes.summary import SHUTOUTS, shutout_marks
from engine.game import Event, Seat
from engine.games.draw.events import Foul
from engine.games.draw.observation import DrawObservation, RoundResult
from engine.sides import find_side
from engine.stats import Figure, Mark, Record, Stats, points, tiles
from engine.words import msg, term


def marks(events: Iterable[Event]) -> Iterator[Mark]:
    """Yield marks for going out, for blocks made and suffered, for pips caught or left, and for fouls."""
    last_seat: Seat = 0
    for event in events:
        if isinstance(event, Played):
            last_seat = event.seat
        elif isinstance(event, Foul):
            yield Mark(event.seat, "fouls")
        elif isinstance(event, RoundScored):
            yield from _round(event.result, last_seat)
        elif isinstance(event, ShutoutWon):
            yield from shutout_marks(event)


def _round(result: RoundResult, last: Seat) -> Iterator[Mark]:
    """Yield the marks of a round; `last` played its last tile, so a block was made by that seat."""
    verdict = result.verdict
    blocking_side = (last,) if verdict is None else find_side(verdict.sides, last)
    for seat, (gain, pips) in enumerate(zip(result.gains, result.residuals, strict=True)):
        yield Mark(seat, "rounds")
        yield Mark(seat, "caught", gain if verdict is None else _find_pips_won(verdict, seat))
        yield Mark(seat, "left", pips)
        if result.ending is Ending.OUT and seat == last:
            yield Mark(seat, "outs")
        if result.ending is Ending.BLOCKED and seat == last:
            yield Mark(seat, "blocks")
        elif result.ending is Ending.BLOCKED and seat not in blocking_side:
            yield Mark(seat, "blocked")
    if verdict is not None:
        yield from _bonuses(verdict)


def _find_pips_won(verdict: Verdict, seat: Seat) -> int:
    return verdict.pips if seat in verdict.winner else 0


def _bonuses(verdict: Verdict) -> Iterator[Mark]:
    """Yield marks for the bonuses of pairs, for the seats that earned them."""
    for bonus in verdict.bonuses:
        yield Mark(bonus.seat, "bonuses", bonus.points)
        if bonus.kind == CAPICUA:
            yield Mark(bonus.seat, "capicuas")


def find_round_marks(seen: DrawObservation) -> Iterator[Mark]:
    """Yield the marks of a scored round that may be records."""
    if seen.result is None or not seen.laid:
        return
    yield Mark(seen.laid[-1].seat, "chain", len(seen.laid))
    for seat in seen.result.winners:
        yield Mark(seat, "catch", seen.result.gains[seat])
        if seen.result.ending is Ending.BLOCKED:
            yield Mark(seat, "block", seen.result.gains[seat])


STATS = Stats(
    marks,
    (
        Figure("outs", msg("Times gone out")),
        Figure("blocks", msg("Blocks made")),
        Figure("blocked", msg("Blocks suffered")),
        Figure("caught", msg("Pips won from others")),
        Figure("left", msg("Pips left per round"), per="rounds"),
        Figure("fouls", term("Fouls", "statistics")),
        Figure("bonuses", msg("Points by bonuses")),
        Figure("capicuas", msg("Capicúas")),
        SHUTOUTS,
        Figure("rounds", msg("Rounds played")),
    ),
    (
        Record("block", msg("Biggest block"), points),
        Record("chain", msg("Longest chain"), tiles),
        Record("catch", msg("Most points in a round"), points),
    ),
    find_round_marks,
)
