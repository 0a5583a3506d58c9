"""The pages of the rules, for people: fives.md in short."""

from __future__ import annotations

from engine.forced import RULE as FORCED_MOVES
from engine.words import lines, msg

PAGES = (
    lines(
        msg("**Fives: your turn**"),
        msg("Score when the open ends add up to a multiple of five. Be the first to play all your tiles."),
        msg(
            "The opener plays any tile. Then play a tile whose number matches an open end. Its other half is the new"
            " open end. If a tile fits, you must play."
        ),
        msg(
            "If nothing fits, draw from the boneyard until a tile fits, and play it. If nothing can be drawn any more,"
            " you pass. Turns go clockwise."
        ),
        msg(
            "A double lies crosswise. The first double of the round is the **spinner**. Two tiles go on its sides. Once"
            " both are covered, two more arms go from its tips."
        ),
        msg("The winner of a round opens the next one with any tile. After a blocked round chance chooses."),
        msg("You can also type a move: `/play 6-2 B` plays 6-2 on end B."),
    ),
    lines(
        msg("**Fives: the count**"),
        msg("After each play I add up the open ends. A multiple of five scores at once: 15 is worth 15 points."),
        msg("• The open half of a tile counts its pips."),
        msg("• A double at an end counts both halves until it is covered: 6-6 is 12."),
        msg("• The tips of a spinner count nothing until a tile is played there. Then the end of that arm counts."),
        msg("• A tile alone on the table counts both halves: 5-5 is 10, and 4-1 is 5."),
        msg("For example:"),
        msg("6-6 opens: 12. With 6-3 on one side the ends are 12 and 3: **15**."),
        msg("With 6-2 on the other side they are 3 and 2: **5**. Now the tips are open."),
        msg("6-4 on one tip makes 3, 2 and 4: 9, which scores nothing. 6-1 on the other makes 3, 2, 4 and 1: **10**."),
    ),
    lines(
        msg("**Fives: the end of a round, and of the game**"),
        msg(
            "**You go out**: you score the count of your last tile first. Then you score the pips left in all other"
            " hands, rounded to the nearest five: 12 is worth 10, 13 is worth 15."
        ),
        msg(
            "**Blocked**: nobody can play and nothing can be drawn. The fewest pips score the pips of the others less"
            " their own, rounded too. If several hold the fewest, nobody scores."
        ),
        msg(
            "The game goes to 150 points, or over a number of rounds. A play that reaches the target ends the game at"
            " once, and the hands are worth nothing more."
        ),
        msg("If the end of a round reaches it, the highest total wins. If totals are equal, you play another round."),
    ),
    lines(
        msg("**Fives: what a table can change**"),
        msg(
            "• **Sets and hands**: double-six, nine or twelve. 7 tiles each, 5 for four players, more with larger sets."
        ),
        msg("• **Spinner**: the first double (All Fives), none (Muggins), or all doubles (Five-Up)."),
        msg("• **Who opens**: the winner with any tile, all in turn, or always the highest double."),
        msg("• **Reserve**: one or two tiles stay in the boneyard."),
        msg("• **Drawing anyway**: you can draw a tile although you could play."),
        msg("• **Points**: a count of 15 is worth 15 points, or 3."),
        msg("• **Rounding**: the others' pips are rounded together, hand by hand, or not at all."),
        msg("• **Blocked**: with or without taking off the winner's own pips, or worth nothing."),
        msg("• **Getting in**: your plays score nothing until one of them makes at least 10."),
        msg("• **The end**: reaching the target ends the game at once, or with the round."),
        msg("• **Finding a block**: I find it by myself, or each player says that they can't play."),
        FORCED_MOVES,
    ),
)
