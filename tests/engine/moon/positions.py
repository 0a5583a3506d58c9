"""Positions of Moon, built from text."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engine.game import DEALER, Deal
from engine.games.moon import GAME
from engine.games.moon.options import MoonOptions
from engine.games.moon.state import MoonState
from engine.games.moon.suits import DECK, SET, suits
from engine.games.moon.tricks import Tricks
from engine.notation import find
from engine.tiles import Tile, tile, tiles

TRUMPS = {**{str(number): number for number in range(7)}, "doubles": 7, "none": 8}

MO_16 = (
    "5-5 5-4 4-4 6-3 5-3 3-2 2-2",
    "6-5 4-3 3-3 6-1 5-1 2-1 1-1",
    "6-6 6-2 5-2 4-2 4-1 3-1 0-0",
)
MO_16_CENTRE = "6-4"
MO_16_PLAYS = "5-5 5-1 5-2  5-4 6-5 0-0  3-3 3-1 6-3  1-1 4-1 5-3  4-4 4-3 4-2  2-2 2-1 6-2  6-4 6-1 6-6"
"""Trick by trick, each from its leader on."""


def deal(hands: Sequence[str] = MO_16, centre: str = MO_16_CENTRE, first: int = 0) -> Deal:
    """Return the deal that gives the seats these hands."""
    order = [DECK.index(t) for hand in hands for t in tiles(hand)]
    return Deal((*order, DECK.index(tile(centre))), first)


def shuffle_deal(rng: Random, pick: int = 0) -> Deal:
    return Deal(tuple(rng.sample(range(len(DECK)), len(DECK))), pick)


def game(options: MoonOptions | None = None) -> MoonState:
    """Return a game that waits for its first deal."""
    state = GAME.start(options or MoonOptions(), 3)
    assert isinstance(state, MoonState)
    return state


def deal_round(options: MoonOptions | None = None, scores: Sequence[int] = (0, 0, 0), first: int = 0) -> MoonState:
    """Return the hands of MO-16, the bidding beginning at `first`."""
    return after(game(options)._replace(scores=tuple(scores)), deal(first=first))


def after(state: MoonState, *steps: str | Deal) -> MoonState:
    """Return the state after these steps, each given by its notation."""
    for step in steps:
        action = step if isinstance(step, Deal) else find(state.legal_actions(), step)
        assert action is not None, f"{step} is not legal"
        following = state.apply(action).state
        assert isinstance(following, MoonState)
        state = following
    return state


def plays(text: str) -> list[str]:
    """Return the notations of playing these tiles."""
    return [f"play {t}" for t in tiles(text)]


def notations(state: MoonState) -> list[str]:
    return [str(action) for action in state.legal_actions()]


def enabled_choices(state: MoonState, viewer: int | None) -> list[str]:
    return [choice.notation for choice in state.observe(viewer).choices if choice.enabled]


def over(state: MoonState) -> bool:
    """Return whether a hand was played out."""
    return state.to_act in (None, DEALER) and state.result is not None


def trick(trump: str, *played: str, hand: str = "") -> Tricks:
    """Return a trick on the table under a trump; `hand` is the next player's. Seat 0 led."""
    laid = tuple(SET.index[tile(text)] for text in played)
    table = suits(TRUMPS[trump])
    hands = [0, 0, 0]
    hands[len(laid) % 3] = SET.mask(tiles(hand))
    led = table.led[laid[0]] if laid else -1
    return Tricks(table, 1, tuple(hands), 0, led, laid)


def legal(trump: str, *played: str, hand: str) -> set[Tile]:
    """Return the tiles of a hand that may follow."""
    return set(SET.of(trick(trump, *played, hand=hand).find_legal()))


def winner(trump: str, *played: str) -> str:
    """Return the tile that wins the trick."""
    return played[trick(trump, *played).find_winning_place()]
