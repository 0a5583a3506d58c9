"""What a process that draws is tried with, in a file of its own: the process imports it, and no more of the tests."""

from __future__ import annotations

import os
from threading import Event

from bot.pictures.drawings import Kit


def echo_number(number: int, _: Kit) -> int:
    """Return a number, to see that the process answers."""
    return number


def dies(_: Kit) -> None:
    """End the process."""
    os._exit(1)


def hangs(_: Kit) -> None:
    """Give no answer, ever."""
    Event().wait()


def fails(seen: object, _: Kit) -> None:
    """Raise an error that names the hand."""
    raise RuntimeError(f"secret hand {seen}")
