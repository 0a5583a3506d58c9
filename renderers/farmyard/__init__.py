"""The layout of Chickenfoot, which places the tiles of a farmyard as numbers.

Lengths are in u, the side of half a tile.

It knows neither the rules' state nor pixels. `arrange` gives each tile in order of play a row of numbers that never
changes afterwards. No two tiles overlap. Matching halves touch, or are joined by a connector if there is no other way.
`spots` places the letters of the open ends, and `rows_for_plays` returns the rows that tiles would get.

How it works: each open end reserves room for its next tile (`ground`). A new tile is tried at all places that touch its
end (`pads`), and gets the one with the lowest score (`score`). Good places keep the picture small and in its shape
(`room`), lie outwards, take no room that other ends hold, leave all ends free space to grow into (`free_space`), and
cut none off from outside (`reach`). If nothing fits, a connector leads to the nearest free place (`detour`).
"""

from renderers.farmyard.ground import TILE_NUMBERS, Laid, Placement
from renderers.farmyard.placing import DISC, Placements, Spot, arrange, rows_for_plays, spots
from renderers.farmyard.room import MANY, is_tall

__all__ = [
    "DISC",
    "MANY",
    "TILE_NUMBERS",
    "Laid",
    "Placement",
    "Placements",
    "Spot",
    "arrange",
    "is_tall",
    "rows_for_plays",
    "spots",
]
