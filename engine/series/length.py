"""How many games are played: the option `series` of every game, and the short forms by which players call for it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from engine.options import OptionRefused, Options, Setting, whole
from engine.words import Message, msg

SINGLE, MATCH, SUMOF = "single", "match", "sumof"
MOST_GAMES = 99
SHORT_FORMS = {
    MATCH: msg("Play until somebody has won so many games"),
    SUMOF: msg("Play so many games; the highest sum of points wins"),
}
"""What players call a series, as in `match 3`, and what it means."""


class Length(NamedTuple):
    """How long a series is: one game, or so many wins or games."""

    kind: str
    games: int

    def __str__(self) -> str:
        return self.kind if self.kind == SINGLE else f"{self.kind} {self.games}"


def length(text: str) -> Length:
    """Read "single", "match 3" or "sumof 3". Raises OptionRefused."""
    words = re.findall(r"[a-z]+|-?[0-9]+", text.casefold())
    if MATCH in words and SUMOF in words:
        raise OptionRefused(msg("A series is either a match or a sum, not both."))
    match words:
        case ["single"]:
            return Length(SINGLE, 1)
        case ["match" | "sumof" as kind, number] if games := whole(number, 1, MOST_GAMES):
            return Length(kind, games)
        case ["match" | "sumof" as kind, *_]:
            raise OptionRefused(msg("{kind} takes a whole number from 1 to {most}.", kind=kind, most=MOST_GAMES))
        case _:
            raise OptionRefused(msg("series can be {values}.", values=LENGTH.domain()))


@dataclass(frozen=True, slots=True)
class LengthSetting(Setting):
    """The setting of a series: its value is the text of a `Length`."""

    def read(self, name: str, text: str) -> str:
        return str(length(text))

    def domain(self) -> Message:
        span = msg("a number from 1 to {most}", most=MOST_GAMES)
        return msg("single, or match or sumof with {span}", span=span)

    def suggestions(self) -> tuple[str, ...]:
        return (SINGLE, "match 2", "match 3", "sumof 2", "sumof 3")


LENGTH = LengthSetting(msg("Play one game, until somebody has won so many, or so many games for their sum"))


@dataclass(frozen=True)
class SeriesOptions(Options):
    """Base of the options of a game that can be played in series."""

    series: str = field(default=SINGLE, metadata={"setting": LENGTH})

    def later_pick(self, first: int, seats: int, games: int) -> int:
        """Return what a deal picks after `games`, where the first picked a seat: the next seat begins each time; the
        rest of the choice stays as it was."""
        rest, seat = divmod(first, seats)
        return rest * seats + (seat + games) % seats

    @classmethod
    @cache
    def settings(cls) -> Mapping[str, Setting]:
        """Return the settings with what a game is first, then how many of it."""
        settings = dict(super().settings())
        return settings | {"series": settings.pop("series")}

    def meant(self, name: str, text: str = "") -> tuple[str, str]:
        """Understand also the short `match 3` and `sumof 3`, whatever else a game calls `match`; a series of one game
        is a single game."""
        key, value = self._meant(name, text)
        return (key, SINGLE) if key == "series" and length(value).games == 1 else (key, value)

    def _meant(self, name: str, text: str) -> tuple[str, str]:
        word = name.strip().casefold()
        counted = text.strip().removeprefix("-").isdecimal()
        if word not in SHORT_FORMS or (word in self.settings() and not counted):
            return super().meant(name, text)
        if length(self.series).kind not in (SINGLE, word):
            refused = msg(
                "This is {series} already, and a series is either a match or a sum. Set series to single first.",
                series=self.series,
            )
            raise OptionRefused(refused)
        return "series", f"{word} {text.strip()}"
