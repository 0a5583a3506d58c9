"""Positions of Fives, set up as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.dominoes.events import Played
from engine.dominoes.layout import Layout, replay
from engine.dominoes.settings import Shape
from engine.game import Deal
from engine.games.fives.options import FivesOptions
from engine.games.fives.state import FivesState, start
from engine.notation import find
from engine.tiles import tile, tiles


def line_of(spinner: str, *steps: str) -> Layout:
    """Return the line after tiles as "6-6", "6-3 A" …"""
    *_, there = replay(Shape(6, spinner, counted=True), [(tile(step.split()[0]), step[4:]) for step in steps])
    return there


def position(
    hands: Sequence[str],
    table: Sequence[str] = (),
    boneyard: str = "",
    scores: Sequence[int] = (),
    opener: int = 0,
    **options: Any,
) -> FivesState:
    """Return a position in round 1, seat 0 to act: hands as "6-2 5-5", the table as "6-6", "6-3 A" …"""
    state = start(FivesOptions(**options), len(hands))
    every = state.terms.tiles
    laid = [Played(len(hands) - 1, tile(step.split()[0]), step.partition(" ")[2]) for step in table]
    return state._replace(
        match=state.match._replace(round=1, opener=opener, scores=tuple(scores) or state.match.scores),
        to_act=0,
        hands=tuple(every.mask(tiles(hand)) for hand in hands),
        boneyard=tuple(every.index[t] for t in tiles(boneyard)),
        layout=line_of(state.terms.options.spinner, *table),
        laid=tuple(laid),
    )


def deal_hands(state: FivesState, hands: Sequence[str], pick: int = 0) -> FivesState:
    """Return the state after a deal that begins with these hands; the rest of each, and the boneyard, ascends."""
    every, size = state.terms.tiles, state.terms.hand_size
    named = [[every.index[t] for t in tiles(hand)] for hand in hands]
    rest = iter([index for index in range(len(every)) if not any(index in hand for hand in named)])
    order = [index for hand in named for index in (*hand, *(next(rest) for _ in range(size - len(hand))))]
    return state.apply(Deal((*order, *rest), pick)).state  # type: ignore[no-any-return]  # Step is untyped


def play_in_turn(*steps: str, seats: int = 2, **options: Any) -> tuple[FivesState, list[tuple[int, int]]]:
    """Return the state after these plays by the seats in turn, and what each counted and scored."""
    tiles_of = [" ".join(step.split()[0] for step in steps[seat::seats]) for seat in range(seats)]
    state, counted = deal_hands(start(FivesOptions(**options), seats), tiles_of), list[tuple[int, int]]()
    for step in steps:
        state, (_, *_, event) = play_steps(state, f"play {step}")
        counted.append((event.total, event.points))
    return state, counted


def play_steps(state: FivesState, *notations: str) -> tuple[FivesState, tuple[Any, ...]]:
    """Return the state after these notations, and the events of the last."""
    events: tuple[Any, ...] = ()
    for notation in notations:
        action = find(state.legal_actions(), notation)
        assert action is not None, f"{notation} is not legal: {list(map(str, state.legal_actions()))}"
        state, events = state.apply(action)
    return state, events


def read_last(state: FivesState, *notations: str) -> list[str]:
    """Return what the channel reads of the last of these steps."""
    return [str(event.redact_for(None).describe()) for event in play_steps(state, *notations)[1]]


def notations(state: FivesState) -> list[str]:
    """Return what the seat to act can do, as text."""
    return [str(action) for action in state.legal_actions()]
