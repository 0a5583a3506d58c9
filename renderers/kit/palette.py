"""The colours of all pictures.

Pictures are reduced to this one palette, which keeps the files small and the colours the same everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence

Colour = tuple[int, int, int]


def colour(text: str) -> Colour:
    """Parse a colour such as "#1F3A34"."""
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def mix(first: Colour, second: Colour, share: float) -> Colour:
    """Mix `share` of the second colour into the first."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(first, second, strict=True))
    return red, green, blue


def contrast(first: Colour, second: Colour) -> float:
    """Return the contrast ratio of WCAG 2, 1 to 21."""
    light, dark = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(shade: Colour) -> float:
    """Return the relative luminance of WCAG 2, 0 to 1."""
    channels = [c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in shade]
    return 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2]


FELT = colour("#1F3A34")
PANEL = colour("#24443C")
DARK = colour("#16211F")
LINE = colour("#3D6459")  # rules and outlines on felt
FACE = colour("#F8F4E9")
EDGE = colour("#CFC6B2")
BORDER = colour("#2A2620")
DIVIDER = colour("#B8AE98")
BACK = colour("#7A3B2E")  # a tile face down
BACK_LIGHT = colour("#9A5443")
LABEL = colour("#FFC93C")
LABEL_EDGE = colour("#11161A")
INK = colour("#1B1B1B")
WHITE = colour("#FFFFFF")
SOFT = colour("#C3CFC9")  # secondary text on felt
MUTED = colour("#6E7A78")
SHADOW = mix(FELT, (0, 0, 0), 0.38)
DIM = 0.6
"""The opacity of what cannot be used now."""


def _colours(text: str) -> Sequence[Colour]:
    return tuple(colour(word) for word in text.split())


VALUES = _colours(
    "#7A705C #1277B5 #1B8A3E #D62728 #7A4B1E #1F2F8F #9A6A00 #C22C8A #00695C #6A2BC4 "
    "#C64F00 #20242A #5E6874 #A3124A #0A7F8A #4F6F0A #9A3BB0 #C04A3A #2A4361"
)
"""The colour of each number, 0 to 18, with a contrast of at least 4:1 on a tile.

The numeral or the pips are always the primary mark.
"""

SEATS = _colours("#2F7FD1 #E8A013 #12A17A #D66FA8 #E0561F #7CC6F2 #F2E34C #B9C0C8")
"""The colour of each seat; never shown without the seat's shape (`sprites.mark`)."""

SIDES = SEATS[:2]
"""The colour of each side of partners; never shown without the side's sign (`sprites.sign`)."""

LOSS = mix(VALUES[3], FACE, 0.45)
"""The colour of points that count against a player."""

GRID = colour("#22272E")  # the squares of Blockers
GRID_LIGHT = colour("#2D333B")
GRID_LIGHTER = colour("#373E48")
GRID_LINE = colour("#7D8590")
GRID_TEXT = colour("#C9D1D9")
GRID_SYMBOL = colour("#59636E")


BLOCKERS = _colours("#CB2F3A #45C878 #2145B0 #F7DF4B #A07BD6")
"""The colours of tiles in Blockers: red, green, blue, yellow, purple.

They can be told apart in grey and with any colour blindness, and each also has a mark.
"""


def blockers_rim(tile: Colour) -> Colour:
    """Return the colour of the outline of a group, from that of its tiles."""
    return mix(tile, WHITE, 0.55)


def _ramp(first: Colour, second: Colour, steps: int) -> list[Colour]:
    """Return the shades between two colours that meet at a smoothed edge."""
    return [mix(first, second, i / (steps + 1)) for i in range(1, steps + 1)]


def _dim_colour(shade: Colour) -> Colour:
    return mix(FELT, shade, DIM)


def _all() -> Sequence[Colour]:
    plain = [FELT, PANEL, DARK, LINE, FACE, EDGE, BORDER, DIVIDER, BACK, BACK_LIGHT, LABEL, LABEL_EDGE, INK, WHITE]
    plain += [SOFT, MUTED, SHADOW, LOSS, GRID, GRID_LIGHT, GRID_LIGHTER, GRID_LINE, GRID_TEXT, GRID_SYMBOL]
    edges = [(FELT, BORDER), (FELT, SHADOW), (FELT, LABEL), (LABEL, INK), (LABEL, FACE), (BORDER, EDGE), (BACK, FELT)]
    edges += [(FELT, LINE), (DARK, FELT), (DARK, LABEL), (GRID, GRID_TEXT), (GRID, LABEL), (BORDER, LABEL)]
    shades = plain + [shade for a, b in edges for shade in _ramp(a, b, 2)]
    shades += _ramp(DARK, LOSS, 2) + _ramp(DARK, FACE, 5) + _ramp(FELT, FACE, 5) + _ramp(INK, FACE, 3)
    for value in VALUES:
        shades += [value, *_ramp(value, FACE, 3), _dim_colour(value), _dim_colour(mix(value, FACE, 0.5))]
    for seat in SEATS:
        shades += [seat, *_ramp(seat, DARK, 1), mix(seat, FACE, 0.5), mix(seat, WHITE, 0.55)]
    for tile in BLOCKERS:
        shades += [tile, blockers_rim(tile), *_ramp(tile, FACE, 2), mix(tile, GRID, 0.6)]
    shades += [_dim_colour(shade) for shade in (FACE, EDGE, BORDER, DIVIDER)]
    return tuple(dict.fromkeys(shades))


PALETTE: Sequence[Colour] = _all()
"""At most 256 colours: plain colours, and mixes of two colours that meet at smoothed edges."""
