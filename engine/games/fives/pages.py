"""The pages of the rules, for people: fives.md in short."""

from __future__ import annotations

from engine.words import lines, msg

PAGES = (
    lines(
        msg("**Fives: the game**"),
        msg("Make the open ends add up to a multiple of five, and be the first without tiles. Everybody plays alone."),
        msg(
            "The opener lays any tile. On your turn lay one tile whose number matches an open end; its other half is"
            " the new open end. If you can play, you must."
        ),
        msg(
            "If nothing fits, draw from the boneyard, tile after tile, until one fits, and play it. If nothing can be"
            " drawn any more, you pass. Turns go clockwise."
        ),
        msg(
            "A double lies crosswise. The first double of the round is the **spinner**: two tiles go on its sides, and"
            " once both are covered two more arms go from its tips."
        ),
        msg("The winner of a round opens the next with any tile; after a blocked round chance chooses."),
        msg("Type a move as tile and end, for example “play 6-2 B”. The board shows the letter of each open end."),
    ),
    lines(
        msg("**Fives: the count**"),
        msg(
            "After each play the open ends are added up. A multiple of five is scored at once: 15 is worth 15 points."
            " Nobody has to claim it, and nothing is overlooked."
        ),
        msg("• The open half of a tile counts its pips."),
        msg("• A double at an end counts both halves until it is covered: 6-6 is 12."),
        msg("• The tips of a spinner count nothing until a tile lies there; then the end of that arm counts."),
        msg("• A tile alone on the table counts both halves: 5-5 is 10, and 4-1 is 5."),
        msg(
            "For example: 6-6 opens and counts 12. With 6-3 on one side the ends are 12 and 3: **15**. With 6-2 on the"
            " other side they are 3 and 2: **5**. Now the tips are open; 6-4 on one makes 3, 2 and 4: 9, which scores"
            " nothing; 6-1 on the other makes 3, 2, 4 and 1: **10**."
        ),
    ),
    lines(
        msg("**Fives: the end of a round, and of the game**"),
        msg(
            "**Out**: if you lay your last tile, you score its count first, then the pips left in all other hands,"
            " rounded to the nearest five: 12 is worth 10, 13 is worth 15."
        ),
        msg(
            "**Blocked**: if nobody can play and nothing can be drawn, the fewest pips win and score the pips of the"
            " others less their own, rounded too. If several hold the fewest, nobody scores."
        ),
        msg(
            "The game goes to 150 points, or a number of rounds. A play that reaches the target ends it at once, and"
            " the hands are worth nothing more. If the end of a round reaches it, the highest total wins; equal totals"
            " play another round."
        ),
    ),
    lines(
        msg("**Fives: choices of the table**"),
        msg("• **set, hand_size**: double-six, nine or twelve; 7 tiles each, 5 for four; more with the larger sets."),
        msg("• **spinner**: the first double (All Fives), none (Muggins), or all doubles (Five-Up)."),
        msg("• **first_lead, next_lead**: any tile, the opener in turn, or always the highest double."),
        msg("• **boneyard_reserve**: one or two tiles that are never drawn."),
        msg("• **voluntary_draw**: you may draw a tile although you can play."),
        msg("• **score_unit**: a count of 15 is worth 15 points, or 3."),
        msg("• **rounding**: the others' pips are rounded together, hand by hand, or not at all."),
        msg("• **blocked_score**: with or without taking off the winner's own pips, or nothing."),
        msg("• **get_in**: your plays score nothing until one of them makes at least 10."),
        msg("• **ends**: reaching the target ends the game at once, or with the round."),
        msg("• **verification**: a block is confirmed by the table, or by everybody in turn."),
    ),
)
