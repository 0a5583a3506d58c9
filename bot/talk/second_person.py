"""Turns sentences about a player into the second person for that player.

"Ana plays 6-2 on A." becomes "You play 6-2 on A.".
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from engine.game import Seat
from engine.words import Deeds, Listed, Message, Value, Who, join_items, msg

YOU, MIDST = msg("You"), msg("you")
_VERB = re.compile(r"(?<=\{who\} )\w+|(?<=\band )\w+s\b")
_AFTER_COLON = re.compile(r"(?<=: \{who\} )[\w']+")
_OWN: Mapping[str, str] = {"is": "are", "has": "have", "goes": "go", "does": "do", "can't": "can't"}
_HISSING = ("ches", "shes", "sses", "xes")
"""Endings of verbs that take "es", not only "s", in the third person."""


def to_you(message: Message, seat: Seat, you: Message = YOU, *, own: bool = False) -> Message:
    """Put a sentence about a seat's player into the second person.

    The player must be the subject, at the beginning or after a colon; otherwise the sentence stays as it is. `you` is
    the word for the reader at the beginning. Several actions of a seat in a row (`Deeds`) are changed only if they are
    the reader's `own`. Otherwise a computer player did them for the absent reader, and they keep the name.
    """
    if dict(message.values).get("who") in _alone(seat) and message.template.startswith("{who} "):
        plural = None if message.plural is None else _second_person(message.plural)
        values = tuple((name, you if name == "who" else value) for name, value in message.values)
        return Message(_second_person(message.template), plural, values)
    values = tuple((name, _inside(value, seat, you, own)) for name, value in message.values)
    if dict(values).get("who") in _alone(seat) and _AFTER_COLON.search(message.template):
        values = tuple((name, MIDST if name == "who" else value) for name, value in values)
        return Message(_AFTER_COLON.sub(_second_person_verb, message.template), message.plural, values)
    first = next(((name, value) for name, value in message.values if message.template.startswith(f"{{{name}}}")), None)
    theirs = first is not None and isinstance(first[1], Message) and dict(values)[first[0]] != first[1]
    return Message(_second_person(message.template) if theirs else message.template, message.plural, values)


def _alone(seat: Seat) -> tuple[Value, ...]:
    """Return both values that can name a seat alone.

    One is the seat itself, the other a list of only this seat, such as a list of winners.
    """
    return Who(seat), join_items([Who(seat)])


def _inside(value: Value, seat: Seat, you: Message, own: bool) -> Value:
    match value:
        case Message():
            return to_you(value, seat, you, own=own)
        case Listed(items, join):
            return Listed(tuple(_inside(item, seat, you, own) for item in items), join)
        case Deeds(who, deeds) if own or who != Who(seat):
            return Deeds(you if who == Who(seat) else who, tuple(to_you(deed, seat, you) for deed in deeds))
    return value


def _second_person(template: str) -> str:
    return _VERB.sub(_second_person_verb, template).replace("their own", "your own")


def _second_person_verb(verb: re.Match[str]) -> str:
    return _OWN.get(verb[0], verb[0].removesuffix("es" if verb[0].endswith(_HISSING) else "s"))
