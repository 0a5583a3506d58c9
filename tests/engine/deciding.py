"""Compare the words of options with a position in which each value decides.

Each(target, {10: Says("10 points", "goes to 10 points", True), ...}, play)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from engine.game import Game
from engine.options import Options, Plain

SHARED = frozenset(("series", "drawseat", "forced_moves"))
"""What every game has; tests/bot/table/test_shared_options.py holds their words."""


class Says(NamedTuple):
    """What is said of a value, and what comes of it in the position."""

    words: str
    """All that the options say of it: its label where they say no more."""
    comes: Any
    page: str | None = None
    """What the pages of the rules say only with this value; None if they say nothing of it."""


RESERVES: Mapping[Plain, Says] = {
    0: Says("None", 0),
    1: Says("1 tile", 1, "The last tile of the boneyard is never drawn."),
    2: Says("2 tiles", 2, "The last 2 tiles of the boneyard are never drawn."),
}
"""What games with a boneyard say of its reserve, and how many tiles are left where all are drawn that may be."""


@dataclass(frozen=True)
class Each:
    """An option, what its values say, and a position played with them."""

    name: str
    play: Callable[..., Any]
    """Plays the position with some options, and returns what one must see of it."""
    says: Mapping[Plain, Says]
    beside: Mapping[str, Plain] = field(default_factory=dict)
    """Other options that this one needs to count, or to be seen."""

    def options(self, game: Game[Any, Any], value: Plain) -> Any:
        return game.options(**{**self.beside, self.name: value})

    def pages(self, game: Game[Any, Any], value: Plain, seats: int) -> str:
        return "\n".join(map(str, game.rules(self.options(game, value), seats)))

    def hold(self, game: Game[Any, Any], seats: int) -> None:
        """Hold words and pages against what comes of each value."""
        setting = game.options.settings()[self.name]
        for value, (words, comes, page) in self.says.items():
            pick = setting.pick(value)
            assert str(setting.describe_value(value) if pick is None or pick.about is None else pick.about) == words
            assert self.options(game, value).has_effect(self.name), "an option that counts is tried"
            assert self.play(**{**self.beside, self.name: value}) == comes, (self.name, value)
            for other in self.says:
                told = page is not None and page in self.pages(game, other, seats)
                assert told == (page is not None and (other == value or self.says[other].page == page)), (value, other)
        seen = [comes for _, comes, _ in self.says.values()]
        assert all(first != then for place, first in enumerate(seen) for then in seen[:place]), "each decides"


def lacking(options: type[Options], table: Sequence[Each]) -> list[str]:
    """Return the option values that no position tries; two must be tried of a number, and automatic ones."""
    tried: dict[str, set[Plain]] = {}
    for each in table:
        tried.setdefault(each.name, set()).update(each.says)
    missing = []
    for name, setting in options.settings().items():
        if name in SHARED:
            continue
        known = tried.get(name, set())
        wanted = set(setting.values) or ({None} if setting.auto else set())
        missing += [f"{name}={setting.text(value)}" for value in wanted - known]
        if setting.low is not None and len(known - {None}) < 2:
            missing.append(f"{name}=another number")
    return missing
