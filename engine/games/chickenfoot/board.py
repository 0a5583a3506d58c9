"""The farmyard: the tiles on the table, the open ends, and what fits them.

It doesn't know the hands. A double is unfinished until it has all its arms or toes. It *owes* the places that lack one,
and nothing fits elsewhere. Two doubles are never unfinished at once, because a tile on a double shows its number, and
the only double of that number is already on the table. A § is a section of chickenfoot.md.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.dominoes.line import letter
from engine.game import Seat
from engine.games.chickenfoot.observation import DeadFoot, Laid, OpenEnd, TileRole, Unfinished
from engine.games.chickenfoot.options import TOES, Terms


class End(NamedTuple):
    """A place for a tile; ends sort in the order in which they were created."""

    rank: int
    """The rank of the letter, from 0 for A."""
    letter: str
    number: int
    parent: int
    """The index in `Board.laid` of the tile that the place belongs to."""


class Board(NamedTuple):
    """The table of one round; `with_opening` and `with_tile` return it with one more tile."""

    terms: Terms
    laid: tuple[Laid, ...] = ()
    ends: tuple[End, ...] = ()
    """The free halves."""
    owed: tuple[End, ...] = ()
    """The free places of the unfinished double, if there is one."""
    ranks: int = 0
    """The number of letters used so far; none is used twice."""
    table: int = 0
    """The mask of the tiles on the table."""
    fits: int = 0
    """The mask of all tiles, wherever they are, that could be laid now.

    If it is 0, everybody sees that no seat can play.
    """

    @property
    def places(self) -> tuple[End, ...]:
        """The ends that a tile may be laid on now."""
        return self.owed or self.ends

    @property
    def foot_is_dead(self) -> bool:
        """Whether the unfinished double can never be finished (§6)."""
        if not self.owed:
            return False
        return len(self.owed) > _find_unplayed(self.terms, self.table, self.owed[0].number).bit_count()

    def dead_foot(self) -> DeadFoot | None:
        """Return the foot that can never be finished and the numbers that show it, if there is one."""
        if not self.foot_is_dead:
            return None
        number = self.owed[0].number
        left = _find_unplayed(self.terms, self.table, number).bit_count()
        return DeadFoot(number, self.terms.tiles.highest + 1, left)

    def with_opening(self, tile: int, seat: Seat) -> Board:
        """Return the board with the opening double, which owes its arms (§3)."""
        double = self.terms.tiles.tiles[tile]
        opening = Laid(double, None, TileRole.OPENING, seat, "")
        arms = tuple(End(rank, letter(rank), double.high, 0) for rank in range(self.terms.options.arms))
        return _build_board(self.terms, (opening,), (), arms, len(arms), 1 << tile)

    def with_tile(self, tile: int, end: End, seat: Seat) -> Board:
        """Return the board with one more tile on a place of `places`."""
        tile_numbers = self.terms.tiles.tiles[tile]
        far = End(end.rank, end.letter, tile_numbers.other(end.number), len(self.laid))  # keeps the letter
        ends, ranks = self.ends, self.ranks
        owed: tuple[End, ...] = ()
        if self.owed:  # an arm or toe; its far half becomes an open end
            role = _role_at(end)
            ends = tuple(sorted((*ends, far)))
            owed = _remove(self.owed, end)
        elif tile_numbers.double:
            role = TileRole.DOUBLE
            ends = _remove(ends, end)
            ranks += TOES - 1
            owed = (far, *(End(rank, letter(rank), far.number, far.parent) for rank in range(self.ranks, ranks)))
        else:
            role = TileRole.PLAIN
            ends = tuple([far if place is end else place for place in ends])
        laid = (*self.laid, Laid(tile_numbers, end.parent, role, seat, end.letter))
        return _build_board(self.terms, laid, ends, owed, ranks, self.table | 1 << tile)

    def find_unfinished_double(self) -> Unfinished | None:
        """Return the unfinished double, if there is one."""
        if not self.owed:
            return None
        place, missing = self.owed[0].parent, len(self.owed)
        needed = TOES if place else self.terms.options.arms
        return Unfinished(place, self.owed[0].number, needed - missing, missing)

    def open_ends(self) -> tuple[OpenEnd, ...]:
        """Return all ends in the order of their letters, as observations have them."""
        roles = dict.fromkeys(self.ends, TileRole.PLAIN) | {end: _role_at(end) for end in self.owed}
        return tuple(
            OpenEnd(end.letter, end.number, end.parent, roles[end], end in self.places) for end in sorted(roles)
        )

    def count_unplayed(self) -> tuple[int, ...]:
        """Return for each number how many of its tiles are not on the table."""
        numbers = range(self.terms.tiles.highest + 1)
        return tuple(_find_unplayed(self.terms, self.table, number).bit_count() for number in numbers)


def find_dead_foot_news(before: Board, after: Board) -> DeadFoot | None:
    """Return the foot that the last tile has shown to be dead, if any.

    It is returned once when too few tiles are left for three toes, and again when no tile of its number is left.
    """
    laid, dead = after.laid[-1], after.dead_foot()
    if dead is not None:
        is_old_news = before.foot_is_dead and dead.left > 0
        return None if is_old_news else dead
    if after.owed or laid.role not in (TileRole.DOUBLE, TileRole.TOE):
        return None
    # the foot counts as complete, because it has three toes, or because its number is used up
    missing = TOES if laid.role is TileRole.DOUBLE else len(before.owed) - 1
    number = laid.tile.high if laid.role is TileRole.DOUBLE else before.owed[0].number
    return DeadFoot(number, after.terms.tiles.highest + 1, left=0, toes=TOES - missing) if missing else None


def _build_board(
    terms: Terms, laid: tuple[Laid, ...], ends: tuple[End, ...], owed: tuple[End, ...], ranks: int, table: int
) -> Board:
    """Return the board of these parts.

    With the option `release`, a foot counts as complete once no tile of its number is left (§6).
    """
    if owed and terms.releases_dead_feet and not _find_unplayed(terms, table, owed[0].number):
        owed = ()
    return Board(terms, laid, ends, owed, ranks, table, _find_fitting(terms, owed or ends, table))


def _find_fitting(terms: Terms, places: tuple[End, ...], table: int) -> int:
    """Return the mask of the tiles that may be laid on these places, wherever they are."""
    numbers = {end.number for end in places}
    fits = 0
    for number in numbers:
        fits |= terms.tiles.suit[number]
    if terms.forbids_dead_feet:  # a double that can't get three toes may not be laid
        for number in numbers:
            if (_find_unplayed(terms, table, number) & ~terms.doubles[number]).bit_count() < TOES:
                fits &= ~terms.doubles[number]
    return fits & ~table


def _find_unplayed(terms: Terms, table: int, number: int) -> int:
    """Return the mask of the tiles that show a number and are not on the table."""
    return terms.tiles.suit[number] & ~table


def _remove(places: tuple[End, ...], covered: End) -> tuple[End, ...]:
    return tuple([place for place in places if place is not covered])


def _role_at(place: End) -> TileRole:
    """Return the role of a tile that is laid on an owed place.

    Only the opening double, which is the first in `laid`, has arms.
    """
    return TileRole.TOE if place.parent else TileRole.ARM
