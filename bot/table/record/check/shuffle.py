"""The shuffle of docs/DEALS.md."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import TypeVar

T = TypeVar("T")


def shuffle_items(tiles: list[T], stream: Iterator[int]) -> list[T]:
    """Shuffle tiles in place by a stream of random numbers, and return them."""
    for place in range(len(tiles) - 1, 0, -1):
        other = draw_below(place + 1, stream)
        tiles[place], tiles[other] = tiles[other], tiles[place]
    return tiles


def draw_below(n: int, stream: Iterator[int]) -> int:
    """Return a random number below `n`. All are equally likely."""
    limit = 2**32 // n * n  # higher words are skipped, since they would make small numbers more likely
    return next(word for word in stream if word < limit) % n


def words(text: str) -> Iterator[int]:
    """Yield the 32-bit words of the SHAKE-256 of a text, without end."""
    shake = hashlib.shake_256(text.encode())
    done, size = 0, 1024
    while True:
        block = shake.digest(size)  # a longer digest begins with the shorter one
        for start in range(done, size, 4):
            yield int.from_bytes(block[start : start + 4], "big")
        done, size = size, 2 * size
