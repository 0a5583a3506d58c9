"""Positions of Draw and Block, set up as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.dominoes import blocked
from engine.dominoes.events import Played
from engine.dominoes.layout import HALF, layout
from engine.dominoes.state import Match
from engine.game import Deal
from engine.games.draw.account import Account
from engine.games.draw.observation import RoundResult
from engine.games.draw.options import DrawOptions
from engine.games.draw.state import DrawState, start
from engine.notation import find
from engine.tiles import TileSet, tile, tiles


def position(
    hands: Sequence[str],
    ends: Sequence[int] = (),
    boneyard: str = "",
    to_act: int = 0,
    scores: Sequence[int] = (),
    opener: int = 0,
    last: int | None = None,
    confirmed: Sequence[int] = (),
    **options: Any,
) -> DrawState:
    """Return a position in the middle of round 1, tiles as "6-2 5-5".

    `ends` are the numbers of the ends A, B …; without ends a round begins. Laid tiles other than the last are left out:
    only the ends matter.
    """
    before = start(DrawOptions(**options), len(hands))
    rules = before.match.terms
    nothing = (0,) * len(hands)
    last = (to_act - 1) % len(hands) if last is None else last
    return type(before)(
        Match(rules, tuple(scores) or nothing, Account(nothing), 1, opener),
        to_act,
        tuple(rules.tiles.mask(tiles(hand)) for hand in hands),
        tuple(rules.tiles.index[t] for t in tiles(boneyard)),
        layout(rules.shape, tuple(ends), (HALF,) * len(ends)),
        (Played(last, tile("0-0"), ""),) if ends else (),
        tuple(confirmed) or blocked.NOBODY,
        0,
        False,
    )


def deal_hands(state: DrawState, hands: Sequence[str], pick: int = 0) -> DrawState:
    """Return the state after a deal that begins with these hands; the rest of the boneyard ascends."""
    every = state.match.terms.tiles
    first = [every.index[t] for hand in hands for t in tiles(hand)]
    return state.apply(Deal((*first, *rest(every, first)), pick)).state  # type: ignore[no-any-return]  # Step is untyped


def rest(every: TileSet, first: Sequence[int]) -> list[int]:
    """Return the indices that are not among the first, ascending."""
    return [index for index in range(len(every)) if index not in set(first)]


def notations(state: DrawState) -> list[str]:
    """Return what the seat to act can do, as text."""
    return [str(action) for action in state.legal_actions()]


def play_and_read(state: DrawState, *steps: str) -> tuple[DrawState, list[str]]:
    """Return the state after these notations, and the last step's events as a spectator reads them."""
    events: tuple[Any, ...] = ()
    for step in steps:
        action = find(state.legal_actions(), step)
        assert action is not None, f"{step} is not legal: {notations(state)}"
        state, events = state.apply(action)
    return state, [str(event.redact_for(None).describe()) for event in events]


def play_steps(state: DrawState, *steps: str) -> DrawState:
    """Return the state after these notations."""
    return play_and_read(state, *steps)[0]


def result_of(state: DrawState) -> RoundResult:
    """Return the round that was just scored."""
    assert state.match.result is not None
    return state.match.result
