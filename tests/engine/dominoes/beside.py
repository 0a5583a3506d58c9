"""Random matches in pairs, scored by the engine and by the second scorer.

Each number has to be the same. `python -m tests.engine.dominoes.beside ROUNDS [PRESET …]` plays ROUNDS rounds of each
preset of pairs.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from engine.game import DEALER, Deal
from engine.games.draw import GAME as DRAW
from engine.games.draw.options import DrawOptions
from engine.games.fives import GAME as FIVES
from engine.games.fives.options import FivesOptions
from tests.engine.dominoes.second_score import SEATS, Match, Result, Round, Tile

PairOptions = DrawOptions | FivesOptions
FOULS = 0.03
"""How often a player says what is false, where it is possible."""


class Difference(AssertionError):
    """Both scorers disagree."""


def presets() -> dict[str, PairOptions]:
    """Return the presets in which two play against two."""
    named = {name: options for name, options in DRAW.presets.items() if options.teams == "pairs"}
    return named | {"fives": FIVES.presets["pairs"]}


def rounds(options: PairOptions, rng: Random) -> Iterator[Result]:
    """Play a match, and yield each round that both scorers agree about. Raises Difference."""
    is_fives = isinstance(options, FivesOptions)
    game: Any = FIVES if is_fives else DRAW
    state = game.start(options, 4)
    tiles = [(tile.high, tile.low) for tile in state.terms.tiles.tiles]
    match, round_, lot = Match(options.to_json(), is_fives=is_fives), None, None
    while state.to_act is not None:
        if state.to_act == DEALER:
            deal = Deal(tuple(rng.sample(range(len(tiles)), len(tiles))), rng.randrange(state.picks))
            chosen = deal.pick if state.picks > 1 else None
            lot = chosen if lot is None else lot
            state = state.apply(deal).state
            round_, lot = _begin(match, state, [tiles[index] for index in deal.order], lot)
            continue
        assert round_ is not None
        action = _choose(state, rng)
        seat, before = state.to_act, len(match.results)
        state = state.apply(action).state
        result = round_.move(seat, str(action))
        if (result is None) != (state.match.result is None):
            raise Difference(f"after {seat} {action}: {result} and {state.match.result}")
        _require_same("the score", list(state.match.scores), [*match.score, *match.score])
        if result is not None:
            assert len(match.results) == before + 1
            _compare(match, result, state)
            yield result


def _begin(match: Match, state: Any, order: list[Tile], lot: int | None) -> tuple[Round | None, int | None]:
    """Begin a round; there is none if the tiles are dealt again, which the same chance opens."""
    size = state.terms.hand_size
    hands = [order[seat * size : (seat + 1) * size] for seat in SEATS]
    _require_same("whether a deal is void", state.match.void is not None, match.is_void(hands))
    if state.match.void is not None:
        return None, lot
    round_ = match.begin(hands, order[4 * size :], -1 if lot is None else lot)
    _require_same("who opens", state.to_act, round_.opener)
    return round_, None


def _choose(state: Any, rng: Random) -> Any:
    """Choose at random, and rarely what is false."""
    actions = state.legal_actions()
    if len(actions) == 1 or rng.random() < FOULS:
        return rng.choice(actions)
    able = any(str(action).startswith("play ") for action in actions)
    return rng.choice([action for action in actions if str(action) != ("cannot" if able else "can")])


def _compare(match: Match, result: Result, state: Any) -> None:
    """Compare a round that is over, and the match."""
    ours, verdict = state.match.result, state.match.result.verdict
    winner = None if not verdict.winner else verdict.winner[0]
    reached = result.ending == "reached"
    pairs: Mapping[str, tuple[Any, Any]] = {
        "the ending": (ours.ending.name.lower(), result.ending),
        "the winner": (winner, result.winner),
        "the hands": (list(ours.residuals), result.hands),
        "the worth of the hands": (verdict.pips, result.pips),
        "the bonuses": (
            sorted((bonus.kind, bonus.seat % 2, bonus.points) for bonus in verdict.bonuses),
            sorted(result.bonuses),
        ),
        "the plays": (list(getattr(ours, "plays", (0, 0, 0, 0))), result.plays * 2),
        "the gains": (
            list(ours.pips if match.is_fives else ours.gains),
            result.gains * 2,
        ),
        "the score": (list(state.match.scores), match.score * 2),
        "whether it is over": (state.outcome is not None, match.is_over),
    }
    for what, (one, other) in pairs.items():
        _require_same(what, one, other)
    if result.ending == "blocked" and result.compared:
        _require_same("the hands compared", sorted(verdict.compared), sorted(result.compared))
    assert not reached or match.is_over
    if state.outcome is not None:
        _require_same("the winners", [seat % 2 for seat in state.outcome.winners], match.winners * 2)
        has_shutout = state.terms.options.is_shutout(state.outcome)
        _require_same("a shutout", has_shutout, match.options["shutout"] == "two" and match.has_shutout)


def _require_same(what: str, engine: Any, second: Any) -> None:
    if engine != second:
        raise Difference(f"{what}: {engine} by the engine, {second} by the second scorer")


def random_options(rng: Random) -> PairOptions:
    """Return any options that pairs can play with, of a short match."""
    kind = rng.choice((DrawOptions, DrawOptions, FivesOptions))
    while True:
        chosen = {name: rng.choice(setting.values) for name, setting in kind.settings().items() if setting.values}
        chosen |= {"teams": "pairs", "rounds": rng.randint(1, 6), "target": rng.randint(50, 150)}
        chosen |= {"set": rng.choice((6, 6, 6, 9)), "hand_size": rng.choice((None, None, 3, 5, 7))}
        if kind is DrawOptions:
            chosen |= {"foul_fixed": rng.randint(0, 60), "foul_percent": rng.randint(0, 50)}
        try:
            options = kind.from_json(chosen)
        except ValueError:
            continue
        if options.refusal(4) is None:
            return options


def play(options: PairOptions, seed: str, most: int) -> Counter[str]:
    """Play matches until there were `most` rounds; return how many ended in which way, and what they brought."""
    rng, seen = Random(seed), Counter[str]()
    while seen["rounds"] < most:
        for result in rounds(options, rng):
            seen["rounds"] += 1
            seen[result.ending] += 1
            seen["nobody won"] += result.winner is None
            seen.update(name for name, *_ in result.bonuses)
            if seen["rounds"] == most:
                break
        seen["matches"] += 1
    return seen


def main(arguments: list[str]) -> None:
    """Play the rounds of each preset, and print what came of it."""
    most, *names = arguments
    for name, options in presets().items():
        if names and name not in names:
            continue
        began = time.monotonic()
        seen = play(options, f"beside {name}", int(most))
        told = ", ".join(f"{what} {n}" for what, n in sorted(seen.items()))
        print(f"{name}: no difference; {told}; {time.monotonic() - began:.0f} s", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
