"""Games of dominoes as they were once played, with a digest of what was public.

`python -m tests.engine.golden draw` plays those of a game again and writes its file; do that only if a rule of play is
to change.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import Path
from random import Random
from typing import Any

from engine.game import DEALER
from engine.games import GAMES
from engine.options import Options
from engine.tiles import Tile
from engine.words import Message
from tests.engine.play import Setup, find_action, honest, random_deal

FOLDER = Path(__file__).parent
NUMBERS = {"draw": 50, "fives": 50, "chickenfoot": 12, "fortytwo": 20}
"""Games of each kind."""
LONGEST = 200
"""Steps of a game, at most."""
LATELY = ("signs", "confirmed", "drawn", "drawable", "declared", "total", "last")
ADDED = {("TookTrick", "points")}
"""Fields of events that are younger than these games."""
LEFT = ("series", "forced_moves", "drawseat")
"""Options that change nothing of how a game goes on."""


def read_games(key: str) -> Iterator[dict[str, Any]]:
    """Yield the games of one kind, one a line."""
    yield from map(json.loads, (FOLDER / f"{key}.jsonl").read_text().splitlines())


def set_up(game: dict[str, Any]) -> Setup:
    """Return the table of a game."""
    return Setup(GAMES[game["key"]], GAMES[game["key"]].options().with_options(game["options"]), game["seats"])


def digest_log(setup: Setup, seed: int, log: Sequence[str]) -> str:
    """Return a hash of what could be seen along a log, in which "deal" stands for the next deal of a seed."""
    state, rng, digest = setup.start(), Random(seed), hashlib.sha256()
    for entry in log:
        step = state.apply(random_deal(state, rng) if entry == "deal" else find_action(state, entry))
        state = step.state
        digest.update(json.dumps([entry, *map(write_plainly, step.events), *_positions(setup, state)]).encode())
    return digest.hexdigest()


def _positions(setup: Setup, state: Any) -> Iterator[Any]:
    """Yield what the rules say of a position, whatever its classes are."""
    automatic, playing = state.automatic(), state.to_act not in (None, DEALER)
    yield [state.to_act, str(automatic), str(state.at_deadline()) if playing else ""]
    for viewer in setup.viewers():
        seen = state.observe(viewer)
        choices = [(each.notation, each.parts, each.enabled, each.same_as, bool(each.doubt)) for each in seen.choices]
        yield [choices, write_plainly([seen.hands, seen.sizes, seen.scores, seen.outcome])]
    yield [write_plainly(getattr(seen, name, None)) for name in ("ends", "spinner", "roots", *LATELY)]


def write_plainly(value: Any) -> Any:
    """Return a value as lists and texts; how sentences are worded is left out.

    So is the verdict of a round where everyone plays alone: these games are older than partners.
    """
    match value:
        case Message():
            return None
        case Tile():
            return str(value)
        case Enum():
            return value.name
        case dict():
            return [[write_plainly(key), write_plainly(each)] for key, each in value.items()]
        case tuple() if (named := value._asdict() if hasattr(value, "_asdict") else {}).get("verdict", ...) is None:
            return write_plainly([each for name, each in named.items() if name != "verdict"])
        case tuple() | list() | set() | frozenset():
            return list(map(write_plainly, value))
        case _ if is_dataclass(value):
            name = type(value).__name__
            names = [field.name for field in fields(value) if (name, field.name) not in ADDED]
            return [name, [write_plainly(getattr(value, each)) for each in names]]
        case None | bool() | int() | float() | str():
            return value
    raise TypeError(f"cannot write {type(value).__name__}")


def play_game(key: str, seed: int) -> dict[str, Any]:
    """Return a random game of some options, false declarations among them."""
    rng = Random(f"{key} {seed}")
    setup = Setup(GAMES[key], *_options(key, rng))
    state, deals, log, fouls = setup.start(), Random(seed), list[str](), 2
    while state.to_act is not None and len(log) < LONGEST:
        if state.to_act == DEALER:
            log.append("deal")
            state = state.apply(random_deal(state, deals)).state
            continue
        every = sorted(state.legal_actions(), key=str)
        truthful = honest(every)
        action = rng.choice(every if fouls else truthful)
        fouls -= action not in truthful
        log.append(str(action))
        state = state.apply(action).state
    played = {
        "key": key,
        "options": dict(setup.options.non_default_values()),
        "seats": setup.seats,
        "seed": seed,
        "log": log,
    }
    return {**played, "digest": digest_log(setup, seed, log)}


def _options(key: str, rng: Random) -> tuple[Options, int]:
    """Return options that can be played, half of each left as they are, and a number of seats."""
    game, seats = GAMES[key], rng.choice(GAMES[key].seats)
    while True:
        options: Options = game.options()
        for name, setting in options.settings().items():
            if setting.values and name not in LEFT and rng.random() < 0.5:
                options = options.with_option(name, setting.text(rng.choice(setting.values)))
        if options.refusal(seats) is None:
            return options, seats


def main(keys: Sequence[str]) -> None:
    for key in keys:
        games = [json.dumps(play_game(key, seed)) for seed in range(NUMBERS[key])]
        (FOLDER / f"{key}.jsonl").write_text("\n".join(games) + "\n")
