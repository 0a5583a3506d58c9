"""Default texts for a game that doesn't have its own.

They are named functions, not lambdas, because games are sent between processes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.words import Message, Who, msg


def no_message(*_seen: Any) -> None:
    """Return no message."""
    return


def no_items(*_seen: Any) -> tuple[()]:
    """Return no items."""
    return ()


def round_name(_seen: Any, number: int) -> Message:
    """Name a round by its number."""
    return msg("round {number}", number=number)


def address(seen: Any) -> Message:
    """Call the seat to act by name."""
    return msg("{who}, your turn", who=Who(seen.to_act or 0))


CHOOSE_MOVE = msg("Choose your move")


def menu_title(_seen: Any) -> Message:
    """Ask for a move."""
    return CHOOSE_MOVE


def placing(_seen: Any, chosen: Sequence[str]) -> Message:
    """Ask which place the chosen thing goes to."""
    return msg("Where does {what} go?", what=chosen[0])


def hint(_seen: Any, choice: Any) -> Message:
    """Tell the viewer which choice a strong computer player would make."""
    return msg("Hint: **{action}**.", action=choice.label)


def pass_through(seen: Any) -> Any:
    """Return the observation as it is."""
    return seen


def always_true(*_seen: Any) -> bool:
    """Return True."""
    return True


def always_false(*_seen: Any) -> bool:
    """Return False."""
    return False
