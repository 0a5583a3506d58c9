"""The farmyard: the tiles on the table, the open ends, and what fits them.

It doesn't know the hands. An unfinished double owes places (arms of the opening double, toes of a foot); while it does,
nothing fits elsewhere. Two doubles are never unfinished at once: what goes on a double shows its number, and that
number's only double is on the table already (§5).
"""

from __future__ import annotations

from typing import NamedTuple

from engine.dominoes.line import letter
from engine.game import Seat
from engine.games.chickenfoot.observation import DeadFoot, Kind, Laid, OpenEnd, Unfinished
from engine.games.chickenfoot.options import TOES, Terms


class End(NamedTuple):
    """A place for a tile; sorted by the order in which ends came to be."""

    rank: int
    """0 is the end A."""
    letter: str
    number: int
    parent: int
    """The place in `Board.laid` of the tile that it belongs to."""


class Board(NamedTuple):
    """The table of one round; `with_opening` and `with_tile` give the next one."""

    terms: Terms
    laid: tuple[Laid, ...] = ()
    ends: tuple[End, ...] = ()
    """The free halves."""
    owed: tuple[End, ...] = ()
    """The free places of the double in progress."""
    ranks: int = 0
    """The number of ends so far, so that no letter is used twice."""
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
        """Whether the foot in progress can never get all its toes (§6)."""
        return (
            bool(self.owed) and len(self.owed) > _find_unplayed(self.terms, self.table, self.owed[0].number).bit_count()
        )

    def dead_foot(self) -> DeadFoot | None:
        """Return the foot in progress and why it stays unfinished, if it does."""
        if not self.foot_is_dead:
            return None
        number = self.owed[0].number
        left = _find_unplayed(self.terms, self.table, number).bit_count()
        return DeadFoot(number, self.terms.tiles.highest + 1, left)

    def with_opening(self, tile: int, seat: Seat) -> Board:
        """Return the board with the opening double, which owes its arms (§3)."""
        double = self.terms.tiles.tiles[tile]
        arms = tuple(End(rank, letter(rank), double.high, 0) for rank in range(self.terms.options.arms))
        return _board(self.terms, (Laid(double, None, Kind.OPENING, seat, ""),), (), arms, len(arms), 1 << tile)

    def with_tile(self, tile: int, end: End, seat: Seat) -> Board:
        """Return the board with one more tile on a place of `places`."""
        t = self.terms.tiles.tiles[tile]
        far = End(end.rank, end.letter, t.other(end.number), len(self.laid))
        ends, ranks = self.ends, self.ranks
        owed: tuple[End, ...] = ()
        if self.owed:
            kind = _kind_of_place(end)
            ends = tuple(sorted((*ends, far)))
            owed = _without(self.owed, end)
        elif t.double:
            kind = Kind.DOUBLE
            ends = _without(ends, end)
            ranks += TOES - 1
            owed = (far, *(End(rank, letter(rank), far.number, far.parent) for rank in range(self.ranks, ranks)))
        else:
            kind = Kind.PLAIN
            ends = tuple(far if place is end else place for place in ends)
        laid = (*self.laid, Laid(t, end.parent, kind, seat, end.letter))
        return _board(self.terms, laid, ends, owed, ranks, self.table | 1 << tile)

    def find_unfinished_double(self) -> Unfinished | None:
        """Return the double in progress, if there is one."""
        if not self.owed:
            return None
        place, missing = self.owed[0].parent, len(self.owed)
        in_all = TOES if place else self.terms.options.arms
        return Unfinished(place, self.owed[0].number, in_all - missing, missing)

    def open_ends(self) -> tuple[OpenEnd, ...]:
        """Return all places in the order of their letters, as pictures need them."""
        kinds = dict.fromkeys(self.ends, Kind.PLAIN) | {end: _kind_of_place(end) for end in self.owed}
        return tuple(
            OpenEnd(end.letter, end.number, end.parent, kinds[end], end in self.places) for end in sorted(kinds)
        )

    def count_unplayed(self) -> tuple[int, ...]:
        """Return for each number how many tiles that show it are not on the table."""
        numbers = range(self.terms.tiles.highest + 1)
        return tuple(_find_unplayed(self.terms, self.table, number).bit_count() for number in numbers)


def foot_news(before: Board, after: Board) -> DeadFoot | None:
    """Return the news that the last tile makes of a foot that can't get three toes.

    It comes once when that is certain, and again when the foot's number is used up.
    """
    laid, dead = after.laid[-1], after.dead_foot()
    if dead is not None:
        return dead if not (dead.left and before.foot_is_dead) else None
    if after.owed or laid.kind not in (Kind.DOUBLE, Kind.TOE):
        return None
    missing = TOES if laid.kind is Kind.DOUBLE else len(before.owed) - 1
    number = laid.tile.high if laid.kind is Kind.DOUBLE else before.owed[0].number
    return DeadFoot(number, after.terms.tiles.highest + 1, 0, TOES - missing) if missing else None


def _board(
    terms: Terms, laid: tuple[Laid, ...], ends: tuple[End, ...], owed: tuple[End, ...], ranks: int, table: int
) -> Board:
    """Return the board of these parts.

    A foot without any tile left that fits counts as complete, if the option allows it (§6).
    """
    if owed and terms.releases_dead_feet and not _find_unplayed(terms, table, owed[0].number):
        owed = ()
    return Board(terms, laid, ends, owed, ranks, table, _fitting(terms, owed or ends, table))


def _fitting(terms: Terms, places: tuple[End, ...], table: int) -> int:
    """Return the tiles not on the table that show a number of one of the places."""
    numbers = {end.number for end in places}
    fits = 0
    for number in numbers:
        fits |= terms.tiles.suit[number]
    if terms.forbids_dead_feet:
        for number in numbers:
            if (_find_unplayed(terms, table, number) & ~terms.doubles[number]).bit_count() < TOES:
                fits &= ~terms.doubles[number]
    return fits & ~table


def _find_unplayed(terms: Terms, table: int, number: int) -> int:
    """Return the tiles that show a number and are not on the table."""
    return terms.tiles.suit[number] & ~table


def _without(places: tuple[End, ...], taken: End) -> tuple[End, ...]:
    return tuple(place for place in places if place is not taken)


def _kind_of_place(place: End) -> Kind:
    """Return what is laid on an owed place.

    Only the opening double, the first tile of all, has arms.
    """
    return Kind.TOE if place.parent else Kind.ARM
