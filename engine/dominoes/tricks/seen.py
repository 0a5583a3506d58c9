"""Tricks as everybody sees them, and the observation of a game in tricks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from engine.dominoes.tricks.suits import SET, Suit, Trump
from engine.dominoes.tricks.trick import Trick, Tricks, find_order
from engine.game import Choice, Observation, Seat
from engine.tiles import Tile


class Laid(NamedTuple):
    """A tile of a trick, and the seat that played it."""

    seat: Seat
    tile: Tile


class TrickSeen(NamedTuple):
    """A trick, the leader's tile first.

    `winner` is the seat that took it, or that is winning it so far.
    """

    led: Suit
    laid: tuple[Laid, ...]
    winner: Seat


class TricksSeen(Observation, Protocol):
    """The observation of a game in tricks."""

    @property
    def trump(self) -> Trump | None: ...
    @property
    def hands(self) -> Sequence[tuple[Tile, ...] | None]:
        """The viewer's own hand, trumps first; hidden hands are None."""
        ...

    @property
    def sizes(self) -> Sequence[int]:
        """The number of tiles in each hand."""
        ...

    @property
    def trick(self) -> TrickSeen | None:
        """The trick on the table; None before the lead."""
        ...

    @property
    def past(self) -> Sequence[TrickSeen]:
        """The tricks of this round that are over."""
        ...

    @property
    def playable(self) -> Sequence[Tile]:
        """The viewer's tiles that can be played now."""
        ...

    @property
    def choices(self) -> Sequence[Choice]: ...


def show_current(tricks: Tricks | None) -> TrickSeen | None:
    """Return the trick on the table as everybody sees it; None before the lead."""
    return None if tricks is None or tricks.trick is None else _show_trick(tricks, tricks.trick)


def show_past(tricks: Tricks | None) -> tuple[TrickSeen, ...]:
    """Return the tricks that are over as everybody sees them."""
    return () if tricks is None else tuple(_show_trick(tricks, trick) for trick in tricks.finished)


def _show_trick(tricks: Tricks, trick: Trick) -> TrickSeen:
    order = find_order(trick.leader, tricks.step, len(tricks.hands), tricks.idle)
    laid = [Laid(seat, SET.tiles[tile]) for seat, tile in zip(order, trick.tiles, strict=False)]
    return TrickSeen(trick.led, tuple(laid), trick.winner)


def list_tricks(seen: TricksSeen) -> tuple[TrickSeen, ...]:
    """Return the tricks of the round, the one on the table last."""
    return tuple(seen.past) if seen.trick is None else (*seen.past, seen.trick)


def find_viewer_hand(seen: TricksSeen) -> Sequence[Tile]:
    """Return the tiles that the viewer holds."""
    return () if seen.viewer is None else seen.hands[seen.viewer] or ()


def mask_viewer_hand(seen: TricksSeen) -> int:
    """Return the tiles that the viewer holds, as a mask."""
    return SET.mask(find_viewer_hand(seen))


def mask_tiles_played(seen: TricksSeen, seat: Seat | None = None) -> int:
    """Return the mask of the tiles that one seat, or all seats, have played."""
    played = (laid for trick in list_tricks(seen) for laid in trick.laid)
    return SET.mask(laid.tile for laid in played if seat is None or laid.seat == seat)
