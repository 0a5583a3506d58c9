"""Positions of Texas 42, built from text."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engine.dominoes.tricks.suits import SET
from engine.dominoes.tricks.trick import Tricks
from engine.game import Deal
from engine.games.fortytwo import GAME
from engine.games.fortytwo.options import FortytwoOptions
from engine.games.fortytwo.state import FortytwoState
from engine.games.fortytwo.suits import DECK, suits
from engine.notation import find
from engine.tiles import Tile, tile, tiles

TRUMPS = {**{str(n): n for n in range(7)}, "doubles": 7, "none": 8, "none low": 9, "none own": 10}

FT_18 = (
    "6-2 6-0 5-1 4-1 2-2 1-1 1-0",
    "6-5 5-2 4-4 4-0 3-3 3-1 2-0",
    "6-3 5-3 5-0 4-3 4-2 3-2 3-0",
    "6-6 6-4 6-1 5-5 5-4 2-1 0-0",
)
FT_18_PLAYS = (
    "1-1 3-1 5-0 2-1  5-1 2-0 3-2 6-1  0-0 6-0 4-0 3-0  6-6 6-2 6-5 6-3  5-5 4-1 5-2 5-3  1-0 3-3 4-2 5-4"
    "  2-2 4-4 4-3 6-4"
)
"""Trick by trick, each from its leader on."""


def deal(hands: Sequence[str] = FT_18, dealer: int = 3) -> Deal:
    """Return the deal that gives the seats these hands; missing ones get the rest."""
    given = [tiles(hand) for hand in hands]
    rest = iter(t for t in DECK if not any(t in hand for hand in given))
    full = [*given, *[()] * (4 - len(given))]
    order = [DECK.index(t) for hand in full for t in (*hand, *(next(rest) for _ in range(7 - len(hand))))]
    return Deal(tuple(order), dealer)


def shuffle_deal(rng: Random, pick: int = 0) -> Deal:
    return Deal(tuple(rng.sample(range(len(DECK)), len(DECK))), pick)


def game(options: FortytwoOptions | None = None) -> FortytwoState:
    """Return a game that waits for its first deal."""
    state = GAME.start(options or FortytwoOptions(), 4)
    assert isinstance(state, FortytwoState)
    return state


def deal_round(
    options: FortytwoOptions | None = None,
    hands: Sequence[str] = FT_18,
    dealer: int = 3,
    scores: tuple[int, int] = (0, 0),
) -> FortytwoState:
    """Return a round with these hands; the bidding begins after the dealer."""
    return after(game(options)._replace(scores=scores * 2), deal(hands, dealer))


def after(state: FortytwoState, *steps: str | Deal) -> FortytwoState:
    """Return the state after these steps, each given by its notation."""
    for step in steps:
        action = step if isinstance(step, Deal) else find(state.legal_actions(), step)
        assert action is not None, f"{step} is not legal"
        following = state.apply(action).state
        assert isinstance(following, FortytwoState)
        state = following
    return state


def plays(text: str) -> list[str]:
    """Return the notations of playing these tiles."""
    return [f"play {t}" for t in tiles(text)]


def notations(state: FortytwoState) -> list[str]:
    return [str(action) for action in state.legal_actions()]


def trick(trump: str, *played: str, hand: str = "") -> Tricks:
    """Return a trick on the table under a trump; `hand` is the next seat's. Seat 0 led."""
    laid = tuple(SET.index[tile(text)] for text in played)
    table = suits(TRUMPS[trump])
    hands = [0, 0, 0, 0]
    hands[len(laid) % 4] = SET.mask(tiles(hand))
    return Tricks(table, 1, tuple(hands), 0, table.led[laid[0]] if laid else -1, laid)


def legal(trump: str, *played: str, hand: str) -> set[Tile]:
    """Return the tiles of a hand that may follow."""
    return set(SET.of(trick(trump, *played, hand=hand).find_legal()))


def winner(trump: str, *played: str) -> str:
    """Return the tile that wins the trick."""
    return played[trick(trump, *played).find_winning_place()]
