"""Pictures: CPU time and bytes of each board, beside tiles drawn as vectors twice as large, in true colours."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from random import Random
from statistics import median
from typing import Any, NamedTuple

from PIL import Image, ImageDraw

from engine.game import DEALER
from engine.games import GAMES
from engine.options import OptionRefused
from engine.tiles import SIZES
from engine.words import Words
from renderers import RENDERERS
from renderers.kit.palette import BORDER, DIVIDER, FACE, FELT, VALUES
from renderers.kit.picture import png
from renderers.look import Layout
from tests.bench.measure import SHORT, Pace, ratio, show, time_in_turn
from tests.engine.play import Setup, honest, random_deal
from tests.renderers.draw.tables import prefix, random_line
from tests.renderers.names import NAMES

PARTS_OF_A_ROUND = {"early": 0.1, "middle": 0.5, "full": 1.0}
SQUARES = {"blockers": 81, "moon": 28}
"""What a board shows if nothing is arranged."""
TWICE = 2


class Scene(NamedTuple):
    """A board to draw."""

    name: str
    key: str
    seen: Any
    layout: Layout

    def draw(self) -> Image.Image:
        return RENDERERS[self.key].board(self.seen, self.layout, Words(NAMES))


def run(pace: Pace) -> None:
    """Print one table of all scenes; if there is little time, only those of the smallest set."""
    sets = SIZES if pace.rounds > SHORT.rounds else SIZES[:1]
    rows = [_row(scene, pace.times // 3) for scene in all_scenes(sets)]
    show("Boards", ["", "pixels", "tiles", "ms", "× vectors", "kB", "× true colour"], rows)


def all_scenes(sets: Sequence[int]) -> Iterator[Scene]:
    """Yield every game in its parts of a round, with each of the sets if it has some."""
    yield from _draw(sets)
    yield from _others(sets)


def _row(scene: Scene, times: int) -> list[str]:
    image = scene.draw()
    tiles = SQUARES.get(scene.key, len(scene.layout))
    spent = time_in_turn({"ours": lambda: png(scene.draw()), "vectors": lambda: _vectors(image, tiles)}, times)
    mine, theirs = len(png(image)) / 1000, len(_vectors(image, tiles)) / 1000
    return [
        scene.name,
        f"{image.width} x {image.height}",
        str(tiles),
        f"{median(spent['ours']):.1f}",
        f"{ratio(spent['ours'], spent['vectors']):.2f}",
        f"{mine:.0f}",
        f"{mine / theirs:.2f}",
    ]


def _draw(sets: Sequence[int]) -> Iterator[Scene]:
    """Draw with each set and each kind of line."""
    for highest in sets:
        for kind in "line", "cross":
            whole = random_line(Random(highest), highest, kind)
            for name, part in PARTS_OF_A_ROUND.items():
                seen = prefix(whole, max(1, round(part * len(whole.laid))))
                yield Scene(f"draw d{highest} {kind}, {name}", "draw", seen, RENDERERS["draw"].arrange(seen, ()))


def _others(sets: Sequence[int]) -> Iterator[Scene]:
    """Yield every other game by its usual options, with the fewest and the most seats; and each set, if any."""
    for key in RENDERERS:
        if key == "draw":
            continue
        game, usual = GAMES[key], GAMES[key].options()
        for highest in sets if "set" in usual.settings() else (None,):
            try:
                options = usual if highest is None else usual.with_option("set", str(highest))
            except OptionRefused:
                continue  # a game that has not all sets
            seats = [n for n in game.seats if options.refusal(n) is None]
            for number in sorted({seats[0], seats[-1]}):
                title = f"{key} {number} seats" if highest is None else f"{key} d{highest} {number} seats"
                yield from _round(title, Setup(game, options, number))


def _round(title: str, setup: Setup) -> Iterator[Scene]:
    """Yield the beginning, the middle and the end of a random round."""
    states = list(_states(setup, Random(7)))
    layouts: list[Layout] = []
    layout: Layout = ()
    for state in states:
        layout = RENDERERS[setup.game.key].arrange(state.observe(None), layout)
        layouts.append(layout)
    for name, part in PARTS_OF_A_ROUND.items():
        place = min(round(part * len(states)), len(states) - 1)
        yield Scene(f"{title}, {name}", setup.game.key, states[place].observe(None), layouts[place])


def _states(setup: Setup, rng: Random) -> Iterator[Any]:
    """Yield the positions of one round."""
    state = setup.start()
    state = state.apply(random_deal(state, rng)).state
    while state.to_act is not None and state.to_act != DEALER:
        yield state
        state = state.apply(rng.choice(honest(state.legal_actions()))).state


def _vectors(scene: Image.Image, tiles: int) -> bytes:
    """Draw the plain way: all tiles twice as large, then reduced, and the scene written in true colours."""
    width, height = scene.size
    image = Image.new("RGB", (TWICE * width, TWICE * height), FELT)
    draw = ImageDraw.Draw(image)
    columns = max(1, round((tiles * width / height / 2) ** 0.5))
    side = TWICE * width // (columns * 2 + 2)
    for tile in range(tiles):
        row, column = divmod(tile, columns)
        _tile(draw, 2 * side * column + side // 2, int(1.2 * side * row) + side // 2, side, tile)
    image.reduce(TWICE)
    out = io.BytesIO()
    scene.save(out, "PNG")
    return out.getvalue()


def _tile(draw: ImageDraw.ImageDraw, x: int, y: int, side: int, number: int) -> None:
    draw.rounded_rectangle((x, y, x + 2 * side - 4, y + side), side // 7, FACE, BORDER, max(1, side // 28))
    draw.line((x + side, y + side // 7, x + side, y + side - side // 7), DIVIDER, max(1, side // 20))
    for half in range(2):
        for pip in range((number + half) % 7):
            left = x + half * side + (pip % 3 + 1) * side // 4
            top = y + (pip // 3 + 1) * side // 3
            draw.ellipse((left - side // 10, top - side // 10, left + side // 10, top + side // 10), VALUES[number % 7])
