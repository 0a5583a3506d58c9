"""What the bot asked of Discord, as plain values that checks can read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import IntEnum
from typing import Any

JSON = Mapping[str, Any]

EPHEMERAL = 1 << 6
COMPONENTS_V2 = 1 << 15


class Kind(IntEnum):
    """What an interaction is."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL = 5


class Callback(IntEnum):
    """What a first response is."""

    MESSAGE = 4
    DEFER_MESSAGE = 5
    DEFER_UPDATE = 6
    UPDATE = 7
    CHOICES = 8
    MODAL = 9


@dataclass(frozen=True)
class Upload:
    """One file of a multipart request, in the order of its `files[n]` part."""

    filename: str
    description: str | None
    data: bytes = field(repr=False)


@dataclass(frozen=True)
class Interaction:
    """The press or command that a request answers; `on_message`: it came from a message's component."""

    token: str
    kind: int
    user: int
    on_message: bool
    at: datetime


@dataclass(frozen=True)
class Request:
    """One REST request.

    `reader` is the only user who can see its text, None if a whole channel can. `status` and `code` are Discord's
    answer (200 and 0 if it was accepted).
    """

    method: str
    path: str
    body: Any = None
    uploads: tuple[Upload, ...] = ()
    query: JSON = field(default_factory=dict)
    reason: str | None = None
    interaction: Interaction | None = None
    reader: int | None = None
    at: datetime = datetime(2026, 1, 1, tzinfo=UTC)
    status: int = 200
    code: int = 0
    refusal: str = ""

    @property
    def parts(self) -> list[str]:
        return self.path.strip("/").split("/")

    @property
    def callback(self) -> int | None:
        """The type of a first response, None for every other request."""
        is_callback = self.parts[0] == "interactions" and self.parts[-1] == "callback"
        return int(self.body["type"]) if is_callback else None

    def __str__(self) -> str:
        return f"{self.method} {self.path}" + ("" if self.callback is None else f" type {self.callback}")


@dataclass(frozen=True)
class Message:
    """The message that a request creates or edits."""

    payload: JSON
    uploads: tuple[Upload, ...]
    is_edit: bool
    in_channel: bool  # by the bot's own token, not by that of an interaction

    @property
    def flags(self) -> int:
        return int(self.payload.get("flags") or 0)

    @property
    def components(self) -> list[JSON]:
        return list(self.payload.get("components") or ())


def message_of(request: Request) -> Message | None:
    """Return the message in a request's body, None if it carries none."""
    body = request.body
    match request.method, *request.parts:
        case "POST", "interactions", _, _, "callback" if request.callback in (Callback.MESSAGE, Callback.UPDATE):
            return Message(body.get("data") or {}, request.uploads, request.callback == Callback.UPDATE, False)
        case "POST", "webhooks", _, _:
            return Message(body, request.uploads, False, False)
        case "PATCH", "webhooks", _, _, "messages", _:
            return Message(body, request.uploads, True, False)
        case "POST", "channels", _, "messages":
            return Message(body, request.uploads, False, True)
        case "PATCH", "channels", _, "messages", _:
            return Message(body, request.uploads, True, True)
    return None


def modal_of(request: Request) -> JSON | None:
    """Return the modal in a request's body, if any."""
    return request.body["data"] if request.callback == Callback.MODAL else None


def copy_json(value: Any) -> Any:
    """Return a copy of JSON, made without looking for circles as `deepcopy` does."""
    kind = type(value)
    if kind is dict:
        return {key: copy_json(part) for key, part in value.items()}
    if kind is list:
        return [copy_json(part) for part in value]
    return value if kind in UNCHANGING else deepcopy(value)


UNCHANGING = {str, int, float, bool, type(None)}


def walk(components: Any) -> Iterator[JSON]:
    """Yield every component, nested ones too, in the order in which Discord numbers them."""
    for component in components or ():
        yield component
        yield from walk(component.get("components"))
        nested = (component.get("accessory"), component.get("component"))
        yield from walk([child for child in nested if child])


def media_of(component: JSON) -> Iterator[JSON]:
    """Yield the pictures and files of a component, each with `media` or `file` and perhaps `description`."""
    if component["type"] == 12:
        yield from component.get("items") or ()
    elif "media" in component or "file" in component:
        yield component
