"""Short reasons for a play: what it opens for the hand, or what it gets rid of."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine import defaults
from engine.game import Choice
from engine.tiles import Tile, tile
from engine.words import Message, count, msg


def hint(seen: Any, choice: Choice) -> Message:
    """Tell the viewer what a strong computer player would do.

    A play is written out in full, because its button only says "3-3 A".
    """
    match choice.notation.split():
        case ["play", tile_name, end]:
            return msg("Hint: **play {tile} on end {end}**.", tile=tile_name, end=end)
        case ["play", tile_name]:
            return msg("Hint: **play {tile}**.", tile=tile_name)
    return defaults.hint(seen, choice)


def opened_number(notation: str, ends: Mapping[str, int]) -> int | None:
    """Return the number that a play opens.

    Return None for the first play of a round, and for an action that isn't a play. `ends` are the open numbers by
    letter.
    """
    verb, _, tile_and_end = notation.partition(" ")
    name, _, end = tile_and_end.partition(" ")
    return tile(name).other(ends[end]) if verb == "play" and end in ends else None


def why(
    notation: str,
    hand: Sequence[Tile],
    playable: Sequence[Tile],
    ends: Mapping[str, int],
    weight: Callable[[Tile], Message | None],
) -> Message | None:
    """Return a simple reason for a play, if there is one; else None.

    `ends` are the open numbers by letter. `weight` describes what it costs to keep a tile.
    """
    verb, _, tile_and_end = notation.partition(" ")
    if verb != "play":
        return None
    played = tile(tile_and_end.partition(" ")[0])
    if played.double:
        return msg("A double fits fewer ends, so it's good to be rid of.")
    follow_up = _follow_up_line(played, hand, opened_number(notation, ends))
    if follow_up is not None:
        return follow_up
    is_heaviest = len(playable) > 1 and played.pips == max(option.pips for option in playable)
    return weight(played) if is_heaviest else None


def _follow_up_line(played: Tile, hand: Sequence[Tile], opened: int | None) -> Message | None:
    """Describe the number that a play opens, if the hand holds more tiles with it."""
    if opened is None:
        return None
    n = sum(opened in other for other in hand if other != played)
    if not n:
        return None
    return count(
        "The end becomes {number}, and you hold {n} more tile with {number}.",
        "The end becomes {number}, and you hold {n} more tiles with {number}.",
        n,
        number=opened,
    )
