"""What room the parts of a table's picture take: the seats above it, the tiles, the whole of it early in a round."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from PIL import Image

from engine.game import DEALER
from engine.games import GAMES
from engine.rounds import is_scored, make_random_deal
from engine.words import Words
from renderers import RENDERERS
from renderers.draw import LOOK
from renderers.kit import minimap, picture, seats
from renderers.line import board as line
from renderers.look import Layout
from tests.engine.play import honest
from tests.long import some
from tests.renderers.draw.tables import prefix, random_line
from tests.renderers.names import NAMES

WORDS = Words(NAMES)
PHONE = 360
TABLES: dict[str, tuple[str, int, dict[str, str]]] = {
    "draw line, 8": ("draw", 8, {}),
    "draw cross, 6": ("draw", 6, {"layout": "cross"}),
    "draw block, 7": ("draw", 7, {"mode": "block", "set": "12"}),
    "chickenfoot, 8": ("chickenfoot", 8, {"set": "12", "hand_size": "8"}),
    "chickenfoot, 5": ("chickenfoot", 5, {}),
    "fives, 4": ("fives", 4, {"spinner": "all", "set": "12"}),
}


def boards(key: str, number: int, wanted: dict[str, str], every: int) -> Iterator[tuple[Any, Layout]]:
    """Yield what everybody sees of one random round, and where its tiles lie."""
    game, look, rng = GAMES[key], RENDERERS[key], Random(f"{key} {number} 0")
    options = game.options()
    for name, value in wanted.items():
        options = options.with_option(name, value)
    state: Any = game.start(options, number)
    layout: Layout = ()
    step = 0
    while step == 0 or not is_scored(state):
        deals, step = state.to_act == DEALER, step + 1
        state = state.apply(make_random_deal(state, rng) if deals else rng.choice(honest(state.legal_actions()))).state
        layout = look.arrange(state.observe(None), layout)
        if step % every == 1:
            yield state.observe(None), layout


@pytest.mark.parametrize("table", some(TABLES, ["draw line, 8", "chickenfoot, 8", "fives, 4"]))
def test_no_strip_of_several_rows_takes_more_than_15_hundredths_and_no_early_wide_picture_is_900_pixels_high(
    monkeypatch: pytest.MonkeyPatch, table: tuple[str, int, dict[str, str]]
) -> None:
    found, usual = list[tuple[int, tuple[int, int]]](), seats.strip

    def strip(canvas: Image.Image, plates: list[seats.Plate], high: int, **more: Any) -> None:
        found.append((high, canvas.size))
        usual(canvas, plates, high, **more)

    monkeypatch.setattr(seats, "strip", strip)
    key, number, options = table
    for seen, layout in boards(key, number, options, 5):
        RENDERERS[key].board(seen, layout, WORDS)
        high, (wide, whole) = found[-1]
        assert 100 * high <= 15 * whole or number <= 4
        assert whole <= (900 if len(layout) < 30 and wide == picture.WIDTH else 1200)
    assert len(found) > 3


@pytest.mark.parametrize("highest", [6, 9, 12])
def test_a_whole_line_of_double_12_is_13_pixels_high_on_a_phone_until_its_last_tile(highest: int) -> None:
    for seed in range(6):
        whole = random_line(Random(seed), highest, "line", seats=8)
        rows = LOOK.arrange(whole, ())
        for tiles in range(1, len(rows) + 1):
            shown = line.view(prefix(whole, tiles), rows[:tiles])
            assert not shown.is_part
            assert shown.camera.unit * PHONE / picture.WIDTH >= 13


@pytest.mark.parametrize("layout", ["line", "cross"])
@pytest.mark.parametrize("highest", [12, 18])
def test_large_print_of_a_line_is_16_pixels_high_and_has_a_map_if_it_shows_a_part(
    monkeypatch: pytest.MonkeyPatch, highest: int, layout: str
) -> None:
    drawn, usual = list[int](), minimap.minimap

    def note_map(tiles: Any, *more: Any) -> Image.Image:
        drawn.append(len(tiles))
        return usual(tiles, *more)

    monkeypatch.setattr(line, "minimap", note_map)
    whole = random_line(Random(highest), highest, layout, seats=8)
    rows = LOOK.arrange(whole, ())
    for tiles in range(3, len(rows) + 1, len(rows) // 8):
        table, drawn[:] = prefix(whole, tiles), []
        shown = line.view(table, rows[:tiles], large=True)
        board = LOOK.board(table, rows[:tiles], WORDS, large=True)
        assert shown.camera.unit * PHONE / board.width >= 16
        assert drawn == ([tiles] if shown.is_part else [])
        assert board.height <= 1200
    assert shown.is_part
