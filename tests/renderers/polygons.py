"""The tiles of a farmyard as polygons of Shapely: a second opinion on everything the layout says of itself."""

from __future__ import annotations

from collections.abc import Sequence

from shapely import STRtree, box
from shapely.affinity import rotate, translate
from shapely.geometry import LineString, Polygon

from renderers.farmyard import TILE_NUMBERS, Laid, Placement, Placements


def tile_polygon(row: Placement, double: bool) -> Polygon:
    """Return the outline of a tile; a double lies crosswise to its heading."""
    return _place_shape(box(-0.5, -1, 0.5, 1) if double else box(-1, -0.5, 1, 0.5), row)


def inner_half(row: Placement) -> Polygon:
    """Return the half of a single that shows the number of the tile it is joined to."""
    return _place_shape(box(-1, -0.5, 0, 0.5), row)


def outer_half(row: Placement) -> Polygon:
    """Return the half of a single on which play goes on."""
    return _place_shape(box(0, -0.5, 1, 0.5), row)


def connector(row: Placement) -> LineString | None:
    """Return the line to a tile that does not touch; None for all others."""
    numbers = row[TILE_NUMBERS:]
    return LineString(list(zip(numbers[::2], numbers[1::2], strict=True))) if numbers else None


def overlapping(laid: Sequence[Laid], rows: Placements) -> list[tuple[int, int]]:
    """Return all pairs of tiles that share more than a hair's breadth of table."""
    polygons = [tile_polygon(row, tile.tile.double) for tile, row in zip(laid, rows, strict=True)]
    first, second = STRtree(polygons).query(polygons, predicate="intersects")
    pairs = [(int(a), int(b)) for a, b in zip(first, second, strict=True) if a < b]
    return [(a, b) for a, b in pairs if polygons[a].intersection(polygons[b]).area > 1e-6]


def _place_shape(shape: Polygon, row: Placement) -> Polygon:
    return translate(rotate(shape, 45 * row[2], origin=(0, 0)), row[0], row[1])
