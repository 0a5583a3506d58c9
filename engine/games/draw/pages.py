"""The pages of the rules, for people: draw.md in short, as a table plays it."""

from __future__ import annotations

from collections.abc import Sequence

from engine.dominoes import pages as shared
from engine.dominoes.blocked import MANUAL
from engine.dominoes.partner_text import SILENT, TOGETHER, explain_opener
from engine.forced_moves import RULE as FORCED_MOVES
from engine.games.draw.options import DrawOptions
from engine.games.draw.pair_pages import explain_pair_score
from engine.options import rounds, tiles
from engine.words import Message, count, lines, msg, sentences


def pages(options: DrawOptions, seats: int) -> Sequence[Message]:
    """Return three pages: a player's turn, the block, and the score."""
    name = options.variant_name() or msg("Dominoes")
    return (_turn(options, name), _block(options, seats, name), _score(options, seats, name))


def _turn(options: DrawOptions, name: Message) -> Message:
    return lines(
        msg("**{game}: your turn**", game=name),
        sentences(TOGETHER, SILENT) if options.has_pairs else None,
        msg("If one of you is the first to play all their tiles, your pair wins. In a block, the pips decide.")
        if options.has_pairs
        else msg(
            "Be the first to play all your tiles. If nobody can play any more, the player with the fewest"
            " pips wins the round."
        ),
        msg(
            "Play a tile whose number matches an open end. Its other half is the new open end. A double lies crosswise"
            " and keeps its number."
        ),
        _layout(options.layout),
        _fits(options),
        sentences(_nothing_fits(options), shared.explain_reserve(options.boneyard_reserve) if options.draws else None),
        shared.explain_inability(options.verification == MANUAL, draws=options.draws),
        msg("If a player is dealt five doubles or more, all tiles are dealt again before anyone sees a hand.")
        if options.most_doubles is not None
        else None,
        sentences(shared.explain_first_opener(options.first_lead), _later_opener(options)),
        sentences(
            shared.explain_direction(options.direction),
            msg("You can also type a move: `/play 6-2 B` plays 6-2 on end B."),
        ),
    )


def _layout(layout: str) -> Message | None:
    """Explain what the first double does."""
    match layout:
        case "spinner":
            return sentences(
                msg("The first double is a **spinner**: it opens two more ends, once both its sides are covered."),
                msg("An opener who has a double must open with one."),
            )
        case "cross":
            return sentences(
                msg("**Cross**: the opening double must get all four arms before anything else can be played."),
                msg("An opener who has a double must open with one. Without one, the round is played on a line."),
            )
    return None


def _fits(options: DrawOptions) -> Message:
    if options.draws and options.voluntary_draw:
        return shared.DRAWS_ANYWAY
    if not options.draws:
        return msg("If a tile fits, you must play one.")
    return msg("If a tile fits, you must play: you can neither pass nor draw.")


def _nothing_fits(options: DrawOptions) -> Message:
    if not options.draws:
        return msg("Nobody draws: tiles that aren't dealt stay out of play.")
    if options.draw_limit is not None:
        return sentences(
            msg("If nothing fits, draw until a tile fits, but at most {tiles}.", tiles=tiles(options.draw_limit)),
            msg("If none of them fits, you pass. While more can be drawn, that pass confirms no block."),
        )
    if options.voluntary_draw:
        return msg("If nothing fits, draw from the boneyard until a tile fits.")
    return msg("If nothing fits, draw from the boneyard until a tile fits, and play that one at once.")


def _later_opener(options: DrawOptions) -> Message | None:
    if options.match == "rounds" and options.rounds == 1:
        return None
    if options.has_pairs and options.next_lead in ("winner", "side"):
        return explain_opener(options.next_lead, options.blocked_by)
    if options.next_lead in ("winner", "side"):
        return sentences(
            msg("After that, the winner of the last round starts with any tile."),
            msg("If there's no single winner, the player after the last starter begins."),
        )
    return shared.explain_later_opener(options.next_lead)


def _block(options: DrawOptions, seats: int, name: Message) -> Message:
    blocked, unable, passing = _DRAWN if options.draws else _NOT_DRAWN
    early = None
    if options.early_block == "certain":
        early = msg("It is blocked at once when no tile fits that is in a hand or can be drawn.")
    head = msg("**{game}: when the round is blocked**", game=name)
    if options.verification != MANUAL:
        return lines(head, blocked, early, passing)
    return lines(
        head,
        blocked,
        early,
        msg("You find that out together:"),
        unable,
        msg(
            "2. The next player looks. If they can play, they must, and the count starts again."
            " They can say “I can play” before they choose a tile."
        ),
        msg("3. If they can't, they say so too. Once all have said it, the round is blocked."),
        msg("You don't say it for your partner.") if options.has_pairs else None,
        *_fouls(options, seats),
        msg(
            "I ask you once more, privately, before you say what isn't true."
            " It's no foul to try a tile that doesn't fit. If your time runs out, I answer truthfully for you."
        ),
    )


_DRAWN = (
    msg("A round is blocked when nobody can play and nothing can be drawn."),
    msg("1. If you can neither play nor draw, you say that you can't play. That counts as 1."),
    msg("I find that by myself: a player who can neither play nor draw passes. There are no fouls."),
)
_NOT_DRAWN = (
    msg("A round is blocked when nobody can play."),
    msg("1. If nothing fits, you say that you can't play. That counts as 1."),
    msg("I find that by myself: a player who can't play passes. There are no fouls."),
)
"""What explains a block with and without a boneyard: when it happens, and how the players or the table find it."""


def _fouls(options: DrawOptions, seats: int) -> Sequence[Message]:
    if options.foul_action == "forfeit_round" and options.has_pairs:
        return (
            msg("A false “I can't play” is a **foul**. So is a false “I can play”."),
            msg("A foul ends the round, and your pair can't win it. The other pair scores as for a block."),
        )
    if options.foul_action == "forfeit_round":
        return (
            msg("A false “I can't play” is a **foul**. So is a false “I can play”."),
            msg(
                "A foul ends the round, and you can't win it. Of the others, the player with the fewest pips"
                " scores all other hands."
            ),
        )
    from_pair = msg("The points come off your pair's score.")
    return (
        msg("Saying “I can't play” when you can is a **foul**: it doesn't count, and you must play."),
        msg("Saying “I can play” when you can't is a **foul** too: it counts as “I can't play”."),
        sentences(_price(options, seats), from_pair if options.has_pairs and options.foul_action != "none" else None),
    )


def _price(options: DrawOptions, seats: int) -> Message:
    """Explain what a foul costs."""
    if options.foul_action == "none":
        return msg("A foul costs nothing, but everyone reads it.")
    warned = msg("Your first foul is only a warning.") if options.foul_action == "warning" else None
    match options.foul_penalty:
        case "hand":
            return sentences(warned, msg("A foul costs the pips in your hand, at least 50 points."))
        case "hundred":
            return sentences(warned, msg("A foul costs 100 points."))
    cost = options.foul_points(options.goal(seats))
    return sentences(warned, count("A foul costs {n} point.", "A foul costs {n} points.", cost))


def _score(options: DrawOptions, seats: int, name: Message) -> Message:
    if options.has_pairs:
        return lines(msg("**{game}: the score**", game=name), *explain_pair_score(options), *_length(options, seats))
    others = msg(
        "**Blocked**: the player with the fewest pips wins, however many tiles they hold. The winner scores the pips"
        " of all others."
    )
    others_minus_own = msg(
        "**Blocked**: the player with the fewest pips wins, however many tiles they hold. The winner scores the pips"
        " of all others, less those in their own hand."
    )
    return lines(
        msg("**{game}: the score**", game=name),
        msg("**You go out**: you score the pips left in all other hands."),
        others_minus_own if options.blocked_score == "others_minus_own" else others,
        _TIES[options.blocked_tie],
        msg("A blank counts 0. A double counts both halves."),
        *_length(options, seats),
    )


_TIES = {
    "no_score": msg("**Several hold the fewest**: nobody scores."),
    "share": msg(
        "**Several hold the fewest**: they share the pips of the others, and what can't be divided is lost."
        " If all tie, nobody scores."
    ),
    "full": msg("**Several hold the fewest**: each of them scores as if they had won alone."),
    "lightest_tile": msg(
        "**Several hold the fewest**: the lightest single tile wins, then fewer tiles, then the first in turn from"
        " the opener."
    ),
    "leader": msg("**Several hold the fewest**: the first of them in turn from the opener wins."),
    "last_player_wins": msg(
        "**Several hold the fewest**: the one of them who played last wins. If another player did, nobody scores."
    ),
    "last_player_loses": msg(
        "**Several hold the fewest**: if two are equal and one of them played last, the other wins."
        " Otherwise nobody scores."
    ),
}
"""Who wins a block if several hold the fewest pips."""


def _length(options: DrawOptions, seats: int) -> Sequence[Message]:
    goal = options.goal(seats)
    if goal is None:
        return shared.explain_rounds(rounds(options.rounds))
    return (
        count("The game goes to {n} point.", "The game goes to {n} points.", goal),
        msg("The highest total wins. If the highest totals are equal at the target, you play another round."),
    )


CAN_CHANGE = lines(
    msg("**Dominoes: what a table can change**"),
    msg("• **Block**: nothing is drawn. If nothing fits, you pass."),
    msg("• **Sets and hands**: by the number of players, or as you choose."),
    msg(
        "• **Spinner**: the first double opens two more ends, once both its sides are covered. **Cross**: the"
        " opening double must get all four arms first."
    ),
    msg("• **Draws**: at most one or three tiles a turn, then you pass."),
    msg("• **Reserve**: one or two tiles stay in the boneyard."),
    msg("• **Drawing anyway**: you can draw a tile although you could play."),
    msg("• **Blocks**: I find them by myself, or end the round as soon as no tile can fit any more."),
    msg("• **Fouls**: another price, a warning first, the loss of the round, or no price at all."),
    msg("• **Block score**: less the winner's own pips. **Equal hands**: they share, or one rule of six decides."),
    msg("• **Dealt again**: all tiles, if a player is dealt five doubles or more."),
    msg("• **Who opens**: chance, all in turn, a low double, or always the highest double."),
    msg("• **Pairs**: two against two, with the scores and bonuses of several countries."),
    msg(
        "• **Length**: 100 points with double-six, 300 with double-nine, 600, 1000 and 1500 with larger sets."
        " Or another target, or a number of rounds. After those you can share the win."
    ),
    FORCED_MOVES,
)
