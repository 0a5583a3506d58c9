"""What a seat keeps that must stay out of the log: what its player has planned.

It lies beside the seat's clock.
"""

from __future__ import annotations

import msgspec


class Private(msgspec.Struct, frozen=True, omit_defaults=True):
    """The plans of one player.

    Its repr shows none of them: they name tiles that only this player may know of.
    """

    planned: tuple[str, ...] = ()
    """What is to be done in the player's next turns, tried in this order."""
    dropped: tuple[str, ...] = ()
    """What was planned and could not be done; its player reads of it until their turn is over."""

    def __repr__(self) -> str:
        return "<private>"


NOTHING = Private()
