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
            " If nothing can be drawn any more, say that you cannot play; if nobody can, the round is blocked."
        ),
        msg("In **Block** nothing is drawn: if you cannot play, you say so. Turns go clockwise."),
        msg(
            "In the first round the highest double that anybody holds opens; without doubles the heaviest tile does."
            " Later the winner of the round before opens with any tile; where nobody won it, the player clockwise after"
            " the one who opened it. Opening is a turn."
        ),
        msg("Type a move as tile and end, for example “play 6-2 B”. The board shows the letter of each open end."),
    ),
    lines(
        msg("**Dominoes: the blocked game**"),
        msg(
            "A round is blocked when no tile in any hand fits any open end and nothing can be drawn. Everybody takes"
            " part in finding out:"
        ),
        msg("1. If you can neither play nor draw, you pass by saying “cannot”. That is confirmation 1 of a block."),
        msg("2. The next player clockwise looks. If they can play, they must, and the count is off."),
        msg("3. If they cannot, they say so too. When all have, the first one included, the round is blocked."),
        msg("Saying “cannot” although you can play is a **foul**: it is void, costs points, and you must play."),
        msg("Saying “can” although you cannot is a **foul** too: it costs points and counts as your confirmation."),
        msg(
            "You are asked once more, privately, before you say what is false. A tile that does not fit is only"
            " refused. No answer in time is no foul: the table then answers truthfully."
        ),
        msg(
            "The price of a foul is 30 points or 20 % of the target, whichever is more (the card of the table says it;"
            " where the match goes by rounds, 30). Tables may choose other"
            " amounts, a warning first, the loss of the round, or no price."
        ),
        msg("A table may also let the confirmations run by themselves (verification: auto)."),
    ),
    lines(
        msg("**Dominoes: the score**"),
        msg("**Out**: whoever plays their last tile scores the pips left in all other hands."),
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
        msg(
            "• **draw_limit**: at most one or three tiles a turn, then you pass; that pass confirms nothing while more"
            " tiles can be drawn."
        ),
        msg("• **boneyard_reserve**: one or two tiles that are never drawn."),
        msg("• **voluntary_draw**: you may draw a tile although you can play."),
        msg("• **early_block**: the round ends as soon as no tile fits that is in a hand or could be drawn."),
        msg("• **first_lead, next_lead**: a random opener; the opener in turn; or always the highest double."),
        msg(
            "With *spinner* and *cross* an opener who holds a double must lead one; a *cross* without a double is"
            " played as a line."
        ),
    ),
)
