"""The search path: rounds of Block played out on local ints."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engine.games import GAMES
from engine.games.draw.actions import Move
from engine.games.draw.playout import playout
from engine.games.draw.state import DrawState
from tests.bench.engine import BLOCK, OURS, contract
from tests.bench.measure import Engine, Pace, race, race_head, race_rows, show
from tests.bench.peers import peers
from tests.engine.play import Setup


def run(pace: Pace) -> None:
    """Print the tables."""
    rng = Random(2)
    for seats in 2, 4:
        others = peers(seats, rng)
        names = [other.name for other in others]
        engines = [*others, play_outs(seats, rng)]
        title = f"Block, double-six, {seats} seats, played out for search"
        show(title, race_head(names), race_rows(race(engines, pace), names))


def play_outs(seats: int, rng: Random) -> Engine:
    """Random play-outs of fresh deals."""
    random, made = rng.random, 0

    def choose(moves: Sequence[Move]) -> Move:
        nonlocal made
        made += 1
        return moves[int(random() * len(moves))]

    def play(state: DrawState) -> int:
        before = made
        playout(state, choose)
        return made - before

    return Engine(OURS, contract(OURS, Setup(GAMES["draw"], BLOCK, seats), rng).deal, play)
