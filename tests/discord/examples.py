"""Requests that Discord accepts, and how to break them."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from tests.discord.requests import COMPONENTS_V2, Callback, Interaction, Kind, Request, Upload

NOW = datetime.fromisoformat("2026-01-01T00:00:00+00:00")
PNG = b"\x89PNG" + bytes(60)
CHANNEL = "/channels/100/messages"


def upload(name: str = "board.png", size: int = 64) -> Upload:
    return Upload(name, "The board", PNG.ljust(size))


def attachment(number: int = 0, **changes: Any) -> dict[str, Any]:
    return {"id": number, "filename": "board.png", "description": "The board"} | changes


def button(custom_id: str = "go", **changes: Any) -> dict[str, Any]:
    return {"type": 2, "style": 1, "label": "Go", "custom_id": custom_id} | changes


def option(value: str = "a", **changes: Any) -> dict[str, Any]:
    return {"label": value.upper(), "value": value} | changes


def menu(custom_id: str = "pick", **changes: Any) -> dict[str, Any]:
    return {"type": 3, "custom_id": custom_id, "options": [option("a"), option("b")]} | changes


def row(*children: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": list(children)}


def text(content: str = "Hello") -> dict[str, Any]:
    return {"type": 10, "content": content}


def gallery(*urls: str, **changes: Any) -> dict[str, Any]:
    return {"type": 12, "items": [{"media": {"url": url}, "description": "The board"} | changes for url in urls]}


def payload(**changes: Any) -> dict[str, Any]:
    return {"content": "Hello", "allowed_mentions": {"parse": []}} | changes


def send(*uploads: Upload, **changes: Any) -> Request:
    """Return a new channel message."""
    return Request("POST", CHANNEL, payload(nonce="1", enforce_nonce=True) | changes, uploads)


def edit(*uploads: Upload, **changes: Any) -> Request:
    """Return an edit of a channel message."""
    return Request("PATCH", f"{CHANNEL}/200", payload() | changes, uploads)


def show_components(*components: dict[str, Any]) -> Request:
    """Return a channel message with buttons and menus."""
    return send(components=list(components))


def layout(*components: dict[str, Any], **changes: Any) -> Request:
    """Return a channel message made of components alone."""
    body = {"flags": COMPONENTS_V2, "components": list(components), "allowed_mentions": {"parse": []}} | changes
    return Request("POST", CHANNEL, body)


def make_interaction(kind: Kind, on_message: bool = False, ago: timedelta = timedelta()) -> Interaction:
    return Interaction("token", kind, 7, on_message, NOW - ago)


def answer(kind: int, data: Any, to: Interaction | None = None) -> Request:
    """Return a first response to an interaction, a command by default."""
    body = {"type": kind} | ({} if data is None else {"data": data})
    return Request(
        "POST", "/interactions/1/token/callback", body, interaction=to or make_interaction(Kind.COMMAND), at=NOW
    )


def follow(to: Interaction | None = None, **changes: Any) -> Request:
    """Return a follow-up message to an interaction."""
    return Request(
        "POST", "/webhooks/9/token", payload() | changes, interaction=to or make_interaction(Kind.COMMAND), at=NOW
    )


def field(**changes: Any) -> dict[str, Any]:
    return {"type": 18, "label": "Text", "component": {"type": 4, "style": 1, "custom_id": "text"} | changes}


def modal(*components: dict[str, Any], **changes: Any) -> Request:
    """Return a modal as the first response to a command."""
    return answer(Callback.MODAL, {"custom_id": "note", "title": "A note", "components": list(components)} | changes)


def choices(*listed: dict[str, Any]) -> Request:
    """Return an answer to autocomplete."""
    return answer(Callback.CHOICES, {"choices": list(listed)}, make_interaction(Kind.AUTOCOMPLETE))


def argument(**changes: Any) -> dict[str, Any]:
    """Return an option of a command."""
    return {"type": 3, "name": "tile", "description": "Which tile"} | changes


def command(*options: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return {"name": "play", "description": "Play a tile", "type": 1, "options": list(options)} | changes


def sync(*commands: dict[str, Any]) -> Request:
    """Return a request with all commands of the bot at once."""
    return Request("PUT", "/applications/9/commands", list(commands))
