"""Work that takes long, as a generator: more important work can go first at each `yield`."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeVar

T = TypeVar("T")
Steps = Generator[None, None, T]


def run_to_end(steps: Steps[T]) -> T:
    """Return the result of the work, done without a break."""
    while True:
        try:
            next(steps)
        except StopIteration as done:
            value: T = done.value
            return value
