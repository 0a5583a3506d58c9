"""The contract between a game's pictures and the code that posts them.

A look gets an observation and nothing else, so it cannot show what the viewer may not know. It first arranges
(numbers), then draws (pixels). Its functions are pure and deterministic: the same arguments give the same bytes in
every process.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from PIL.Image import Image

from engine.game import Obs, Observation, Seat
from engine.words import Join, Message, Words, join_items
from renderers.kit import sprites
from renderers.kit.palette import SEATS, SIDES, Colour
from renderers.kit.partners import find_side_number
from renderers.kit.picture import Sprite

Layout = tuple[tuple[float, ...], ...]
"""The places of a round's tiles, one row of numbers for each in order of play.

A row never changes once it exists. The rows are stored with the table, so that a new version moves nothing on a running
board.
"""

Seen = TypeVar("Seen", bound=Observation, contravariant=True)


class DrawBoard(Protocol[Seen]):
    """Draws the table."""

    def __call__(self, seen: Seen, layout: Layout, words: Words, /, *, large: bool = False) -> Image: ...


class DrawStage(Protocol[Seen]):
    """Draws only the tiles on the table, into at most `room` pixels (width, height)."""

    def __call__(self, seen: Seen, layout: Layout, words: Words, room: tuple[int, int], /) -> Image | None: ...


class DrawStill(Protocol[Seen]):
    """Draws the table in large print, in the view that the end of its round needs.

    So nothing in the view moves from step to step.
    """

    def __call__(self, seen: Seen, layout: Layout, words: Words, end: Seen, end_layout: Layout, /) -> Image: ...


class DrawHand(Protocol[Seen]):
    """Draws the viewer's hand and the places for a `chosen` tile.

    `chosen` has the first parts of a choice. `hinted` has all parts of the choice that a hint names. Its tile is framed
    or has a halo.
    """

    def __call__(
        self,
        seen: Seen,
        layout: Layout,
        words: Words,
        chosen: tuple[str, ...] = (),
        /,
        *,
        large: bool = False,
        hinted: tuple[str, ...] = (),
    ) -> Image: ...


def usual_badge(seen: Observation, seat: Seat, size: int) -> Sprite:
    """Return the mark of a seat with its number."""
    return sprites.mark(seat, size, numbered=True, side=find_side_number(seen, seat))


def usual_shade(seen: Observation, seat: Seat) -> Colour:
    """Return the colour of a seat, or of its side if players have partners."""
    side = find_side_number(seen, seat)
    return SEATS[seat] if side is None else SIDES[side]


def list_held_tiles(seen: Any) -> Message | None:
    """Return the viewer's tiles as a list; None if there are none."""
    held = () if seen.viewer is None else seen.hands[seen.viewer] or ()
    return join_items([str(tile) for tile in sorted(held)], Join.COMMA) if held else None


def no_detail(_seen: Observation, _seat: Seat) -> Message | None:
    """Return None, for a game in which points need no explanation."""
    return None


def no_marks(_canvas: Image, _seen: Observation, _played: str, _better: str) -> None:
    """Draw nothing, for a game whose actions name no place on the table."""


def never(_seen: Observation) -> bool:
    """Return False, for a game in which the result of a round shows the board too."""
    return False


def no_proof(_seen: Observation, _words: Words, _high: int) -> Image | None:
    """Return None, for a game whose rounds cannot end by a block."""
    return None


def no_lap(_seen: Observation, _words: Words) -> Iterator[tuple[Message, Image]]:
    """Yield nothing, for a game whose rounds cannot end by a block."""
    yield from ()


@dataclass(frozen=True, kw_only=True)
class Arrangement(Generic[Obs]):
    """How tiles lie in a game whose rules leave their places open."""

    arrange: Callable[[Obs, Layout], Layout]
    """The rows of a layout and one more for each tile laid since."""
    count_rows: Callable[[Obs], int]
    """How many rows the whole layout has.

    If that many rows are known, there is nothing to arrange.
    """
    needs_whole_view: Callable[[Obs, Layout], bool]
    """Whether the picture of `board` is not enough; this is known without drawing it.

    It is not enough if it shows only the part that matters, or all of it too small for a phone.
    """
    draw_whole: Callable[[Obs, Layout, Words], Image | None]
    """The whole table as large as it gets, or None if the board is enough."""
    draw_frame: DrawStill[Obs]
    """The table as a frame of its round's replay."""


@dataclass(frozen=True, kw_only=True)
class Look(Generic[Obs]):
    """The pictures and texts of one game."""

    board: DrawBoard[Obs]
    """The table with the seats, their scores and whose turn it is.

    It is at most 1600 x 1200 pixels. In `large` print fewer things are side by side, so that all are larger on a phone.
    """
    score: Callable[[Obs, Words], Image | None]
    """All hands and the arithmetic of a round that was just scored, else None.

    After a block, it is the certificate. A game without a picture of its own uses `kit.tally`.
    """
    lap: Callable[[Obs, Words], Iterator[tuple[Message, Image]]] = no_lap
    """The last lap of a round that was just blocked: pictures with their captions.

    Every confirmation turns a hand over, and the last picture is the `score`. After any other round there are none.
    """
    proof: Callable[[Obs, Words, int], Image | None] = no_proof
    """The certificate of a round that was just blocked; None after any other round.

    It is drawn below a title, 1200 pixels wide and at most as high as the number says.
    """
    is_score_enough: Callable[[Obs], bool] = never
    """Whether the result of the round that was just scored needs only the score, without the board."""
    hand: DrawHand[Obs]
    """The viewer's hand, at most 1600 x 1200 pixels.

    In `large` print fewer tiles stand in a row.
    """
    alt: Callable[[Obs], Message]
    """The board for players who cannot see it.

    It has at most 1,024 characters, and enough to choose a move.
    """
    hand_alt: Callable[[Obs], Message]
    """The viewer's hand in words, at most 1,024 characters."""
    list_held: Callable[[Obs], Message | None] = list_held_tiles
    """The viewer's tiles as a list, for others who read it; None if there are none."""
    text: Callable[[Obs], Message]
    """The board as text in lines, at most 1,800 characters."""
    stage: DrawStage[Obs] | None = None
    """Only the tiles on the table, for the picture of a game's end; None for an empty table."""
    mark_places: Callable[[Image, Obs, str, str], None] = no_marks
    """Marks two actions on a board in large print: the one that was played, and the better one, by their notation."""
    badge: Callable[[Obs, Seat, int], Sprite] = usual_badge
    """The mark of a seat in the picture of a game's end, by its height in pixels."""
    shade: Callable[[Obs, Seat], Colour] = usual_shade
    """The colour of a seat's line in the picture of a game's end."""
    detail: Callable[[Obs, Seat], Message | None] = no_detail
    """What a seat's points are made of, in a few words, for the picture of a game's end."""
    arrangement: Arrangement[Obs] | None = None
    """How tiles lie; None if each has its place by the rules."""

    def arrange(self, seen: Obs, before: Layout) -> Layout:
        """Return the layout of the tiles, given the rows that are known."""
        return () if self.arrangement is None else self.arrangement.arrange(seen, before)

    def count_rows(self, seen: Obs) -> int:
        """Return how many rows the whole layout has."""
        return 0 if self.arrangement is None else self.arrangement.count_rows(seen)

    def needs_whole_view(self, seen: Obs, layout: Layout) -> bool:
        """Return whether `draw_whole` returns a picture, without drawing it."""
        return self.arrangement is not None and self.arrangement.needs_whole_view(seen, layout)

    def draw_whole(self, seen: Obs, layout: Layout, words: Words) -> Image | None:
        """Return the whole table as large as it gets, or None if `board` is enough."""
        return None if self.arrangement is None else self.arrangement.draw_whole(seen, layout, words)
