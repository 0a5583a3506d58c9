"""The people of a simulated game.

Their plays and plans follow from a seed and their observation, so that one game can be played in several ways.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from engine.game import Game
from engine.games.blockers.board import groups_added, mask_of, space_name
from engine.tiles import tile as tile_of

BOLD = 0.1
"""The share of moves without a reason."""
PLANS = 3
"""The number of moves that are planned at once."""


class Company(NamedTuple):
    """People of a number."""

    seed: int
    ahead: float = 0.0
    """The share of their moves after which they stay to plan."""

    def plays(self, seen: Any, sensible: str) -> str:
        """Return what is played: mostly the sensible thing, since a game of chance bids has no end."""
        able = [choice.notation for choice in seen.choices if choice.enabled]
        chance = Random(f"{self.seed} {seen.viewer} {able}")
        return chance.choice(able) if chance.random() < BOLD else sensible

    def stays(self, seat: int, nth: int) -> bool:
        """Return whether the player of a seat stays after their nth move by hand."""
        return Random(f"{self.seed} {seat} {nth}").random() < self.ahead

    def plans(self, game: Game[Any, Any], key: str, seen: Any) -> Sequence[str]:
        """Return what a player plans, of what they are offered, in order."""
        offered = [premove.text for group in game.premoves.groups(seen) for premove in group.premoves]
        chance = Random(f"{self.seed} {seen.viewer} {offered}")
        return [text for text in MINDS[key](seen, offered, chance) if text in offered][:PLANS]


USUAL = Company(1)
"""People who plan nothing."""


def on_a_line(seen: Any, offered: Sequence[str], _chance: Random) -> Iterable[str]:
    """Return each tile wherever it fits: those that fit now first, the heaviest before others."""
    tiles = [text.removeprefix("fits ") for text in offered if text.startswith("fits ")]
    numbers = {end.number for end in seen.ends}

    def worth(name: str) -> tuple[bool, int]:
        return not numbers.isdisjoint(tile_of(name)), sum(tile_of(name))

    return [f"fits {name}" for name in sorted(tiles, key=worth, reverse=True)]


def in_fives(seen: Any, offered: Sequence[str], chance: Random) -> Iterable[str]:
    """Return the best tile if it scores, then as on any line."""
    best, *others = on_a_line(seen, offered, chance) or [""]
    return [best.replace("fits", "score"), best, *others]


def in_moon(_seen: Any, offered: Sequence[str], chance: Random) -> Iterable[str]:
    """Return a pass, after a bid if the hand is good; to tricks a winner, then the lowest, then a lead."""
    if "pass" in offered:
        return ["pass"] if chance.random() < 2 / 3 else [offered[0], "pass"]
    return ["win", "low", *reversed(offered)]


def in_blockers(seen: Any, _offered: Sequence[str], _chance: Random) -> Iterable[str]:
    """Three tiles, each on the free space that makes the fewest groups."""
    own = {space for group in seen.groups[seen.viewer] for space in group}
    found, taken = list[tuple[int, str]](), set[int]()
    for reach in seen.reach:
        spaces = [space for space in reach.free if space not in taken]
        if spaces:
            best = min(spaces, key=lambda space: (groups_added(space, mask_of(own)), space))
            taken.add(best)
            found.append((groups_added(best, mask_of(own)), f"{reach.tile.text} {space_name(best)}"))
    return [f"free {place}" for _, place in sorted(found)]


Mind = Callable[[Any, Sequence[str], Random], Iterable[str]]
MINDS: Mapping[str, Mind] = {
    "draw": on_a_line,
    "fives": in_fives,
    "chickenfoot": on_a_line,
    "moon": in_moon,
    "blockers": in_blockers,
}
