"""How colours look to other eyes, and how far apart they then are.

Dichromats as in Machado, Oliveira and Fernandes (2009), severity 1, on linear RGB; the distance is that of CIELAB 1976.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from renderers.kit.palette import Colour

Matrix = Sequence[Sequence[float]]
_LUMINANCE = (0.2126, 0.7152, 0.0722)

VISIONS: Mapping[str, Matrix] = {
    "trichromat": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanope": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranope": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanope": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
    "grey": (_LUMINANCE, _LUMINANCE, _LUMINANCE),
}


def difference(one: Colour, other: Colour, vision: str) -> float:
    """ΔE of two colours for one of the `VISIONS`."""
    return math.dist(_lab(_see_colour(one, VISIONS[vision])), _lab(_see_colour(other, VISIONS[vision])))


def _see_colour(shade: Colour, vision: Matrix) -> list[float]:
    linear = [_linear(part / 255) for part in shade]
    mixed = (sum(a * b for a, b in zip(row, linear, strict=True)) for row in vision)
    return [min(1.0, max(0.0, part)) for part in mixed]


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def _lab(linear: Sequence[float]) -> tuple[float, float, float]:
    red, green, blue = linear
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = sum(a * b for a, b in zip(_LUMINANCE, linear, strict=True))
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)
