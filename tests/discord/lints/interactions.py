"""Rules about answering interactions: what may be said first, when, and how often."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import timedelta

from tests.discord.requests import Callback, Kind, Request

FIRST_RESPONSE = timedelta(seconds=3)
TOKEN_LIFE = timedelta(minutes=15)
UPDATES = {Callback.DEFER_UPDATE, Callback.UPDATE}


def problems_of_callback(request: Request) -> Iterator[str]:
    """Yield what is wrong with one first response, whatever came before it."""
    kind, interaction = request.callback, request.interaction
    if kind is None:
        return
    if kind in (Callback.MESSAGE, Callback.CHOICES, Callback.MODAL) and not request.body.get("data"):
        yield f"callback type {kind} without data"
    if kind == Callback.CHOICES:
        yield from _choices((request.body.get("data") or {}).get("choices") or ())
    if interaction is None:
        return
    if (interaction.kind == Kind.AUTOCOMPLETE) != (kind == Callback.CHOICES):
        yield f"callback type {kind} to an interaction of type {interaction.kind}"
    if kind in UPDATES and not interaction.on_message:
        yield "an update, but the interaction did not come from a message"
    if kind == Callback.MODAL and interaction.kind == Kind.MODAL:
        yield "a modal cannot answer a modal"
    if request.at - interaction.at >= FIRST_RESPONSE:
        yield f"first response after {(request.at - interaction.at).total_seconds():g} s, 3 s are allowed"


def problems(requests: Iterable[Request]) -> Iterator[str]:
    """Yield what is wrong with the order of answers to each interaction."""
    acknowledged: set[str] = set()
    for request in requests:
        if (interaction := request.interaction) is None:
            continue
        if request.callback is not None:
            if interaction.token in acknowledged:
                yield f"{request}: a second first response"
            if request.status < 400:
                acknowledged.add(interaction.token)
            continue
        if interaction.token not in acknowledged:
            yield f"{request}: a follow-up before the first response"
        if request.at - interaction.at >= TOKEN_LIFE:
            yield f"{request}: the token is older than 15 minutes"


def _choices(choices: Iterable[dict[str, object]]) -> Iterator[str]:
    listed = list(choices)
    if len(listed) > 25:
        yield f"{len(listed)} choices, at most 25 are allowed"
    for choice in listed:
        name, value = str(choice.get("name") or ""), choice.get("value")
        if not 1 <= len(name) <= 100:
            yield f"the name of a choice has {len(name)} characters, 1 to 100 are allowed"
        if not isinstance(value, str | int | float) or len(str(value)) > 100 or value == "":
            yield f"the value of choice {name!r} is not text of 1 to 100 characters or a number"
