"""Full states of Blockers that agree with what one viewer has seen.

The viewer doesn't know which of a colour's remaining tiles are on the rack, nor the order of the others.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from random import Random

from engine.game import DEALER
from engine.games.blockers.board import Mask, mask_of
from engine.games.blockers.observation import BlockersObservation, Stuck
from engine.games.blockers.state import BlockersState, start
from engine.games.blockers.tiles import RACK, Colour, Sign


def possible(seen: BlockersObservation, rng: Random) -> Iterator[BlockersState]:
    """Yield full states that agree with all that this viewer has seen."""
    while True:
        yield sample(seen, rng)


def sample(seen: BlockersObservation, rng: Random) -> BlockersState:
    """Return a full state that agrees with all that this viewer has seen."""
    state = start(seen.options, seen.seats)
    if seen.first is None:
        return state
    piles = [pile(seen, Colour(colour), rng) for colour in range(len(seen.racks))]
    return state._replace(
        laid=spaces_by_colour(seen),
        racks=tuple(mask_of(signs[:size]) for signs, size in zip(piles, seen.rack_sizes, strict=True)),
        supplies=tuple(tuple(signs[size:]) for signs, size in zip(piles, seen.rack_sizes, strict=True)),
        prisoners=tuple(score.prisoners for score in seen.scores),
        recent=seen.recent,
        first=seen.first,
        turn=state.turns - sum(seen.turns_left),
        signs=tuple(None if tile is None else tile.sign for tile in seen.board),
        swapping=_swapping(seen),
        stuck=seen.stuck,
    )


def spaces_by_colour(seen: BlockersObservation) -> tuple[Mask, ...]:
    """Return by colour the spaces that its tiles lie on."""
    return tuple(mask_of(space for group in groups for space in group) for groups in seen.groups)


def pile(seen: BlockersObservation, colour: Colour, rng: Random) -> list[Sign]:
    """Return a colour's remaining tiles: the rack, then the others in drawing order."""
    rack, size = seen.racks[colour], seen.rack_sizes[colour]
    remaining = [tile.sign for tile in seen.remaining[colour]]
    on_rack = _random_rack(remaining, size, seen.stuck[colour], rng) if rack is None else [tile.sign for tile in rack]
    supply = [sign for sign in remaining if sign not in on_rack]
    rng.shuffle(supply)
    return [*on_rack, *supply]


def can_hold(seen: BlockersObservation, colour: Colour, signs: Collection[Sign]) -> bool:
    """Return whether the rack of a colour may hold all of these remaining tiles."""
    racks = _Racks([tile.sign for tile in seen.remaining[colour] if tile.sign not in signs], seen.stuck[colour])
    due = racks.due
    for sign in signs:
        due = racks.due_after(due, sign)
    return racks.count_ways(0, seen.rack_sizes[colour] - len(signs), due) > 0


def _random_rack(remaining: Sequence[Sign], size: int, known: Sequence[Stuck], rng: Random) -> list[Sign]:
    """Return a random rack that agrees with all passes and swaps.

    Every such rack is equally likely.
    """
    if not known:
        return rng.sample(remaining, size)
    racks, rack = _Racks(remaining, known), list[Sign]()
    due = racks.due
    for i, sign in enumerate(remaining):
        room, due_with_sign = size - len(rack), racks.due_after(due, sign)
        # the sign is on the rack in this share of the racks that are still possible
        if room and rng.randrange(racks.count_ways(i, room, due)) < racks.count_ways(i + 1, room - 1, due_with_sign):
            rack.append(sign)
            due = due_with_sign
    return rack


class _Racks:
    """The racks that agree with all passes and swaps.

    `due` has for each known fact how many more of its signs the rack must get.
    """

    def __init__(self, remaining: Sequence[Sign], known: Sequence[Stuck]) -> None:
        self.due = tuple(stuck.held for stuck in known)
        self._remaining = remaining
        self._known = known
        self._ways_cache: dict[tuple[int, int, tuple[int, ...]], int] = {}

    def count_ways(self, i: int, room: int, due: tuple[int, ...]) -> int:
        """Return the ways to fill `room` places of a rack with the signs from the i-th on."""
        if room < 0 or i == len(self._remaining):
            return int(room == 0 and max(due, default=0) <= 0)
        key = i, room, due
        if key not in self._ways_cache:
            with_sign = self.count_ways(i + 1, room - 1, self.due_after(due, self._remaining[i])) if room else 0
            self._ways_cache[key] = with_sign + self.count_ways(i + 1, room, due)
        return self._ways_cache[key]

    def due_after(self, due: tuple[int, ...], sign: Sign) -> tuple[int, ...]:
        """Return what is still due after a sign is on the rack."""
        return tuple(n - (stuck.signs >> sign & 1) for n, stuck in zip(due, self._known, strict=True))


def _swapping(seen: BlockersObservation) -> Colour | None:
    """Return the colour whose supply is being shuffled in a swap: the colour whose rack lacks a tile."""
    if seen.to_act != DEALER or seen.acting is None:
        return None
    incomplete = (c for c in seen.colours(seen.acting) if seen.rack_sizes[c] < RACK and seen.supplies[c])
    return next(incomplete, None)
