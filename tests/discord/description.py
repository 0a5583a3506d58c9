"""Discord's own description of its API (OpenAPI) as a check of every request body.

The file is not ours to ship: its path is in `DISCORD_OPENAPI`, else it is looked for beside the repository. If it is
missing, nothing is checked here, and the summary of the test run says so; the other checks still run.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs

from tests.discord.requests import Request

BESIDE = Path(__file__).parents[2].parent / "shared" / "discord" / "openapi.json"
# discord.py sends these numbers, Discord takes them, the description wants strings.
SNOWFLAKES = {"message_id", "channel_id", "guild_id", "recipient_id", "sticker_ids", "applied_tags"}
# Keys that discord.py sends, Discord ignores and the description does not know.
TOLERATED = {"nsfw", "tts"}


@dataclass(frozen=True, eq=False)
class Description:
    """The API as Discord describes it."""

    document: dict[str, Any]

    def operation(self, method: str, path: str) -> dict[str, Any] | None:
        """Return the operation for a request; of several templates the one with the fewest parameters."""
        return next((each for pattern, each in _operations(self, method.lower()) if pattern.fullmatch(path)), None)

    def problems(self, request: Request) -> Iterator[str]:
        """Yield what the description says against a request's method, path and body."""
        operation = self.operation(request.method, request.path)
        if operation is None:
            yield "Discord describes no such operation"
            return
        content = operation.get("requestBody", {}).get("content", {})
        if "application/json" not in content:
            if request.body is not None:
                yield "Discord describes no body for this operation"
            return
        for error in _validator(self, operation["operationId"]).iter_errors(_normal(request.body)):
            yield f"{'/'.join(map(str, error.instance_path)) or 'body'}: {error.message[:300]}"


def where() -> Path:
    """Return where the description should be."""
    return Path(os.environ.get("DISCORD_OPENAPI") or BESIDE)


@cache
def load() -> Description | None:
    """Load the description with unions made readable and objects closed; None if the file is missing."""
    if not where().is_file():
        return None
    document: dict[str, Any] = json.loads(where().read_text())
    schemas = document["components"]["schemas"]
    return Description(_prepare_schema(document, schemas))


def problems(request: Request) -> Iterator[str]:
    """Yield what the description says against a request; nothing if the file is missing."""
    if (description := load()) is not None:
        yield from description.problems(request)


@cache
def _operations(description: Description, method: str) -> list[tuple[re.Pattern[str], dict[str, Any]]]:
    """Return the operations of a method with patterns of their paths, those with the fewest parameters first."""
    paths = sorted(description.document["paths"].items(), key=lambda path: path[0].count("{"))
    return [(re.compile(_pattern(path)), operations[method]) for path, operations in paths if method in operations]


@cache
def _validator(description: Description, operation_id: str) -> Any:
    """Compiled once per operation: that takes some 10 ms."""
    operations = (each for path in description.document["paths"].values() for each in path.values())
    wanted = next(each for each in operations if isinstance(each, dict) and each.get("operationId") == operation_id)
    schema = wanted["requestBody"]["content"]["application/json"]["schema"]
    components = description.document["components"]
    return jsonschema_rs.Draft202012Validator({"allOf": [schema], "components": components})


def _pattern(template: str) -> str:
    return "".join("[^/]+" if part.startswith("{") else re.escape(part) for part in re.split(r"(\{[^}]+\})", template))


def _prepare_schema(node: Any, schemas: dict[str, Any]) -> Any:
    """Return a copy with unions decided by `type` and objects that know their keys.

    A plain union only says that no alternative fits; decided by `type`, the error names the very field.
    """
    if isinstance(node, list):
        return [_prepare_schema(each, schemas) for each in node]
    if not isinstance(node, dict):
        return node
    for key in ("oneOf", "anyOf"):
        if isinstance(node.get(key), list):
            rest = {name: value for name, value in node.items() if name != key}
            return _prepare_schema(rest, schemas) | {"allOf": [_union(node[key], schemas)]}
    made = {key: _prepare_schema(value, schemas) for key, value in node.items()}
    if made.get("type") == "object" and isinstance(made.get("properties"), dict):
        keys = dict.fromkeys(TOLERATED, True) | made["properties"]
        made = {"additionalProperties": False} | made | {"properties": keys}
    return made


def _union(alternatives: list[Any], schemas: dict[str, Any]) -> dict[str, Any]:
    some = [alternative for alternative in alternatives if alternative != {"type": "null"}]
    prepared = [_prepare_schema(alternative, schemas) for alternative in some]
    tags = [_tag(alternative, schemas) for alternative in some]
    if len(some) == 1:
        decided: dict[str, Any] = prepared[0]
    elif all(tags):
        known = {"properties": {"type": {"enum": [value for tag in tags for value in tag]}}, "required": ["type"]}
        branches = [
            {"if": {"properties": {"type": {"enum": tag}}, "required": ["type"]}, "then": each}
            for tag, each in zip(tags, prepared, strict=True)
        ]
        decided = {"allOf": [known, *branches]}
    else:
        decided = {"anyOf": prepared}
    if len(some) == len(alternatives):
        return decided
    return {"if": {"not": {"type": "null"}}, "then": decided}


def _tag(alternative: Any, schemas: dict[str, Any]) -> list[int]:
    """Return the values of `type` that choose this alternative of a union; empty if it has no such field."""
    named = schemas.get(str(alternative.get("$ref")).rpartition("/")[2], alternative)
    tag = named.get("properties", {}).get("type", {}) if isinstance(named, dict) else {}
    return list(tag.get("enum", ()))


def _normal(body: Any) -> Any:
    """Turn text into numbers in a body, as Discord does where it takes both."""
    return _text_ids(body, "")


def _text_ids(node: Any, key: str) -> Any:
    if isinstance(node, dict):
        if key in ("attachments", "allowed_mentions", "default_values"):
            numbers = ("id", "users", "roles")
            return {name: _as_text(value) if name in numbers else value for name, value in node.items()}
        return {name: _as_text(value) if name in SNOWFLAKES else _text_ids(value, name) for name, value in node.items()}
    if isinstance(node, list):
        return [_text_ids(each, key) for each in node]
    return node


def _as_text(value: Any) -> Any:
    return [str(each) for each in value] if isinstance(value, list) else value if value is None else str(value)
