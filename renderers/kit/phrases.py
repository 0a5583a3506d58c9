"""Words about a table that several games share.

The sentences are for players who cannot see its picture.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine.dominoes.partners import find_partner
from engine.sides import Sides
from engine.tiles import Tile
from engine.words import Join, Message, Who, count, join_items, msg

BEFORE = msg("before")
"""The heading of the points that were carried over from earlier rounds, in a picture: short."""


def tiles(held: Sequence[Tile | Message], limit: int) -> Message:
    """Return a list of tiles, each perhaps with a remark.

    If there are more than `limit` tiles, the list ends with the number of the others.
    """
    listed = [tile if isinstance(tile, Message) else str(tile) for tile in held[:limit]]
    others = len(held) - len(listed)
    if others:
        listed.append(count("{n} more", "{n} more", others))
    return join_items(listed, Join.COMMA)


def none_left(numbers: Collection[int]) -> Message | None:
    """Return a note, short enough for a picture, that no tile with these numbers of ends is left."""
    return msg("no {numbers} left", numbers=join_items(sorted(numbers, reverse=True), Join.OR)) if numbers else None


def played_tiles_line(number: int, plays: Sequence[Message]) -> Message:
    """Return how many tiles lie on the table, and the last plays, the latest first."""
    if not number:
        return msg("No tile is on the table yet.")
    return count(
        "{n} tile on the table, last: {plays}.", "{n} tiles on the table, last: {plays}.", number,
        plays=join_items(plays, Join.COMMA),
    )  # fmt: skip


def standings(stands: Sequence[Message]) -> Sequence[Message]:
    """Return a sentence for each seat with its standing."""
    return [msg("{who}: {standing}.", who=Who(seat), standing=standing) for seat, standing in enumerate(stands)]


def partner_standings(sides: Sides, points: Sequence[int], sizes: Sequence[int]) -> Sequence[Message]:
    """Return what both pairs have, then each seat in the order of turns with its partner and number of tiles."""
    first, second = sides
    return [
        count(
            "First pair, {names}: {n} point.", "First pair, {names}: {n} points.", points[first[0]],
            names=join_items([Who(seat) for seat in first]),
        ),
        count(
            "Second pair, {names}: {n} point.", "Second pair, {names}: {n} points.", points[second[0]],
            names=join_items([Who(seat) for seat in second]),
        ),
        *(
            count(
                "{who}, partner of {partner}: {n} tile.", "{who}, partner of {partner}: {n} tiles.", size,
                who=Who(seat), partner=Who(find_partner(sides, seat)),
            )
            for seat, size in enumerate(sizes)
        ),
    ]  # fmt: skip


def none_fits(held: Sequence[Tile], numbers: Collection[int]) -> bool:
    """Return whether none of these tiles fits open ends with these numbers.

    It is False if there are no tiles or no numbers.
    """
    return bool(held) and bool(numbers) and not any(tile.has(number) for tile in held for number in numbers)
