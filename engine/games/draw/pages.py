"""The pages of the rules, for people: draw.md in short."""

from __future__ import annotations

from engine.words import lines, msg

PAGES = (
    lines(
        msg("**Dominoes: the game**"),
        msg("Be the first without tiles, or hold the fewest pips when nobody can play."),
        msg(
            "Every tile shows two numbers, and each pair of numbers exists once. The first tile begins the line. On"
            " your turn lay one tile whose number matches an open end; its other half is the new open end. A double"
            " lies crosswise and keeps its number."
        ),
        msg("If you can play, you must: you may neither pass nor draw."),
        msg(
            "If nothing fits, draw from the boneyard, tile after tile, until one fits; that one must be played at once."
            " If nothing can be drawn any more, say that you cannot play: that proposes a block."
        ),
        msg("In **Block** nothing is drawn: who cannot play says so."),
        msg(
            "In the first round the highest double that anybody holds opens; without doubles the heaviest tile does."
            " Later the winner of the round before opens with any tile; after a tie the next player clockwise."
        ),
        msg("Type a move as tile and end, for example “play 6-2 B”. The board shows the letter of each open end."),
    ),
    lines(
        msg("**Dominoes: the blocked game**"),
        msg(
            "A round is blocked when no tile in any hand fits any open end and nothing can be drawn. Everybody takes"
            " part in finding out:"
        ),
        msg("1. Who can neither play nor draw says “cannot” and so proposes a block. That is confirmation 1."),
        msg("2. The next player clockwise looks at his hand. Who can play must play, and the proposal is off."),
        msg("3. Who cannot play confirms. When all have confirmed, the proposer included, the round is blocked."),
        msg("“Cannot” from somebody who can play is a **foul**: it is void, costs points, and he must play."),
        msg("“Can” from somebody who cannot is a **foul** too: it costs points and counts as his confirmation."),
        msg(
            "A tile that does not fit is only refused. No answer in time is no foul: the table then answers truthfully."
        ),
        msg(
            "The price of a foul is 30 points or 20 % of the target, whichever is more. Tables may choose other"
            " amounts, a warning first, the loss of the round, or no price."
        ),
        msg("A table may also let the confirmations run by themselves (verification: auto)."),
    ),
    lines(
        msg("**Dominoes: the score**"),
        msg("**Out**: who plays his last tile scores the pips left in all other hands."),
        msg(
            "**Blocked**: the fewest pips win, not the fewest tiles, and score the pips of all others. A table may"
            " choose to take off the winner's own pips."
        ),
        msg(
            "**Tie for the fewest**: nobody scores. Or, as the table chose: the pips of the others are shared; each"
            " scores in full; the lightest tile decides; the first from the opener on; who played last wins or loses."
        ),
        msg("The blank counts 0, doubles count both halves."),
        msg(
            "The match goes to a target (100 with double-six, 300 with double-nine, 600, 1000 and 1500 with the larger"
            " sets) or a number of rounds. Equal totals at the target play another round; after the last of a number of"
            " rounds they share the win."
        ),
    ),
    lines(
        msg("**Dominoes: choices of the table**"),
        msg("• **set, hand_size**: by the number of players, or as chosen."),
        msg(
            "• **layout**: a line; a *spinner*, the first double, which opens two more ends once both its sides are"
            " covered; or a *cross*, an opening double that must get all four arms first."
        ),
        msg("• **draw_limit**: at most one or three tiles a turn, then you pass; a pass confirms nothing."),
        msg("• **boneyard_reserve**: one or two tiles that are never drawn."),
        msg("• **voluntary_draw**: who can play may draw a tile first."),
        msg("• **early_block**: the round ends as soon as no unplayed tile fits, without drawing."),
        msg("• **first_lead, next_lead**: a random opener; the opener in turn; or always the highest double."),
        msg("With four ends, an opener who holds a double must lead a double."),
    ),
)
