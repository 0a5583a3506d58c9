"""Random legal farmyards, for tests and measurements of the layout."""

from __future__ import annotations

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


def random_farmyard(kind: Kind, rng: Random) -> list[Laid]:
    """One round of random legal play, until somebody is out or nobody can play."""
    pool = list(tile_set(kind.highest).tiles)
    rng.shuffle(pool)
    opening = Tile(*[rng.randint(0, kind.highest)] * 2)
    pool.remove(opening)
    hands = [[pool.pop() for _ in range(kind.hand)] for _ in range(kind.seats)]
    laid = [Laid(opening, None)]
    open_ends = [[0, opening.high, kind.arms]]
    passed, seat = 0, 0
    while passed < kind.seats:
        seat = (seat + 1) % kind.seats
        hand = hands[seat]
        owing = [end for end in open_ends if end[2] > 0 and laid[end[0]].tile.double]
        plays = [(t, end) for t in hand for end in owing or open_ends if t.has(end[1])]
        if not plays and pool:
            hand.append(pool.pop())
            plays = [(t, end) for t in hand[-1:] for end in owing or open_ends if t.has(end[1])]
        elif not plays:
            passed += 1
        if plays:
            passed = 0
            tile, end = rng.choice(plays)
            hand.remove(tile)
            laid.append(Laid(tile, end[0]))
            end[2] -= 1
            if not end[2]:
                open_ends.remove(end)
            open_ends.append([len(laid) - 1, tile.other(end[1]), 3 if tile.double else 1])
            if not hand:
                break
    return laid
