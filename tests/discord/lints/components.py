"""Rules about buttons, menus and layouts of messages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from tests.discord.requests import COMPONENTS_V2, JSON, Message, media_of, walk

ROW, BUTTON, SELECT, TEXT_INPUT, SECTION, TEXT, CONTAINER = 1, 2, 3, 4, 9, 10, 17
SELECTS = {3, 5, 6, 7, 8}
LAYOUT = {9, 10, 11, 12, 13, 14, 17}  # only with IS_COMPONENTS_V2
IN_CONTAINER = {1, 9, 10, 12, 13, 14}
LINK, PREMIUM = 5, 6


def problems(message: Message) -> Iterator[str]:
    """Everything wrong with the components of one message."""
    everything = list(walk(message.components))
    yield from _layout(message, everything)
    yield from unique_ids(everything)
    for component in everything:
        yield from _component(component)
        for picture in media_of(component):
            yield from _alt_text(component, picture)


def unique_ids(components: list[JSON]) -> Iterator[str]:
    """Ids of presses must differ within one message or modal and have 1 to 100 characters."""
    ids = Counter(component["custom_id"] for component in components if component.get("custom_id") is not None)
    for custom_id, times in ids.items():
        if times > 1:
            yield f"custom_id {custom_id!r} appears {times} times"
        yield from _length("custom_id", custom_id, 100)


def _layout(message: Message, everything: list[JSON]) -> Iterator[str]:
    top = message.components
    layout = [component["type"] for component in everything if component["type"] in LAYOUT]
    if not message.flags & COMPONENTS_V2:
        if layout:
            yield f"component type {layout[0]} without IS_COMPONENTS_V2"
        if any(component["type"] in SELECTS | {BUTTON} for component in top):
            yield "a button or menu outside a row"
        if len(top) > 5:
            yield f"{len(top)} rows, at most 5 are allowed"
    if len(everything) > 40:
        yield f"{len(everything)} components, at most 40 are allowed"
    text = sum(len(component.get("content") or "") for component in everything if component["type"] == TEXT)
    if text > 4000:
        yield f"the texts have {text} characters together, at most 4000 are allowed"


def _component(component: JSON) -> Iterator[str]:
    match component["type"]:
        case 1:
            yield from _row([child["type"] for child in component.get("components") or ()])
        case 2:
            yield from _button(component)
        case kind if kind in SELECTS:
            yield from select(component)
        case 4 | 18:
            yield f"component type {component['type']} belongs into a modal"
        case 9:
            yield from _section(component)
        case 12 if not 1 <= len(component.get("items") or ()) <= 10:
            yield f"a gallery has {len(component.get('items') or ())} pictures, 1 to 10 are allowed"
        case 17:
            for child in component.get("components") or ():
                if child["type"] not in IN_CONTAINER:
                    yield f"component type {child['type']} inside a container"


def _row(kinds: list[int]) -> Iterator[str]:
    selects = [kind for kind in kinds if kind in SELECTS]
    if not kinds:
        yield "an empty row"
    if len(kinds) > 5:
        yield f"a row of {len(kinds)} buttons, at most 5 are allowed"
    if selects and len(kinds) > 1:
        yield "a menu shares its row"
    if set(kinds) - SELECTS - {BUTTON}:
        yield "a row holds something else than buttons or one menu"


def _button(button: JSON) -> Iterator[str]:
    style, label = button.get("style"), button.get("label") or ""
    if style not in range(1, 7):
        yield f"button style {style!r} is unknown"
    if len(label) > 80:
        yield f"a label has {len(label)} characters, at most 80 are allowed"
    if style == LINK:
        if not button.get("url") or button.get("custom_id"):
            yield "a link button needs a url and no custom_id"
        if len(button.get("url") or "") > 512:
            yield "the url of a button is longer than 512 characters"
    elif style != PREMIUM and (not button.get("custom_id") or button.get("url")):
        yield f"button {label!r} needs a custom_id and no url"
    if style != PREMIUM and not label and not button.get("emoji"):
        yield "a button has neither label nor emoji"


def select(menu: JSON) -> Iterator[str]:
    """Everything wrong with one menu, in a message or a modal."""
    low, high = menu.get("min_values", 1), menu.get("max_values", 1)
    if not menu.get("custom_id"):
        yield "a menu without custom_id"
    if len(menu.get("placeholder") or "") > 150:
        yield "the placeholder of a menu is longer than 150 characters"
    if not (0 <= low <= 25 and 1 <= high <= 25 and low <= high):
        yield f"a menu asks for {low} to {high} values"
    if low == 0 and menu.get("required", True):
        yield "a menu that may stay empty must say required: false"
    if menu["type"] == SELECT:
        yield from _options(menu.get("options") or (), high)


def _options(options: Sequence[JSON], high: int) -> Iterator[str]:
    if not 1 <= len(options) <= 25:
        yield f"a menu has {len(options)} options, 1 to 25 are allowed"
    for value, times in Counter(option.get("value") for option in options).items():
        if times > 1:
            yield f"option value {value!r} appears {times} times"
    if high > len(options):
        yield f"a menu of {len(options)} options asks for up to {high}"
    if sum(bool(option.get("default")) for option in options) > high:
        yield "a menu has more defaults than it may have values"
    for option in options:
        yield from _length("an option's label", option.get("label"), 100)
        yield from _length("an option's value", option.get("value"), 100)
        if len(option.get("description") or "") > 100:
            yield "an option's description is longer than 100 characters"


def _section(section: JSON) -> Iterator[str]:
    kinds = [child["type"] for child in section.get("components") or ()]
    if not 1 <= len(kinds) <= 3 or set(kinds) - {TEXT}:
        yield "a section needs one to three texts"
    if (section.get("accessory") or {}).get("type") not in (BUTTON, 11):
        yield "a section needs a button or a thumbnail beside it"


def _alt_text(component: JSON, picture: JSON) -> Iterator[str]:
    alt = picture.get("description") or ""
    if len(alt) > 1024:
        yield f"an alt text has {len(alt)} characters, at most 1024 are allowed"
    if "media" in picture and not alt.strip():
        yield f"a picture of component type {component['type']} has no alt text"


def _length(what: str, text: Any, limit: int) -> Iterator[str]:
    if not 1 <= len(text or "") <= limit:
        yield f"{what} has {len(text or '')} characters, 1 to {limit} are allowed"
