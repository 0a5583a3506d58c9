"""Random legal farmyards, for tests and measurements of the layout."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from engine.tiles import Tile, tile_set
from renderers.farmyard import Laid


@dataclass(frozen=True)
class Kind:
    """What is played: a set, the players, the tiles each is dealt, the arms."""

    highest: int
    seats: int
    hand: int
    arms: int = 4

    def __str__(self) -> str:
        return f"double-{self.highest}, {self.seats} players, {self.arms} arms"


@dataclass(slots=True)
class _End:
    owner: int
    number: int
    owed: int
    on_double: bool


def random_farmyard(kind: Kind, rng: Random) -> list[Laid]:
    """Return one round of random legal play, until a player is out or nobody can play."""
    pool = list(tile_set(kind.highest).tiles)
    rng.shuffle(pool)
    opening = Tile(*[rng.randint(0, kind.highest)] * 2)
    pool.remove(opening)
    hands = [[pool.pop() for _ in range(kind.hand)] for _ in range(kind.seats)]
    laid, ends = [Laid(opening, None)], [_End(0, opening.high, kind.arms, True)]
    seat = waiting = 0
    while waiting < kind.seats:
        seat = (seat + 1) % kind.seats
        hand = hands[seat]
        plays = _plays(hand, ends)
        if not plays and pool:
            hand.append(pool.pop())
            plays = _plays(hand[-1:], ends)
        elif not plays:
            waiting += 1
        if plays:
            waiting = 0
            tile, end = rng.choice(plays)
            hand.remove(tile)
            _lay(laid, ends, tile, end, rng)
            if not hand:
                break
    return laid


def _plays(hand: Sequence[Tile], ends: Sequence[_End]) -> list[tuple[Tile, _End]]:
    """While a double is unfinished, only what fits there."""
    open_now = [end for end in ends if end.on_double] or ends
    return [(tile, end) for tile in hand for end in open_now if tile.has(end.number)]


def _lay(laid: list[Laid], ends: list[_End], tile: Tile, end: _End, rng: Random) -> None:
    laid.append(Laid(tile, end.owner, rng.randrange(end.owed)))
    end.owed -= 1
    if not end.owed:
        ends.remove(end)
    ends.append(_End(len(laid) - 1, tile.other(end.number), 3 if tile.double else 1, tile.double))
