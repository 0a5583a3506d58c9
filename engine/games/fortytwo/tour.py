"""The tour of Texas 42: the bid, trump, the tricks."""

from __future__ import annotations

from collections.abc import Sequence

from engine.dominoes.tricks.suits import TRUMP_SUIT, suit_name
from engine.game import Tip
from engine.games.fortytwo.observation import FortytwoObservation, Phase
from engine.games.fortytwo.options import POINTS, FortytwoOptions
from engine.words import Message, msg, sentences


def tour(seen: FortytwoObservation) -> Sequence[Tip]:
    """Return the tour's step for the phase of this position."""
    match seen.phase:
        case Phase.BIDDING:
            return [Tip("bid", _explain_bids(seen.options))]
        case Phase.TRUMP:
            return [Tip("trump", msg("Usually pick the number you hold most of: trumps beat all other tiles."))]
        case Phase.PLAY:
            return [Tip("lead", _lead())] if seen.trick is None else [Tip("play", _follow(seen))]
    return []


def _explain_bids(options: FortytwoOptions) -> Message:
    """Explain what a bid promises, and what a mark is."""
    marks = msg(
        "A round is worth 1 mark. If you bid marks, that many are at stake, and you must take all seven tricks."
    )
    if options.scoring == POINTS:
        marks = msg("A bid of marks means all seven tricks: a mark is 42 points.")
    return sentences(
        msg("A trick is worth 1 point, and tiles marked +5 or +10 add theirs: 42 in all. How many can your pair take?"),
        msg("If you bid highest, you name trump."),
        marks,
    )


def _lead() -> Message:
    return sentences(
        msg("The others must follow the higher number of your tile, or trump if it's a trump."),
        msg("Play tiles that count on tricks that your pair is winning."),
    )


def _follow(seen: FortytwoObservation) -> Message:
    assert seen.trick is not None
    suit = suit_name(seen.trick.led)
    if seen.nello or seen.trick.led == TRUMP_SUIT:
        return msg("Tiles with a check mark can be played. The highest of the suit wins the trick: {suit}.", suit=suit)
    return sentences(
        msg("Tiles with a check mark can be played."),
        msg("The highest trump wins the trick, without trumps the highest of the suit led: {suit}.", suit=suit),
    )
