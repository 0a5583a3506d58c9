"""Twins: two positions that one viewer cannot tell apart.

A twin has other tiles where the viewer has not looked; every step of its round is legal, and what the viewer was told
of each is the same. What is hidden is changed in the deal, never in an observation: a leak would copy itself.

The events must tell all that a viewer knows: the event of a deal carries the hands, each redacted for the others, and
that of a round's end all tiles that are turned over.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from engine.game import DEALER, Action, Deal, Event, Seat
from tests.engine.play import Entry, Position, Setup, find_action, position, replay


class Told(NamedTuple):
    """A step of the log and what one viewer was told of it."""

    entry: Entry
    events: tuple[Event, ...]
    secret: bool
    """Whether the viewer was not told which action it was: another one would have looked the same."""


def resting_position(setup: Setup, rng: Random, steps: int, fouls: int = 0) -> Position:
    """Return a random position in which the table waits for a person, or the round is over."""
    reached = position(setup, rng, steps, fouls, at_table=True)
    log, state = reached.log, reached.state
    while (notation := setup.by_itself(state)) is not None:
        log = (*log, notation)
        state = state.apply(find_action(state, notation)).state
    return Position(setup, log, state)


def twin(original: Position, viewer: Seat | None, rng: Random, exchanges: int = 16) -> Any:
    """Return the state of a twin."""
    return twin_position(original, viewer, rng, exchanges).state


def twin_position(original: Position, viewer: Seat | None, rng: Random, exchanges: int = 16) -> Position:
    """Return a position that `viewer` cannot tell from the original.

    `exchanges` exchanges of two tiles are tried, those that would show are taken back. It may be equal to the original
    if nothing is hidden. A pause tells everybody that its player has a choice, so in a twin of a pause the same seat is
    left to act.
    """
    log = original.log
    dealt = max(place for place, entry in enumerate(log) if isinstance(entry, Deal))
    start = Position(original.setup, log[:dealt], replay(original.setup, log[:dealt]))
    told = _story(start.state, log[dealt:], viewer)
    called, paused = _is_word(original.state), not _has_forced_move(original)
    deal, found = log[dealt], original
    assert isinstance(deal, Deal)
    for _ in range(exchanges):
        other = Deal(_exchange_tiles(deal.order, rng), deal.pick)
        reached = _retold(start, other, told, viewer, rng)
        if reached is not None and _is_word(reached.state) == called and not (paused and _has_forced_move(reached)):
            deal, found = other, reached
    return found


def _exchange_tiles(order: Sequence[int], rng: Random) -> tuple[int, ...]:
    swapped = list(order)
    one, two = rng.sample(range(len(order)), 2)
    swapped[one], swapped[two] = swapped[two], swapped[one]
    return tuple(swapped)


def _story(state: Any, log: Sequence[Entry], viewer: Seat | None) -> list[Told]:
    told = []
    for entry in log:
        step = state.apply(find_action(state, entry))
        seen = _redact_events(step.events, viewer)
        told.append(Told(entry, seen, seen != step.events and _doubtful(state, entry, seen, viewer)))
        state = step.state
    return told


def _doubtful(state: Any, entry: Entry, seen: tuple[Event, ...], viewer: Seat | None) -> bool:
    others = (action for action in state.legal_actions() if str(action) != entry)
    return any(_redact_events(state.apply(action).events, viewer) == seen for action in others)


def _retold(start: Position, deal: Deal, told: Sequence[Told], viewer: Seat | None, rng: Random) -> Position | None:
    """Return where the same story leads after another deal; None if it can't be told."""
    reached = _after(start, [deal], told[0].events, viewer)
    for entry, events, secret in told[1:]:
        if reached is None:
            return None
        reached = _after(reached, _candidates(reached.state, str(entry), secret, rng), events, viewer)
    return reached


def _candidates(state: Any, notation: str, secret: bool, rng: Random) -> list[Action]:
    """Return the action of the log; any other may stand for an action that was done in secret."""
    actions = list(state.legal_actions())
    if secret:
        return rng.sample(actions, len(actions))
    return [action for action in actions if str(action) == notation]


def _after(
    before: Position, actions: Sequence[Action], events: tuple[Event, ...], viewer: Seat | None
) -> Position | None:
    """Return the position after the first of the actions that looks like these events."""
    for action in actions:
        step = before.state.apply(action)
        if _redact_events(step.events, viewer) == events:
            entry: Entry = action if isinstance(action, Deal) else str(action)
            return Position(before.setup, (*before.log, entry), step.state)
    return None


def _redact_events(events: Sequence[Event], viewer: Seat | None) -> tuple[Event, ...]:
    return tuple(event.redact_for(viewer) for event in events)


def _has_forced_move(position: Position) -> bool:
    """Return whether the table takes a forced move here, beside what the rules take by themselves."""
    return not goes_on(position.state) and position.setup.by_itself(position.state) is not None


def goes_on(state: Any) -> bool:
    """Return whether the table takes the next step by itself, which everybody can see."""
    return state.to_act not in (None, DEALER) and state.automatic() is not None


def _is_word(state: Any) -> bool:
    """Return whether that step is a mere word such as `pass`.

    A rule sheet wants it. Its coming tells no more than the word itself. A tile that plays itself tells by its coming
    what any other tile in its place would be, too.
    """
    return goes_on(state) and " " not in str(state.automatic())
