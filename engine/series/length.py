"""The length of a series: the option `series` of every game, and its short forms."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import NamedTuple, Self

from engine.game import Outcome
from engine.options import LENGTH as LENGTH_GROUP
from engine.options import TABLE, OptionRefused, Options, Pick, Plain, Setting, choice, flag, parse_whole_number
from engine.words import Message, count, msg, term

SINGLE, MATCH, SUMOF = "single", "match", "sumof"
AT_ONCE, BY_HAND = "at_once", "by_hand"
MOST_GAMES = 99
SHORT_FORMS = {
    MATCH: msg("The first to win that many games wins the series"),
    SUMOF: msg("Play that many games: the best total wins"),
}
"""The short forms that players type for a series, as in `match 3`, and their meaning."""


class Length(NamedTuple):
    """The length of a series: one game, a number of wins, or a number of games."""

    kind: str
    games: int

    def __str__(self) -> str:
        return self.kind if self.kind == SINGLE else f"{self.kind} {self.games}"


def parse_length(text: str) -> Length:
    """Read "single", "match 3" or "sumof 3", or the same in words.

    A length of one game is "single". Raises OptionRefused if the text is something else.
    """
    words = re.findall(r"[a-z]+|-?[0-9]+", text.casefold())
    if MATCH in words and SUMOF in words:
        raise OptionRefused(msg("Choose one: first to so many wins, or a sum of so many games."))
    match words:
        case ["single"] | ["one", "game"]:
            return Length(SINGLE, 1)
        case ["match" | "sumof" as kind, number] if games := parse_whole_number(number, 1, MOST_GAMES):
            return _length(kind, games)
        case ["first", "to", number, "wins"] if games := parse_whole_number(number, 1, MOST_GAMES):
            return _length(MATCH, games)
        case ["sum", "of", number, "games"] if games := parse_whole_number(number, 1, MOST_GAMES):
            return _length(SUMOF, games)
        case ["match" | "sumof", *_]:
            raise OptionRefused(msg("Say how many games: a whole number from 1 to {most}.", most=MOST_GAMES))
        case _:
            raise OptionRefused(msg("{name} can be: {values}.", name=LENGTH.name, values=LENGTH.domain()))


def _length(kind: str, games: int) -> Length:
    return Length(SINGLE, 1) if games == 1 else Length(kind, games)


@dataclass(frozen=True, slots=True)
class LengthSetting(Setting):
    """The setting of a series: its value is the text of a `Length`."""

    def read(self, text: str) -> str:
        return str(parse_length(text))

    def domain(self) -> Message:
        return msg("one game, “first to 3 wins” or “sum of 3 games”, with a number up to {most}", most=MOST_GAMES)

    def pick(self, value: Plain) -> Pick:
        return describe_length(parse_length(str(value)))

    def offers(self) -> Sequence[tuple[str, Pick]]:
        kinds = [Length(SINGLE, 1), *(Length(kind, games) for kind in SHORT_FORMS for games in OFFERED)]
        return [(str(kind), describe_length(kind)) for kind in kinds]


def describe_length(length: Length) -> Pick:
    """Return a length in words."""
    match length:
        case (kind, games) if kind == MATCH:
            return Pick(
                count("First to {n} win", "First to {n} wins", games),
                msg("The first to win that many games wins."),
            )
        case (kind, games) if kind == SUMOF:
            return Pick(
                count("Sum of {n} game", "Sum of {n} games", games), msg("The scores of all games are added up.")
            )
    return Pick(term("One game", "length of a series"))


OFFERED = range(2, 11)
"""The lengths to choose from; others are typed."""
LENGTH = LengthSetting(msg("Series"), msg("Play one game, or several that count together."), LENGTH_GROUP)


@dataclass(frozen=True)
class SeriesOptions(Options):
    """Base of the options of a game that can be played in series."""

    series: str = field(default=SINGLE, metadata={"setting": LENGTH})
    drawseat: bool = flag(
        False,
        name=msg("Seats by lot"),
        help=msg("Does the first deal also draw who has which seat?"),
        group=TABLE,
    )
    forced_moves: str = choice(
        {
            AT_ONCE: Pick(
                term("At once", "when a forced move is made"),
                msg("A move that everyone can see is the only one happens by itself."),
            ),
            BY_HAND: Pick(msg("By hand"), msg("Every player makes each of their moves.")),
        },
        name=msg("Forced moves"),
        help=msg("When everyone can see that there is only one move, who makes it?"),
        group=TABLE,
    )

    def has_seat_draw(self) -> bool:
        return self.drawseat

    def without_seat_draw(self) -> Self:
        return replace(self, drawseat=False)

    def has_automatic_forced_moves(self) -> bool:
        return self.forced_moves == AT_ONCE

    def most_rounds(self, seats: int) -> int | None:
        kind, games = parse_length(self.series)
        rounds = self.rounds_a_game(seats)
        return None if kind == MATCH or rounds is None else games * rounds

    def rounds_a_game(self, seats: int) -> int | None:
        """Return the number of rounds of one game; None if points decide its end."""
        return None

    def games_won(self, outcome: Outcome) -> int:
        """Return the number of games that a win counts for in a series."""
        return 1

    def single(self) -> Self:
        return replace(self, series=SINGLE)

    def later_pick(self, first: int, seats: int, games: int) -> int:
        """Return the pick of the deal after `games` games, if the first picked a seat.

        In each game, the next seat begins. A pick may also contain another choice (`rest`), which stays as it was.
        """
        rest, seat = divmod(first, seats)
        return rest * seats + (seat + games) % seats

    @classmethod
    @cache
    def settings(cls) -> Mapping[str, Setting]:
        """Return the settings in order: of the game, of the series, of all tables."""
        settings = dict(super().settings())
        return settings | {name: settings.pop(name) for name in ("series", "drawseat", "forced_moves")}

    def parse_option(self, name: str, text: str = "") -> tuple[str, str]:
        """Return the option and the value that the user typed.

        Short forms such as `match 3` and `sumof 3` are read, too, even if a game has an option `match`. `drawseat`
        alone turns that option on.
        """
        if not text.strip() and self.find_name(name) == "drawseat":
            return "drawseat", "on"
        word = name.strip().casefold()
        has_number = text.strip().removeprefix("-").isdecimal()  # a negative one is refused as a length
        if word not in SHORT_FORMS or (word in self.settings() and not has_number):
            return super().parse_option(name, text)
        return "series", f"{word} {text.strip()}"
