"""The rules of Moon for players, page by page; moon.md is the full sheet."""

from __future__ import annotations

from collections.abc import Sequence

from engine.dominoes.tricks.pages import (
    DOUBLES_AS_TRUMP,
    FOLLOW_SUIT,
    HIGHER_NUMBER,
    HIGHEST_WINS,
    LAST_TILE,
    NO_DUTY,
    NO_TWO,
    PLAY_IN_TURN,
    TRUMPS_ONLY,
    name_trumps,
)
from engine.forced_moves import RULE as FORCED_MOVES
from engine.games.moon.options import MoonOptions
from engine.words import Message, count, lines, msg


def pages(options: MoonOptions, _seats: int) -> Sequence[Message]:
    """Return the pages on the bidding, the suits, the play and the score."""
    return (_bidding(options), _suits(options), _play(options), _score(options))


def _bidding(options: MoonOptions) -> Message:
    redeal = msg("If all three pass, nobody scores and the tiles are dealt again.")
    must_bid = msg("If two pass, the third must bid at least 4.")
    return lines(
        msg("**Moon: the bidding**"),
        msg("Three players, each alone, play seven tricks. You bid how many of them you will take."),
        msg(
            "There are 22 tiles: all pairs of 1 to 6, doubles too, and 0-0. You get seven. One lies face "
            "down in the centre."
        ),
        msg("• Everyone bids once, clockwise: **4, 5, 6, 7** or **21**, higher than every bid before, or pass."),
        msg("• 7 and 21 both mean all seven tricks. 21 wins or costs more, beats a 7, and ends the bidding."),
        msg(
            "• The highest bidder plays against the other two. {nobody}",
            nobody=must_bid if options.all_pass == "last_must_bid_4" else redeal,
        ),
        msg("• Chance chooses the first bidder of the first round. Then the first bid moves on clockwise."),
        msg("• Chance also seats the three.") if options.seats == "random" else None,
        *_bidder_choices(options),
    )


def _bidder_choices(options: MoonOptions) -> Sequence[Message]:
    """Explain what the bidder does before the first lead, step by step."""
    if options.trump_first:
        return (
            msg("As the bidder you name trump: {trumps}.", trumps=_trumps(options)),
            msg(
                "Then you take the centre tile and put one of your eight tiles back face down. It counts for nobody,"
                " and nobody sees it before the round is over. Both are final."
            ),
        )
    return (
        msg(
            "As the bidder you take the centre tile and put one of your eight tiles back face down. It counts for"
            " nobody, and nobody sees it before the round is over."
        ),
        msg("Then you name trump: {trumps}. Both are final.", trumps=_trumps(options)),
    )


def _trumps(options: MoonOptions) -> Message:
    return name_trumps(doubles=options.doubles_trump, none=options.no_trump)


def _suits(options: MoonOptions) -> Message:
    return lines(
        msg("**Moon: suits**"),
        msg("Every number is a suit. A double belongs to its number alone, any other tile to both of its numbers."),
        TRUMPS_ONLY,
        msg("• The double is the highest of its suit. Then the other number counts: 3-3, 6-3, 5-3, 4-3, 3-2, 3-1."),
        DOUBLES_AS_TRUMP if options.doubles_trump else None,
        msg("• **Trump 0:** the only trump is 0-0."),
        msg("• **No trump:** no tile is a trump, and doubles are the highest of their numbers.")
        if options.no_trump
        else None,
        msg("• 0-0 is the only zero. Where it is no trump, it wins only if it is led and nobody trumps it."),
    )


def _play(options: MoonOptions) -> Message:
    leads_trump = options.first_lead == "trump"
    leader_chooses = options.lead_suit == "leader_choice"
    return lines(
        msg("**Moon: the play**"),
        msg("The bidder leads a trump to the first trick, or any tile if they hold none.")
        if leads_trump
        else msg("The bidder leads any tile to the first trick."),
        PLAY_IN_TURN,
        msg(
            "• A trump that is led asks for trumps. Of any other tile the leader says which number it asks for:"
            " `/play 6-3 as 3`."
        )
        if leader_chooses
        else HIGHER_NUMBER,
        FOLLOW_SUIT,
        NO_DUTY,
        HIGHEST_WINS,
        msg("• You lead to the last trick yourself. The tiles that follow play themselves.")
        if leader_chooses
        else LAST_TILE,
        msg(
            "*Trump is 4, 2-1 is led as a two, and you hold 4-2 and 5-5.* You have no two, since 4-2 is a trump: play"
            " what you like."
        )
        if leader_chooses
        else NO_TWO,
        msg(
            "*Doubles are trump, a six is led, and you hold 6-6 and 3-2.* 6-6 is no six now: you can play it, but you"
            " don't have to."
        )
        if options.doubles_trump
        else None,
    )


def _score(options: MoonOptions) -> Message:
    moon_wins = msg("• **21 wins the game at once**, and costs 21 points if it fails. A score can be below zero.")
    moon_scores = msg("• A bid of 21 is worth 21 points, and costs 21 if it fails. A score can be below zero.")
    bidder_first = msg("• A bidder who makes the bid and has the target wins, even if another player has more.")
    return lines(
        msg("**Moon: the score**"),
        msg("• If you make your bid, you score the bid: extra tricks count nothing. If you fail, you lose it."),
        msg("• Each of the others scores 1 point for every trick, whether the bid is made or not."),
        moon_wins if options.moon_success == "wins_game" else moon_scores,
        count(
            "• With {n} point or more, the most points win. If the most is shared, you play another round.",
            "• With {n} points or more, the most points win. If the most is shared, you play another round.",
            options.target,
        ),
        bidder_first if options.bidder_goes_out else None,
    )


CAN_CHANGE = lines(
    msg("**What a table can change**"),
    msg("• After two passes the third player must bid."),
    msg("• A made 21 is worth 21 points, and doesn't win at once."),
    msg("• The leader says which number of a tile counts: `/play 6-3 as 3`. Then the last lead doesn't play itself."),
    msg("• The first lead must be a trump, if the bidder has one."),
    msg("• A bidder who makes the bid and has the target wins, even if another player has more."),
    msg("• Doubles can't be trump, or there must be a trump."),
    msg("• The bidder names trump before taking the centre tile."),
    msg("• The target: 7 or 11 points make a short game."),
    msg("• The three sit in the order of joining, or by chance."),
    FORCED_MOVES,
)
