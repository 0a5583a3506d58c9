"""What suits and trumps are called, by people and in notation."""

from __future__ import annotations

from engine.games.moon.suits import DOUBLES, NO_TRUMP, TRUMP_SUIT, Suit, Trump
from engine.words import Message, msg

_SUITS = (msg("zeros"), msg("ones"), msg("twos"), msg("threes"), msg("fours"), msg("fives"), msg("sixes"))


def suit_name(suit: Suit) -> Message:
    """The tiles a trick asks for: "fives", "trumps"."""
    return msg("trumps") if suit == TRUMP_SUIT else _SUITS[suit]


def trump_name(trump: Trump) -> Message:
    """What is trump, inside a sentence: "trump 2", "trump doubles", "no trump"."""
    if trump == DOUBLES:
        return msg("trump doubles")
    if trump == NO_TRUMP:
        return msg("no trump")
    return msg("trump {number}", number=trump)


def trump_title(trump: Trump) -> Message:
    """What is trump, standing alone: "Trump 2", "Trump doubles", "No trump"."""
    if trump == DOUBLES:
        return msg("Trump doubles")
    if trump == NO_TRUMP:
        return msg("No trump")
    return msg("Trump {number}", number=trump)


def written_trump(trump: Trump) -> str:
    """Trump in notation: "2", "doubles", "none"."""
    return {DOUBLES: "doubles", NO_TRUMP: "none"}.get(trump, str(trump))
