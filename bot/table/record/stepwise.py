"""Work that takes long, as a generator: at each `yield` whatever is more important can go first."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeVar

T = TypeVar("T")
Steps = Generator[None, None, T]


def run_to_end(steps: Steps[T]) -> T:
    """Return what the work gives where it is done at once."""
    while True:
        try:
            next(steps)
        except StopIteration as done:
            value: T = done.value
            return value
