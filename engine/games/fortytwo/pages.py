"""The rules of Texas 42 for players, page by page; fortytwo.md is the full sheet."""

from __future__ import annotations

from collections.abc import Sequence

from engine.dominoes.partner_text import SILENT, TOGETHER
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
from engine.games.fortytwo.options import HIGH, LOW, MARKS, OFF, OWN, FortytwoOptions
from engine.words import Message, count, lines, msg


def pages(options: FortytwoOptions, _seats: int) -> Sequence[Message]:
    """Return the pages on the bidding, trump and suits, the play, nello if it is allowed, and the score."""
    nello = () if options.nello == OFF else (_nello(options),)
    return (_bidding(options), _suits(options), _play(options), *nello, _score(options))


def _bidding(options: FortytwoOptions) -> Message:
    redeal = msg("If all four pass, nobody scores and the next player deals.")
    return lines(
        msg("**Texas 42: the bidding**"),
        TOGETHER,
        SILENT,
        msg("Everyone gets seven of the 28 tiles of the double-six set."),
        msg(
            "A round is worth 42 points: 1 for each of seven tricks, and 35 on tiles. 5-5 and 6-4 count 10. 5-0, 4-1"
            " and 3-2 count 5."
        ),
        msg("• Everyone bids once, clockwise, or passes. The dealer (*shaker*) is the last."),
        msg("• A bid is **30 to 41** points, or **marks** for all seven tricks: `bid 42` is 1 mark, `bid 84` is 2."),
        msg(
            "• Each bid goes over the last. The first bid of marks is 1 or 2 marks, and each later one is one mark"
            " more, up to 5."
        ),
        redeal if options.all_pass == "redeal" else msg("• After three passes the dealer must bid at least 30."),
        msg("• **Plunge**: with four doubles you can bid 4 marks, or 5 over 4.") if options.plunge else None,
        msg("• **Splash**: with three doubles you can bid 2 marks, or 3 over 2.") if options.splash else None,
        msg("• After either, your partner names trump and leads. You need all seven tricks.")
        if options.plunge or options.splash
        else None,
        msg("The highest bidder and their partner are the bidders. The others try to make them fail (*set* them)."),
    )


def _suits(options: FortytwoOptions) -> Message:
    return lines(
        msg("**Texas 42: trump and suits**"),
        msg("The bidder names trump: {trumps}. It's final.", trumps=_trumps(options)),
        msg("Every number is a suit, from *blanks* and *aces* to sixes. Tiles that aren't trump are called *offs*."),
        TRUMPS_ONLY,
        msg(
            "• The double is the highest of its suit, then the other number counts: 3-3, 6-3, 5-3, 4-3, 3-2, 3-1, 3-0."
        ),
        DOUBLES_AS_TRUMP if options.doubles_trump else None,
        *_follow_me(options),
    )


def _trumps(options: FortytwoOptions) -> Message:
    nello = None if options.nello == OFF else msg("**nello**")
    return name_trumps(nello, doubles=options.doubles_trump, none=options.no_trump != OFF)


def _follow_me(options: FortytwoOptions) -> Sequence[Message]:
    if options.no_trump == OFF:
        return ()
    if options.no_trump == HIGH:
        return (msg("• **None** (*follow me*): no tile is a trump, and doubles are the highest of their numbers."),)
    return (
        msg("• **None** (*follow me*): no tile is a trump, and the bidder says what doubles are."),
        msg("• `trump none`: the highest of their numbers. `trump none low`: the lowest."),
        msg("• `trump none own`: a suit of their own, from 6-6 down to 0-0."),
    )


def _play(options: FortytwoOptions) -> Message:
    return lines(
        msg("**Texas 42: the play**"),
        msg("The bidder leads any tile to the first trick."),
        PLAY_IN_TURN,
        HIGHER_NUMBER,
        FOLLOW_SUIT,
        NO_DUTY,
        HIGHEST_WINS,
        LAST_TILE,
        msg("• **Lay down:** if you lead and all your tiles must win, you can take the rest at once: `/claim`.")
        if options.claims
        else None,
        NO_TWO,
        msg("*5-5, 5-0, 6-5 and 6-4 in a trick of fives* are worth 1 + 10 + 5 + 10 = 26."),
    )


def _nello(options: FortytwoOptions) -> Message:
    doubles = {
        OWN: msg("• The doubles are a suit of their own: a double that is led asks for doubles."),
        HIGH: msg("• Each double is the highest of its number."),
        LOW: msg("• Each double is the lowest of its number."),
    }
    return lines(
        msg("**Texas 42: nello**"),
        msg("A bidder of at least 1 mark can name nello instead of trump, and then must take **no** trick."),
        msg("• The bidder's partner sits out, so a trick has three tiles. The bidder leads first."),
        msg("• There is no trump, and counting tiles don't matter."),
        doubles[options.nello],
        msg("• After a plunge or splash there is no nello.") if options.plunge or options.splash else None,
    )


def _score(options: FortytwoOptions) -> Message:
    if options.scoring == MARKS:
        ends = msg("• The round goes on to the last trick, even if the bid is decided.")
        soon = msg("• The round ends as soon as the bid is made, or can't be made any more (*set*).")
        return lines(
            msg("**Texas 42: the score**"),
            msg("• The bidders make a bid of points if they take at least that many. That scores 1 mark."),
            msg("• They make a bid of marks if they take all seven tricks. That scores the marks."),
            msg("• If they fail, the others score the same marks."),
            ends if options.play_out else soon,
            count("• The first pair with {n} mark wins.", "• The first pair with {n} marks wins.", options.goal),
        )
    return lines(
        msg("**Texas 42: the score**"),
        msg("• If the bidders take at least what they bid, both pairs score what they took."),
        msg("• If they fail, they score nothing. The others score the bid and what they took."),
        msg("• A bid of marks is worth 42 points a mark to the bidders, and the others score nothing."),
        msg("• If it fails, the others score the same and what they took."),
        count(
            "• With {n} point or more, the pair with more wins. If both have the same, you play another round.",
            "• With {n} points or more, the pair with more wins. If both have the same, you play another round.",
            options.goal,
        ),
    )


CAN_CHANGE = lines(
    msg("**What a table can change**"),
    msg("• After four passes the tiles are dealt again."),
    msg("• Doubles can't be trump, or there must be a trump."),
    msg("• Without trump, the bidder says whether doubles are high, low or a suit of their own."),
    msg("• **Nello**: a bidder of a mark can promise to take no trick."),
    msg("• **Plunge** and **splash**: marks for a hand with four or three doubles. The partner names trump."),
    msg("• Points instead of marks: the pairs score what they take, to 250."),
    msg("• The target: 3 marks make a short game."),
    msg("• The round goes on to the last trick, even if the bid is decided."),
    msg("• Nobody can lay down."),
    FORCED_MOVES,
)
