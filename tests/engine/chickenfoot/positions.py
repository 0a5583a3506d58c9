"""Positions of Chickenfoot written as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.game import DEALER, Deal, Seat
from engine.games.chickenfoot import GAME
from engine.games.chickenfoot.board import Board
from engine.games.chickenfoot.options import ChickenfootOptions, Terms
from engine.games.chickenfoot.state import ChickenfootState, Phase
from engine.notation import find
from engine.tiles import tile, tiles


def options(**changed: Any) -> ChickenfootOptions:
    """Double-nine, unless another set is named."""
    return ChickenfootOptions(**{"set": 9, **changed})


def position(
    hands: Sequence[str], table: str = "", yard: str = "", to_act: Seat = 0, round_: int = 1, **changed: Any
) -> ChickenfootState:
    """Return a turn in a round.

    `table` lists what was played: "9-9, 9-3 A, 3-3 A"; hands and yard are tiles separated by blanks.
    """
    terms = Terms(options(**changed), len(hands))
    index = terms.tiles.index
    return ChickenfootState(
        terms,
        laid_out(terms, table),
        round_,
        Phase.TURN if table else Phase.OPENING,
        to_act,
        tuple(terms.tiles.mask(tiles(hand)) for hand in hands),
        tuple(index[t] for t in tiles(yard)),
    )


def laid_out(terms: Terms, table: str) -> Board:
    """Return the board after these plays."""
    board = Board(terms)
    for laid in filter(None, table.split(", ")):
        name, _, letter = laid.partition(" ")
        played = terms.tiles.index[tile(name)]
        if letter:
            place = next(place for place in board.places if place.letter == letter)
            board = board.with_tile(played, place, 0)
        else:
            board = board.with_opening(played, 0)
    return board


def eights_nearly_used_up(toes: str = "") -> str:
    """Return a table with 8-8 as a foot on the end A; only 8-0 and 8-1 are left of the eights."""
    arms = "9-9, 9-8 A, 9-7 B, 9-6 C, 9-5 D, 8-7 B, 8-6 C, 8-5 D"
    more = ", 8-4 B, 4-3 B, 8-3 C, 3-2 C, 8-2 D, 2-1 D"
    return arms + more + ", 8-8 A" + toes


def notations(state: ChickenfootState) -> list[str]:
    """Return the legal actions as text."""
    return [str(action) for action in state.legal_actions()]


def after(state: ChickenfootState, *notations: str) -> ChickenfootState:
    """Return the state after these actions, each by the seat to act."""
    for notation in notations:
        action = find(state.legal_actions(), notation)
        assert action is not None, f"{notation} is not legal: {[str(a) for a in state.legal_actions()]}"
        state = state.apply(action).state
    return state


def events(state: ChickenfootState, notation: str) -> list[str]:
    """Return what players read about an action."""
    action = find(state.legal_actions(), notation)
    assert action is not None, notation
    return [str(event.describe()) for event in state.apply(action).events]


def open_numbers(state: ChickenfootState) -> list[int]:
    """Return the numbers of the open ends in the order of their letters."""
    return [end.number for end in state.observe(None).ends if not end.is_owed]


def refusal_of(state: ChickenfootState, notation: str) -> str:
    """Return why a notation is refused; it must not be legal."""
    assert find(state.legal_actions(), notation) is None
    return str(state.why_not(notation))


def deal_round(hands: Sequence[str], yard: str, pick: int = 0, **changed: Any) -> ChickenfootState:
    """Return the first round after a deal of these hands; the yard begins with these tiles, the rest follow."""
    size = len(hands[0].split())
    start = GAME.start(options(hand_size=size, **changed), len(hands))
    deck = list(start.deck)
    first = [t for hand in hands for t in tiles(hand)] + list(tiles(yard))
    order = [deck.index(t) for t in first] + [i for i, t in enumerate(deck) if t not in first]
    state = start.apply(Deal(tuple(order), pick)).state
    assert isinstance(state, ChickenfootState)
    return state


def settle(state: ChickenfootState) -> ChickenfootState:
    """Return the state after the steps that the table takes by itself."""
    while state.to_act not in (None, DEALER) and (action := state.automatic()) is not None:
        state = state.apply(action).state
    return state
