"""How well a deal explains the other seats' plays.

A seat lays one tile rather than another for reasons that computer players and people share: it sheds pips and doubles,
keeps tiles that can follow, and avoids numbers that others could answer. The weights of nine such reasons were fitted
(as a multinomial logit) to tens of thousands of choices of the medium player.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, takewhile
from math import exp
from typing import NamedTuple

from engine.dominoes.actions import Play
from engine.dominoes.layout import Layout, lay_tile
from engine.dominoes.worlds import replay_line
from engine.game import Seat
from engine.games.draw.observation import DrawObservation
from engine.games.draw.state import DrawState
from engine.tiles import TileSet, bits, tile_set


class Reasons(NamedTuple):
    """The weights of a play's properties, as exponents."""

    pips: float
    double: float
    follower: float
    """For each other tile of the hand that fits an end afterwards."""
    stuck: float
    """If no other tile of the hand fits an end afterwards."""
    answers: float
    """For each tile off the table that fits an end afterwards."""
    lacked: float
    """For each tile counted by `answers` that the next seat is known to lack."""
    opened: float
    """For each other tile of the hand with the number that the play opens."""
    others: float
    """For each tile off the table with the number that the play opens."""
    covered: float
    """For each other tile of the hand with the number that the play covers."""


REASONS = {
    ("draw", True): Reasons(0.06, 0.66, 0.10, -0.55, -0.31, 0.07, 0.21, -0.12, -0.30),
    ("draw", False): Reasons(0.09, 0.95, 0.10, -0.40, -0.17, 0.19, 0.17, 0.0, -0.15),
    ("block", True): Reasons(0.21, 0.14, 0.18, -0.32, -0.35, 0.45, 0.25, -0.05, -0.12),
    ("block", False): Reasons(0.10, 1.02, 0.15, -0.17, -0.16, 0.18, 0.15, 0.02, -0.25),
}
"""The fitted weights, by mode and by whether there are two seats."""
MAX_WAYS = 200
"""The most ways to play that are weighed in a world; large sets have thousands.

The ways of the newest choices are weighed first.
"""


class Way(NamedTuple):
    """A way to play that a seat had, if it held the tile; tiles are masks."""

    tile: int
    liking: float
    """The factor that does not depend on the rest of the hand."""
    followers: int
    """The tiles that the weight `follower` counts if the hand has them; `opened` and `covered` likewise."""
    opened: int
    covered: int


class Choice(NamedTuple):
    """A play of another seat, and the ways to play that it may have had."""

    seat: Seat
    later: int
    """The mask of this tile and those that the seat laid after it."""
    chosen: Way
    ways: Sequence[Way]


class Habits:
    """The plays of the other seats in this round whose alternatives are known.

    These are the plays since a seat's last draw.
    """

    def __init__(self, seen: DrawObservation) -> None:
        reasons, set_size = REASONS[seen.options.mode, len(seen.sizes) == 2], len(tile_set(seen.highest))
        self._follower_likings = [exp(reasons.follower * n if n else reasons.stuck) for n in range(set_size)]
        self._opened_likings = [exp(reasons.opened * n) for n in range(set_size)]
        self._covered_likings = [exp(reasons.covered * n) for n in range(set_size)]
        choices = list(_Retelling(seen, reasons).choices())
        ways_so_far = accumulate(len(choice.ways) for choice in choices)
        weighed = takewhile(lambda pair: pair[1] <= MAX_WAYS, zip(choices, ways_so_far, strict=True))
        self._choices = [choice for choice, _ in weighed]

    def likelihood(self, world: DrawState) -> float:
        """Return how well a world explains the plays, above 0; only ratios matter."""
        followers, opened, covered = self._follower_likings, self._opened_likings, self._covered_likings
        likelihood = 1.0
        for seat, later, chosen, ways in self._choices:
            hand = world.hands[seat] | later  # the hand before this play
            total = chosen_liking = 0.0
            for way in ways:
                if hand & way.tile:
                    others = hand ^ way.tile
                    liking = (
                        way.liking
                        * followers[(others & way.followers).bit_count()]
                        * opened[(others & way.opened).bit_count()]
                        * covered[(others & way.covered).bit_count()]
                    )
                    total += liking
                    if way is chosen:
                        chosen_liking = liking
            likelihood *= chosen_liking / total
        return likelihood


class _Retelling:
    """Turns the plays of a round into choices."""

    def __init__(self, seen: DrawObservation, reasons: Reasons) -> None:
        self._seen, self._reasons = seen, reasons
        self._tiles: TileSet = tile_set(seen.highest)
        self._layouts = list(replay_line(seen))
        masks = [1 << self._tiles.index[laid.tile] for laid in seen.laid]
        self._masks = masks
        self._table_before = list(accumulate(masks, initial=0))

    def choices(self) -> Iterator[Choice]:
        """Yield the choices whose alternatives are known, the newest first.

        The opening play isn't a choice, because its tile often had to open.
        """
        seen, later = self._seen, [0] * len(self._seen.sizes)
        last_draws = [
            max((sign.tiles_on_table for sign in seen.signs if sign.seat == seat and sign.drew), default=0)
            for seat in range(len(later))
        ]
        lacks = self._list_next_lacks()
        for place in range(len(seen.laid) - 1, 0, -1):
            laid = seen.laid[place]
            if laid.seat == seen.viewer or place < last_draws[laid.seat]:
                continue
            later[laid.seat] |= self._masks[place]
            ways = self._list_ways(place, lacks[place])
            arm = self._layouts[place].twins.get(laid.arm, laid.arm)
            yield Choice(laid.seat, later[laid.seat], ways[self._masks[place], arm], list(ways.values()))

    def _list_next_lacks(self) -> Sequence[int]:
        """Return for each play the mask of the tiles that the next seat is known to lack by then."""
        seen, lacks = self._seen, [0] * len(self._seen.sizes)
        lacks_of_next = list[int]()
        for place, laid in enumerate(seen.laid):
            for sign in seen.signs:
                if sign.tiles_on_table == place and sign.drew:
                    lacks[sign.seat] = 0
                elif sign.tiles_on_table == place and sign.could_play is False:
                    lacks[sign.seat] |= self._layouts[place].fits
            lacks_of_next.append(lacks[(laid.seat + 1) % len(lacks)])
        return lacks_of_next

    def _list_ways(self, place: int, lacked: int) -> dict[tuple[int, str], Way]:
        """Return the ways to play that another seat may have had, by tile and arm."""
        layout, off_table = self._layouts[place], self._tiles.all & ~self._table_before[place]
        viewer_tiles = self._tiles.mask(
            [*self._seen.hand, *(laid.tile for laid in self._seen.laid if laid.seat == self._seen.viewer)]
        )
        return {
            (1 << index, play.end): self._weigh_way(layout, play, off_table & ~(1 << index), lacked)
            for index in bits(off_table & layout.fits & ~viewer_tiles)
            for play in layout.distinct_plays[1 << index]
        }

    def _weigh_way(self, layout: Layout, play: Play, off_table: int, lacked: int) -> Way:
        """Return one way to play; `off_table` is the mask of the other tiles that are not on the table."""
        reasons, suit, tile, number = self._reasons, self._tiles.suit, play.tile, play.number
        fits = lay_tile(layout, play).fits & off_table
        opened = off_table & (suit[tile.high] | suit[tile.low] if number is None else suit[tile.other(number)])
        liking = (
            reasons.pips * tile.pips
            + reasons.double * tile.double
            + reasons.answers * fits.bit_count()
            + reasons.lacked * (fits & lacked).bit_count()
            + reasons.others * opened.bit_count()
        )
        covered = 0 if number is None else off_table & suit[number]
        return Way(self._tiles.mask([tile]), exp(liking), fits, opened, covered)
