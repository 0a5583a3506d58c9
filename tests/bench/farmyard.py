"""The layout of Chickenfoot over random rounds.

`python -m tests.bench.farmyard --rounds 1000` measures many. Each round is laid tile by tile from the rows of the tiles
before, as a running table does; overlaps are looked for with Shapely. Times are CPU time of this thread.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from random import Random
from statistics import mean, median
from time import thread_time

from shapely.ops import unary_union

from renderers.farmyard import TILE_NUMBERS, Laid, Placements, arrange
from tests.bench.measure import SHORT, Pace, show
from tests.renderers.farmyards import Kind, random_farmyard
from tests.renderers.polygons import overlapping, tile_polygon

KINDS = (
    Kind(6, 3, 5),
    Kind(9, 4, 7),
    Kind(12, 6, 11),
    Kind(18, 8, 11),
    Kind(9, 4, 7, arms=3),
    Kind(9, 4, 7, arms=6),
    Kind(12, 6, 7, arms=8),
)
PICTURE = (1600, 1200)
HEAD = (
    "",
    "tiles (most)",
    "overlaps",
    "moved",
    "on a connector",
    "rounds with one",
    "size in u",
    "aspect p5 / median / p95",
    "px per u median / p5 / least",
    "ms a tile mean / p99 / worst",
)
"""Sizes are medians; a u is a tile's width, in a picture of the size above. Moved: tiles that changed their place."""


@dataclass
class Measured:
    """What many rounds of one kind came to."""

    tiles: list[int] = field(default_factory=list)
    overlaps: int = 0
    moved: int = 0
    connectors: list[int] = field(default_factory=list)
    sizes: list[tuple[float, float]] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    """Milliseconds for each tile."""

    def add(self, kind: Kind, laid: Sequence[Laid]) -> None:
        """Lay one round."""
        rows: Placements = ()
        for tiles in range(1, len(laid) + 1):
            start = thread_time()
            longer = arrange(laid[:tiles], kind.highest, kind.arms, rows)
            self.times.append(1000 * (thread_time() - start))
            self.moved += longer[:-1] != rows
            rows = longer
        self.tiles.append(len(rows))
        self.overlaps += len(overlapping(laid, rows))
        apart = [
            len(row) > TILE_NUMBERS and not (kind.arms == 8 and t.parent == 0)
            for t, row in zip(laid, rows, strict=True)
        ]
        self.connectors.append(sum(apart))
        left, top, right, bottom = unary_union(
            [tile_polygon(row, t.tile.double) for t, row in zip(laid, rows, strict=True)]
        ).bounds
        self.sizes.append((right - left, bottom - top))

    def report(self) -> list[str]:
        """Return a row of figures."""
        wide, high = (median(size[axis] for size in self.sizes) for axis in (0, 1))
        scales = sorted(min(PICTURE[0] / w, PICTURE[1] / h) for w, h in self.sizes)
        aspects = sorted(w / h for w, h in self.sizes)
        times = sorted(self.times)
        return [
            f"{mean(self.tiles):.0f} ({max(self.tiles)})",
            str(self.overlaps),
            str(self.moved),
            f"{100 * sum(self.connectors) / sum(self.tiles):.2f} %",
            f"{100 * sum(map(bool, self.connectors)) / len(self.tiles):.0f} %",
            f"{wide:.1f} x {high:.1f}",
            f"{_at(aspects, 0.05):.2f} / {median(aspects):.2f} / {_at(aspects, 0.95):.2f}",
            f"{median(scales):.0f} / {_at(scales, 0.05):.0f} / {scales[0]:.0f}",
            f"{mean(times):.1f} / {_at(times, 0.99):.1f} / {times[-1]:.0f}",
        ]


def _at(ascending: Sequence[float], share: float) -> float:
    return ascending[min(int(len(ascending) * share), len(ascending) - 1)]


def run(pace: Pace) -> None:
    """Print the table; if there is little time, of one round of each kind."""
    rounds(range(1 if pace.rounds <= SHORT.rounds else pace.times // 3))


def rounds(seeds: Iterable[int]) -> None:
    """Print the table of the rounds with these seeds."""
    rows = []
    for kind in KINDS:
        measured = Measured()
        for seed in seeds:
            measured.add(kind, random_farmyard(kind, Random(seed)))
        rows.append([str(kind), *measured.report()])
    show("Chickenfoot, laid tile by tile", HEAD, rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--first", type=int, default=0, help="the seed of the first round")
    chosen = parser.parse_args()
    rounds(range(chosen.first, chosen.first + chosen.rounds))


if __name__ == "__main__":
    main()
