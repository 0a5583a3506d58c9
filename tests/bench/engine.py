"""The rules through their public contract: random games by `legal_actions` and `apply`."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from engine.dominoes.actions import Call
from engine.game import DEALER
from engine.games import GAMES
from engine.games.draw.options import DrawOptions
from engine.options import Options
from tests.bench.measure import Engine, Pace, race, race_head, race_rows, show
from tests.bench.peers import peers
from tests.engine.play import Setup, random_deal

OURS = "Boneyard"
BLOCK = DrawOptions(
    mode="block", set=6, hand_size=7, first_lead="random", verification="auto", match="rounds", rounds=1
)
"""Block as the others play it: seven tiles each, any tile opens, who cannot play is passed over."""

PASSED = Call.CANNOT
MANY = 4


def run(pace: Pace) -> None:
    """Print the tables."""
    rng = Random(1)
    for seats in 2, 4:
        others = peers(seats, rng)
        names = [other.name for other in others]
        engines = [*others, contract(OURS, Setup(GAMES["draw"], BLOCK, seats), rng)]
        show(
            f"Block, double-six, {seats} seats, through the public contract",
            race_head(names),
            race_rows(race(engines, pace), names),
        )
    references = peers(4, rng)[:1]
    names = [other.name for other in references]
    engines = [*references, *(contract(name, setup, rng) for name, setup in _every_game())]
    show("A round of every game, beside Block with 4 seats", race_head(names), race_rows(race(engines, pace), names))


def _every_game() -> Iterator[tuple[str, Setup]]:
    """Yield each game with its usual options; if many can play, only with the fewest, four and the most."""
    for key, game in GAMES.items():
        seats = game.seats if len(game.seats) <= MANY else (game.seats[0], 4, game.seats[-1])
        for number in seats:
            yield f"{key}, {number} seats", Setup(game, _options(key), number)


def _options(key: str) -> Options:
    return DrawOptions(verification="auto") if key == "draw" else GAMES[key].options()


def contract(name: str, setup: Setup, rng: Random) -> Engine:
    """Measure a round of a game, from the first deal to its end."""
    start = setup.start()

    def deal() -> Any:
        return start.apply(random_deal(start, rng)).state

    return Engine(name, deal, lambda state: _play(state, rng))


def _play(state: Any, rng: Random) -> int:
    moves = 0
    while (seat := state.to_act) is not None and seat != DEALER:
        action = rng.choice(state.legal_actions())
        moves += action is not PASSED  # the others do not count a pass
        state = state.apply(action).state
    return moves
