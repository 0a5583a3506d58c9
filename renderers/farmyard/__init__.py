"""The layout of Chickenfoot, which places the tiles of a farmyard as numbers.

It knows neither the rules' state nor pixels. `arrange` gives each tile in order of play a row of numbers that never
changes afterwards. No two tiles overlap. Matching halves touch, or are joined by a connector if there is no other way.
`spots` places the letters of the open ends, and `places` returns the rows that tiles would get.

How it works: each open end keeps room for its next tile (`ground`). A new tile is tried at all places that touch its
end (`pads`) and takes the one that leaves most room for everybody (`score`): small, outwards, off what others hold,
with country for all ends that grow into it (`country`), and cutting none off from outside (`reach`), all of that within
the shape of its picture (`room`). If nothing fits, a connector leads to the nearest free place (`detour`).
"""

from renderers.farmyard.ground import TILE_NUMBERS, Laid, Placement
from renderers.farmyard.placing import DISC, Placements, Spot, arrange, places, spots
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
    "places",
    "spots",
]
