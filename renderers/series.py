"""The look of a series.

Each game is drawn by its own look. The picture at its end also lists the games so far.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Concatenate, ParamSpec, TypeAlias, TypeVar

from PIL import Image

from engine.game import Obs, Outcome
from engine.series import MATCH, Record, SeriesObservation
from engine.sides import Side, Sides
from engine.words import Join, Message, Words, format_signed, join_items, lines, msg, sentences
from renderers.kit import picture, sprites, text
from renderers.kit.palette import DARK, FACE, LABEL, SOFT
from renderers.look import Arrangement, DrawStill, Layout, Look

_MARGIN = 24
_HEAD_HEIGHT = 60
_ROW_HEIGHT = 46
_TEXT_SIZE = 32
_SIGN_WIDTH = 44
"""The room for the sign of partners."""
_NAME_PITCH = 38
"""The pixels from one partner's name to the other's."""
_HIGHEST = 1200
"""The greatest height of a picture; the latest games are listed up to it."""
_LEAST_GAMES = 3
"""The least number of games that are listed, even in a high picture."""


P = ParamSpec("P")
T = TypeVar("T")

_Column = tuple[int, Side]

Seen: TypeAlias = Obs | SeriesObservation[Obs]
"""The observation of a single game, or of a series."""


def adapt_to_series(look: Look[Obs]) -> Look[Seen[Obs]]:
    """Return a look that draws single games and series.

    Each game looks as it does alone, and the games so far are added when one ends.
    """

    def score(seen: Seen[Obs], words: Words) -> Image.Image | None:
        image = look.score(_game(seen), words)
        if image is None or not isinstance(seen, SeriesObservation):
            return image
        if seen.game.outcome is None:
            return _with_line(image, join_items([*_heads(seen)], Join.DOT), words)
        return _with_games(image, seen.record, words)

    def proof(seen: Seen[Obs], words: Words, high: int) -> Image.Image | None:
        is_over = isinstance(seen, SeriesObservation) and seen.outcome is not None
        # the picture of a series' end shows the list of its games instead
        return None if is_over else look.proof(_game(seen), words, high)

    def mark_places(canvas: Image.Image, seen: Seen[Obs], played: str, better: str) -> None:
        look.mark_places(canvas, _game(seen), played, better)

    def add_head(describe: Callable[[Obs], Message]) -> Callable[[Seen[Obs]], Message]:
        return lambda seen: sentences(*_heads(seen)[:1], describe(_game(seen)))

    return Look(
        board=_for_game(look.board),
        score=score,
        lap=_for_game(look.lap),
        proof=proof,
        is_score_enough=_for_game(look.is_score_enough),
        stage=None if look.stage is None else _for_game(look.stage),
        mark_places=mark_places,
        badge=_for_game(look.badge),
        shade=_for_game(look.shade),
        detail=_for_game(look.detail),
        hand=_for_game(look.hand),
        alt=add_head(look.alt),
        hand_alt=add_head(look.hand_alt),
        list_held=_for_game(look.list_held),
        text=lambda seen: lines(*_heads(seen), look.text(_game(seen))),
        arrangement=None if look.arrangement is None else _arrangement_of_game(look.arrangement),
    )


def _arrangement_of_game(arrangement: Arrangement[Obs]) -> Arrangement[Seen[Obs]]:
    return Arrangement(
        arrange=_for_game(arrangement.arrange),
        count_rows=_for_game(arrangement.count_rows),
        needs_whole_view=_for_game(arrangement.needs_whole_view),
        draw_whole=_for_game(arrangement.draw_whole),
        draw_frame=_still_of_game(arrangement.draw_frame),
    )


def _for_game(draw: Callable[Concatenate[Obs, P], T]) -> Callable[Concatenate[Seen[Obs], P], T]:
    """Wrap a function for single games. For a series, the function gets the game that is being played."""

    def draw_game(seen: Seen[Obs], /, *args: P.args, **kwargs: P.kwargs) -> T:
        return draw(_game(seen), *args, **kwargs)

    return draw_game


def _still_of_game(draw: DrawStill[Obs]) -> DrawStill[Seen[Obs]]:
    def draw_still(seen: Seen[Obs], layout: Layout, words: Words, end: Seen[Obs], end_layout: Layout, /) -> Image.Image:
        return draw(_game(seen), layout, words, _game(end), end_layout)

    return draw_still


def _heads(seen: Seen[Obs]) -> Sequence[Message]:
    """Return the heads of a series, or nothing for a single game.

    They say which game it is or how the series ended, then how the series stands.
    """
    if not isinstance(seen, SeriesObservation):
        return ()
    which = msg("{which}.", which=seen.record.game_number(seen.number))
    return (seen.outcome.reason if seen.outcome else which, seen.record.standing)


def _game(seen: Seen[Obs]) -> Obs:
    return seen.game if isinstance(seen, SeriesObservation) else seen


def _with_line(image: Image.Image, line: Message, words: Words) -> Image.Image:
    """Return a picture with one line under it.

    A high picture is made smaller to leave room for the line.
    """
    if image.height > _HIGHEST - _HEAD_HEIGHT:
        image = image.resize(
            (image.width * (_HIGHEST - _HEAD_HEIGHT) // image.height, _HIGHEST - _HEAD_HEIGHT), Image.Resampling.LANCZOS
        )
    canvas = picture.blank(image.width, image.height + _HEAD_HEIGHT, DARK)
    canvas.paste(image, (0, 0))
    text.draw(canvas, _MARGIN, image.height + 42, words.text(line), _TEXT_SIZE, SOFT, limit=image.width - 2 * _MARGIN)
    return canvas


def _with_games(image: Image.Image, record: Record, words: Words) -> Image.Image:
    """Return a picture with the latest games of the series under it.

    A high picture is made smaller to leave room for a few games.
    """
    games = len(record.games)
    width = image.width
    ground = image.crop((0, 0, 1, 1))  # one pixel, to fill the sides if the picture is made smaller
    other_height = _MARGIN + _head_height(record) + _ROW_HEIGHT
    room = _HIGHEST - other_height - min(games, _LEAST_GAMES) * _ROW_HEIGHT
    if image.height > room:
        image = image.resize((width * room // image.height, room), Image.Resampling.LANCZOS)
    shown_count = min(games, (_HIGHEST - image.height - other_height) // _ROW_HEIGHT)
    canvas = picture.blank(width, image.height + other_height + shown_count * _ROW_HEIGHT, DARK)
    canvas.paste(ground.resize((width, image.height)), (0, 0))
    canvas.paste(image, ((width - image.width) // 2, 0))
    _draw_games(canvas, record, shown_count, image.height, words)
    return canvas


def _head_height(record: Record) -> int:
    """Return the height of the names above the columns."""
    return _HEAD_HEIGHT + (len(record.sides[0]) - 1) * _NAME_PITCH


def _draw_games(canvas: Image.Image, record: Record, shown_count: int, top: int, words: Words) -> None:
    """Draw a column for each side, a row for each game, and below them the row with the sums or the games won."""
    first_shown = len(record.games) - shown_count
    columns = _columns(canvas.width, record.sides)
    for number, (x, side) in enumerate(columns):
        _draw_names(canvas, number, side, (x, top + 40, (canvas.width - 2 * _MARGIN) // (len(columns) + 1) - 16), words)
    y = top + _head_height(record)
    for number, game in enumerate(record.games[first_shown:], first_shown + 1):
        text.draw(canvas, _MARGIN, y + 32, words.text(msg("Game {number}", number=number)), _TEXT_SIZE, SOFT)
        _draw_row(canvas, columns, tuple(map(record.without_minus, game.points)), game, y)
        y += _ROW_HEIGHT
    is_match = record.length.kind == MATCH
    text.draw(canvas, _MARGIN, y + 32, words.text(msg("Games won") if is_match else msg("Sum")), _TEXT_SIZE, LABEL)
    _draw_row(canvas, columns, record.readable_scores, record.outcome, y)


def _draw_names(canvas: Image.Image, number: int, side: Side, place: tuple[int, int, int], words: Words) -> None:
    """Write the name of a player, or the names of partners behind their sign.

    The place is the right edge, the first base line, and the room.
    """
    right, base, room = place
    sign_width = 0 if len(side) == 1 else _SIGN_WIDTH
    width = 0
    for i, seat in enumerate(side):
        name_base = base + i * _NAME_PITCH
        width = max(
            width,
            text.name(canvas, right, name_base, words.name(seat), _TEXT_SIZE, FACE, "right", limit=room - sign_width),
        )
    if sign_width:
        middle = base - 11 + (len(side) - 1) * _NAME_PITCH // 2
        picture.stamp(canvas, sprites.sign(number, _SIGN_WIDTH - 10), right - width - _SIGN_WIDTH // 2 - 4, middle)


def _draw_row(
    canvas: Image.Image, columns: Sequence[_Column], numbers: tuple[int, ...], outcome: Outcome | None, top: int
) -> None:
    """Write one number for each side; the numbers of winners are yellow."""
    for x, side in columns:
        shade = LABEL if outcome is not None and side[0] in outcome.winners else FACE
        number_text = format_signed(numbers[side[0]])
        text.draw(canvas, x, top + 32, number_text, _TEXT_SIZE + 2, shade, "right", face=text.LABEL)


def _columns(width: int, sides: Sides) -> Sequence[_Column]:
    """Return the sides, each with the right edge of its column."""
    step = (width - 2 * _MARGIN) // (len(sides) + 1)
    return [(_MARGIN + step * (place + 2), side) for place, side in enumerate(sides)]
