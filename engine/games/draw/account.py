"""The ledger of a match of Draw or Block: fouls and bonuses."""

from __future__ import annotations

from typing import NamedTuple

from engine.dominoes.partners import Bonus


class Account(NamedTuple):
    """The false declarations, and the bonuses of partners."""

    fouls: tuple[int, ...]
    """The fouls so far, by seat."""
    penalties: tuple[int, ...] = ()
    """Points taken off for fouls in the current or latest round, by the seat of the foul; empty without fouls."""
    bonuses: tuple[Bonus, ...] = ()
    """The bonuses earned in the current or latest round, in order."""
    inside: tuple[int, ...] = ()
    """The seats whose side has gained enough in a round for its points to count (`get_in`)."""
