"""Short reasons for a play: what it opens for the hand, or what it sheds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from engine.tiles import Tile, tile
from engine.words import Message, count, msg


def why(
    notation: str,
    hand: Sequence[Tile],
    playable: Sequence[Tile],
    ends: Mapping[str, int],
    weight: Callable[[Tile], Message | None],
) -> Message | None:
    """Return a simple reason for a play, or None.

    `ends` are the open numbers by letter; `weight` describes what keeping a tile costs. An action that is not a play
    gives None too.
    """
    verb, _, rest = notation.partition(" ")
    if verb != "play":
        return None
    name, _, end = rest.partition(" ")
    played = tile(name)
    if played.double:
        return msg("A double fits fewer ends, so it's good to be rid of.")
    kept = _follow_up_line(played, hand, ends.get(end))
    if kept is not None:
        return kept
    return weight(played) if played.pips == max(each.pips for each in playable) and len(playable) > 1 else None


def _follow_up_line(played: Tile, hand: Sequence[Tile], number: int | None) -> Message | None:
    """Describe the number that a play opens, if the hand holds more tiles with it."""
    if number is None:
        return None
    opened = played.low if played.high == number else played.high
    n = sum(opened in each for each in hand if each != played)
    more = count("you hold {n} more tile with it", "you hold {n} more tiles with it", n)
    return msg("It opens {number}, and {more}.", number=opened, more=more) if n else None
