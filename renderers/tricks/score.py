"""The tiles of a round that is over, in the order of its tricks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image

from engine.dominoes.tricks.seen import TricksSeen
from engine.dominoes.tricks.trick import TRICKS
from engine.dominoes.tricks.words import sign
from engine.game import Seat
from engine.tiles import Tile
from engine.words import Words, format_signed
from renderers.kit import picture, sprites
from renderers.kit.geometry import DOWN
from renderers.kit.palette import FACE, SOFT
from renderers.look import usual_badge
from renderers.tricks.parts import draw_fitting


class Shown(NamedTuple):
    """A tile of a seat, and what it did in its trick."""

    tile: Tile
    won: bool = False
    led: bool = False
    is_unplayed: bool = False
    """Whether it wasn't played, although there were tricks.

    The round was decided before, or the seat sat out.
    """


def list_shown(seen: TricksSeen, dealt: Sequence[Tile], seat: Seat) -> list[Shown]:
    """Return the tiles of a seat: first the played ones, trick by trick.

    At most TRICKS tiles are returned, so a tile that the bidder discarded is left out.
    """
    played = [
        Shown(laid.tile, won=trick.winner == seat, led=place == 0)
        for trick in seen.past
        for place, laid in enumerate(trick.laid)
        if laid.seat == seat
    ]
    played_tiles = {shown.tile for shown in played}
    has_tricks = bool(seen.past)
    # without any trick, all tiles would be dim
    others = [Shown(tile, is_unplayed=has_tricks) for tile in dealt if tile not in played_tiles]
    return [*played, *others][:TRICKS]


def show_sum(before: int, gain: int) -> str:
    """Return the score of a player or a pair as a sum: "4 + 1 = 5"."""
    return f"{format_signed(before)} {sign(gain)} {abs(gain)} = {format_signed(before + gain)}"


def draw_bar(canvas: Image.Image, middle: int, top: int) -> None:
    """Draw the bar below a tile that was led."""
    picture.plate(canvas, (middle - 20, top, 40, 6), 3, SOFT)


def draw_stage(
    seen: TricksSeen, dealt: Sequence[Sequence[Tile]], seats: Sequence[Seat], words: Words, room: tuple[int, int]
) -> Image.Image:
    """Return only the tricks of a round, with a row for each of these seats; the tiles that won have a halo."""
    width, row_height = room[0], room[1] // len(seats)
    unit = round(row_height * 0.36)
    left = width * 3 // 10  # the left edge of the tiles
    step = (width - left) // TRICKS
    canvas = picture.blank(width, len(seats) * row_height)
    for i, seat in enumerate(seats):
        middle = i * row_height + row_height // 2
        picture.stamp(canvas, usual_badge(seen, seat, 64), 50, middle)
        draw_fitting(canvas, (98, middle, left - 112), words.name(seat), 42, FACE)
        for place, (tile, won, _, unplayed) in enumerate(list_shown(seen, dealt[seat], seat)):
            sprite = sprites.tile(tile.high, tile.low, DOWN, unit, halo=won, dim=unplayed)
            picture.stamp(canvas, sprite, left + step * place + step // 2, middle)
    return canvas
