"""An animated picture, written frame by frame.

It is a GIF, which every client of Discord animates.

All frames share the one fixed palette. Each frame holds only what differs from the frame before it, so unchanged parts
neither flicker nor blur.

film = Film()
film.add(first, 120)     # hundredths of a second
film.add(second, 400)
data = film.to_bytes()
"""

from __future__ import annotations

from struct import pack

from PIL import GifImagePlugin, Image, ImageChops

from renderers.kit.palette import FELT, PALETTE
from renderers.kit.picture import quantise

_UNCHANGED = 255
"""The index of a pixel that stays as it was; no colour of the palette has it."""
_DRAW_OVER = 1
"""GIF's disposal method for a frame on which the next frame is drawn."""


class Film:
    """The frames so far.

    A frame of less height than others has felt below it.
    """

    def __init__(self) -> None:
        self._first: Image.Image | None = None
        self._previous: Image.Image | None = None
        self._first_duration = 0
        self._frames: list[bytes] = []

    def add(self, frame: Image.Image, hundredths: int) -> None:
        """Add a frame that is shown for `hundredths` of a second.

        All frames must be equally wide.
        """
        after = quantise(frame)
        if self._previous is None:
            self._first, self._previous, self._first_duration = after, after, hundredths
            return
        height = max(after.height, self._previous.height)
        before, after = _extend_down(self._previous, height), _extend_down(after, height)
        self._frames.append(_encode_changes(before, after, hundredths))
        self._previous = after

    def to_bytes(self) -> bytes:
        """Return the file.

        Raises ValueError if there is no frame.
        """
        if self._first is None or self._previous is None:
            raise ValueError("a film without a frame")
        size = self._previous.size
        first = _encode_part(_extend_down(self._first, size[1]), (0, 0), self._first_duration)
        return b"".join((_head(size), first, *self._frames, b";"))


def _extend_down(image: Image.Image, height: int) -> Image.Image:
    """Return a frame of this height, with felt below the image."""
    if image.height == height:
        return image
    taller = Image.new("P", (image.width, height), PALETTE.index(FELT))
    taller.putpalette(image.getpalette() or [])
    taller.paste(image, (0, 0))
    return taller


def _encode_changes(before: Image.Image, after: Image.Image, hundredths: int) -> bytes:
    """Return the smallest rectangle with all changes, encoded.

    Pixels in it that stay the same are left out.
    """
    difference = ImageChops.difference(_to_grey(before), _to_grey(after))
    box = difference.getbbox() or (0, 0, 1, 1)  # one pixel if nothing has changed
    part = after.crop(box)
    part.paste(_UNCHANGED, (0, 0), difference.crop(box).point([255] + [0] * 255))  # a mask of equal pixels
    return _encode_part(part, box[:2], hundredths)


def _to_grey(image: Image.Image) -> Image.Image:
    """Return a picture whose grey levels are the palette's indices."""
    return Image.frombytes("L", image.size, image.tobytes())


def _encode_part(part: Image.Image, corner: tuple[int, int], hundredths: int) -> bytes:
    milliseconds = 10 * hundredths
    settings = {"duration": milliseconds, "disposal": _DRAW_OVER, "transparency": _UNCHANGED}
    return b"".join(GifImagePlugin.getdata(part, corner, **settings))


def _head(size: tuple[int, int]) -> bytes:
    """Return the head of the file, before the frames.

    It has the size, the palette, and the setting that the film repeats for ever.
    """
    colours = bytes(part for shade in PALETTE for part in shade).ljust(3 * 256, b"\0")
    screen = pack("<HHBBB", *size, 0xF7, 0, 0)  # 0xF7: a palette of 256 colours for all frames
    return b"GIF89a" + screen + colours + b"!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0"
