"""How a game looks: the contract between a game's pictures and whoever posts them.

A look gets an observation and nothing else, so it cannot show what the viewer may not know. It first arranges
(numbers), then draws (pixels). Its functions are pure and deterministic: the same arguments give the same bytes in
every process.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from PIL.Image import Image

from engine.game import Obs, Observation, Seat
from engine.words import Message, Words
from renderers.kit import sprites
from renderers.kit.palette import SEATS, Colour
from renderers.kit.picture import Sprite

Layout = tuple[tuple[float, ...], ...]
"""Where the tiles of a round lie, one row of numbers for each tile in order of play; rows once there never change.
The rows are stored with the table, so that a new version moves nothing on a running board."""

Seen = TypeVar("Seen", bound=Observation, contravariant=True)


class DrawBoard(Protocol[Seen]):
    """Draws the table."""

    def __call__(self, seen: Seen, layout: Layout, words: Words, /, *, large: bool = False) -> Image: ...


class DrawStage(Protocol[Seen]):
    """Draws the tiles on the table alone, into at most so many pixels (width, height)."""

    def __call__(self, seen: Seen, layout: Layout, words: Words, room: tuple[int, int], /) -> Image | None: ...


class DrawStill(Protocol[Seen]):
    """Draws the table, in large print, in the view that the table at the end of its round needs: from step to step
    nothing in it moves."""

    def __call__(self, seen: Seen, layout: Layout, words: Words, end: Seen, all_of_it: Layout, /) -> Image: ...


class DrawHand(Protocol[Seen]):
    """Draws the viewer's hand, with `chosen` (the first parts of a choice) also where that can go."""

    def __call__(
        self, seen: Seen, layout: Layout, words: Words, chosen: tuple[str, ...] = (), /, *, large: bool = False
    ) -> Image: ...


def empty_layout(_seen: Observation, _before: Layout) -> Layout:
    """Arrange nothing: every tile has its place by the rules."""
    return ()


def count_no_rows(_seen: Observation) -> int:
    """Count no rows: every tile has its place by the rules."""
    return 0


def no_whole_view(_seen: Observation, _layout: Layout, _words: Words) -> Image | None:
    """Draw nothing more: the board shows the whole table."""
    return None


def never_needs_whole_view(_seen: Observation, _layout: Layout) -> bool:
    """Tell that the board shows the whole table."""
    return False


def usual_badge(_seen: Observation, seat: Seat, size: int) -> Sprite:
    """Return the mark of a seat with its number."""
    return sprites.mark(seat, size, numbered=True)


def usual_shade(_seen: Observation, seat: Seat) -> Colour:
    """Return the colour of a seat."""
    return SEATS[seat]


def no_detail(_seen: Observation, _seat: Seat) -> Message | None:
    """Say nothing more of a seat."""
    return None


def no_lap(_seen: Observation, _words: Words) -> Iterator[tuple[Message, Image]]:
    """Yield nothing: no round of the game ends by a block."""
    yield from ()


@dataclass(frozen=True, kw_only=True)
class Look(Generic[Obs]):
    """The pictures and texts of one game."""

    board: DrawBoard[Obs]
    """The table, at most 1600 x 1200 pixels, with the seats, their scores and whose turn it is.
    In `large` print less lies beside each other, so that all is larger where the picture is as wide as a phone."""
    score: Callable[[Obs, Words], Image | None]
    """After a round that was scored: all hands and the arithmetic (a block's certificate); else None. A game that draws
    none of its own takes that of `kit.tally`."""
    lap: Callable[[Obs, Words], Iterator[tuple[Message, Image]]] = no_lap
    """After a round that was scored and ended by a block: its last lap, picture by picture with what is said of each.
    Every confirmation turns a hand over, and the last picture is the `score`. Nothing before, and for other ends."""
    hand: DrawHand[Obs]
    """The viewer's hand, at most 1600 x 1200 pixels. In `large` print fewer tiles stand in a row."""
    alt: Callable[[Obs], Message]
    """The board for players who cannot see it: at most 1,024 characters, enough to choose a move."""
    hand_alt: Callable[[Obs], Message]
    """The viewer's hand in words, at most 1,024 characters."""
    text: Callable[[Obs], Message]
    """The board as text in lines, at most 1,800 characters."""
    stage: DrawStage[Obs] | None = None
    """The tiles on the table alone, for the picture of a game's end; None where none lies there."""
    still: DrawStill[Obs] | None = None
    """The table as a frame of its round's replay; None where its tiles never move on the board."""
    badge: Callable[[Obs, Seat, int], Sprite] = usual_badge
    """What stands for a seat in the picture of a game's end, so many pixels high;"""
    shade: Callable[[Obs, Seat], Colour] = usual_shade
    """the colour of its line there;"""
    detail: Callable[[Obs, Seat], Message | None] = no_detail
    """and what its points are made of, in a few words."""
    arrange: Callable[[Obs, Layout], Layout] = empty_layout
    """The rows of a layout and one more for each tile laid since; () for games where nothing needs arranging."""
    laid: Callable[[Obs], int] = count_no_rows
    """How many rows the layout has: where so many are known there is nothing to arrange."""
    whole: Callable[[Obs, Layout, Words], Image | None] = no_whole_view
    """The whole table as large as it gets, where `board` shows only the part that matters or all of it too small for a
    phone; else None."""
    more: Callable[[Obs, Layout], bool] = never_needs_whole_view
    """Whether there is such a picture, told without drawing it."""
