"""The texts of the app's page in Discord's directory of apps, for people who don't know it yet."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from engine.game import Game
from engine.words import Message, lines, msg

SUMMARY_LENGTH: Final = 200
"""The most characters of the summary, which has no formatting."""
DESCRIPTION_LENGTH: Final = 2000
"""The most characters of the description."""
TAGS: Final = ("dominoes", "board games", "turn-based", "multiplayer", "tile games")
"""What people search for: at most five, of at most 20 characters each. Discord has them in one language only."""

SUMMARY: Final = msg(
    "Dominoes and tile games with friends, a few minutes at a time. "
    "The board is a picture in your channel, and only you see your hand."
)


def description(games: Iterable[Game[Any, Any]]) -> Message:
    """Describe the app: its games, why it's worth a try, and how to begin."""
    return lines(
        msg("**Play across the day.** Make your move when you have a minute. I tell you when it's your turn."),
        "",
        *(msg("• **{game}**: {summary}", game=game.name, summary=game.summary) for game in games),
        "",
        msg("• Play with friends, in pairs, or against computer players."),
        msg("• Your hand is hidden: the channel only ever gets what everyone may see."),
        msg("• Everyone can check that the deals were fair."),
        msg("• New to a game? `/practice` and a short tour show you how it goes."),
        "",
        msg("Add me to a server, then press *Play now* in my first message. It's free, and nothing is sold."),
    )
