"""What is said of a game that has nothing of its own to say. These are functions with names: games travel between
processes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.words import Message, msg


def no_message(*_seen: Any) -> None:
    """Say nothing."""
    return


def no_items(*_seen: Any) -> tuple[()]:
    """Tell of nothing."""
    return ()


def round_name(_seen: Any, number: int) -> Message:
    """Name a round by its number."""
    return msg("round {number}", number=number)


def placing(_seen: Any, chosen: Sequence[str]) -> Message:
    """Ask where something goes that was chosen."""
    return msg("Where does {what} go?", what=chosen[0])


def always_false(*_seen: Any) -> bool:
    """Say no."""
    return False
