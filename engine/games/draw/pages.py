"""The pages of the rules, for people: draw.md in short."""

from __future__ import annotations

from engine.forced import RULE as FORCED_MOVES
from engine.words import lines, msg

PAGES = (
    lines(
        msg("**Dominoes: your turn**"),
        msg("Be the first to play all your tiles. If nobody can play any more, the fewest pips win the round."),
        msg(
            "Play a tile whose number matches an open end. Its other half is the new open end. A double lies crosswise"
            " and keeps its number."
        ),
        msg("If a tile fits, you must play: you can neither pass nor draw."),
        msg(
            "If nothing fits, draw from the boneyard until a tile fits, and play that one at once. If nothing can be"
            " drawn any more, say that you can't play."
        ),
        msg("In **Block** nothing is drawn: if nothing fits, say that you can't play."),
        msg(
            "The highest double opens the first round, or the heaviest tile if nobody holds a double. Later the winner"
            " of the round before opens with any tile. If nobody won it, the player clockwise after its opener opens."
        ),
        msg("Turns go clockwise. Opening is a turn. You can also type a move: `/play 6-2 B` plays 6-2 on end B."),
    ),
    lines(
        msg("**Dominoes: when the round is blocked**"),
        msg("A round is blocked when nobody can play and nothing can be drawn. You find that out together:"),
        msg("1. If you can neither play nor draw, you say that you can't play. That counts as 1."),
        msg("2. The next player looks. If they can play, they must, and the count starts again."),
        msg("3. If they can't, they say so too. Once all have said it, the round is blocked."),
        msg("Saying “I can't play” when you can is a **foul**. It costs points, and you must play."),
        msg("Saying “I can play” when you can't is a **foul** too. It costs points, and counts as “I can't play”."),
        msg(
            "I ask you once more, privately, before you say what isn't true. A tile that doesn't fit is only refused."
            " If your time runs out, I answer truthfully for you: that's no foul."
        ),
        msg(
            "A foul costs 30 points or 20 % of the target, whichever is more. If you play a number of "
            "rounds, the price is 30 points. The card of the table says it."
        ),
        msg("A table can choose another price, a warning first, the loss of the round, or no price at all."),
        msg("A table can also let me find a block by myself."),
    ),
    lines(
        msg("**Dominoes: the score**"),
        msg("**You go out**: you score the pips left in all other hands."),
        msg(
            "**Blocked**: the fewest pips win, not the fewest tiles. They score the pips of all others. A "
            "table can take off the winner's own pips."
        ),
        msg("**Several hold the fewest**: nobody scores. A table can choose otherwise:"),
        msg("• The tied players share the pips of the others, or each of them scores in full."),
        msg("• The lightest tile decides, or the first one clockwise from the opener."),
        msg("• The player who played last wins, or loses."),
        msg("A blank counts 0. A double counts both halves."),
        msg(
            "The game goes to 100 points with double-six, 300 with double-nine, 600, 1000 and 1500 with larger sets. Or"
            " it goes over a number of rounds."
        ),
        msg(
            "If the highest totals are equal at the target, you play another round. After a number of rounds you share"
            " the win."
        ),
    ),
    lines(
        msg("**Dominoes: what a table can change**"),
        msg("• **Sets and hands**: by the number of players, or as you choose."),
        msg(
            "• **Spinner**: the first double opens two more ends, once both its sides are covered. **Cross**: the"
            " opening double must get all four arms first."
        ),
        msg("With either, an opener who holds a double must open with one. A cross without a double is a line."),
        msg(
            "• **Draws**: at most one or three tiles a turn, then you pass. That pass confirms nothing while more tiles"
            " can be drawn."
        ),
        msg("• **Reserve**: one or two tiles stay in the boneyard."),
        msg("• **Drawing anyway**: you can draw a tile although you could play."),
        msg("• **Early block**: the round ends as soon as no tile fits that is in a hand or can be drawn."),
        msg("• **Who opens**: chance, all in turn, or always the highest double."),
        FORCED_MOVES,
    ),
)
