"""The rules of Chickenfoot as players read them."""

from __future__ import annotations

from engine.words import lines, msg

_AIM = lines(
    msg("**Chickenfoot: the idea**"),
    msg(
        "Get rid of your tiles. What is left in your hand when a round ends counts against you, and the fewest points "
        "after all rounds win. The number of a round's double goes down from round to round: 9-9, 8-8 … 0-0."
    ),
    msg(
        "Tiles are laid with equal numbers touching. All ends belong to everybody; each has a letter, and "
        "`play 9-3 C` lays 9-3 on the end C."
    ),
    msg("**Opening**"),
    msg(
        "Everybody takes 7 tiles; the rest is the chicken yard. Whoever holds the round's double lays it in the "
        "middle. If nobody does, all draw in turn and keep what they draw, until somebody finds it. Both happen by "
        "themselves. With the double the opener's turn is over, and the next player clockwise goes on."
    ),
    msg("The next four tiles go on that double, as its arms. Only then may anything else be played."),
)

_TURN = lines(
    msg("**Your turn**"),
    msg("Turns go clockwise, and you lay one tile a turn at most."),
    msg("You can play: play one tile on an open end. You may not hold back and draw instead."),
    msg("You cannot: draw one tile. If it fits, you may play it or keep it; if not, you keep it. Then the turn ends."),
    msg("You cannot and the yard is empty: say so with `cannot`."),
    msg("**Chicken feet**"),
    msg(
        "A double is laid crosswise and starts a foot: the next three tiles must be its toes, whoever has them. "
        "Nothing else may be played before. Then every toe is an open end of its own, so a foot turns one end into "
        "three."
    ),
    msg(
        "No second double can come before the foot is complete: a toe of 4-4 must show a 4, and 4-4 is the only double "
        "that does."
    ),
    msg(
        "When too few matching tiles are left for three toes, the foot stays unfinished. Those that are left may still "
        "be laid, and a player may go out with one; everybody else draws, and once the yard is empty and no such tile "
        "is left, the round is blocked."
    ),
)

_END = lines(
    msg("**The end of a round**"),
    msg("Somebody plays the last tile of a hand, whatever it is: the round is over at once."),
    msg(
        "Or it is blocked: the yard is empty and all, one after another, cannot play. Each says so, or ends the turn "
        "in which the last tile of the yard was drawn in vain. A tile that is played in between starts the count anew, "
        "and so does a drawn tile that fits and is kept. While a foot is unfinished only its number counts."
    ),
    msg("**Points**"),
    msg(
        "Every tile in a hand counts its pips; 0-0 counts 50. Whoever went out has 0. There is no bonus for anybody. "
        "In the last round 0-0 lies in the middle and cannot be caught."
    ),
    msg(
        "The lowest total wins. Of equal totals the one with more rounds of zero wins, then the one whose lowest "
        "round above zero is smaller; if that is equal too, they share the victory."
    ),
)

_OPTIONS = lines(
    msg("**What a table can change**"),
    msg("`set`, `hand_size`, `rounds`: other sets, hands and numbers of rounds."),
    msg("`arms`: three, six or eight arms instead of four."),
    msg(
        "`opening_missing`: all draw at the same time, the next lower double opens, or the double is set aside and "
        "given to the opener."
    ),
    msg("`draw_limit`: draw until a tile fits. `drawn_tile`: one that fits must be played."),
    msg("`optional_draw`: you may draw a tile although you can play."),
    msg(
        "`dead_foot`: a foot that cannot get three toes ends the round, counts as complete when its number is used up, "
        "or must not be laid at all."
    ),
    msg("`double_blank`, `blank_tiles`: 0-0 counts 0, every other tile with a blank 25."),
    msg("`last_double_ends`: who goes out with a double draws a tile and plays on."),
    msg("`verification`: the table itself says `cannot` for those who cannot play."),
)

PAGES = (_AIM, _TURN, _END, _OPTIONS)
