"""Text that people read, kept apart from the language they read it in.

Rules create a `Message` at the source: an English template with named values. The code that shows it brings the `Words`
of the reader: a translation and the names of the seats.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass, replace
from enum import Enum
from itertools import groupby
from typing import Self

from engine.tiles import Tile


@dataclass(frozen=True, slots=True)
class Who:
    """A seat inside a message, replaced by a name in the reader's `Words`."""

    seat: int
    before: bool = False
    """Whether the seat's previous player is meant, for a seat that changes hands."""


class Join(Enum):
    """How the items of a `Listed` are joined."""

    AND = "and"  # 6, 2 and 4
    OR = "or"  # 6, 2 or 4
    COMMA = "comma"  # 6, 2, 4
    DOT = "dot"  # 6 · 2 · 4; an item loses its full stop
    LINES = "lines"  # one item a line
    SENTENCES = "sentences"  # one after the other, a blank between


@dataclass(frozen=True, slots=True)
class Listed:
    """Several values in a row."""

    items: tuple[Value, ...]
    join: Join = Join.AND


@dataclass(frozen=True, slots=True)
class Deeds:
    """Several deeds of one seat in a row. If each begins with the seat's name, the name is written once."""

    who: Value
    sentences: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class Message:
    """An English template with named values, and its plural if a number changes it.

    Values made by the rules are plain text; nothing a person typed is ever a value. A `Tile` may be shown as an emoji.
    Labels can't show emojis, and are compared with what is typed. So their messages hold the tile's text instead.
    """

    template: str
    plural: str | None = None
    values: tuple[tuple[str, Value], ...] = ()
    second: Forms | None = None
    """The template in the second person, or None.

    It is what `who`, the player whom the message is about, reads. If None, this player reads what all others read.
    """
    context: str = ""
    """The meaning of a short template, if it has several in English; each gets its own translation."""

    def __str__(self) -> str:
        return ENGLISH.text(self)

    def is_like(self, other: Message) -> bool:
        """Return whether another message says the same with other values."""
        return self.template == other.template

    @property
    def number(self) -> int:
        """The size of the number `n` that decides between the template and its plural."""
        n = dict(self.values)["n"]
        assert isinstance(n, int), f"no number decides: {self.template}"
        return abs(n)


Value = int | str | Tile | Who | Message | Listed | Deeds
Forms = str | tuple[str, str]
"""A template, or its singular and its plural if `n` decides."""


def msg(template: str, **values: Value) -> Message:
    """Return a message; the call marks its template for translation."""
    return Message(template, None, tuple(values.items()))


def term(template: str, context: str) -> Message:
    """Return a word or two that mean more than one thing in English; the context says which, for translators."""
    return Message(template, context=context)


def count(singular: str, plural: str, n: int, **values: Value) -> Message:
    """Return a message whose wording depends on `n`; both templates show {n}."""
    return Message(singular, plural, (("n", n), *values.items()))


def deed(third: Forms, second: Forms, **values: Value) -> Message:
    """Return a message about a deed of `who`, who alone reads it in the second person."""
    return _fill(third, tuple(values.items()), second)


def address(message: Message) -> Message:
    """Return a message as the player whom it is about reads it."""
    return message if message.second is None else _fill(message.second, message.values)


def _fill(forms: Forms, values: tuple[tuple[str, Value], ...], second: Forms | None = None) -> Message:
    template, plural = (forms, None) if isinstance(forms, str) else forms
    return Message(template, plural, values, second)


def join_items(items: Sequence[Value], join: Join = Join.AND) -> Message:
    """Return several values as one message."""
    return Message("{items}", None, (("items", Listed(tuple(items), join)),))


def lines(*items: Value | None) -> Message:
    """Return the items that are not None, one per line."""
    return join_items([item for item in items if item is not None], Join.LINES)


def sentences(*items: Value | None) -> Message:
    """Return the sentences that are not None, one after the other."""
    return join_items([item for item in items if item is not None], Join.SENTENCES)


def join_with_dots(*items: Value | None) -> Message:
    """Return the items that are not None, joined with dots."""
    return join_items([item for item in items if item is not None], Join.DOT)


def format_signed(number: int) -> str:
    """Return a number with a true minus."""
    return str(number).replace("-", "−")


def replace_seats(value: Value, name: Callable[[Who], Value]) -> Value:
    """Return the same value with each seat replaced by the value that `name` returns."""
    match value:
        case Who():
            return name(value)
        case Message():
            return _replace_in_message(value, name)
        case Listed(items, join):
            return Listed(tuple(replace_seats(item, name) for item in items), join)
        case Deeds(who, deeds):
            return Deeds(replace_seats(who, name), tuple(_replace_in_message(deed, name) for deed in deeds))
    return value


def _replace_in_message(message: Message, name: Callable[[Who], Value]) -> Message:
    """Return a message with each seat replaced by the value that `name` returns."""
    return replace(message, values=tuple((key, replace_seats(value, name)) for key, value in message.values))


SOMEBODY = msg("a former player")
"""The name of a player about whom nothing else is known."""


class Words:
    """The words of one reader: here English.

    The seats' names are as given (else "seat 1"), tiles as `tile` shows them.
    """

    def __init__(self, names: Sequence[Value] = (), tile: Callable[[Tile], str] = str) -> None:
        self._names = tuple(names)
        self._tile = tile

    def with_names(self, names: Sequence[Value]) -> Self:
        """Return the same words with other names of the seats."""
        words = copy(self)
        words._names = tuple(names)
        return words

    def text(self, value: Value) -> str:
        """Return the finished text of any value."""
        match value:
            case Message():
                texts = {key: self.text(inner) for key, inner in value.values}
                return self.template(value).format_map(texts)
            case Who(seat, before):
                return self.text(SOMEBODY) if before else self.name(seat)
            case Tile():
                return self._tile(value)
            case Listed(items, join):
                return self.join([self.text(item) for item in items], join)
            case Deeds(who, deeds):
                return self.join_deeds(self.text(who), [self.text(deed) for deed in deeds])
            case int():
                return format_signed(value)
            case _:
                return str(value)

    def name(self, seat: int) -> str:
        """Return the name of the player on a seat."""
        return self.text(self._names[seat] if seat < len(self._names) else msg("seat {n}", n=seat + 1))

    def template(self, message: Message) -> str:
        """Return the template in the reader's language; a translation overrides this."""
        if message.plural is None or message.number == 1:
            return message.template
        return message.plural

    def join(self, items: Sequence[str], join: Join) -> str:
        """Return several texts as one; a translation overrides the word before the last text."""
        match join:
            case Join.AND | Join.OR if len(items) > 1:
                return f"{', '.join(items[:-1])} {join.value} {items[-1]}"
            case Join.LINES:
                return "\n".join(items)
            case Join.SENTENCES:
                return " ".join(items)
            case Join.DOT:
                return " · ".join(item.removesuffix(".") for item in items)
            case _:
                return ", ".join(items)

    def join_deeds(self, name: str, sentences: Sequence[str]) -> str:
        """Return consecutive sentences joined into one.

        "Ana draws 2 tiles." and "Ana plays 6-2." become "Ana draws 2 tiles and plays 6-2.". Sentences that don't begin
        with the name, as in some languages, stay as they are. So do exclamations, and texts of several sentences.
        """
        chunks: list[str] = []
        for plain, group in groupby(sentences, key=lambda sentence: _is_plain_deed(sentence, name)):
            texts = list(group)
            chunks += [self._join_plain_deeds(name, texts)] if plain else texts
        return " ".join(chunks)

    def _join_plain_deeds(self, name: str, sentences: Sequence[str]) -> str:
        """Return sentences that begin with the same name as one, with the name once."""
        deeds = [sentence.removeprefix(f"{name} ").removesuffix(".") for sentence in sentences]
        return f"{name} {self.join(deeds, Join.AND)}."


def _is_plain_deed(text: str, name: str) -> bool:
    """Return whether a text is one statement that begins with a name."""
    return text.startswith(f"{name} ") and text.endswith(".") and not any(end in text for end in (". ", "! ", "? "))


ENGLISH = Words()
