"""The box of a pair: marks as strokes and as a number, points, what is still needed, and tricks as small piles."""

from __future__ import annotations

from PIL import Image, ImageDraw

from engine.games.fortytwo.observation import FortytwoObservation
from engine.games.fortytwo.options import MARKS
from engine.sides import PAIRS, Side
from engine.words import Words, count, msg
from renderers.fortytwo.words import aim, score_line
from renderers.kit import picture, sprites, text
from renderers.kit.geometry import DOWN
from renderers.kit.palette import DARK, FACE, LABEL, LINE, SOFT, Colour
from renderers.tricks.places import Box

_A = (((0, 1), (0.5, 0)), ((0.5, 0), (1, 1)), ((0.22, 0.62), (0.78, 0.62)))
_L = (((0, 0), (0, 1)), ((0, 1), (0.9, 1)))
_STROKES = (*((0, stroke) for stroke in _A), *((1, stroke) for stroke in _L), *((2, stroke) for stroke in _L))
"""The strokes of "ALL", each with the index of its letter; players write one stroke for each mark."""
_LETTER_SIZE = 30
"""The size of a letter in pixels."""
_STROKE_WIDTH = 6
_LETTER_PITCH = 40
"""The pixels from one letter to the next."""
_MOST_STROKES = 10
"""The most marks that are drawn as strokes; for more, and for fewer than the whole word, the number is enough."""


def box_height(seen: FortytwoObservation, *, large: bool) -> int:
    """Return the height of a box; it has one line before trump is named, and one more in large print after it."""
    lines = 1 if seen.trump is None else 3 if large else 2
    return 28 + 54 * lines


def draw_box(canvas: Image.Image, seen: FortytwoObservation, number: int, box: Box, words: Words) -> None:
    """Draw the box of a pair: its sign, its score, and in a round its points, its tricks and what it still needs."""
    left, top, width, _ = box
    picture.plate(canvas, box, 22, DARK, LINE, 3)
    picture.stamp(canvas, sprites.sign(number, 54), left + 46, top + 42)
    is_wide = canvas.width == picture.WIDTH
    start, right = left + 88, left + width - 22
    in_round = seen.trump is not None
    room = (right - start) // (2 if is_wide and in_round else 1)  # in a wide box, the tricks are beside the score
    start += _draw_score(canvas, seen, PAIRS[number], (start, top, room), words)
    if in_round:
        end = left + 22 + _draw_points(canvas, seen, PAIRS[number], (left + 22, top + 111, width // 2 - 30), words)
        # the left edge, the right edge and the base line
        place = (start + 24, right, top + 57) if is_wide else (end + 16, right, top + 111)
        _draw_tricks(canvas, seen, PAIRS[number], place, words)
        place = (end + 20, right, top + 111) if is_wide else (left + 22, right, top + 165)
        _draw_aim(canvas, seen, PAIRS[number], place, words)


def _draw_score(
    canvas: Image.Image, seen: FortytwoObservation, side: Side, place: tuple[int, int, int], words: Words
) -> int:
    """Draw marks as strokes and as a number, or points, from a left edge and a top; return the width."""
    left, top, limit = place
    score = seen.scores[side[0]]
    total = score_line(seen.options, score)
    width = 0
    if seen.options.scoring == MARKS and len(_STROKES) <= max(seen.options.goal, score) <= _MOST_STROKES:
        width = _draw_tally(canvas, left, top + 42, score, seen.options.goal)
        total = msg("{score} of {goal}", score=score, goal=seen.options.goal)
    caption = words.text(total)
    return width + text.name(canvas, left + width, top + 57, caption, 42, FACE, face=text.LABEL, limit=limit - width)


def _draw_points(
    canvas: Image.Image, seen: FortytwoObservation, side: Side, place: tuple[int, int, int], words: Words
) -> int:
    """Write the points of the round, from a left edge on a base line; return the width."""
    if seen.nello:
        return 0
    caption = words.text(count("{n} point", "{n} points", seen.counts[side[0]]))
    return text.name(canvas, place[0], place[1], caption, 42, FACE, face=text.LABEL, limit=place[2])


def _draw_tricks(
    canvas: Image.Image, seen: FortytwoObservation, side: Side, place: tuple[int, int, int], words: Words
) -> None:
    """Write how many tricks a pair has, between two edges; a wide picture has a pile for each."""
    left, right, base = place
    tricks = sum(seen.taken[seat] for seat in side)
    caption = words.text(count("{n} trick", "{n} tricks", tricks))
    right -= 16 + text.name(canvas, right, base, caption, 36, SOFT, "right", limit=right - left)
    step = max(9, min(27, (right - left - 20) // 7))
    for i in range(tricks if canvas.width == picture.WIDTH else 0):
        _draw_pile(canvas, right - 14 - step * (tricks - 1 - i), base - 13, seen.players)


def _draw_aim(
    canvas: Image.Image, seen: FortytwoObservation, side: Side, place: tuple[int, int, int], words: Words
) -> None:
    """Write what a pair still needs, between two edges on a base line."""
    left, right, base = place
    still_needed = aim(seen, side)
    if still_needed is not None:
        shade = LABEL if seen.contract is not None and side == seen.contract.side else SOFT
        text.name(canvas, right, base, words.text(still_needed), 38, shade, "right", limit=right - left)


def _draw_pile(canvas: Image.Image, x: int, middle: int, tiles: int) -> None:
    """Draw the tiles of a trick face down, one upon the other."""
    for i in range(tiles):
        picture.stamp(canvas, sprites.back(DOWN, 16), x + 2 * i - tiles, middle + 2 * i - tiles)


def _draw_tally(canvas: Image.Image, left: int, middle: int, marks: int, goal: int) -> int:
    """Draw a stroke for each mark, dark ones up to the goal; return the width with a gap behind it."""
    stroke_count = max(marks, goal)
    for i in reversed(range(stroke_count)):
        letter, stroke = _STROKES[i % len(_STROKES)]  # after three letters, the word begins again
        x = left + _LETTER_PITCH * (letter + 3 * (i // len(_STROKES)))
        _draw_stroke(canvas, stroke, (x, middle - _LETTER_SIZE // 2), LABEL if i < marks else LINE)
    whole_words, last_stroke = divmod(stroke_count - 1, len(_STROKES))
    letters = 3 * whole_words + _STROKES[last_stroke][0] + 1
    return _LETTER_PITCH * letters + 10


def _draw_stroke(
    canvas: Image.Image, stroke: tuple[tuple[float, float], ...], corner: tuple[int, int], shade: Colour
) -> None:
    ends = [(x * _LETTER_SIZE + _STROKE_WIDTH, y * _LETTER_SIZE + _STROKE_WIDTH) for x, y in stroke]

    def draw(pen: ImageDraw.ImageDraw, scale: int) -> None:
        pen.line([(x * scale, y * scale) for x, y in ends], 255, width=_STROKE_WIDTH * scale)
        for x, y in ends:
            radius = _STROKE_WIDTH / 2
            pen.ellipse([c * scale for c in (x - radius, y - radius, x + radius, y + radius)], 255)

    size = _LETTER_SIZE + 2 * _STROKE_WIDTH
    picture.tint(canvas, picture.smooth(size, size, draw), corner[0] - _STROKE_WIDTH, corner[1] - _STROKE_WIDTH, shade)
