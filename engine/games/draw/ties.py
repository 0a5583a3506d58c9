"""The option for equal hands in a block (draw.md §8)."""

from __future__ import annotations

from typing import Any

from engine.options import BLOCKS, Pick, choice
from engine.words import msg


def blocked_tie() -> Any:
    """Return the option for a block in which several seats hold the fewest pips."""
    return choice(
        {
            "no_score": Pick(msg("Nobody scores"), msg("The round counts for nobody.")),
            "share": Pick(msg("They share"), msg("The points are divided among them.")),
            "full": Pick(msg("Each scores in full"), msg("Each of them scores the other hands.")),
            "lightest_tile": Pick(
                msg("The lightest tile"),
                msg("The one with the lightest single tile scores. If those are equal, the one with fewer tiles."),
            ),
            "leader": Pick(
                msg("The first from the opener"),
                msg("The opener of the round scores. If their hand isn't one of these, the next in turn order."),
            ),
            "last_player_wins": Pick(
                msg("The last to play"),
                msg("The one of them who played last scores. If another player did, nobody scores."),
            ),
            "last_player_loses": Pick(
                msg("Not the last to play"),
                msg("If two are equal and one of them played last, the other scores. Otherwise nobody scores."),
            ),
        },
        name=msg("Equal hands in a block"),
        help=msg("Who scores when several players hold the fewest pips."),
        group=BLOCKS,
    )
