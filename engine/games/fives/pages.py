"""The pages of the rules, for people: fives.md in short, as a table plays it."""

from __future__ import annotations

from collections.abc import Sequence

from engine.dominoes import pages as shared
from engine.dominoes.blocked import MANUAL
from engine.dominoes.partner_text import SILENT, TOGETHER, explain_block
from engine.dominoes.partners import ALL_HANDS
from engine.dominoes.settings import BY_ROUNDS
from engine.forced_moves import RULE as FORCED_MOVES
from engine.games.fives.options import FivesOptions
from engine.options import rounds
from engine.words import Message, count, lines, msg, sentences


def pages(options: FivesOptions, _seats: int) -> Sequence[Message]:
    """Return the pages on play, the count of the ends, and the end of a game."""
    name = options.variant_name() or msg("Fives")
    return (_turn(options, name), _count(options, name), _end(options, name))


def _turn(options: FivesOptions, name: Message) -> Message:
    return lines(
        msg("**{game}: your turn**", game=name),
        sentences(TOGETHER, SILENT) if options.has_pairs else None,
        msg("Score when the open ends add up to a multiple of five. Be the first to play all your tiles."),
        msg("Play a tile whose number matches an open end. Its other half is the new open end."),
        shared.DRAWS_ANYWAY if options.voluntary_draw else msg("If a tile fits, you must play."),
        sentences(_nothing_fits(options), shared.explain_reserve(options.boneyard_reserve)),
        shared.explain_inability(options.verification == MANUAL, draws=True),
        _doubles(options.spinner),
        sentences(shared.explain_first_opener(options.first_lead), _later_opener(options)),
        sentences(
            shared.explain_direction(options.direction),
            msg("You can also type a move: `/play 6-2 B` plays 6-2 on end B."),
        ),
    )


def _nothing_fits(options: FivesOptions) -> Message:
    if options.voluntary_draw:
        return msg("If nothing fits, draw from the boneyard until a tile fits.")
    return msg("If nothing fits, draw from the boneyard until a tile fits, and play it.")


def _doubles(spinner: str) -> Message:
    """Explain which doubles are spinners, and what that means."""
    crosswise = msg("A double lies crosswise.")
    arms = msg("Two tiles go on its sides. Once both are covered, two more arms go from its tips.")
    match spinner:
        case "none":
            return sentences(crosswise, msg("It has two sides like any tile: the line has two ends."))
        case "all":
            return sentences(crosswise, msg("Every double is a **spinner**."), arms)
    return sentences(crosswise, msg("The first double of the round is the **spinner**."), arms)


def _later_opener(options: FivesOptions) -> Message | None:
    if options.match == "rounds" and options.rounds == 1:
        return None
    if options.has_pairs and options.next_lead == "side":
        return sentences(
            msg("After a pair went out, the partner who didn't open last for it opens with any tile."),
            msg("After a blocked round chance chooses."),
        )
    if options.has_pairs and options.next_lead == "winner":
        return msg("The player who went out opens the next round with any tile. After a blocked round chance chooses.")
    if options.next_lead in ("winner", "side"):
        return msg("The winner of a round opens the next one with any tile. After a blocked round chance chooses.")
    return shared.explain_later_opener(options.next_lead)


def _count(options: FivesOptions, name: Message) -> Message:
    has_spinner = options.spinner != "none"
    tips = msg("• The tips of a spinner count nothing until a tile is played there. Then the end of that arm counts.")
    return lines(
        msg("**{game}: the count**", game=name),
        _unit(options),
        _get_in(options),
        msg("• The open half of a tile counts its pips."),
        msg("• A double at an end counts both halves until it is covered: 6-6 is 12."),
        tips if has_spinner else None,
        msg("• A tile alone on the table counts both halves: 5-5 is 10, and 4-1 is 5."),
        msg("For example:"),
        msg("6-6 opens: 12. With 6-3 on one side the ends are 12 and 3: **15**."),
        msg("With 6-2 on the other side they are 3 and 2: **5**."),
        msg(
            "Now the tips are open: 6-4 on one makes 3, 2 and 4: 9, which scores nothing. 6-1 on the other makes 3, 2,"
            " 4 and 1: **10**."
        )
        if has_spinner
        else None,
    )


def _unit(options: FivesOptions) -> Message:
    intro = msg("After each play I add up the open ends. A multiple of five scores at once:")
    if options.score_unit == "fives":
        return msg("{said} 15 is worth 3 points, one for each five.", said=intro)
    return msg("{said} 15 is worth 15 points.", said=intro)


def _get_in(options: FivesOptions) -> Message | None:
    if not options.get_in:
        return None
    if options.has_pairs:
        return msg(
            "Your pair's plays score nothing until one of them makes at least {n}. That one counts.", n=options.get_in
        )
    return msg("Your plays score nothing until one of them makes at least {n}. That one counts.", n=options.get_in)


def _end(options: FivesOptions, name: Message) -> Message:
    return lines(
        msg("**{game}: the end of a round, and of the game**", game=name),
        sentences(
            msg("**You go out**: first you score the count after your last tile, as after every play."), _out(options)
        ),
        sentences(msg("**Blocked**: nobody can play and nothing can be drawn."), _block(options)),
        _rounding(options.rounding),
        msg("In points of this table, five pips are worth 1.") if options.score_unit == "fives" else None,
        msg("**Shutout**: in a series, a win against a pair with no points counts as two games.")
        if options.has_pairs and options.shutout == "two"
        else None,
        *_length(options),
    )


def _out(options: FivesOptions) -> Message:
    if not options.has_pairs:
        return msg("Then you score the pips left in all other hands.")
    if options.pair_score == ALL_HANDS:
        return msg("Then your pair scores the pips left in all other hands, your partner's too.")
    return msg("Then your pair scores the pips left in both opponents' hands.")


def _block(options: FivesOptions) -> Message:
    score = options.blocked_score
    if options.has_pairs and score != "nothing":
        won, tied = explain_block(options.blocked_by), msg("If the hands are equal, nobody scores.")
        return sentences(won, _pair_score(options), tied)
    if score == "nothing":
        return msg("Nobody scores for that.")
    alone = msg("If several hold the fewest, nobody scores.")
    if score == "others_sum":
        return sentences(msg("The player with the fewest pips scores the pips of all others."), alone)
    return sentences(
        msg("The player with the fewest pips scores the pips of all others, less those in their own hand."), alone
    )


def _pair_score(options: FivesOptions) -> Message:
    """Explain what a block is worth to the pair that wins it."""
    if options.blocked_score == "others_minus_own":
        return msg("It scores the opponents' pips less its own.")
    if options.pair_score == ALL_HANDS:
        return msg("It scores the pips in all four hands.")
    return msg("It scores the pips in both opponents' hands.")


def _rounding(rounding: str) -> Message:
    match rounding:
        case "none":
            return msg("Those pips aren't rounded.")
        case "each":
            return msg("Each hand is rounded to the nearest five, then they are added: 3 and 3 are worth 10.")
    return msg("Their sum is rounded to the nearest five: 12 is worth 10, 13 is worth 15.")


def _length(options: FivesOptions) -> Sequence[Message]:
    if options.match == BY_ROUNDS:
        return shared.explain_rounds(rounds(options.rounds))
    goal = count("The game goes to {n} point.", "The game goes to {n} points.", options.target)
    again = msg("The highest total wins. If totals are equal, you play another round.")
    if options.ends == "round_end":
        return goal, msg("A round is always played to its end, also when a play reaches that."), again
    at_once = msg("A play that reaches the target ends the game at once, and the hands are worth nothing more.")
    return (
        goal,
        at_once,
        msg("If the end of a round reaches it, the highest total wins."),
        msg("If totals are equal, you play another round."),
    )


CAN_CHANGE = lines(
    msg("**Fives: what a table can change**"),
    msg("• **Sets and hands**: double-six, nine or twelve. 7 tiles each, 5 for four players, more with larger sets."),
    msg("• **Spinner**: the first double (All Fives), none (Muggins), or all doubles (Five-Up)."),
    msg("• **Who opens**: the winner with any tile, all in turn, or always the highest double."),
    msg("• **Pairs**: two against two, with one score a pair."),
    msg("• **Reserve**: one or two tiles stay in the boneyard."),
    msg("• **Drawing anyway**: you can draw a tile although you could play."),
    msg("• **Points**: a count of 15 is worth 15 points, or 3."),
    msg("• **Rounding**: the others' pips are rounded together, hand by hand, or not at all."),
    msg("• **Blocked**: with or without taking off the winner's own pips, or worth nothing."),
    msg("• **Getting in**: your plays score nothing until one of them makes at least 10."),
    msg("• **The end**: reaching the target ends the game at once, or with the round. Or play a number of rounds."),
    msg("• **Finding a block**: I find it by myself, or each player says that they can't play."),
    FORCED_MOVES,
)
