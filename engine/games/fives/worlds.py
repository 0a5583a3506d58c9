"""What a viewer can conclude about the tiles it has not seen, and positions in which they lie accordingly."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine.dominoes import worlds as dealing
from engine.dominoes.boneyard import terms
from engine.dominoes.line import fitting
from engine.dominoes.retelling import Retelling
from engine.dominoes.story import Story
from engine.games.fives.line import Line
from engine.games.fives.observation import FivesObservation
from engine.games.fives.state import FivesState, start


def possible(seen: FivesObservation, rng: Random) -> Iterator[FivesState]:
    """Yield positions that agree with all that this viewer has seen."""
    worlds = Worlds(seen, rng)
    while True:
        yield worlds.another()


class Worlds(dealing.Worlds[FivesState]):
    """Positions that agree with one observation."""

    def __init__(self, seen: FivesObservation, rng: Random) -> None:
        position = known(seen)
        super().__init__(position, retold(seen, position, rng) if seen.round and not seen.scored else None, rng)


def known(seen: FivesObservation) -> FivesState:
    """Return the position as far as it is seen: hands that are not are empty, and so is the boneyard."""
    rules = terms(seen.options, len(seen.sizes))
    if not seen.round:
        return start(seen.options, rules.seats)
    *_, line = lines(seen)
    return FivesState(
        **dealing.face_up(seen, rules), line=line, plays=seen.plays, last=seen.last, statistics=seen.statistics
    )


def lines(seen: FivesObservation) -> Iterator[Line]:
    """Yield the line before each tile, and as it is now."""
    line = Line(seen.options.spinner)
    yield line
    for laid in seen.laid:
        line = line.after(laid.tile, laid.arm)
        yield line


def retold(seen: FivesObservation, position: FivesState, rng: Random) -> Story:
    """Return the round so far; where nobody has opened, the generator chooses among what must be there."""
    rules = position.terms
    return Retelling(seen, rules, [fitting(rules.tiles, line.ends) for line in lines(seen)], 0, rng).told()
