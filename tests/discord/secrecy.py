"""All text that left the bot: its possible readers, and whether a hidden tile reached others."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tests.discord.requests import Request


@dataclass(frozen=True)
class Text:
    """One text of one request: `place` is its path in the payload, `reader` who alone can see it (None: everyone)."""

    reader: int | None
    place: str
    text: str


def texts(requests: Iterable[Request]) -> list[Text]:
    """Return every text in these requests.

    Contents, labels, ids of buttons, alt texts, file names, choices, names of threads. Refused requests count too: an
    answer can be lost after Discord has accepted the request.
    """
    found = []
    for request in requests:
        found += [Text(request.reader, f"{request}: {place}", text) for place, text in _strings(request.body, "")]
        for number, upload in enumerate(request.uploads):
            for what in (upload.filename, upload.description or ""):
                found.append(Text(request.reader, f"{request}: files[{number}]", what))
    return found


def read_by(requests: Iterable[Request], user: int) -> list[Text]:
    """Return all that this user could read: what is public and what was for this user alone."""
    return [text for text in texts(requests) if text.reader in (None, user)]


def read_by_others(requests: Iterable[Request], user: int) -> list[Text]:
    """Return all that anyone else could read."""
    return [text for text in texts(requests) if text.reader != user]


def leaks(requests: Iterable[Request], hidden: Mapping[int, Iterable[str]]) -> list[str]:
    """Return where a text that only one user may know reached another user.

    `hidden[user]` are such texts, as "6-2". A hidden text counts if no letter or digit touches it: "6-2" is in
    "play:6-2", not in "16-2".
    """
    recorded = list(requests)
    found = []
    for user, secrets in hidden.items():
        for secret in secrets:
            pattern = re.compile(rf"(?<![^\W_]){re.escape(secret)}(?![^\W_])")
            for text in read_by_others(recorded, user):
                if pattern.search(text.text):
                    found.append(f"{secret!r} of user {user} is in {text.place}: {text.text!r}")
    return found


def _strings(node: Any, place: str) -> Iterator[tuple[str, str]]:
    if isinstance(node, str):
        yield place, node.replace("\u2011", "-")  # as tiles are shown
    elif isinstance(node, Mapping):
        for key, value in node.items():
            yield from _strings(value, f"{place}/{key}")
    elif isinstance(node, list | tuple):
        for number, value in enumerate(node):
            yield from _strings(value, f"{place}/{number}")
