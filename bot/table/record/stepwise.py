"""Long work as a generator. At each `yield`, more important work can go first."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeVar

T = TypeVar("T")
Steps = Generator[None, None, T]


def run_to_end(steps: Steps[T]) -> T:
    """Do the work without a break, and return its result."""
    while True:
        try:
            next(steps)
        except StopIteration as done:
            value: T = done.value
            return value
