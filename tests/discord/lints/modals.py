"""Rules about modals."""

from __future__ import annotations

from collections.abc import Iterator

from tests.discord.lints.components import SELECTS, TEXT_INPUT, select, unique_ids
from tests.discord.requests import JSON, walk

LABEL, TOP_LEVEL = 18, {1, 10, 18}


def problems(modal: JSON) -> Iterator[str]:
    """Everything wrong with one modal."""
    top, everything = modal.get("components") or (), list(walk(modal.get("components")))
    if not 1 <= len(modal.get("title") or "") <= 45:
        yield f"the title has {len(modal.get('title') or '')} characters, 1 to 45 are allowed"
    if not 1 <= len(modal.get("custom_id") or "") <= 100:
        yield "the custom_id of a modal must have 1 to 100 characters"
    if not 1 <= len(top) <= 5:
        yield f"{len(top)} components, 1 to 5 are allowed"
    if any(component["type"] not in TOP_LEVEL for component in top):
        yield "a field outside a label"
    yield from unique_ids(everything)
    for component in everything:
        yield from _field(component)


def _field(component: JSON) -> Iterator[str]:
    if component.get("disabled"):
        yield "a field of a modal is disabled"
    if component["type"] == LABEL:
        yield from _label(component)
    if component["type"] == TEXT_INPUT:
        low, high = component.get("min_length") or 0, component.get("max_length") or 4000
        if not 0 <= low <= high <= 4000:
            yield f"a text input takes {low} to {high} characters, at most 0 to 4000 are allowed"
        if len(component.get("placeholder") or "") > 100:
            yield "the placeholder of a text input is longer than 100 characters"
    if component["type"] in SELECTS:
        yield from select(component)


def _label(label: JSON) -> Iterator[str]:
    if not 1 <= len(label.get("label") or "") <= 45:
        yield f"a label has {len(label.get('label') or '')} characters, 1 to 45 are allowed"
    if len(label.get("description") or "") > 100:
        yield "the description of a label is longer than 100 characters"
    inside = label.get("component") or {}
    if not inside:
        yield "a label without a field"
    if inside.get("type") == TEXT_INPUT and inside.get("label") is not None:
        yield "a text input inside a label has a label of its own"
