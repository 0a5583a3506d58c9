"""The texts of a game on a line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from engine.dominoes import advice, summary, words
from engine.dominoes.line import LineObservation
from engine.game import Chapter, Choice, Note, Voice
from engine.words import Message

S = TypeVar("S", bound=LineObservation)


@dataclass(frozen=True, kw_only=True)
class LineVoice(Voice[S]):
    """The texts of every game on a line; a game replaces those that it words differently."""

    call: Callable[[S], Message] = words.call
    address: Callable[[S], Message] = words.address
    situation: Callable[[S], Message] = words.situation
    recall: Callable[[S], Message | None] = words.recall
    prompt: Callable[[S], Message] = words.prompt
    why: Callable[[S, str], Message | None] = words.why
    hint: Callable[[S, Choice], Message] = advice.hint
    standings: Callable[[S], Sequence[Message]] = words.standings
    notes: Callable[[S], Sequence[Note]] = summary.notes
    facts: Callable[[S, Sequence[Chapter]], Iterable[Message]] = summary.facts
