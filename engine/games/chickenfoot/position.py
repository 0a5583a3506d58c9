"""A complete position of Chickenfoot and the questions one may ask of it; state.py says how it changes."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from engine.blocked import NOBODY, Confirmations
from engine.game import DEALER, Seat
from engine.games.chickenfoot.actions import CANNOT, DRAW, KEEP, ChickenfootAction, play
from engine.games.chickenfoot.board import Board
from engine.games.chickenfoot.observation import RoundResult, Sign
from engine.games.chickenfoot.setup import Setup


class Phase(Enum):
    """What a table waits for (§9)."""

    DEAL = "deal"
    SEARCH = "search"  # the seats draw for the round's double, which nobody holds
    OPENING = "opening"  # its holder lays it
    TURN = "turn"
    OVER = "over"


class Position(NamedTuple):
    """Tiles are indices of their set, hands are masks of them. Between rounds the finished table still lies."""

    setup: Setup
    board: Board
    round: int = 0
    """From 1; 0 before the first deal."""
    phase: Phase = Phase.DEAL
    to_act: Seat | None = DEALER
    hands: tuple[int, ...] = ()
    yard: tuple[int, ...] = ()
    """In the order in which it is drawn."""
    drawn: int = 0
    """The mask of what the seat to act has drawn in this turn."""
    confirmed: Confirmations = NOBODY
    scores: tuple[tuple[int, ...], ...] = ()
    """What each hand counted in each finished round."""
    result: RoundResult | None = None
    """The round that was just scored."""
    signs: tuple[Sign, ...] = ()
    """What was done in this round without laying a tile; public."""

    def __repr__(self) -> str:
        return f"<Chickenfoot, round {self.round}, to act {self.to_act}>"  # hands and yard are secret

    @property
    def seat(self) -> Seat:
        """The seat to act; only asked when there is one."""
        assert self.to_act is not None
        return self.to_act

    @property
    def hand(self) -> int:
        """The hand of the seat to act."""
        return self.hands[self.seat]

    @property
    def playable(self) -> int:
        """The mask of what the seat to act can lay now; of several doubles that may open, the highest."""
        if self.phase is Phase.TURN:
            return self.hand & self.board.fits
        if self.phase is Phase.OPENING:
            doubles = self.hand & self.setup.opening_doubles(self.round)
            return 1 << doubles.bit_length() - 1
        return 0

    @property
    def can_draw(self) -> bool:
        """Once in a turn, for who cannot play or where the option lets everybody (§4); in a search always (§3)."""
        if self.phase is not Phase.TURN:
            return self.phase is Phase.SEARCH
        free = bool(self.yard) and not self.drawn
        return free and (self.setup.options.optional_draw or not self.playable)

    @property
    def can_keep(self) -> bool:
        """Whether the turn may end with what was drawn (§4)."""
        must = self.setup.options.drawn_tile == "must"
        return bool(self.drawn) and not (must and self.drawn & self.board.fits)

    @property
    def can_confirm(self) -> bool:
        """Whether it is true that nothing fits and nothing can be drawn (§7)."""
        return self.phase is Phase.TURN and not (self.yard or self.drawn or self.playable)

    def legal_actions(self) -> tuple[ChickenfootAction, ...]:
        """What the seat to act can do: tiles in canonical order, each on every end that it fits."""
        plays = self._plays()
        if plays and not self.drawn and not self.setup.options.optional_draw:
            return plays
        if self.can_draw:
            return (*plays, DRAW)
        if self.can_keep:
            return (*plays, KEEP)
        return (CANNOT,) if self.can_confirm else plays

    def _plays(self) -> tuple[ChickenfootAction, ...]:
        playable = self.playable
        if not playable:
            return ()
        tiles = self.setup.tiles.of(playable)
        if self.phase is Phase.OPENING:
            return tuple(play(tile) for tile in tiles)
        places = self.board.places
        return tuple([play(tile, end.letter) for tile in tiles for end in places if end.number in tile])
