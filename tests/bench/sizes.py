"""How large tiles are in a picture as wide as a phone, and how full the table is.

Rounds are played at random from their deal to the end; each is looked at in several of its parts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from statistics import median
from typing import Any, NamedTuple

from engine.game import DEALER
from engine.games import GAMES
from engine.words import Words
from renderers import RENDERERS
from renderers.chickenfoot import board, tableau
from renderers.kit import picture
from renderers.line import board as line
from renderers.look import Layout
from tests.bench.measure import SHORT, Pace, show
from tests.engine.play import Setup, honest, random_deal
from tests.renderers.names import NAMES

PHONE = 360
"""The pixels of a picture's width on a phone."""
PARTS = {"a third": 1 / 3, "two thirds": 2 / 3, "last move": 1.0}
HEAD = ("", "tiles", "px median", "p5", "fill median", "p5", "height median", "most", "whole", "large print, least px")


class Kind(NamedTuple):
    """What is played."""

    key: str
    highest: int
    seats: int
    more: Sequence[tuple[str, str]] = ()

    def __str__(self) -> str:
        return " ".join([f"{self.key} double-{self.highest}, {self.seats} seats", *(f"{n} {v}" for n, v in self.more)])


KINDS = (
    Kind("chickenfoot", 6, 3, (("hand_size", "5"),)),
    Kind("chickenfoot", 9, 4),
    Kind("chickenfoot", 12, 6, (("hand_size", "11"),)),
    Kind("chickenfoot", 15, 7, (("hand_size", "11"),)),
    Kind("chickenfoot", 18, 8, (("hand_size", "11"),)),
    Kind("chickenfoot", 9, 4, (("arms", "6"),)),
    Kind("chickenfoot", 12, 6, (("arms", "8"),)),
    *(Kind("draw", highest, seats) for highest, seats in ((6, 2), (9, 3), (12, 4), (15, 6), (18, 4), (18, 8))),
    *(Kind("draw", highest, seats, (("layout", "cross"),)) for highest, seats in ((6, 4), (9, 4), (12, 4), (18, 8))),
    Kind("draw", 12, 4, (("layout", "spinner"),)),
    *(Kind("fives", highest, 4, (("spinner", "all"),)) for highest in (6, 9, 12)),
    *(Kind("fives", highest, 4, (("spinner", "first"),)) for highest in (6, 12)),
)


class Size(NamedTuple):
    """A board as it is shown."""

    tiles: int
    px: float
    """The short side of a tile on a phone,"""
    fill: float
    """the share of the table's room that tiles cover,"""
    high: int
    """the height of the whole picture in pixels,"""
    whole: bool
    """and whether all tiles are in view."""
    large: float
    """The short side of a tile on a phone in large print."""


def size(key: str, seen: Any, layout: Layout) -> Size:
    """Measure one board."""
    if key == "chickenfoot":
        view, wide, high = board.view(seen, layout)
        large = board.view(seen, layout, large=True).camera
        whole = tableau.tiles_in(layout, view, (0, 0, wide, high)) == len(layout)
    else:
        view, high, part = line.view(seen, layout)
        wide = picture.WIDTH
        large = line.view(seen, layout, large=True).camera
        whole = not part
    share = 2 * len(layout) * view.unit**2 / (wide * high)
    tall = RENDERERS[key].board(seen, layout, Words(NAMES)).height
    return Size(len(layout), view.unit * PHONE / wide, share, tall, whole, large.unit * PHONE / picture.LARGE_WIDTH)


def rounds(kind: Kind, seeds: Iterable[int]) -> Iterator[list[tuple[Any, Layout]]]:
    """Yield the boards of each round, in order of play; the scored one is not among them."""
    game = GAMES[kind.key]
    options = game.options().with_option("set", str(kind.highest))
    for name, value in kind.more:
        options = options.with_option(name, value)
    for seed in seeds:
        rng, found = Random(seed), list[tuple[Any, Layout]]()
        layout: Layout = ()
        state: Any = Setup(game, options, kind.seats).start()
        state = state.apply(random_deal(state, rng)).state
        while state.to_act is not None and state.to_act != DEALER and state.observe(None).result is None:
            seen = state.observe(None)
            if len(seen.laid) > len(layout):
                layout = RENDERERS[kind.key].arrange(seen, layout)
                found.append((seen, layout))
            state = state.apply(rng.choice(honest(state.legal_actions()))).state
        if found:
            yield found


def run(pace: Pace) -> None:
    """Print the table; if there is little time, of few rounds of each kind."""
    table(range(2 if pace.rounds <= SHORT.rounds else 24))


def table(seeds: Sequence[int], kinds: Sequence[Kind] = KINDS) -> None:
    """Print the table of the rounds with these seeds."""
    rows = []
    for kind in kinds:
        boards = list(rounds(kind, seeds))
        for name, part in PARTS.items():
            sizes = [size(kind.key, *played[min(int(part * len(played)), len(played) - 1)]) for played in boards]
            rows.append([f"{kind}, {name}", *_row(sizes)])
    show(f"Tiles at {PHONE} px", HEAD, rows)


def _row(sizes: Sequence[Size]) -> list[str]:
    px, fill = sorted(size.px for size in sizes), sorted(100 * size.fill for size in sizes)
    few = len(sizes) // 20
    return [
        f"{median(size.tiles for size in sizes):.0f}",
        f"{median(px):.1f}",
        f"{px[few]:.1f}",
        f"{median(fill):.0f} %",
        f"{fill[few]:.0f} %",
        f"{median(size.high for size in sizes):.0f}",
        f"{max(size.high for size in sizes)}",
        f"{100 * sum(size.whole for size in sizes) / len(sizes):.0f} %",
        f"{min(size.large for size in sizes):.1f}",
    ]
