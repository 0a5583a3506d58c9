"""The statistics of Blockers: groups, tiles taken and tiles lost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from engine.game import Event
from engine.games.blockers.board import Space, groups, mask_of
from engine.games.blockers.events import Ended, Placed
from engine.games.blockers.tiles import Colour
from engine.stats import Figure, Mark, Record, Stats, tiles
from engine.words import msg

TOOK = "took"


def marks(events: Iterable[Event]) -> Iterator[Mark]:
    """Yield marks for each tile that was taken, and at the end for the groups."""
    board: dict[Space, Colour] = {}
    for event in events:
        if isinstance(event, Placed):
            seat, tile, space, captured, victim = event.move
            board[space] = tile.colour
            if captured is not None and victim is not None and victim != seat:
                yield Mark(seat, TOOK, other_seat=victim)
                yield Mark(seat, "joined", _group_size(board, space))
                yield Mark(victim, "lost")
        elif isinstance(event, Ended):
            yield from _group_marks(board, len(event.racks), len(event.outcome.points))
            board = {}  # a series goes on with another game


def _group_size(board: Mapping[Space, Colour], space: Space) -> int:
    """Return the size of the group that a tile belongs to."""
    colour_groups = groups(mask_of(other for other, colour in board.items() if colour == board[space]))
    return next(group.bit_count() for group in colour_groups if group & 1 << space)


def _group_marks(board: Mapping[Space, Colour], colours: int, seats: int) -> Iterator[Mark]:
    """Yield marks for the number of each seat's groups, and for the size of its largest."""
    for seat in range(seats):
        seat_groups = [
            group
            for own_colour in range(seat, colours, seats)
            for group in groups(mask_of(space for space, colour in board.items() if colour == own_colour))
        ]
        yield Mark(seat, "games")
        yield Mark(seat, "groups", len(seat_groups))
        yield Mark(seat, "largest", max((group.bit_count() for group in seat_groups), default=0))


STATS = Stats(
    marks,
    (
        Figure("groups", msg("Groups per game"), per="games"),
        Figure("largest", msg("Largest group"), is_greatest=True),
        Figure(TOOK, msg("Tiles taken")),
        Figure("lost", msg("Tiles lost")),
    ),
    (Record("joined", msg("Greatest capture"), tiles), Record("largest", msg("Largest group"), tiles)),
)
