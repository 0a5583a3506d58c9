"""Would Discord accept these requests? Everything that is wrong with them, in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tests.discord import description
from tests.discord.lints import commands, components, interactions, messages, modals
from tests.discord.requests import Request, message_of, modal_of


def problems(requests: Iterable[Request]) -> list[str]:
    """Return what Discord's documentation and API description forbid in these requests, a line for each."""
    recorded = list(requests)
    found = [f"{request}: {problem}" for request in recorded for problem in problems_of(request)]
    return [*found, *interactions.problems(recorded)]


def problems_of(request: Request) -> Iterator[str]:
    """Yield what is wrong with one request taken alone."""
    if request.code == 50035 or request.status == 501:
        yield f"the simulated Discord refuses it: {request.refusal}"
    yield from description.problems(request)
    yield from interactions.problems_of_callback(request)
    yield from commands.problems(request)
    if (message := message_of(request)) is not None:
        yield from messages.problems(message)
        yield from components.problems(message)
    if (modal := modal_of(request)) is not None:
        yield from modals.problems(modal)
