"""What the options of a game with a boneyard come to: how many tiles are dealt, who opens, what may be drawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from engine.game import Seat
from engine.options import OptionRefused
from engine.tiles import Tile, TileSet, tile_set
from engine.words import Message, msg

UNLIMITED = 1000
"""More tiles than any boneyard has."""


class Leading(Protocol):
    """The options that decide how a round is opened and when tiles may be drawn."""

    @property
    def first_lead(self) -> str: ...
    @property
    def next_lead(self) -> str: ...
    @property
    def voluntary_draw(self) -> bool: ...
    @property
    def verification(self) -> str: ...


class Dealing(Leading, Protocol):
    """Options that say for themselves what is dealt."""

    @property
    def set(self) -> int: ...
    @property
    def boneyard_reserve(self) -> int: ...
    def hand(self, seats: int) -> int: ...
    def refusal(self, seats: int) -> Message | None: ...


O_co = TypeVar("O_co", bound=Leading, covariant=True)
D = TypeVar("D", bound=Dealing)


def forced_lead(options: Leading, round_: int) -> bool:
    """Return whether the highest double (or the heaviest tile) must open a round."""
    return (options.first_lead if round_ == 1 else options.next_lead) == "highest_double"


@dataclass(frozen=True, slots=True)
class Boneyard(Generic[O_co]):
    """The options worked out for a number of seats."""

    options: O_co
    seats: int
    tiles: TileSet
    hand_size: int
    reserve: int
    """Tiles that stay in the boneyard."""
    draw_limit: int
    """Tiles one may draw in a turn."""

    def draws(self, boneyard: int) -> int:
        """Return how many tiles may still be drawn from a boneyard of this size."""
        return max(0, boneyard - self.reserve)

    def next(self, seat: Seat) -> Seat:
        """Return the seat after this one, clockwise."""
        return (seat + 1) % self.seats

    def forced_lead(self, round_: int) -> bool:
        """Return whether the highest double (or the heaviest tile) must open this round."""
        return forced_lead(self.options, round_)

    def left(self, hand: int) -> tuple[Tile, ...]:
        """Return a hand in canonical order."""
        return self.tiles.of(hand)


def terms(options: D, seats: int) -> Boneyard[D]:
    """Return what the options come to. Raises OptionRefused where this number of seats cannot play them."""
    if (refusal := options.refusal(seats)) is not None:
        raise OptionRefused(refusal)
    tiles, size = tile_set(options.set), options.hand(seats)
    return Boneyard(options, seats, tiles, size, options.boneyard_reserve, UNLIMITED)


def not_for(game: Message, numbers: range, seats: int) -> Message | None:
    """Say that a game is not for this number of players, if so."""
    if seats in numbers:
        return None
    return msg("{game} needs {low}–{high} players.", game=game, low=numbers[0], high=numbers[-1])


def too_many(size: int, seats: int, highest: int, left: int = 1) -> Message | None:
    """Say why hands of a size cannot be dealt so that `left` tiles remain, if so."""
    tiles = len(tile_set(highest))
    most = (tiles - left) // seats
    if size <= most:
        return None
    return msg(
        "{seats} hands of {size} are too many for the {tiles} tiles of double-{highest}: deal at most {most}.",
        seats=seats,
        size=size,
        tiles=tiles,
        highest=highest,
        most=most,
    )
