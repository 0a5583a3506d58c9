"""The tour of Moon: the bid, the centre tile, trump, the tricks."""

from __future__ import annotations

from collections.abc import Sequence

from engine.dominoes.tricks.suits import NO_TRUMP, NUMBERS, TRUMP_SUIT, suit_name
from engine.game import Tip
from engine.games.moon.observation import MoonObservation, Phase
from engine.games.moon.options import MoonOptions
from engine.words import Message, msg, sentences


def tour(seen: MoonObservation) -> Sequence[Tip]:
    """Return the tour's step for the phase of this position."""
    match seen.phase:
        case Phase.BIDDING:
            return [Tip("bid", _explain_bids(seen.options))]
        case Phase.DISCARD:
            return [Tip("discard", msg("Put back the tile least likely to win a trick."))]
        case Phase.TRUMP:
            advice = msg("Usually pick the number you hold most of: trumps beat all other tiles.")
            return [Tip("trump", sentences(advice, _RANKS))]
        case Phase.PLAY:
            return [Tip("play", _play(seen))]
    return []


_RANKS = msg("In each suit the double is highest. The others rank by their other number.")


def _explain_bids(options: MoonOptions) -> Message:
    """Explain what a bid promises, and why there are two bids for all tricks."""
    moon = msg("7 and 21 both mean all seven, for 7 or for 21 points.")
    if options.moon_success == "wins_game":
        moon = msg("7 and 21 both mean all seven: 21 wins the game or costs 21 points.")
    return sentences(msg("How many of the 7 tricks can you win?"), msg("If you bid highest, you name trump."), moon)


def _play(seen: MoonObservation) -> Message:
    if seen.trick is None and seen.options.lead_suit == "leader_choice":
        return msg("The others must follow the number that you say, or trump if your tile is a trump.")
    if seen.trick is None:
        return msg("The others must follow the higher number of your tile, or trump if it's a trump.")
    suit = suit_name(seen.trick.led)
    return sentences(
        msg("Tiles with a check mark can be played."),
        msg("The highest trump wins the trick, without trumps the highest of the suit led: {suit}.", suit=suit)
        if seen.trick.led != TRUMP_SUIT
        else msg("The highest trump wins the trick."),
        _RANKS if seen.trump in (*NUMBERS, NO_TRUMP) else None,  # doubles that are trump belong to no number
    )
