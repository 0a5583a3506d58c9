"""Forms: several answers in one go, as plain values that know nothing of Discord."""

from __future__ import annotations

from dataclasses import dataclass

from bot.talk.letter import ControlId


@dataclass(frozen=True, slots=True)
class Answer:
    """One line of a field to choose from."""

    label: str
    value: str
    about: str = ""


@dataclass(frozen=True, slots=True)
class Field:
    """One question: a choice among at most 25 answers, or without any a line to type."""

    name: str
    label: str
    about: str
    answers: tuple[Answer, ...] = ()
    now: str = ""
    """The present answer, which is chosen or filled in already."""
    hint: str = ""
    """What an empty line shows."""
    needed: bool = True


@dataclass(frozen=True, slots=True)
class Form:
    """A form of at most five questions.

    The answers come back with the id, by the names of the fields.
    """

    id: ControlId
    title: str
    fields: tuple[Field, ...]
