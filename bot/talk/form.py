"""Forms with several questions, as plain values without Discord."""

from __future__ import annotations

from dataclasses import dataclass

from bot.talk.letter import ControlId


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer that a field offers."""

    label: str
    value: str
    about: str = ""


@dataclass(frozen=True, slots=True)
class Field:
    """One question: a choice among at most 25 answers, or a line to type in."""

    name: str
    label: str
    about: str
    answers: tuple[Answer, ...] = ()
    current: str = ""
    """The current answer, which is preselected or prefilled."""
    hint: str = ""
    """The placeholder of an empty line."""
    is_required: bool = True
    longest: int = 40
    """The most characters that can be typed into the line."""


@dataclass(frozen=True, slots=True)
class Form:
    """A form of at most five questions.

    The answers come back with the id, by the names of the fields.
    """

    id: ControlId
    title: str
    fields: tuple[Field, ...]
