"""What Discord refuses in a message: the limits that it documents, as far as a tile game could meet them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from tests.discord.lints.components import BUTTON, SELECTS, TEXT
from tests.discord.requests import COMPONENTS_V2, walk
from tests.wire.payloads import Payload

CONTENT, LAID_OUT, PARTS, FILES, ROWS, OPTIONS, CHOICES = 2000, 4000, 40, 10, 5, 25, 25
ID, LABEL, ALT, NAME = 100, 80, 1024, 100
COMMANDS, MENU_COMMANDS, LABELED, COMMAND_LENGTH = 100, 15, 32, 8000
AUDIENCE = frozenset({"users", "roles", "everyone"})


def wrong(body: Payload, files: int) -> list[str]:
    """Return what Discord would not take of a message, an answer or suggestions."""
    parts = list(walk(body.get("components")))
    found = [*_sizes(body, parts, files), *(problem for part in parts for problem in _part(dict(part)))]
    ids = [part["custom_id"] for part in parts if part.get("custom_id")]
    if len(ids) != len(set(ids)):
        found.append("two controls have one id")
    mentions = body.get("allowed_mentions") or {}
    if not set(mentions.get("parse", ())) <= AUDIENCE:
        found.append("it allows unknown mentions")
    return found


def _sizes(body: Payload, parts: Sequence[Any], files: int) -> Iterator[str]:
    laid_out = bool((body.get("flags") or 0) & COMPONENTS_V2)
    if len(body.get("content") or "") > CONTENT:
        yield "its content is too long"
    if laid_out and (body.get("content") or body.get("embeds")):
        yield "a laid-out message has content"
    if sum(len(part.get("content", "")) for part in parts if part["type"] == TEXT) > LAID_OUT:
        yield "its texts are too long"
    if files > FILES or len(body.get("attachments") or ()) > FILES:
        yield "it has too many files"
    if len(parts) > PARTS or (not laid_out and len(body.get("components") or ()) > ROWS):
        yield "it has too many parts"
    if len(body.get("choices") or ()) > CHOICES:
        yield "it has too many suggestions"
    for choice in body.get("choices") or ():
        if not 0 < len(choice["name"]) <= NAME or len(str(choice["value"])) > NAME:
            yield "a suggestion is too long"
    for file in body.get("attachments") or ():
        if len(file.get("description") or "") > ALT:
            yield "a description is too long"


def _part(part: Payload) -> Iterator[str]:
    if len(part.get("custom_id") or "") > ID:
        yield "an id is too long"
    if part["type"] == BUTTON and len(part.get("label") or "") > LABEL:
        yield "a label is too long"
    if part["type"] in SELECTS:
        options = part.get("options") or []
        if len(options) > OPTIONS or len({option["value"] for option in options}) != len(options):
            yield "a select has too many options, or one twice"
        if any(not 0 < len(option["label"]) <= NAME or len(option["value"]) > NAME for option in options):
            yield "an option is too long"


def wrong_commands(commands: Sequence[Payload]) -> list[str]:
    """Return what Discord would not take of a bot's commands."""
    slash = [command for command in commands if command.get("type", 1) == 1]
    kinds = [command["type"] for command in commands if command not in slash]
    found = [] if len(slash) <= COMMANDS else ["there are too many commands"]
    found += [f"there are too many commands of type {kind}" for kind in set(kinds) if kinds.count(kind) > MENU_COMMANDS]
    for command in commands:
        if command not in slash and len(command["name"]) > LABELED:
            found.append(f"{command['name']} is too long for a menu")
        texts = [command["name"], command.get("description", ""), *_texts(command.get("options") or ())]
        if sum(map(len, texts)) > COMMAND_LENGTH or any(len(text) > NAME for text in texts):
            found.append(f"/{command['name']} is too long")
        if len(command.get("options") or ()) > OPTIONS:
            found.append(f"/{command['name']} has too many options")
    return found


def _texts(options: Sequence[Payload]) -> Iterator[str]:
    for option in options:
        yield from (option["name"], option.get("description", ""))
        yield from (choice["name"] for choice in option.get("choices") or ())
        yield from _texts(option.get("options") or ())
