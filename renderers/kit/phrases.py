"""Sentences about a table that several games share.

They are for players who cannot see its picture.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine.dominoes.partners import find_partner
from engine.sides import Sides
from engine.tiles import Tile
from engine.words import Join, Message, Who, count, join_items, msg


def tiles(held: Sequence[Tile | Message], most: int) -> Message:
    """Return a list of tiles, each perhaps with a remark.

    Of more than `most` tiles, the list ends with how many more there are.
    """
    shown = [tile if isinstance(tile, Message) else str(tile) for tile in held[:most]]
    others = len(held) - len(shown)
    return join_items([*shown, count("{n} more", "{n} more", others)] if others else shown, Join.COMMA)


def none_left(numbers: Collection[int]) -> Message | None:
    """Return that all tiles with these numbers of ends are on the table, short enough for a picture."""
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
    """Return whether none of these tiles fits an open end with one of these numbers.

    It is False if there are no tiles or no numbers.
    """
    return bool(held) and bool(numbers) and not any(tile.has(number) for tile in held for number in numbers)
