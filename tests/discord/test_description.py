"""Discord's API description as a check of requests."""

from __future__ import annotations

from typing import Any

import pytest

from tests.discord import description
from tests.discord.requests import Request

NOBODY: dict[str, Any] = {"parse": []}
BUTTON = {"type": 2, "style": 1, "label": "Go", "custom_id": "go"}


@pytest.fixture(autouse=True)
def require_description() -> description.Description:
    loaded = description.load()
    if loaded is None:
        pytest.skip(f"NOT CHECKED: Discord's API description is not at {description.where()}")
    return loaded


def problems_with(method: str, path: str, body: Any = None) -> list[str]:
    return list(description.problems(Request(method, path, body)))


def send(**payload: Any) -> list[str]:
    return problems_with("POST", "/channels/1/messages", payload)


def respond(kind: int, data: Any) -> list[str]:
    return problems_with("POST", "/interactions/1/token/callback", {"type": kind, "data": data})


def test_the_most_literal_template_decides(require_description: description.Description) -> None:
    original = require_description.operation("PATCH", "/webhooks/1/token/messages/@original")
    followup = require_description.operation("PATCH", "/webhooks/1/token/messages/2")
    assert original is not None
    assert followup is not None
    assert original["operationId"] != followup["operationId"]


def test_an_unknown_route_is_found() -> None:
    assert problems_with("POST", "/channels/1/massages", {}) == ["Discord describes no such operation"]


def test_a_valid_message_passes() -> None:
    row = {"type": 1, "components": [BUTTON]}
    picture = {"id": 0, "filename": "board.png", "description": "The board"}
    mentions = {"parse": [], "users": [1234567890123456789]}
    assert send(content="Hello", components=[row], attachments=[picture], allowed_mentions=mentions) == []


def test_an_error_in_a_nested_component_names_the_field() -> None:
    row = {"type": 1, "components": [BUTTON, BUTTON | {"label": "x" * 81}]}
    (problem,) = send(content="Hello", components=[row])
    assert problem.startswith("components/0/components/1/label")


def test_a_component_in_the_wrong_place_is_found() -> None:
    (problem,) = send(components=[BUTTON])
    assert problem.startswith("components/0/type")


def test_an_unknown_callback_type_is_found() -> None:
    assert "type" in respond(42, {})[0]


def test_an_error_in_a_response_names_the_field() -> None:
    assert respond(4, {"content": "x" * 2001})[0].startswith("data/content")
    assert respond(9, {"custom_id": "a", "title": "x" * 46, "components": []})[0].startswith("data/")
    assert respond(8, {"choices": [{"name": str(n), "value": str(n)} for n in range(26)]})[0].startswith("data")


def test_an_unknown_key_is_found_at_every_depth() -> None:
    assert "'contents'" in send(contents="typo")[0]
    row = {"type": 1, "components": [BUTTON | {"colour": "red"}]}
    assert "'colour'" in send(components=[row])[0]


def test_too_many_options_of_a_command_are_found() -> None:
    options = [{"type": 3, "name": f"o{n}", "description": "An option"} for n in range(26)]
    command = {"name": "play", "description": "Play", "options": options}
    assert problems_with("PUT", "/applications/1/commands", [command])[0].startswith("0/options")
