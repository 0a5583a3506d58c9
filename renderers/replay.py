"""A replay as one animated picture.

It shows what everybody saw, step by step, with the line of the log above each board.

rounds = [Round([Frame(seen, "Ana plays 6-2."), …], layout), …]
data = yield from draw_replay(look, rounds, words)
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from typing import Any

from PIL import Image

from engine.words import Words
from renderers.kit import picture, text
from renderers.kit.gif import Film
from renderers.kit.palette import DARK, FACE, LABEL, LINE
from renderers.look import Layout, Look

_MARGIN = 24
"""The margin at each side, in pixels."""
_LINE_HEIGHT = 54
_LINES_MARGIN = 18
"""The space above the lines of words, and below them."""
_BAR_HEIGHT = 10
_SIZES = (42, 38, 34, 30)
"""The sizes of the letters to try, the largest first."""
_LINES = 2
"""The number of lines of words for which there is room above a board."""
_MOST_LINES = 3
"""The most lines of words, in the smallest letters."""
_LAST = 500
"""How long the last frame is shown, in hundredths of a second, like the times below."""
_RESULT = 250
"""How long a frame that ends a round is shown."""
_LAP = 130
"""How long each confirmation of a block is shown."""
_MAX_TIME = 140
"""The longest time for any other frame."""
_MIN_TIME = 55
"""The shortest time for any other frame."""
_TOTAL_TIME = 4500
"""The approximate sum of the times of all frames."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture of a replay."""

    seen: Any = field(repr=False)
    caption: str
    """What happened, in a line or two."""
    ends: bool = False
    """Whether the round ends with this frame."""
    lap: bool = False
    """Whether the confirmations of a block are shown before this frame, if a block ended the round."""


@dataclass(frozen=True, slots=True)
class Round:
    """The frames of one round, and its layout as far as that is known."""

    frames: Sequence[Frame]
    layout: Layout = ()


def draw_replay(look: Look[Any], rounds: Sequence[Round], words: Words) -> Generator[None, None, bytes]:
    """Return the file of a replay.

    The generator pauses after each frame, so that something else can be drawn first.
    """
    film = Film()
    total, number = sum(len(one_round.frames) for one_round in rounds), 0
    for one_round in rounds:
        end = one_round.frames[-1].seen
        end_layout = look.arrange(end, one_round.layout)
        yield
        for frame in one_round.frames:
            number += 1
            board = _board(look, frame.seen, end_layout, words, end)
            for caption, image in look.lap(frame.seen, words) if frame.lap else ():
                film.add(_add_caption(_scale_to_width(image, board), words.text(caption), number / total), _LAP)
                yield
            film.add(_add_caption(board, frame.caption, number / total), _display_time(frame, number, total))
            yield
    return film.to_bytes()


def draw_last_lap(look: Look[Any], seen: Any, words: Words) -> Generator[None, None, bytes | None]:
    """Return the last lap of a round that ended by a block as a file, else None."""
    laps = list(look.lap(seen, words))
    if not laps:
        return None
    film = Film()
    for number, (caption, image) in enumerate(laps, 1):
        is_last = number == len(laps)
        film.add(_add_caption(image, words.text(caption), number / len(laps)), _LAST if is_last else _LAP)
        yield
    return film.to_bytes()


def _scale_to_width(image: Image.Image, board: Image.Image) -> Image.Image:
    return image.resize((board.width, image.height * board.width // image.width), Image.Resampling.LANCZOS)


def _board(look: Look[Any], seen: Any, end_layout: Layout, words: Words, end: Any) -> Image.Image:
    """Return the board of a frame, in the same view from the first frame of its round to the end."""
    layout = look.arrange(seen, end_layout)
    if look.arrangement is None:
        return look.board(seen, layout, words, large=True)
    return look.arrangement.draw_frame(seen, layout, words, end, end_layout)


def _display_time(frame: Frame, number: int, total: int) -> int:
    """Return how long a frame is shown, in hundredths of a second.

    The fewer frames there are, the longer each is shown.
    """
    if number == total:
        return _LAST
    return _RESULT if frame.ends else min(max(_TOTAL_TIME // total, _MIN_TIME), _MAX_TIME)


def _add_caption(board: Image.Image, caption: str, share: float) -> Image.Image:
    """Return a board below its line of the log and a bar of the replay's progress."""
    strip_height = 2 * _LINES_MARGIN + _LINES * _LINE_HEIGHT + _BAR_HEIGHT
    canvas = picture.blank(board.width, strip_height + board.height, DARK)
    canvas.paste(board, (0, strip_height))
    room = board.width - 2 * _MARGIN
    size, lines = _fit_lines(caption, room)
    pitch = _LINES * _LINE_HEIGHT // max(len(lines), _LINES)
    # the letters stand on a base about three quarters down their line
    first_base = _LINES_MARGIN + (_LINES * _LINE_HEIGHT - len(lines) * pitch) // 2 + round(pitch * 0.76)
    for place, line in enumerate(lines):
        text.draw(canvas, _MARGIN, first_base + place * pitch, line, size, FACE, limit=room)
    canvas.paste(LINE, (0, strip_height - _BAR_HEIGHT, board.width, strip_height))
    canvas.paste(LABEL, (0, strip_height - _BAR_HEIGHT, round(board.width * share), strip_height))
    return canvas


def _fit_lines(caption: str, room: int) -> tuple[int, Sequence[str]]:
    """Return the size and the lines of some words.

    There are two lines in the largest letters that fit, else three in the smallest, narrowed if need be. Words that
    don't fit into these are cut.
    """
    for size in _SIZES:
        lines = text.lines(caption, size, room)
        if len(lines) <= _LINES:
            return size, lines
    # `size` is the smallest now
    narrowed_room = int(room / text.NARROWEST)
    for width in (room, narrowed_room):
        lines = text.lines(caption, size, width)
        if len(lines) <= _MOST_LINES:
            return size, lines
    return size, [*lines[: _MOST_LINES - 1], text.cut_to_width(" ".join(lines[_MOST_LINES - 1 :]), size, narrowed_room)]
