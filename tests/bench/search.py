"""The search path: rounds of Block played out on local ints, hands of Moon solved with open hands."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from statistics import mean, median
from time import process_time

from engine.dominoes.playout import PlayoutMove, playout
from engine.game import Seat
from engine.games import GAMES
from engine.games.draw.state import DrawState
from engine.games.moon.players.estimate import list_plans
from engine.games.moon.solver import Solver
from engine.games.moon.suits import DECK, SET, TRUMPS
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
    show("Moon, open hands, from the first lead: can the bidder take so many?", SOLVED, solve(pace.times))


def play_outs(seats: int, rng: Random) -> Engine:
    """Random play-outs of fresh deals."""
    random, made = rng.random, 0

    def choose(_seat: Seat, _hand: int, moves: Sequence[PlayoutMove], _seen: int) -> PlayoutMove:
        nonlocal made
        made += 1
        return moves[int(random() * len(moves))]

    def play(state: DrawState) -> int:
        before = made
        playout(state, choose)
        return made - before

    return Engine(OURS, contract(OURS, Setup(GAMES["draw"], BLOCK, seats), rng).deal, play)


SOLVED = ["tricks", "deals", "ms, mean", "median", "worst"]


def solve(deals: int) -> list[list[str]]:
    """Return a row a number of tricks: CPU time of an answer, for fixed deals with trump and discard."""
    hands = [_random_hands(Random(deal)) for deal in range(deals)]
    rows = []
    for need in 4, 5, 6, 7:
        spent = [1000 * _time_answer(*hand, need) for hand in hands]
        rows.append([str(need), str(deals), *(f"{ms:.2f}" for ms in (mean(spent), median(spent), max(spent)))])
    return rows


def _random_hands(rng: Random) -> tuple[int, int, int, int]:
    """Trump, and three hands of which the first is the bidder's."""
    order = [SET.index[tile] for tile in rng.sample(DECK, len(DECK))]
    eight, second, third = (sum(1 << tile for tile in part) for part in (order[:8], order[8:15], order[15:]))
    plan = list_plans(eight, TRUMPS)[0]
    return plan.trump, eight & ~(1 << plan.discard), second, third


def _time_answer(trump: int, bidder: int, second: int, third: int, need: int) -> float:
    start = process_time()
    solver = Solver(trump)
    b, x, y = map(solver.ranking.rank_tiles, (bidder, second, third))
    solver.reaches(b, x, y, 0, need)
    return process_time() - start
