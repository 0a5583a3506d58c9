"""The rules of Chickenfoot as players read them."""

from __future__ import annotations

from engine.forced import RULE as FORCED_MOVES
from engine.words import lines, msg

_AIM = lines(
    msg("**Chickenfoot: the idea**"),
    msg(
        "Get rid of your tiles. What is left in your hand when a round ends counts against you. The lowest total wins."
    ),
    msg("Equal numbers touch, and all ends belong to everyone. `/play 9-3 C` plays 9-3 on end C."),
    msg("**Opening**"),
    msg(
        "You get 7 tiles, in a short game fewer. The rest is the boneyard. Each round has its double, which goes"
        " down from round to round: 9-9, 8-8 … 0-0."
    ),
    msg(
        "The player who holds that double opens with it. If nobody does, all draw in turn until it is found, and keep"
        " what they draw. Both happen by themselves."
    ),
    msg("With the double the opener's turn is over, and the next player clockwise goes on."),
    msg("The next four tiles are the arms of that double. Only then can anything else be played."),
)

_TURN = lines(
    msg("**Your turn**"),
    msg("Turns go clockwise, and you play at most one tile a turn."),
    msg("If a tile fits, play it on an open end. You can't draw instead."),
    msg("If nothing fits, draw one tile. If it fits, you can play it or keep it. Then your turn ends."),
    msg("If nothing fits and the boneyard is empty, say that you can't play."),
    msg("**Chicken feet**"),
    msg(
        "A double lies crosswise and starts a foot. The next three tiles must be its toes, and any "
        "player can play them. Until then nothing else can be played."
    ),
    msg("Then every toe is an open end of its own, so a foot turns one end into three."),
    msg(
        "No second double can come before the foot is complete: only a 4 fits on 4-4, and 4-4 is the only such double."
    ),
    msg(
        "If too few matching tiles are left for three toes, the foot stays unfinished. Those that are left can still be"
        " played, and you can go out with one. Everyone else draws."
    ),
    msg("Once the boneyard is empty and no such tile is left, the round is blocked."),
)

_END = lines(
    msg("**The end of a round**"),
    msg("A player goes out: with their last tile, whatever it is, the round is over at once."),
    msg("Or it is blocked: the boneyard is empty and nobody can play. All say so in turn."),
    msg("Your turn counts for that, too, if you drew the last tile of the boneyard and it doesn't fit."),
    msg("A tile that is played starts the count again, and so does a drawn tile that fits and is kept."),
    msg("While a foot is unfinished, only its number counts."),
    msg("**Points**"),
    msg("Each tile in your hand counts its pips, and 0-0 counts 50. If you went out, you have 0. There is no bonus."),
    msg("In the last round 0-0 lies in the middle, so nobody is left with it."),
    msg(
        "The lowest total wins. If totals are equal, more rounds of zero win, then the smaller lowest round above zero."
        " If that is equal too, you share the win."
    ),
)

_OPTIONS = lines(
    msg("**What a table can change**"),
    msg("• **Sets, hands, rounds**: other sets, more or fewer tiles, fewer rounds."),
    msg("• **Arms**: three, six or eight instead of four."),
    msg(
        "• **Nobody holds the double**: all draw at the same time, the next lower double opens, or the opener is given"
        " the double."
    ),
    msg(
        "• **Drawing**: draw until a tile fits. A drawn tile that fits must be played. Or draw although you could play."
    ),
    msg(
        "• **A foot that can't get three toes**: it ends the round, counts as complete when its number is used up, or"
        " isn't allowed at all."
    ),
    msg("• **Blanks**: 0-0 counts 0, every other tile with a blank 25."),
    msg("• **Last double**: if you go out with a double, you draw a tile and play on."),
    msg("• **Finding a block**: I find it by myself, and nobody has to say it."),
    FORCED_MOVES,
)

PAGES = (_AIM, _TURN, _END, _OPTIONS)
