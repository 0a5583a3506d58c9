"""The options of a game: a frozen dataclass whose fields describe their values.

    @dataclass(frozen=True)
    class MoonOptions(Options):
        no_trump: bool = flag(True, name=msg("No trump"), help=msg("May the bidder play without trump?"), group=PLAY)
        target: int = number(21, low=1, high=99, unit=points, name=msg("Points to win"), help=…, group=LENGTH)

The name of a field and its values are how programs and logs write an option; people read `name`, `help` and the words
of a value, and may type either. A value is checked on its own; `refusal` judges the combination.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cache
from typing import Any, ClassVar, NamedTuple, Self, cast

from engine.sides import Sides, single_sides
from engine.words import Join, Message, Value, count, join_items, msg, term

AUTO = "auto"
"""The notation of the value None: the rules choose by the number of seats or the set."""
FIELDS = 5
"""The most options of one group: as many as a Discord form holds."""

_POSSIBLE_NAME = re.compile(r"[\w ]{1,30}", re.ASCII)
"""A text that could be the name of an option or a value."""

Plain = str | int | bool | None
Unit = Callable[[int], Message]
"""Writes a number with its unit."""


class Pick(NamedTuple):
    """A value in words: its label, and its meaning if the label doesn't explain it."""

    label: Message
    about: Message | None = None


class Group(NamedTuple):
    """Options that are shown together, at most `FIELDS`."""

    key: str
    name: Message


GAME = Group("game", msg("Game"))
DRAWING = Group("drawing", msg("Drawing"))
PLAY = Group("play", term("Play", "group of options"))
SCORING = Group("scoring", term("Scoring", "group of options"))
BLOCKS = Group("blocks", msg("Blocks"))
FOULS = Group("fouls", term("Fouls", "group of options"))
PARTNERS = Group("pairs", term("Pairs", "group of options"))
BONUSES = Group("bonuses", msg("Bonuses"))
LENGTH = Group("length", msg("Length"))
TABLE = Group("table", term("Table", "group of options"))


def write_number(n: int) -> Message:
    """Write a number without a unit."""
    return msg("{n}", n=n)


def points(n: int) -> Message:
    """Write a number of points."""
    return count("{n} point", "{n} points", n)


def tiles(n: int) -> Message:
    """Write a number of tiles."""
    return count("{n} tile", "{n} tiles", n)


def rounds(n: int) -> Message:
    """Write a number of rounds."""
    return count("{n} round", "{n} rounds", n)


def percent(n: int) -> Message:
    """Write a share."""
    return msg("{n} %", n=n)


def double(n: int) -> Message:
    """Write the highest tile of a set: "double-six"."""
    return {6: msg("double-six"), 9: msg("double-nine"), 12: msg("double-twelve"), 15: msg("double-fifteen")}.get(
        n, msg("double-eighteen")
    )


def number_picks(unit: Unit, values: Iterable[int]) -> dict[Plain, Pick]:
    """Return numbers as values in words."""
    return {n: Pick(unit(n)) for n in values}


@dataclass(frozen=True, slots=True)
class Setting:
    """The possible values of one option.

    Either `picks` or both `low` and `high` are given.
    """

    name: Message
    help: Message
    group: Group
    picks: Mapping[Plain, Pick] = field(default_factory=dict)
    """The values in words, the default first."""
    low: int | None = None
    high: int | None = None
    unit: Unit = write_number
    auto: Pick | None = None
    """The words for None, for a number that may be left to the rules."""
    none: str = AUTO
    """How programs and logs write the value None; "auto" is always understood too."""
    implies: tuple[str, Plain] | None = None
    """A value that another option gets when this one is set, so that this one has an effect."""
    idle: tuple[str, frozenset[Plain]] | None = None
    """The name and values of another option with which this one has no effect."""

    @property
    def values(self) -> tuple[Plain, ...]:
        """The values to choose from, the default first; empty for a number."""
        return tuple(self.picks)

    def read(self, text: str) -> Plain:
        """Return the value that `text` names.

        Raises OptionRefused with a sentence for the user who typed it.
        """
        word = text.strip().casefold()
        if self.auto and word in (AUTO, "", str(self.auto.label).casefold()):
            return None
        for value, pick in self.picks.items():
            if word in (format_value(value), self.text(value), str(pick.label).casefold()):
                return value
        if self.low is not None and self.high is not None:
            number = parse_whole_number(word, self.low, self.high)
            if number is not None:
                return number
        raise OptionRefused(msg("{name} can be: {values}.", name=self.name, values=self.domain()))

    def accepts(self, text: str) -> bool:
        """Return whether `text` names a value."""
        try:
            self.read(text)
        except OptionRefused:
            return False
        return True

    def text(self, value: Plain) -> str:
        """Return a value as programs and logs write it; it can be typed too."""
        return self.none if value is None else format_value(value)

    def describe_value(self, value: Plain) -> Message:
        """Return a value in words."""
        pick = self.pick(value)
        return pick.label if pick else self.unit(cast(int, value))

    def pick(self, value: Plain) -> Pick | None:
        """Return the words of a value; a number has no words and gives None."""
        return self.auto if value is None and self.auto else self.picks.get(value)

    def domain(self) -> Message:
        """Return the possible values in words."""
        if self.low is None or self.high is None:
            return join_items([label for _, (label, _) in self.offers()], Join.OR)
        span = msg("a whole number from {low} to {high}", low=self.low, high=self.high)
        return join_items([self.auto.label, span], Join.OR) if self.auto else span

    def offers(self) -> Sequence[tuple[str, Pick]]:
        """Return the values to choose from, each as written and in words."""
        if self.picks:
            return [(self.text(value), pick) for value, pick in self.picks.items()]
        return [(AUTO, self.auto)] if self.auto else []

    def suggestions(self) -> tuple[str, ...]:
        """Return the values to choose from, as they are written."""
        return tuple(text for text, _ in self.offers())


class OptionRefused(ValueError):
    """A value or combination that can't be played, with a sentence for the user."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message


def parse_whole_number(text: str, low: int, high: int) -> int | None:
    """Return the whole number from `low` to `high` that `text` names, if it names one.

    Text of any length is parsed safely.
    """
    digits = text.lstrip("0") or text[-1:]  # of zeros alone, one is kept
    if not digits.isdecimal() or len(digits) > len(str(high)):
        return None
    number = int(digits)
    return number if low <= number <= high else None


def choice(
    picks: Mapping[Any, Pick],
    *,
    name: Message,
    help: Message,
    group: Group,
    none: str = AUTO,
    idle: tuple[str, frozenset[Plain]] | None = None,
) -> Any:
    """Return an option with named values, the default first.

    `none` is the text for the value None in notation and logs.
    """
    setting = Setting(name, help, group, picks, none=none, idle=idle)
    return field(default=next(iter(picks)), metadata={"setting": setting})


def flag(
    default: bool, *, name: Message, help: Message, group: Group, idle: tuple[str, frozenset[Plain]] | None = None
) -> Any:
    """Return an option that is a yes or a no; its help asks the question."""
    words = {True: Pick(term("Yes", "option")), False: Pick(term("No", "option"))}
    picks: dict[Plain, Pick] = {value: words[value] for value in (default, not default)}
    return field(default=default, metadata={"setting": Setting(name, help, group, picks, idle=idle)})


def number(
    default: int | None,
    *,
    low: int,
    high: int,
    name: Message,
    help: Message,
    group: Group,
    unit: Unit = write_number,
    auto: Pick | None = None,
    implies: tuple[str, Plain] | None = None,
) -> Any:
    """Return an option that is a whole number.

    If the default is None, the rules decide, and `auto` describes that.
    """
    auto_words = (auto or Pick(msg("Automatic"))) if default is None else None
    setting = Setting(name, help, group, low=low, high=high, unit=unit, auto=auto_words, implies=implies)
    return field(default=default, metadata={"setting": setting})


class Offer(NamedTuple):
    """A preset in words."""

    name: Message
    about: Message
    """The preset's game and its length, in one line."""
    offered_as_game: bool = False
    """Whether players see the preset as a game of its own, so that `/new` offers it beside the games."""
    unusual: Message | None = None
    """The text about the preset on a table's card, where another line names the length; None if it is `about`."""


@dataclass(frozen=True)
class Options:
    """Base of every game's options."""

    def refusal(self, seats: int) -> Message | None:
        """Explain why this number of seats can't play this combination; None if it can."""
        return None

    def sides(self, seats: int) -> Sides:
        """Return the seats that win together, as tuples: everyone alone unless a game has partners."""
        return single_sides(seats)

    def has_points(self) -> bool:
        """Return whether the score is in points; if it is in marks, a mistake doesn't cost points."""
        return True

    def has_seat_draw(self) -> bool:
        """Return whether the first deal also assigns the seats by lot."""
        return False

    def without_seat_draw(self) -> Self:
        """Return the same options without the draw of seats, so that everyone keeps the seat that they take."""
        return self

    def has_automatic_forced_moves(self) -> bool:
        """Return whether the table takes forced moves by itself."""
        return False

    def most_rounds(self, seats: int) -> int | None:
        """Return the greatest number of rounds; None if points decide the end."""
        return None

    def single(self) -> Self:
        """Return the same options for one game, if these are for a series."""
        return self

    summary_options: ClassVar[frozenset[str]] = frozenset()
    """The options that `summarize` mentions."""

    def variant_name(self) -> Message | None:
        """Return the name of the game with these options, if it is not its usual name."""
        return None

    def about(self) -> Message | None:
        """Return a summary of the game with these options, if the usual one does not fit."""
        return None

    def summarize(self, seats: int) -> Sequence[Message]:
        """Return phrases that describe the game for this number of seats: "double-six", "to 100"."""
        return ()

    @classmethod
    @cache
    def settings(cls) -> Mapping[str, Setting]:
        """Return each option's setting by name, in the order of the rule sheet."""
        offered = (f for f in fields(cls) if "setting" in f.metadata)
        return {f.name: cast(Setting, f.metadata["setting"]) for f in offered}

    @classmethod
    @cache
    def groups(cls) -> Mapping[Group, Sequence[str]]:
        """Return the options of each group."""
        names_by_group: dict[Group, list[str]] = {}
        for name, setting in cls.settings().items():
            names_by_group.setdefault(setting.group, []).append(name)
        return names_by_group

    @classmethod
    def find_name(cls, typed: str) -> str | None:
        """Return the name of the option that is typed, in words or as programs write it; else None."""
        word = typed.strip().casefold()
        matches = (name for name, setting in cls.settings().items() if word in (name, str(setting.name).casefold()))
        return next(matches, None)

    def parse_option(self, name: str, text: str = "") -> tuple[str, str]:
        """Return the option and the value that the user typed.

        A value alone names the only option that takes it, as `profi` does. Raises OptionRefused if the text fits no
        option, or several.
        """
        settings, key = self.settings(), name.strip().casefold()
        if (option := self.find_name(name)) is not None:
            return option, text
        matches = [] if text.strip() else self._options_with_value(key)
        if len(matches) > 1:
            options = join_items([settings[name].name for name in matches], Join.OR)
            raise OptionRefused(msg("Which one do you mean: {options}?", options=options))
        if not matches:
            raise OptionRefused(self._no_option(key))
        return matches[0], key

    @classmethod
    def _no_option(cls, typed: str) -> Message:
        known = join_items([setting.name for setting in cls.settings().values()], Join.COMMA)
        if not _POSSIBLE_NAME.fullmatch(typed):  # input that can't be a name is not repeated
            return msg("There is no such option. There are: {known}.", known=known)
        return msg("There is no option “{name}”. There are: {known}.", name=typed, known=known)

    @classmethod
    @cache
    def shorthands(cls) -> Mapping[str, Message]:
        """Return the values that identify their option, each described with the name of the option."""
        descriptions = dict[str, Message]()
        for value in (value for setting in cls.settings().values() for value in setting.suggestions()):
            if value not in cls.settings() and len(names := cls._options_with_value(value)) == 1:
                setting = cls.settings()[names[0]]
                described = setting.describe_value(setting.read(value))
                descriptions[value] = msg("{name}: {value}", name=setting.name, value=described)
        return descriptions

    @classmethod
    def _options_with_value(cls, value: str) -> Sequence[str]:
        """Return the options that a named value belongs to.

        A number, "on" or "auto" means nothing without its option.
        """
        if value in (AUTO, "on", "off", "yes", "no") or not value[:1].isalpha():
            return []
        return [name for name, setting in cls.settings().items() if setting.accepts(value)]

    def with_option(self, name: str, text: str = "") -> Self:
        """Return the same options with one value read from text. Raises OptionRefused."""
        key, value = self.parse_option(name, text)
        return self.with_options({key: value})

    def with_options(self, typed: Mapping[str, str]) -> Self:
        """Return these options with values read from text, and the values they imply.

        Raises OptionRefused if a name is unknown or a value is not allowed.
        """
        settings = self.settings()
        for name in typed:
            if name not in settings:
                raise OptionRefused(self._no_option(name))
        values = {name: settings[name].read(text) for name, text in typed.items()}
        changed = [name for name, value in values.items() if value != getattr(self, name)]
        implied = dict(implication for name in changed if (implication := settings[name].implies) is not None)
        # a typed value that changes nothing gives way to an implied one
        new_values = {name: values[name] for name in values if name in changed or name not in implied}
        return replace(self, **{**implied, **new_values})

    def text(self, name: str) -> str:
        """Return the value of one option as programs and logs write it."""
        return self.settings()[name].text(getattr(self, name))

    def describe_value(self, name: str) -> Message:
        """Return the value of one option in words."""
        return self.settings()[name].describe_value(getattr(self, name))

    def has_effect(self, name: str) -> bool:
        """Return whether an option has an effect, given the other options as they are now."""
        setting = self.settings()[name]
        if setting.implies is not None:
            needed, value = setting.implies
            if getattr(self, needed) != value or not self.has_effect(needed):
                return False
        if setting.idle is None:
            return True
        other, idle_values = setting.idle
        return getattr(self, other) not in idle_values and self.has_effect(other)

    def to_json(self) -> dict[str, str | int | bool | None]:
        """Return plain values by name, for the log and records."""
        return {f.name: getattr(self, f.name) for f in fields(self)}

    @classmethod
    def from_json(cls, values: Mapping[str, str | int | bool | None]) -> Self:
        """Return the options from `to_json`. Raises ValueError if other names are given.

        A missing option gets its default, so that games that began before the option existed can go on.
        """
        if not values.keys() <= {f.name for f in fields(cls)}:
            raise ValueError("these are not the options of this game")
        return cls(**values)

    def non_default_values(self) -> Mapping[str, str]:
        """Return the options that differ from the defaults, as text."""
        return {name: self.text(name) for name in self.list_differences(type(self)())}

    def list_differences(self, other: Self) -> Sequence[str]:
        """Return the names of the options that differ from other options of the same game."""
        if self == other:
            return []
        return [name for name in self.settings() if getattr(self, name) != getattr(other, name)]

    def describe_changes(self, other: Self, *, but: Container[str] = ()) -> Message | None:
        """Return the differences from other options in words.

        An example is "Foul costs: 100 points · Draw limit: 3 tiles".
        """
        differing = [name for name in self.list_differences(other) if name not in but]
        parts: list[Value] = [
            msg("{name}: {value}", name=self.settings()[name].name, value=self.describe_value(name))
            for name in differing
        ]
        return join_items(parts, Join.DOT) if parts else None


def find_nearest_preset(presets: Mapping[str, Options], options: Options) -> str:
    """Return the preset that differs least from some options; among equals, the first."""
    exact = next((key for key, preset in presets.items() if preset == options), None)
    return exact or min(presets, key=lambda key: len(options.list_differences(presets[key])))


def format_value(value: Plain) -> str:
    """Return a value as every option reads it."""
    match value:
        case None:
            return AUTO
        case True:
            return "on"
        case False:
            return "off"
        case _:
            return str(value)
