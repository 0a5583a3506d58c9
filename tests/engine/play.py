"""Random play over the contract, for every game: deals, games, logs, replays.

Run as a program it reads a log as JSON and prints the digest of everything any viewer saw on the way.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from random import Random
from typing import Any, NamedTuple

from engine.forced_moves import find_automatic_step
from engine.game import DEALER, Action, Deal, Game, Seat, Step
from engine.games import GAMES
from engine.notation import find
from engine.options import Options
from engine.words import Message

Entry = Deal | str
"""A step of a log: the dealer's, or the notation of a seat's."""


class Setup(NamedTuple):
    """A game as it is started: the same options and seats always give the same state."""

    game: Game[Any, Any]
    options: Options
    seats: int

    def start(self) -> Any:
        return self.game.start(self.options, self.seats)

    def viewers(self) -> tuple[Seat | None, ...]:
        """Return every seat, and the channel."""
        return (*range(self.seats), None)

    def by_itself(self, state: Any) -> str | None:
        """Return the step that a table with these options takes by itself, if there is one."""
        return find_automatic_step(self.game, state, forced=self.options.has_automatic_forced_moves())


class Turn(NamedTuple):
    """One step of a walk; `log` leads to `before`."""

    before: Any
    action: Action
    step: Step
    log: tuple[Entry, ...]


class Position(NamedTuple):
    """A state and the way to it."""

    setup: Setup
    log: tuple[Entry, ...]
    state: Any


SHORT: Mapping[str, Mapping[str, str]] = {
    "draw": {"match": "rounds", "rounds": "1"},
    "moon": {
        "target": "1"
    },  # whoever takes a trick has won: with a higher one random bids can sink all for thousands of hands
    "chickenfoot": {"set": "6", "hand_size": "5", "rounds": "1"},
    "fortytwo": {"target": "1"},
}
"""Options that make a game short, for series of it; a game that is not named is short as it is."""


def setups() -> dict[str, Setup]:
    """Return every preset of every game with every number of seats, by a name.

    And short series of every game.
    """
    return _presets() | series_setups()


def _presets() -> dict[str, Setup]:
    return {
        f"{key}-{preset}-{seats}": Setup(game, options, seats)
        for key, game in GAMES.items()
        for preset, options in game.presets.items()
        for seats in game.seats
        if options.refusal(seats) is None
    }


def series_setups() -> dict[str, Setup]:
    """Return a sum and a match of every game."""
    return {
        f"{key}-{series}-{seats}": Setup(game, short(game, series=series), seats)
        for key, game in GAMES.items()
        for series, seats in (("sumof 2", game.seats[0]), ("match 2", game.seats[:2][-1]))
    }


def usual_seats(game: Game[Any, Any]) -> int:
    """Three seats, or as near as a game comes to that."""
    return min(game.seats, key=lambda seats: abs(seats - 3))


def short(game: Game[Any, Any], **more: str) -> Options:
    """Options of a short game, and others."""
    options: Options = game.options()
    for name, text in {**SHORT.get(game.key, {}), **more}.items():
        options = options.with_option(name, text)
    return options


def random_deal(state: Any, rng: Random) -> Deal:
    """Return a deal that fits a state which waits for one."""
    return Deal(tuple(rng.sample(range(len(state.deck)), len(state.deck))), rng.randrange(state.picks))


def honest(actions: Sequence[Action]) -> list[Action]:
    """Return the actions that are no foul: `cannot` if nothing can be played, `can` if something can."""
    able = any(str(action).startswith("play ") for action in actions)
    return [action for action in actions if str(action) != ("cannot" if able else "can")]


def walk(setup: Setup, rng: Random, fouls: int = 0, *, at_table: bool = False) -> Iterator[Turn]:
    """Yield random steps to the end of the game.

    At most `fouls` declarations are false. `at_table` the table takes those that it takes by itself, each in the first
    of the ways that differ only in the picture.
    """
    state = setup.start()
    log: tuple[Entry, ...] = ()
    while state.to_act is not None:
        action: Action
        if state.to_act == DEALER:
            action = random_deal(state, rng)
        else:
            every = state.legal_actions()
            truthful = honest(every)
            action = rng.choice(every if fouls else truthful)
            if at_table and (notation := setup.by_itself(state)) is not None:
                action = find_action(state, notation)
            fouls -= action not in truthful
        step = state.apply(action)
        yield Turn(state, action, step, log)
        log = (*log, action if isinstance(action, Deal) else str(action))
        state = step.state


def position(setup: Setup, rng: Random, steps: int, fouls: int = 0, *, at_table: bool = False) -> Position:
    """Return the position of a random game after `steps` steps (or at its end, if that is sooner)."""
    last = list(islice(walk(setup, rng, fouls, at_table=at_table), steps))[-1]
    entry: Entry = last.action if isinstance(last.action, Deal) else str(last.action)
    return Position(setup, (*last.log, entry), last.step.state)


def find_action(state: Any, entry: Entry) -> Action:
    """Return the action that a step of a log names. Raises ValueError if it is not legal."""
    if isinstance(entry, Deal):
        return entry
    action = find(state.legal_actions(), entry)
    if action is None:
        raise ValueError(f"{entry} is not legal here")
    return action


def replay(setup: Setup, log: Sequence[Entry]) -> Any:
    """Return the state that a log leads to."""
    state = setup.start()
    for entry in log:
        state = state.apply(find_action(state, entry)).state
    return state


def seen_digest(setup: Setup, log: Sequence[Entry]) -> str:
    """Return a hash over everything that every viewer observes and reads along a log."""
    digest = hashlib.sha256()
    state = setup.start()
    for entry in log:
        step = state.apply(find_action(state, entry))
        state = step.state
        for viewer in setup.viewers():
            told = [event.redact_for(viewer) for event in step.events]
            seen, read = state.observe(viewer), [event.describe() for event in told]
            digest.update(repr((seen, told, [*map(str, (*all_messages(setup.game, seen), *read))])).encode())
    return digest.hexdigest()


def all_messages(game: Game[Any, Any], seen: Any) -> list[Message]:
    """Return all sentences that the viewer of an observation reads."""
    voice = game.voice
    always = [voice.call(seen), voice.situation(seen), voice.prompt(seen), *voice.standings(seen)]
    if seen.viewer is not None and seen.viewer == seen.to_act:
        always += [tip.text for tip in voice.tour(seen)]
    tally = voice.tally(seen)
    return always if tally is None else [*always, tally]


def log_to_json(name: str, log: Sequence[Entry]) -> str:
    """Return a log as another process reads it; `name` is a key of `setups()`."""
    return json.dumps([name, [[entry.order, entry.pick] if isinstance(entry, Deal) else entry for entry in log]])


def main() -> None:
    for line in sys.stdin:
        name, entries = json.loads(line)
        log = [entry if isinstance(entry, str) else Deal(tuple(entry[0]), entry[1]) for entry in entries]
        print(seen_digest(setups()[name], log))


if __name__ == "__main__":
    main()
