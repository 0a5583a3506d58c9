"""A player's plans. They must stay out of the log, so they are stored with the clock of the player's seat."""

from __future__ import annotations

import msgspec


class Plans(msgspec.Struct, frozen=True, omit_defaults=True):
    """The plans of one player.

    The repr hides them, because they name tiles that only this player may know of.
    """

    planned: tuple[str, ...] = ()
    """The moves to try in the player's next turns, in this order."""
    dropped: tuple[str, ...] = ()
    """Plans that could not be played. The player is told of them until their turn is over."""

    def __repr__(self) -> str:
        return "<private>"


NO_PLANS = Plans()
