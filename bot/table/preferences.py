"""What a user can choose. The column, panel, command and export of a switch follow from its declaration."""

from __future__ import annotations

from typing import NamedTuple

from bot.table.switches import Switch, SwitchValue
from engine.words import lines, msg, term


class PersonRow(NamedTuple):
    """A user's preferences; None in a field means the default.

    `refused_at` is when their private messages were last found closed. `away` are their times away within twelve
    months, as text. `language` is the language that they chose, `seen_language` the language of their Discord when they
    last used the bot. The last fields are those of SWITCHES, in the same order.
    """

    user: int
    refused_at: int | None = None
    zone: str | None = None
    quiet: str | None = None
    reminders: str | None = None
    away: str | None = None
    language: str | None = None
    seen_language: str | None = None
    private_hand: bool = False
    large_print: bool = False
    open_stats: bool = True
    rated: bool = True


SWITCHES = (
    Switch(
        "hand",
        "private_hand",
        msg("Where you get your hand on your turn"),
        on=SwitchValue(
            msg("by DM"),
            lines(msg("**Your hand**: by DM"), msg("It comes on your turn. If your DMs are closed, I ping you.")),
            msg("Send it by DM"),
        ),
        off=SwitchValue(
            msg("in the channel"),
            lines(
                msg("**Your hand**: in the channel"),
                msg("I ping you there on your turn. Press *My hand* to see it."),
            ),
            msg("Ping in the channel"),
        ),
    ),
    Switch(
        "print",
        "large_print",
        msg("How large I draw your hand and /board"),
        on=SwitchValue(
            msg("large"),
            msg("**Your hand and `/board`**: large print"),
            msg("Draw them larger"),
        ),
        off=SwitchValue(
            msg("usual"),
            msg("**Your hand and `/board`**: usual size"),
            msg("Draw usual size"),
        ),
    ),
    Switch(
        "stats",
        "open_stats",
        msg("Who sees your statistics"),
        on=SwitchValue(
            msg("everyone"),
            msg("**Your statistics**: everyone sees them"),
            msg("Show to everyone"),
        ),
        off=SwitchValue(
            msg("only you"),
            lines(msg("**Your statistics**: only you see them"), msg("You aren't in `/top`.")),
            msg("Hide from others"),
        ),
    ),
    Switch(
        "rating",
        "rated",
        msg("Whether your games count for ratings"),
        on=SwitchValue(
            term("on", "switch"),
            lines(
                msg("**Your rating**: on"),
                msg("You see it in `/stats` after five games of a kind with other people."),
            ),
            msg("Rate my games"),
        ),
        off=SwitchValue(
            term("off", "switch"),
            lines(msg("**Your rating**: off"), msg("Your games count for no rating.")),
            msg("Don't rate my games"),
        ),
    ),
)
"""The choices between two values, in the order of the panel."""
