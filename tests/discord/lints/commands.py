"""Rules about command definitions. SimCord accepts any."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache

import discord
import regex

from tests.discord.requests import JSON, Request

CHAT_INPUT, SUBCOMMAND, GROUP, STRING, INTEGER, NUMBER = 1, 1, 2, 3, 4, 10
CHOOSABLE = {STRING, INTEGER, NUMBER}
LIMITS = {1: 100, 2: 15, 3: 15}
NAME = regex.compile(r"[-_'\p{L}\p{N}\p{Script=Devanagari}\p{Script=Thai}]{1,32}")
LOCALES = frozenset(locale.value for locale in discord.Locale)


def problems(request: Request) -> Iterator[str]:
    """Everything wrong with the commands that a request defines, if it defines any."""
    match request.method, *request.parts:
        case "PUT", "applications", _, *_, "commands":
            commands = list(request.body or ())
        case "POST", "applications", _, *_, "commands":
            commands = [request.body]
        case _:
            return
    for kind, limit in LIMITS.items():
        of_kind = [command for command in commands if command.get("type", CHAT_INPUT) == kind]
        if len(of_kind) > limit:
            yield f"{len(of_kind)} commands of type {kind}, at most {limit} are allowed"
        for locale, name in _repeated_names(of_kind):
            yield f"command {name!r} is defined more than once" + (f" in {locale}" if locale else "")
    for command in commands:
        for problem in _problems_of(json.dumps(command)):
            yield f"/{command.get('name')}: {problem}"


@cache
def _problems_of(command: str) -> tuple[str, ...]:
    """Return what is wrong with a command; each bot tells the same ones at its start."""
    return tuple(_command(json.loads(command)))


def _command(command: JSON) -> Iterator[str]:
    if command.get("type", CHAT_INPUT) != CHAT_INPUT:
        names = [command.get("name"), *(command.get("name_localizations") or {}).values()]
        if not all(1 <= len(name or "") <= 32 for name in names) or command.get("description"):
            yield "a menu command needs a name of 1 to 32 characters and no description"
        for locale in sorted(set(command.get("name_localizations") or {}) - LOCALES):
            yield f"locale {locale!r} is unknown"
        return
    yield from _texts(command)
    yield from _options(command.get("options") or (), depth=0)
    if (size := _size(command)) > 8000:
        yield f"{size} characters, at most 8000 are allowed"


def _texts(node: JSON) -> Iterator[str]:
    names = {"the default": node.get("name"), **(node.get("name_localizations") or {})}
    descriptions = {"the default": node.get("description"), **(node.get("description_localizations") or {})}
    for locale, name in names.items():
        if not NAME.fullmatch(name or "") or name != name.lower():
            yield f"name {name!r} ({locale}) is not 1 to 32 lower-case letters, digits, - or _"
    for locale, text in descriptions.items():
        if not 1 <= len(text or "") <= 100:
            yield f"a description of {len(text or '')} characters ({locale}), 1 to 100 are allowed"
    for locale in sorted({*names, *descriptions} - {"the default"} - LOCALES):
        yield f"locale {locale!r} is unknown"


def _options(options: Sequence[JSON], depth: int) -> Iterator[str]:
    kinds = [option["type"] for option in options]
    nested = [kind for kind in kinds if kind in (SUBCOMMAND, GROUP)]
    if len(options) > 25:
        yield f"{len(options)} options, at most 25 are allowed"
    if nested and len(nested) < len(kinds):
        yield "subcommands beside ordinary options"
    if (depth > 0 and GROUP in kinds) or (depth > 1 and nested):
        yield "subcommands nested too deeply"
    required = [bool(option.get("required")) for option in options]
    if required != sorted(required, reverse=True):
        yield "a required option after an optional one"
    yield from _distinct(options)
    for option in options:
        for problem in _option(option, depth):
            yield f"{option.get('name')}: {problem}"


def _distinct(options: Sequence[JSON]) -> Iterator[str]:
    for locale, name in _repeated_names(options):
        yield f"several options are called {name!r}" + (f" in {locale}" if locale else "")


def _repeated_names(nodes: Sequence[JSON]) -> Iterator[tuple[str, str | None]]:
    """Yield each name that several commands or options have in one locale; the locale is empty for the default."""
    for locale in ["", *sorted(LOCALES)]:
        shown = Counter((node.get("name_localizations") or {}).get(locale, node.get("name")) for node in nodes)
        yield from ((locale, name) for name, times in shown.items() if times > 1)


def _option(option: JSON, depth: int) -> Iterator[str]:
    yield from _texts(option)
    kind, choices = option["type"], option.get("choices") or ()
    if kind in (SUBCOMMAND, GROUP):
        yield from _options(option.get("options") or (), depth + (1 if kind == GROUP else 2))
        if kind == GROUP and not option.get("options"):
            yield "a group without subcommands"
        return
    if choices and option.get("autocomplete"):
        yield "both autocomplete and choices"
    if (choices or option.get("autocomplete")) and kind not in CHOOSABLE:
        yield f"an option of type {kind} has neither choices nor autocomplete"
    if len(choices) > 25:
        yield f"{len(choices)} choices, at most 25 are allowed"
    for choice in choices:
        yield from _choice(choice, kind)
    yield from _bounds(option, "length", 0, 6000)
    yield from _bounds(option, "value", -(2**53), 2**53)


def _choice(choice: JSON, kind: int) -> Iterator[str]:
    for name in (choice.get("name"), *(choice.get("name_localizations") or {}).values()):
        if not 1 <= len(name or "") <= 100:
            yield f"the name of a choice has {len(name or '')} characters, 1 to 100 are allowed"
    for locale in sorted(set(choice.get("name_localizations") or {}) - LOCALES):
        yield f"locale {locale!r} is unknown"
    value = choice.get("value")
    if isinstance(value, str) != (kind == STRING):
        yield f"choice {choice.get('name')!r} has a value of the wrong type"
    elif isinstance(value, str) and not 1 <= len(value) <= 100:
        yield f"the value of a choice has {len(value)} characters, 1 to 100 are allowed"


def _bounds(option: JSON, what: str, lowest: int, highest: int) -> Iterator[str]:
    low, high = option.get(f"min_{what}"), option.get(f"max_{what}")
    bounds = [bound for bound in (low, high) if bound is not None]
    if any(not lowest <= bound <= highest for bound in bounds) or bounds != sorted(bounds):
        yield f"min_{what} {low} and max_{what} {high} are impossible"


def _size(node: JSON) -> int:
    """Characters of names, descriptions and values, the longest translation of each counted."""
    size = len(str(node["value"])) if "value" in node else 0
    for key in ("name", "description"):
        texts = [node.get(key) or "", *(node.get(f"{key}_localizations") or {}).values()]
        size += max(len(text) for text in texts)
    return size + sum(_size(child) for key in ("options", "choices") for child in node.get(key) or ())
