"""The rules of Chickenfoot for players, with the options of a table."""

from __future__ import annotations

from collections.abc import Sequence

from engine.dominoes.blocked import MANUAL
from engine.dominoes.pages import explain_inability, explain_reserve
from engine.forced_moves import RULE as FORCED_MOVES
from engine.games.chickenfoot.options import ChickenfootOptions
from engine.options import tiles
from engine.tiles import Tile
from engine.words import Message, count, lines, msg, sentences


def pages(options: ChickenfootOptions, seats: int) -> Sequence[Message]:
    """Return the pages on the opening, on the turns, and on the end of a round."""
    return (_opening(options, seats), _turn(options, seats), _end(options, seats))


def _opening(options: ChickenfootOptions, seats: int) -> Message:
    dealt = options.hand_size_for(seats)
    return lines(
        msg("**Chickenfoot: the idea**"),
        msg(
            "Get rid of your tiles. What is left in your hand when a round ends counts against you. The lowest total"
            " wins."
        ),
        msg("Equal numbers touch, and all ends belong to everyone. `/play 9-3 C` plays 9-3 on end C."),
        msg("**Opening**"),
        sentences(
            None if dealt is None else msg("You get {tiles}. The rest is the boneyard.", tiles=tiles(dealt)),
            _rounds(options, seats),
        ),
        sentences(
            msg("The player who is given that double opens with it.")
            if options.opening_missing == "set_aside"
            else msg("The player who has that double opens with it."),
            _missing(options.opening_missing),
            msg("That happens by itself."),
        ),
        msg("With the double the opener's turn is over, and the next player clockwise goes on."),
        msg(
            "The next {tiles} must be the arms of that double. Only then can anything else be played.",
            tiles=tiles(options.arms),
        ),
    )


def _rounds(options: ChickenfootOptions, seats: int) -> Message:
    """Explain which doubles open the rounds."""
    highest, number = options.highest(seats), options.rounds_a_game(seats)
    lowest = max(0, highest + 1 - number)
    first, last = Tile(highest, highest), Tile(lowest, lowest)
    if number == 1:
        return msg("There is one round, and its double is {first}.", first=first)
    if number == 2:
        return msg("There are two rounds, each with its double: {first}, then {last}.", first=first, last=last)
    return count(
        "There is {n} round. Each has its double, which goes down from round to round: from {first} to {last}.",
        "There are {n} rounds. Each has its double, which goes down from round to round: from {first} to {last}.",
        number,
        first=first,
        last=last,
    )


def _missing(opening_missing: str) -> Message:
    """Explain what happens if nobody holds the double of the round."""
    match opening_missing:
        case "simultaneous":
            return msg("If nobody does, all draw a tile each until one of them has it, and keep what they draw.")
        case "next_lower_double":
            return sentences(
                msg("If nobody does, the highest lower double in a hand opens."),
                msg("If there is none, all draw in turn until the double is found, and keep what they draw."),
            )
        case "set_aside":
            return sentences(
                msg("It comes on top of their hand, and is never dealt."),
                msg("Chance chooses the first opener, then the next player clockwise opens each time."),
            )
    return msg("If nobody does, all draw in turn until it is found, and keep what they draw.")


def _turn(options: ChickenfootOptions, seats: int) -> Message:
    return lines(
        msg("**Your turn**"),
        msg("Turns go clockwise, and you play at most one tile a turn."),
        _fits(options),
        sentences(_nothing_fits(options), _reserve(options, seats)),
        explain_inability(options.verification == MANUAL, draws=True),
        msg("**Chicken feet**"),
        msg(
            "A double lies crosswise and starts a foot. The next three tiles must be its toes, and any player can play"
            " them. Until then nothing else can be played."
        ),
        msg("Then every toe is an open end of its own, so a foot turns one end into three."),
        msg(
            "No second double can come before the foot is complete: only a 4 fits on 4-4, and 4-4 is the only such"
            " double."
        ),
        *_dead_foot(options.dead_foot),
    )


def _fits(options: ChickenfootOptions) -> Message:
    if not options.optional_draw:
        return msg("If a tile fits, play it on an open end. You can't draw instead.")
    return msg("If a tile fits, play it on an open end, or draw one tile first, while there is one to draw.")


def _nothing_fits(options: ChickenfootOptions) -> Message:
    if options.draw_limit == "until_playable":
        drawing = msg("If nothing fits, draw until a tile fits, or until the boneyard is empty.")
    else:
        drawing = msg("If nothing fits, draw one tile.")
    if options.drawn_tile == "must":
        return sentences(drawing, msg("If the drawn tile fits, you must play. Otherwise you can end your turn."))
    return sentences(drawing, msg("If it fits, you can play it or keep it. Then your turn ends."))


def _reserve(options: ChickenfootOptions, seats: int) -> Message | None:
    """Explain which tiles stay in the boneyard, and what can take them after all."""
    rest = options.rest_for(seats)
    if not rest:
        return None
    empty = msg("With nothing else left, the boneyard counts as empty.")
    searched = msg("Only the search for the double takes it.")
    if rest > 1:
        searched = msg("Only the search for the double takes them.")
    return sentences(explain_reserve(rest), empty, None if options.opening_missing == "set_aside" else searched)


def _dead_foot(dead_foot: str) -> Sequence[Message]:
    """Explain what becomes of a double that can't get three toes."""
    match dead_foot:
        case "end_round":
            return (msg("As soon as too few matching tiles are left for three toes, the round ends and is scored."),)
        case "release":
            return (
                msg(
                    "If too few matching tiles are left for three toes, those that are left must still be played first."
                    " Then the foot counts as complete."
                ),
            )
        case "forbid":
            return (msg("A double can't be played if too few matching tiles are left for its three toes."),)
    return (
        msg(
            "If too few matching tiles are left for three toes, the foot stays unfinished. Those that are left can"
            " still be played, and you can go out with one. Everyone else draws."
        ),
        msg("Once the boneyard is empty and no such tile is left, the round is blocked."),
    )


def _end(options: ChickenfootOptions, seats: int) -> Message:
    double_last = msg("If that is a double, they draw a tile and play goes on, unless the boneyard is empty.")
    out = msg("A player goes out: with their last tile, whatever it is, the round is over at once.")
    if not options.last_double_ends:
        out = sentences(msg("A player goes out: with their last tile the round is over at once."), double_last)
    manual = options.verification == MANUAL
    return lines(
        msg("**The end of a round**"),
        out,
        sentences(
            msg("Or it is blocked: the boneyard is empty and nobody can play."),
            msg("All say so in turn.") if manual else msg("All pass in turn, which happens by itself."),
        ),
        msg("Your turn counts for that, too, if you drew the last tile of the boneyard and it doesn't fit."),
        sentences(
            msg("A tile that is played starts the count again."),
            msg("So does a drawn tile that fits and is kept.") if options.drawn_tile == "may" else None,
        ),
        msg("While a foot is unfinished, only its number counts."),
        msg("**Points**"),
        sentences(_worth(options), msg("If you went out, you have 0. There is no bonus.")),
        msg("In the last round 0-0 lies in the middle, so nobody is left with it.")
        if options.double_blank and options.rounds_a_game(seats) == options.highest(seats) + 1
        else None,
        msg(
            "The lowest total wins. If totals are equal, the player with more rounds of zero wins. If those are equal"
            " too, it's the player whose lowest round above zero is smaller. If that is equal too, you share the win."
        ),
    )


def _worth(options: ChickenfootOptions) -> Message:
    """Explain what the tiles in a hand count."""
    blanks = options.blanks()
    pips = msg("Each tile in your hand counts its pips.")
    return sentences(pips, msg("Mind the blanks: {blanks}.", blanks=blanks) if blanks else None)


CAN_CHANGE = lines(
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
    msg("• **Reserve**: the last tile stays in the boneyard, with two players the last two."),
    msg(
        "• **A foot that can't get three toes**: it ends the round, counts as complete when its number is used up, or"
        " isn't allowed at all."
    ),
    msg("• **Blanks**: 0-0 counts 0, every other tile with a blank 25."),
    msg("• **Last double**: if you go out with a double, you draw a tile and play on."),
    msg("• **Finding a block**: each player says that they can't play, or I find it by myself."),
    FORCED_MOVES,
)
