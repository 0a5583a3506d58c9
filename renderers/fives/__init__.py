"""How Fives looks: a line of play with its spinners marked, what it counts, and what each play would score."""

from collections.abc import Collection, Sequence

from engine.games import fives
from engine.games.fives.observation import FivesObservation
from engine.words import Message, msg
from renderers import line
from renderers.kit import tally
from renderers.look import Look


def counted(seen: FivesObservation) -> Sequence[Message]:
    """Return what the open ends count, and what the tile laid last scored for it."""
    if not seen.laid:
        return ()
    if seen.last:
        return (msg("count {total} ✓ +{points}", total=seen.total, points=seen.last),)
    return (msg("count {total}", total=seen.total),)


def gains(seen: FivesObservation) -> Sequence[int]:
    """Return what each seat won in the round that was scored; before that, what the last play won."""
    if seen.result is not None:
        return seen.result.gains
    last = seen.laid[-1].seat if seen.laid else None
    return [seen.last if seat == last else 0 for seat in range(len(seen.sizes))]


def spinners(seen: FivesObservation) -> Collection[int]:
    """Return the places of the doubles that have or get four arms."""
    if seen.branching:
        return [place for place, laid in enumerate(seen.laid) if laid.tile.double]
    return () if seen.spinner is None else (seen.spinner,)


def worth(seen: FivesObservation, tile: str, end: str) -> int:
    """Return what a play of the viewer would score."""
    return next((play.points for play in seen.would if (str(play.tile), play.end) == (tile, end)), 0)


LOOK: Look[FivesObservation] = line.look(
    line.Manner(
        name=fives.GAME.name,
        voice=fives.GAME.voice,
        notes=counted,
        gains=gains,
        pins=spinners,
        worth=worth,
    ),
    score=tally.picture_of(fives.GAME.voice),
)
