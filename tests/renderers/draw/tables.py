"""Tables of Draw built by hand: random lines of play and what a viewer sees of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from engine.dominoes.line import Laid, OpenEnd
from engine.games.draw.observation import DrawObservation
from engine.games.draw.options import DrawOptions
from engine.tiles import Tile, tile_set


def observe_table(laid: Sequence[Laid], *, highest: int = 6, seats: int = 2, layout: str = "line",
                  spinner: int | None = None, ends: Sequence[OpenEnd] = (), viewer: int | None = None,
                  hands: Sequence[Sequence[Tile]] = (), to_act: int | None = 0, boneyard: int = 4,
                  scores: Sequence[int] = ()) -> DrawObservation:  # fmt: skip
    """Return an observation in the middle of a round; each seat holds `hands`, by default five unseen tiles."""
    sizes = tuple(len(hand) for hand in hands) or (5,) * seats
    return DrawObservation(
        viewer=viewer, to_act=to_act, outcome=None, round=2, choices=(),
        options=DrawOptions(layout=layout), highest=highest, opener=0, void=None,
        laid=tuple(laid), ends=tuple(ends), spinner=spinner,
        hands=tuple(tuple(hand) if viewer == i else None for i, hand in enumerate(hands or [()] * seats)),
        sizes=sizes, scores=tuple(scores) or (0,) * seats, boneyard=boneyard, drawable=boneyard, confirmed=(),
        drawn=0, declared=False, signs=(), fouls=(0,) * seats, playable=(), unseen=(), result=None,
    )  # fmt: skip


def prefix(table: DrawObservation, tiles: int) -> DrawObservation:
    """Return the same table when only `tiles` tiles had been laid."""
    spinner = table.spinner if table.spinner is not None and table.spinner < tiles else None
    ends = tuple(end for end in table.ends if end.letter in "AB" or spinner is not None)
    return replace(table, laid=table.laid[:tiles], spinner=spinner, ends=ends)


def random_line(rng: Random, highest: int, layout: str, seats: int = 4, tiles: int = 999) -> DrawObservation:
    """Return a line of play as long as the tiles allow (or `tiles`), as if one hand held the whole set."""
    pool = list(tile_set(highest).tiles)
    rng.shuffle(pool)
    start = max((t for t in pool if t.double), key=lambda t: t.pips) if layout == "cross" else pool[0]
    pool.remove(start)
    laid, spinner = [Laid(start, "", 0)], 0 if start.double and layout != "line" else None
    numbers = {"A": start.high, "B": start.low}
    while len(laid) < tiles:
        numbers |= _open_arms(laid, spinner, layout, numbers)
        fits = [(t, arm) for t in pool for arm, number in numbers.items() if t.has(number)]
        if not fits:
            break
        played, arm = rng.choice(fits)
        numbers[arm] = played.other(numbers[arm])
        if spinner is None and played.double and layout == "spinner":
            spinner = len(laid)
        laid.append(Laid(played, arm, len(laid) % seats))
        pool.remove(played)
    numbers |= _open_arms(laid, spinner, layout, numbers)
    ends = [OpenEnd(arm, number) for arm, number in sorted(numbers.items())]
    return observe_table(
        laid, highest=highest, seats=seats, layout=layout, spinner=spinner, ends=ends, to_act=len(laid) % seats
    )


def _open_arms(laid: Sequence[Laid], spinner: int | None, layout: str, numbers: dict[str, int]) -> dict[str, int]:
    """Arms C and D with the spinner's number, once they are open and still without a tile."""
    if spinner is None or "C" in numbers:
        return {}
    middle = laid[spinner]
    covered = {tile.arm for tile in laid[spinner + 1 :]}
    needed = {"A", "B"} if spinner == 0 else {middle.arm}
    if layout == "spinner" and not needed <= covered:
        return {}
    return {"C": middle.tile.high, "D": middle.tile.high}
