"""The options of a game: a frozen dataclass whose fields say which values they take and what they mean.

    @dataclass(frozen=True)
    class MoonOptions(Options):
        all_pass: str = choice("redeal", "last_must_bid_4", help=msg("When all three pass"))
        target: int = number(21, low=1, high=99, help=msg("Points that win"))

A value is read from the text a person typed and checked on its own; `refusal` judges the combination.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cache
from typing import Any, Self, cast

from engine.words import Join, Message, listed, msg

AUTO = "auto"
"""How the value None is written: the rules choose by the number of seats or the set."""

_NAME = re.compile(r"\w{1,30}", re.ASCII)
"""What could be the name of an option or a value."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What one option may be. Exactly one of `values` and `low`/`high` is given."""

    help: Message
    values: tuple[str | int | bool | None, ...] = ()
    low: int | None = None
    high: int | None = None
    auto: bool = False
    none: str = AUTO
    """How people write and read the value None; "auto" is always understood too."""

    def read(self, name: str, text: str) -> str | int | bool | None:
        """Return the value that `text` names. Raises OptionRefused with a sentence for the person who typed it."""
        word = text.strip().casefold()
        if self.auto and word == AUTO:
            return None
        for value in self.values:
            if word in (written(value), self.text(value)):
                return value
        if self.low is not None and self.high is not None:
            number = whole(word, self.low, self.high)
            if number is not None:
                return number
        raise OptionRefused(msg("{name} can be {values}.", name=name, values=self.domain()))

    def takes(self, text: str) -> bool:
        """Return whether `text` names a value."""
        try:
            self.read("", text)
        except OptionRefused:
            return False
        return True

    def text(self, value: str | int | bool | None) -> str:
        """Return a value of this option as people type and read it."""
        return self.none if value is None else written(value)

    def domain(self) -> Message:
        """Return the possible values in words."""
        if self.low is None or self.high is None:
            return listed([self.text(value) for value in self.values], Join.OR)
        span = msg("a whole number from {low} to {high}", low=self.low, high=self.high)
        return listed([AUTO, span], Join.OR) if self.auto else span

    def suggestions(self) -> tuple[str, ...]:
        """Return the values to offer while the user types."""
        if self.values:
            return tuple(self.text(value) for value in self.values)
        return (AUTO,) if self.auto else ()


class OptionRefused(ValueError):
    """A value or combination that cannot be played; `message` is the sentence for the person who asked."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message


def whole(text: str, low: int, high: int) -> int | None:
    """Return the whole number that `text` names, if it is one from `low` to `high`; text of any length is looked at
    safely."""
    digits = text.lstrip("0") or text[-1:]
    if not digits.isdecimal() or len(digits) > len(str(high)):
        return None
    number = int(digits)
    return number if low <= number <= high else None


def choice(*values: str | int | None, help: Message, none: str = AUTO) -> Any:
    """Return an option with named values, the default first. None among them is written as `none` says."""
    return field(default=values[0], metadata={"setting": Setting(help, values, none=none)})


def flag(default: bool, *, help: Message) -> Any:
    """Return an option that is on or off."""
    return field(default=default, metadata={"setting": Setting(help, (default, not default))})


def number(default: int | None, *, low: int, high: int, help: Message) -> Any:
    """Return an option that is a whole number; a default of None is "auto"."""
    return field(default=default, metadata={"setting": Setting(help, low=low, high=high, auto=default is None)})


@dataclass(frozen=True)
class Options:
    """Base of every game's options."""

    def refusal(self, seats: int) -> Message | None:
        """Say why this combination cannot be played by this number of seats; None where it can."""
        return None

    def about(self) -> Message | None:
        """Return what is played with these options, in a sentence, where it is not what the game's summary says."""
        return None

    def note(self, seats: int) -> Message | None:
        """Say what this number of players should know of these options before they begin, in a sentence, if there is
        anything."""
        return None

    @classmethod
    @cache
    def settings(cls) -> Mapping[str, Setting]:
        """Return each option's name and what it may be, in the order of the rule sheet."""
        offered = (f for f in fields(cls) if "setting" in f.metadata)
        return {f.name: cast(Setting, f.metadata["setting"]) for f in offered}

    def meant(self, name: str, text: str = "") -> tuple[str, str]:
        """Return the option and the value that the user typed; a value alone names the only option that takes it, as
        `profi` does. Raises OptionRefused."""
        settings, key = self.settings(), name.strip().casefold()
        if key in settings:
            return key, text
        taking = [] if text.strip() else self._taking(key)
        if len(taking) > 1:
            options = listed(list(taking), Join.OR)
            raise OptionRefused(
                msg("{value} can be said of {options}: name the option too.", value=key, options=options)
            )
        if not taking:
            known = listed(list(settings), Join.COMMA)
            if not _NAME.fullmatch(key):  # what is no name is not said again
                raise OptionRefused(msg("There is no such option. There are: {known}.", known=known))
            raise OptionRefused(msg("There is no option {name}. There are: {known}.", name=key, known=known))
        return taking[0], key

    @classmethod
    def shorthands(cls) -> Sequence[str]:
        """Return the values that name their option by themselves."""
        values = [value for setting in cls.settings().values() for value in setting.suggestions()]
        return [value for value in values if value not in cls.settings() and len(cls._taking(value)) == 1]

    @classmethod
    def _taking(cls, value: str) -> Sequence[str]:
        """Return the options that a named value belongs to; a number, "on" or "auto" says nothing without its
        option."""
        if value in (AUTO, "on", "off") or not value[:1].isalpha():
            return []
        return [name for name, setting in cls.settings().items() if setting.takes(value)]

    def with_option(self, name: str, text: str = "") -> Self:
        """Return the same options with one value read from text. Raises OptionRefused."""
        key, value = self.meant(name, text)
        return replace(self, **{key: self.settings()[key].read(key, value)})

    def text(self, name: str) -> str:
        """Return the value of one option as people type and read it."""
        return self.settings()[name].text(getattr(self, name))

    def to_json(self) -> dict[str, str | int | bool | None]:
        """Return plain values by name, for the log and records; also what nobody sets, such as how an older game
        began."""
        return {f.name: getattr(self, f.name) for f in fields(self)}

    @classmethod
    def from_json(cls, values: Mapping[str, str | int | bool | None]) -> Self:
        """Return the options that `to_json` gave; names that a newer version added take their defaults."""
        return cls(**{f.name: values[f.name] for f in fields(cls) if f.name in values})

    def changed(self) -> Mapping[str, str]:
        """Return the options that differ from the defaults, as text."""
        usual = type(self)()
        names = (name for name in self.settings() if getattr(self, name) != getattr(usual, name))
        return {name: self.text(name) for name in names}


def written(value: str | int | bool | None) -> str:
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
