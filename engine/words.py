"""Text that people read, kept apart from the language they read it in.

Rules write a `Message` where the thing happens: an English template with named values. Whoever shows it
brings the `Words` of the reader: a translation and the names of the seats.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

from engine.tiles import Tile


@dataclass(frozen=True, slots=True)
class Who:
    """A seat inside a message; the reader's `Words` put a name there."""

    seat: int
    before: bool = False
    """Whether its player until just before is meant: where a seat changes hands."""


class Join(Enum):
    """How the items of a `Listed` are joined."""

    AND = "and"  # 6, 2 and 4
    OR = "or"  # 6, 2 or 4
    COMMA = "comma"  # 6, 2, 4
    DOT = "dot"  # 6 · 2 · 4; a full stop before a dot falls away
    LINES = "lines"  # one item a line
    SENTENCES = "sentences"  # one after the other, a blank between


@dataclass(frozen=True, slots=True)
class Listed:
    """Several values in a row."""

    items: tuple[Value, ...]
    join: Join = Join.AND


@dataclass(frozen=True, slots=True)
class Deeds:
    """What one seat did, sentence after sentence; its name is said once where the sentences begin with it."""

    who: Value
    sentences: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class Message:
    """An English template, the plural form where a number decides it, and the values by name.

    Values made by the rules are plain text; nothing a person typed is ever a value. A `Tile` may be shown as an emoji;
    where that cannot be (labels, which are also matched with what is typed), a message holds its text.
    """

    template: str
    plural: str | None = None
    values: tuple[tuple[str, Value], ...] = ()

    def __str__(self) -> str:
        return ENGLISH.text(self)


Value = int | str | Tile | Who | Message | Listed | Deeds


def msg(template: str, **values: Value) -> Message:
    """Return a message; the template is marked for translation by standing here."""
    return Message(template, None, tuple(values.items()))


def count(singular: str, plural: str, n: int, **values: Value) -> Message:
    """Return a message whose wording depends on the number `n`, which both templates may name as {n}."""
    return Message(singular, plural, (("n", n), *values.items()))


def join_items(items: Sequence[Value], join: Join = Join.AND) -> Message:
    """Return several values as one message."""
    return Message("{items}", None, (("items", Listed(tuple(items), join)),))


def lines(*items: Value | None) -> Message:
    """Write one item a line; what is None is left out."""
    return join_items([item for item in items if item is not None], Join.LINES)


def sentences(*items: Value | None) -> Message:
    """Write sentences one after the other; what is None is left out."""
    return join_items([item for item in items if item is not None], Join.SENTENCES)


def join_with_dots(*items: Value | None) -> Message:
    """Return those of some items that there are, with a dot between."""
    return join_items([item for item in items if item is not None], Join.DOT)


def format_signed(number: int) -> str:
    """Return a number with a true minus."""
    return str(number).replace("-", "−")


def replace_seats(value: Value, name: Callable[[Who], Value]) -> Value:
    """Return the same with other values for seats."""
    match value:
        case Who():
            return name(value)
        case Message():
            return _replace_in_message(value, name)
        case Listed(items, join):
            return Listed(tuple(replace_seats(item, name) for item in items), join)
        case Deeds(who, told):
            return Deeds(replace_seats(who, name), tuple(_replace_in_message(deed, name) for deed in told))
    return value


def _replace_in_message(message: Message, name: Callable[[Who], Value]) -> Message:
    """Return a message with other values for seats."""
    return Message(message.template, message.plural, tuple((key, replace_seats(v, name)) for key, v in message.values))


SOMEBODY = msg("a former player")
"""A player of whom nothing else is known any more."""


class Words:
    """How one reader reads: here English, with the seats' names as given (else "seat 1"), tiles as `tile` has them."""

    def __init__(self, names: Sequence[str] = (), tile: Callable[[Tile], str] = str) -> None:
        self._names = tuple(names)
        self._tile = tile

    def text(self, value: Value) -> str:
        """Return the finished text of any value."""
        match value:
            case Message():
                shown = {key: self.text(inner) for key, inner in value.values}
                return self.template(value).format_map(shown)
            case Who(seat, before):
                return self.text(SOMEBODY) if before else self.name(seat)
            case Tile():
                return self._tile(value)
            case Listed(items, join):
                return self.join([self.text(item) for item in items], join)
            case Deeds(who, deeds):
                return self.join_deeds(self.text(who), [self.text(deed) for deed in deeds])
            case _:
                return str(value)

    def name(self, seat: int) -> str:
        """Return what the person on a seat is called."""
        return self._names[seat] if seat < len(self._names) else f"seat {seat + 1}"

    def template(self, message: Message) -> str:
        """Return the template in the reader's language; a translation overrides this."""
        if message.plural is None or dict(message.values).get("n") == 1:
            return message.template
        return message.plural

    def join(self, items: Sequence[str], join: Join) -> str:
        """Return several texts as one; a translation overrides the word before the last item."""
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

    def join_deeds(self, name: str, told: Sequence[str]) -> str:
        """Write sentences in a row as one: "Ana draws 2 tiles." and "Ana plays 6-2." are "Ana draws 2 tiles, plays
        6-2."."""
        chunks: list[str] = []
        for sentence in told:
            goes_on = chunks and chunks[-1].startswith(f"{name} ") and chunks[-1].endswith(".")
            if goes_on and sentence.startswith(f"{name} ") and ". " not in chunks[-1]:
                chunks[-1] = f"{chunks[-1].removesuffix('.')}, {sentence.removeprefix(f'{name} ')}"
            else:
                chunks.append(sentence)
        return " ".join(chunks)


ENGLISH = Words()
