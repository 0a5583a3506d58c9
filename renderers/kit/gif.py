"""An animated picture, written frame by frame.

It is a GIF, which every client of Discord animates.

All frames share the one fixed palette, and each holds only what differs from the one before, so nothing that stays
flickers or blurs.

film = Film()
film.add(first, 120)     # hundredths of a second
film.add(second, 400)
data = film.done()
"""

from __future__ import annotations

from struct import pack

from PIL import GifImagePlugin, Image, ImageChops

from renderers.kit.palette import FELT, PALETTE
from renderers.kit.picture import quantise

_SAME = 255
"""The index that stands for "as before"; the palette has fewer colours."""
_KEPT = 1
"""The way a frame is disposed of, which is that the next one is drawn over it."""


class Film:
    """The frames so far.

    A frame that is lower than others has felt below it.
    """

    def __init__(self) -> None:
        self._first: Image.Image | None = None
        self._before: Image.Image | None = None
        self._hold = 0
        self._frames: list[bytes] = []

    def add(self, frame: Image.Image, hundredths: int) -> None:
        """Add a frame that is shown for `hundredths` of a second.

        All frames must be equally wide.
        """
        now = quantise(frame)
        if self._before is None:
            self._first, self._before, self._hold = now, now, hundredths
            return
        high = max(now.height, self._before.height)
        now, before = _high(now, high), _high(self._before, high)
        self._frames.append(_encode_changes(before, now, hundredths))
        self._before = now

    def to_bytes(self) -> bytes:
        """Return the file.

        Raises ValueError if there is no frame.
        """
        if self._first is None or self._before is None:
            raise ValueError("a film without a frame")
        size = self._before.size
        first = _encode_part(_high(self._first, size[1]), (0, 0), self._hold)
        return b"".join((_head(size), first, *self._frames, b";"))


def _high(image: Image.Image, high: int) -> Image.Image:
    """Return a frame, made `high` pixels high with felt below it."""
    if image.height == high:
        return image
    taller = Image.new("P", (image.width, high), PALETTE.index(FELT))
    taller.putpalette(image.getpalette() or [])
    taller.paste(image, (0, 0))
    return taller


def _encode_changes(before: Image.Image, now: Image.Image, hundredths: int) -> bytes:
    """Return the smallest rectangle with all changes, encoded.

    What stays the same in it is left out.
    """
    different = ImageChops.difference(_numbers(before), _numbers(now))
    box = different.getbbox() or (0, 0, 1, 1)
    part = now.crop(box)
    part.paste(_SAME, (0, 0), different.crop(box).point([255] + [0] * 255))
    return _encode_part(part, box[:2], hundredths)


def _numbers(image: Image.Image) -> Image.Image:
    """Return the palette's indices as grey levels."""
    return Image.frombytes("L", image.size, image.tobytes())


def _encode_part(part: Image.Image, corner: tuple[int, int], hundredths: int) -> bytes:
    settings = {"duration": 10 * hundredths, "disposal": _KEPT, "transparency": _SAME}
    return b"".join(GifImagePlugin.getdata(part, corner, **settings))


def _head(size: tuple[int, int]) -> bytes:
    """Return the head of the file, before the frames.

    It has the size, the palette, and that the film repeats for ever.
    """
    colours = bytes(part for shade in PALETTE for part in shade).ljust(3 * 256, b"\0")
    return b"GIF89a" + pack("<HHBBB", *size, 0xF7, 0, 0) + colours + b"!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0"
